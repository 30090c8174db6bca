package sandbox

import "time"

// Limit names one thing that a sandbox holds a program to.
type Limit string

// The limits: what a number bounds, and then what the program cannot reach.
const (
	Wall   Limit = "wall"   // time by the clock
	CPU    Limit = "cpu"    // processor time
	Memory Limit = "memory" // address space of one process
	File   Limit = "file"   // the size of one file
	Disk   Limit = "disk"   // all that is written
	Output Limit = "output" // standard output and standard error
	Procs  Limit = "procs"  // processes and threads
	Files  Limit = "files"  // open files

	Resident Limit = "resident" // memory that all processes together have in use

	Paths     Limit = "paths"     // no file but those that are listed
	Network   Limit = "network"   // no network, the machine's own included, and no socket in the file system but those in Write
	Signals   Limit = "signals"   // no signal to a process outside
	Survivors Limit = "survivors" // no process is left when the call ends, whatever it did to get away
	Raise     Limit = "raise"     // no way to raise a limit again
)

// limits are all of them, in the order in which [Probe] reports them.
var limits = []Limit{Wall, CPU, Memory, Resident, File, Disk, Output, Procs, Files, Paths, Network, Signals, Survivors, Raise}

// Limits bound one run of a program. Zero is the default that stands beside the field, a negative number is no limit.
type Limits struct {
	Wall     time.Duration // until everything is killed; 30 s
	CPU      time.Duration // of each process, in whole seconds, rounded up; 30 s. A process that handles SIGXCPU has one second more
	Memory   int64         // bytes of address space of each process; 1 GiB. Procs times Memory bounds all of them together
	Resident int64         // bytes that all processes together have in use, looked at five times a second; 1 GiB
	File     int64         // bytes of each file that is written; 64 MiB
	Disk     int64         // bytes in all of the scratch directory /tmp, which is memory; 64 MiB. Negative: there is none
	Output   int64         // bytes of standard output and standard error together; 1 MiB
	Procs    int           // processes and threads at once; 64
	Files    int           // open files of each process; 256
}

var defaults = Limits{
	Wall: 30 * time.Second, CPU: 30 * time.Second, Memory: 1 << 30, Resident: 1 << 30, File: 64 << 20, Disk: 64 << 20, Output: 1 << 20, Procs: 64, Files: 256,
}

// or returns l with the defaults where it says nothing.
func (l Limits) or(d Limits) Limits {
	fill(&l.Wall, d.Wall)
	fill(&l.CPU, d.CPU)
	fill(&l.Memory, d.Memory)
	fill(&l.Resident, d.Resident)
	fill(&l.File, d.File)
	fill(&l.Disk, d.Disk)
	fill(&l.Output, d.Output)
	fill(&l.Procs, d.Procs)
	fill(&l.Files, d.Files)
	return l
}

func fill[N ~int | ~int64](n *N, otherwise N) {
	if *n == 0 {
		*n = otherwise
	}
}

// lower makes *n what is less, where m is a limit at all.
func lower[N ~int | ~int64](n *N, m N) {
	if m > 0 && (*n <= 0 || m < *n) {
		*n = m
	}
}
