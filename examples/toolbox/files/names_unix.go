//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// nonblock makes the opening of a FIFO return at once.
const nonblock = syscall.O_NONBLOCK

// names says how many names a file has in its file system.
func names(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}
