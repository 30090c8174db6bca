package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/sandbox"
)

// End is what ended a program.
type End string

// What ended a program.
const (
	Exited   End = "exit"     // itself: exit_code says how
	Signaled End = "signal"   // a signal, often its own: signal says which
	Time     End = "time"     // its time was over
	CPU      End = "cpu_time" // its processor time was over
	Output   End = "output"   // it wrote more than is taken
	Memory   End = "memory"   // its processes took more memory than they have
)

// Outcome is what a program wrote and how it ended. A program that fails is no error of the tool.
type Outcome struct {
	Stdout    string `json:"stdout"`              // what it wrote to standard output
	Stderr    string `json:"stderr,omitempty"`    // what it wrote to standard error
	Truncated bool   `json:"truncated,omitempty"` // whether something is left out of them
	Ended     End    `json:"ended"`               // what ended it
	ExitCode  *int   `json:"exit_code,omitempty"` // 0 is success; only where ended is exit
	Signal    string `json:"signal,omitempty"`    // such as "segmentation fault"; only where ended is signal
	Note      string `json:"note,omitempty"`      // what there is to know besides, and what to do
}

// outcome tells a model how a run ended that had that much time, and shows n bytes of each stream.
func (h *host) outcome(run *sandbox.Outcome, wall time.Duration, n int) Outcome {
	var o Outcome
	var cutOut, cutErr bool
	o.Stdout, cutOut = shown(run.Stdout, n)
	o.Stderr, cutErr = shown(run.Stderr, n)
	o.Truncated = cutOut || cutErr || run.Truncated
	var notes []string
	if !utf8.Valid(run.Stdout) || !utf8.Valid(run.Stderr) {
		notes = append(notes, "what is no UTF-8 text is shown as \uFFFD; encode it, for instance with base64")
	}
	switch run.Stopped {
	case sandbox.Wall:
		o.Ended = Time
		note := "stopped after " + strconv.FormatFloat(run.Elapsed.Round(100*time.Millisecond).Seconds(), 'f', -1, 64) + " s"
		if wall < h.o.Limits.Wall {
			note += "; timeout_seconds may be up to " + strconv.Itoa(int(h.o.Limits.Wall.Seconds()))
		} else {
			note += ", the most that a call has; do less in one call"
		}
		notes = append(notes, note)
	case sandbox.CPU:
		o.Ended = CPU
		notes = append(notes, "stopped, because it used all the processor time that it has; do less in one call")
	case sandbox.Output:
		o.Ended = Output
		notes = append(notes, fmt.Sprintf("stopped, because it wrote more than the %d bytes that are taken; print less, or write to a file",
			len(run.Stdout)+len(run.Stderr)))
	case sandbox.Resident:
		o.Ended = Memory
		notes = append(notes, "stopped, because its processes together took more memory than they have; work in smaller pieces")
	default:
		if run.Signal != "" {
			o.Ended, o.Signal = Signaled, run.Signal
			break
		}
		o.Ended, o.ExitCode = Exited, &run.ExitCode
		if run.ExitCode != 0 && h.o.Limits.Memory >= 0 && scarce(o.Stderr) {
			notes = append(notes, "it probably met the limit of memory of a process, "+size(h.memory())+" of addresses; work in smaller pieces or with fewer threads")
		}
	}
	if cutOut || cutErr {
		notes = append(notes, "the middle is left out: take a larger max_bytes, print less, or write to a file and look at parts of it")
	}
	o.Note = strings.Join(notes, "; ")
	return o
}

// scarce reports whether a program complained about memory, in the words of Python, C, C++, Go, shells and the kernel.
func scarce(stderr string) bool {
	return slices.ContainsFunc([]string{"MemoryError", "annot allocate memory", "ut of memory", "bad_alloc", "emory exhausted", "annot allocate"},
		func(words string) bool { return strings.Contains(stderr, words) })
}

// shown is at most n bytes of what a program wrote: beginning and end, because an error is often the last of much, and in between
// how much is left out. The mark is not counted.
func shown(data []byte, n int) (text string, cut bool) {
	if len(data) <= n {
		return valid(data), false
	}
	head, tail := data[:n-n/2], data[len(data)-n/2:]
	for i := 1; i < utf8.UTFMax && i <= len(head); i++ { // no half of a character
		if last := head[len(head)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				head = head[:len(head)-i]
			}
			break
		}
	}
	for i := 0; i < utf8.UTFMax-1 && len(tail) > 0 && !utf8.RuneStart(tail[0]); i++ {
		tail = tail[1:]
	}
	return fmt.Sprintf("%s\n[%d bytes left out]\n%s", valid(head), len(data)-len(head)-len(tail), valid(tail)), true
}

func valid(data []byte) string { return strings.ToValidUTF8(string(data), string(utf8.RuneError)) }

// memory is the limit of memory that programs have.
func (h *host) memory() int64 {
	if h.o.Limits.Memory == 0 {
		return 1 << 30 // the default of sandbox.Limits
	}
	return h.o.Limits.Memory
}

// allowed is what the Options let programs do, in words for a model.
func (h *host) allowed() string {
	var b strings.Builder
	scratch := h.o.Limits.Disk >= 0 && sandbox.Probe().Of(sandbox.Disk).Strength != sandbox.Unsupported
	switch {
	case h.o.Folder != "" && scratch:
		b.WriteString("Programs begin in a folder where files stay from call to call; /tmp is empty and gone after the call.")
	case h.o.Folder != "":
		b.WriteString("Programs begin in a folder where files stay from call to call, and can write nowhere else.")
	case scratch:
		b.WriteString("Programs begin in an empty folder, /tmp, which is gone after the call.")
	default:
		b.WriteString("Programs can write no files.")
	}
	if h.o.Network {
		b.WriteString(" They have the network.")
	} else {
		b.WriteString(" They have no network.")
	}
	fmt.Fprintf(&b, " A call has at most %d s", int(h.o.Limits.Wall.Seconds()))
	if memory := h.memory(); memory > 0 {
		b.WriteString(" and " + size(memory) + " of memory for each process")
	}
	b.WriteByte('.')
	return b.String()
}

// size is a number of bytes in words.
func size(n int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= unit.bytes {
			return strconv.FormatFloat(float64(n*10/unit.bytes)/10, 'f', -1, 64) + " " + unit.name
		}
	}
	return strconv.FormatInt(n, 10) + " bytes"
}

func failed(constructor string, err error) error {
	return fmt.Errorf("command.%s: %w", constructor, err)
}
