package sandbox

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"time"
)

// between is how long a sample is good for. Each reads a line of every process of this machine.
const between = 200 * time.Millisecond

// watch adds up from time to time what the processes below root have in use, and calls over when that is more than limit. It returns
// then, or when ctx is over.
func watch(ctx context.Context, root int, limit int64, over func()) {
	tick := time.NewTicker(between)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if inUse(below(root), limit) > limit {
			over()
			return
		}
	}
}

// below returns the processes that come of root, without it. In a PID namespace whose process 1 is root those are all of it: who
// loses a parent becomes root's.
func below(root int) []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		// pid (name) state ppid: the name may have anything in it, parentheses too.
		line, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue
		}
		fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
		if len(fields) < 2 {
			continue
		}
		if parent, err := strconv.Atoi(string(fields[1])); err == nil {
			children[parent] = append(children[parent], pid)
		}
	}
	found := children[root]
	for i := 0; i < len(found); i++ {
		found = append(found, children[found[i]]...)
	}
	return found
}

// inUse is how much memory these processes have in use together. What several share counts once, where that is needed to tell: to
// share it out takes the kernel longer.
func inUse(pids []int, limit int64) int64 {
	var sum int64
	for _, pid := range pids {
		sum += resident(pid)
	}
	if sum <= limit {
		return sum
	}
	sum = 0
	for _, pid := range pids {
		if share, known := proportional(pid); known {
			sum += share
		} else { // it keeps us from looking, or we may not
			sum += resident(pid)
		}
	}
	return sum
}

// resident is how much of its memory a process has in use, all that it shares included; 0 where it has ended.
func resident(pid int) int64 {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(line)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize())
}

// proportional is how much memory a process has in use, with its share of what it shares.
func proportional(pid int) (int64, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/smaps_rollup")
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(text) {
		if fields := bytes.Fields(line); len(fields) == 3 && string(fields[0]) == "Pss:" {
			kilobytes, err := strconv.ParseInt(string(fields[1]), 10, 64)
			return kilobytes << 10, err == nil
		}
	}
	return 0, false
}
