//go:build linux || darwin

package code

import "syscall"

// limit holds this process, and those that it starts, to an address space of that many bytes and to a time of the processor after
// which an abandoned one ends.
func limit(memory int64) error {
	const seconds = 600
	err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: uint64(memory), Max: uint64(memory)})
	if err != nil {
		return err
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return err
	}
	return syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds})
}
