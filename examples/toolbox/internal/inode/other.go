//go:build !unix

// Package inode has what the tools that read files ask of a file besides its mode.
package inode

import "io/fs"

// Nonblock is nothing where no FIFO stands in a folder.
const Nonblock = 0

// Names is 1: how many names a file has is not known here, so hard links are not refused.
func Names(fs.FileInfo) uint64 { return 1 }
