//go:build !unix

package files

import "io/fs"

// nonblock is nothing where no FIFO stands in a folder.
const nonblock = 0

// names is 1: how many names a file has is not known here, so hard links are not refused.
func names(fs.FileInfo) uint64 { return 1 }
