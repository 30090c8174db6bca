// Package osopenfile wraps os OpenFile.
package osopenfile

import "os"

// OpenFile opens a file.
//
//tool:name=take
func OpenFile(name string, flag int, perm os.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}
