package sandbox

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// markVariable makes TestHostIsKilled the host of a program that sleeps so long.
const markVariable = "SANDBOX_TEST_SLEEP"

// A host that is killed takes its programs along: the keeper sees the end of its pipe.
func TestHostIsKilled(t *testing.T) {
	if mark := os.Getenv(markVariable); mark != "" {
		c := shell(probed(), "sleep "+mark+" & sleep "+mark)
		c.Limits.Wall = time.Minute
		_, _ = c.Run(context.Background())
		return
	}
	if !probed().namespaces {
		t.Skip("skipped: without a PID namespace nobody is there to notice: " + probed().report.Of(Survivors).Reason)
	}
	mark := strconv.Itoa(810000000 + os.Getpid())
	host := exec.Command("/proc/self/exe", "-test.run=^TestHostIsKilled$")
	host.Env = append(os.Environ(), markVariable+"="+mark)
	require.NoError(t, host.Start())
	await(t, "the programs run", func() bool { return len(processes(t, "sleep\x00"+mark)) == 2 })
	require.NoError(t, host.Process.Kill())
	_ = host.Wait()
	await(t, "nothing is left", func() bool { return len(processes(t, mark)) == 0 })
}

// await waits until what is so, half a minute at most.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	deadline := time.NewTimer(30 * time.Second)
	defer deadline.Stop()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !so() {
		select {
		case <-look.C:
		case <-deadline.C:
			t.Fatal("not in half a minute: " + what)
		}
	}
}
