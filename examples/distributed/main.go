// Command distributed is one system of several machines in miniature: a NATS server, three workers, each a process of its own, which
// share the calls of two tools, and a caller that has those tools in its registry. It shows who answers what, what becomes of calls when
// a worker is killed, of a call whose time is over, of one that is given up, and of one when no worker is left.
//
//	cd examples/distributed && go run .
//
// On real machines the server is the nats-server that is there already, and the parts are the same: worker is a whole worker, and caller
// a whole caller.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/toolgen/toolgen/examples/distributed/scales"
	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
)

// What a worker's process is told.
const (
	busEnv    = "DISTRIBUTED_BUS"
	workerEnv = "DISTRIBUTED_WORKER"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if name := os.Getenv(workerEnv); name != "" {
		err = worker(ctx, os.Getenv(busEnv), name)
	} else {
		err = show(ctx, os.Stdout)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// worker is one worker, until it is told to stop. What it says goes to its standard output.
func worker(ctx context.Context, bus, name string) error {
	conn, err := nats.Connect(bus, nats.Name(name))
	if err != nil {
		return err
	}
	defer conn.Close()
	reg := runtime.NewRegistry()
	say := func(event string) { fmt.Println(event) }
	if err := reg.Register(scales.ScalesTools(&scales.Scales{Worker: name, Log: say})); err != nil {
		return err
	}
	return natstools.Serve(ctx, conn, reg, natstools.Options{Name: "scales", Version: "1.0.0"})
}

// show is the whole story.
func show(ctx context.Context, out io.Writer) error {
	printer := &printer{out: out, heard: make(chan struct{}, 100)}
	bus, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		return err
	}
	bus.Start()
	defer bus.Shutdown()
	if !bus.ReadyForConnections(10 * time.Second) {
		return errors.New("the NATS server does not start")
	}
	var workers []*process
	defer func() {
		for _, w := range workers {
			_ = w.cmd.Process.Kill()
			w.ended.Wait()
		}
	}()
	for _, name := range []string{"amber", "birch", "cedar"} {
		w, err := start(name, bus.ClientURL(), printer)
		if err != nil {
			return err
		}
		workers = append(workers, w)
	}
	conn, err := nats.Connect(bus.ClientURL())
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := until(ctx, conn, len(workers)); err != nil {
		return err
	}
	c, err := newCaller(ctx, conn)
	if err != nil {
		return err
	}

	printer.say("30 calls over 3 workers:")
	printer.say("  " + c.weighAll(ctx, 30, func() {}))

	printer.say("60 calls, and birch is killed in the middle:")
	printer.say("  " + c.weighAll(ctx, 60, func() { _ = workers[1].cmd.Process.Kill() }))

	printer.say("a call that takes a minute, with half a second of time:")
	short, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	printer.say("  " + outcome(c.reg.Call(as(short), "take_stock", nil)))
	printer.hear()

	printer.say("the same, given up when the first shelf is done:")
	given, giveUp := context.WithCancel(ctx)
	defer giveUp()
	printer.say("  " + outcome(c.reg.Call(runtime.WithProgress(as(given), func(runtime.Step) { giveUp() }), "take_stock", nil)))
	printer.hear()

	for _, w := range workers {
		w.stop()
	}
	printer.say("a call when no worker is left:")
	began := time.Now()
	r := c.reg.Call(as(ctx), "weigh", []byte(`{"pieces":4}`))
	printer.say("  " + outcome(r))
	if took := time.Since(began); took < time.Second {
		printer.say("  (said at once)")
	}
	return nil
}

// process is a worker in a process of its own.
type process struct {
	cmd   *exec.Cmd
	ended sync.WaitGroup // done when all that it said has been printed, and it is gone
}

// start starts one: this very program, told to be a worker.
func start(name, bus string, printer *printer) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &process{cmd: exec.Command(self)}
	w.cmd.Env = append(os.Environ(), busEnv+"="+bus, workerEnv+"="+name)
	w.cmd.Stderr = os.Stderr
	said, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	w.ended.Go(func() {
		for lines := bufio.NewScanner(said); lines.Scan(); {
			printer.say("  [" + name + "] " + lines.Text())
			printer.heard <- struct{}{}
		}
		_ = w.cmd.Wait() // one that was killed says so here, which is no news
	})
	return w, nil
}

// stop asks a worker to stop, and waits until it has finished what it has. Where processes cannot be asked, it is killed.
func (w *process) stop() {
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		_ = w.cmd.Process.Kill()
	}
	w.ended.Wait()
}

// until waits until so many workers are there.
func until(ctx context.Context, conn *nats.Conn, many int) error {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		found, err := natstools.Discover(ctx, conn, "", 0)
		if err != nil {
			return err
		}
		if len(found) == 1 && found[0].Instances == many {
			return nil
		}
	}
	return errors.New("not all workers are there")
}

// printer prints whole lines, from several goroutines.
type printer struct {
	mu    sync.Mutex
	out   io.Writer
	heard chan struct{} // has an item for each line of a worker
}

// hear waits for a line of a worker, for a while.
func (p *printer) hear() {
	while := time.NewTimer(5 * time.Second)
	defer while.Stop()
	select {
	case <-p.heard:
	case <-while.C:
	}
}

func (p *printer) say(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintln(p.out, line)
}
