//go:build unix

package measure

import (
	"syscall"
	"time"
)

// cpu is the CPU time that this process has used, in all its threads.
func cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
