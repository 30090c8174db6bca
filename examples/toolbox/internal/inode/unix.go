//go:build unix

// Package inode has what the tools that read files ask of a file besides its mode.
package inode

import (
	"io/fs"
	"syscall"
)

// Nonblock makes the opening of a FIFO return at once.
const Nonblock = syscall.O_NONBLOCK

// Names says how many names a file has in its file system.
func Names(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}
