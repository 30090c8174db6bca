package sandbox

import (
	"errors"
	goruntime "runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// closed are the system calls that give a program memory which is no process's, and so is counted by no limit: files in memory, shared
// memory and messages of System V, and file systems of its own, which an ordinary user could mount in a namespace of its own.
var closed = []uint32{
	unix.SYS_MEMFD_CREATE, memfdSecret, unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MOUNT, fsopen,
}

// The numbers that are the same everywhere, and that x/sys does not have everywhere.
const (
	fsopen      = 430
	memfdSecret = 447
)

// architectures are those for which there is a filter. What has system calls that hide others (ipc of 386) is not among them.
var architectures = map[string]uint32{
	"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64, "riscv64": unix.AUDIT_ARCH_RISCV64, "loong64": unix.AUDIT_ARCH_LOONGARCH64,
}

// x32 is the first number of another table of system calls that programs for amd64 can use.
const x32 = 0x40000000

// filter makes the closed system calls answer that there is no such call, for this thread and all that comes of it, for good. So does
// every call of a program for another architecture. Where it cannot be had that is told by a trial; see tryResident.
func filter() error {
	architecture, known := architectures[goruntime.GOARCH]
	if !known {
		return nil
	}
	n := uint8(len(closed))
	program := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 4}, // arch of struct seccomp_data
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: architecture, Jf: n + 3},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}, // nr
		{Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, K: x32, Jt: n + 1},
	}
	for i, call := range closed {
		program = append(program, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jt: n - uint8(i)})
	}
	program = append(program,
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
	)
	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&p)), 0, 0)
	if err != nil && !errors.Is(err, unix.EINVAL) { // a kernel without filters
		return errors.New("seccomp: " + err.Error())
	}
	return nil
}
