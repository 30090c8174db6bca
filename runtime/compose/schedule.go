package compose

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// DefaultLimit is how many calls of a plan run at the same time where the plan does not say.
const DefaultLimit = 8

// schedule runs the tasks of a graph.
type schedule struct {
	graph
	limit    int                                                   // 0 means DefaultLimit
	failFast bool                                                  // the first failure ends everything
	tolerant func(task int32) bool                                 // runs even where a need has failed
	name     func(task int32) string                               // for messages
	start    func(task int32) func(context.Context) runtime.Result // prepares a call, in the goroutine of run
	settled  func(task int32, r runtime.Result)                    // told of every result, in the goroutine of run; may be nil
}

// completion is a task that has run.
type completion struct {
	task   int32
	result runtime.Result
}

// run runs every task that can be run and returns one result for each, in the order of the input. It returns only when
// nothing that it has started runs any more.
func (s *schedule) run(ctx context.Context) []runtime.Result {
	r := runner{
		schedule: s,
		results:  make([]runtime.Result, len(s.needs)),
		decided:  make([]bool, len(s.needs)),
		doomed:   make([]bool, len(s.needs)),
		rank:     make([]int32, len(s.needs)),
		done:     make(chan completion),
	}
	for i, task := range s.order {
		r.rank[task] = int32(i)
		if s.waits[task] == 0 {
			r.ready = append(r.ready, task)
		}
	}
	limit := s.limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	canceled := ctx.Done()
	for {
		for len(r.ready) > 0 && r.running < limit && r.over == nil {
			if r.over = over(ctx); r.over == nil {
				r.begin(inner)
			}
		}
		if r.running == 0 {
			break
		}
		select {
		case c := <-r.done:
			r.running--
			if r.over == nil {
				r.over = over(ctx)
			}
			r.settle(c.task, c.result)
			if s.failFast && c.result.Err != nil && r.over == nil {
				r.over = runtime.NewError(runtime.ClassSkipped, "not run, because "+strconv.Quote(s.name(c.task))+" failed")
				stop(errFailFast)
			}
		case <-canceled:
			r.over, canceled = over(ctx), nil
		}
	}
	for task := range r.results {
		if !r.decided[task] {
			r.results[task] = runtime.Result{Err: r.over}
			s.tell(int32(task), r.results[task])
		}
	}
	return r.results
}

var errFailFast = errors.New("another call of the plan failed, and the plan says FailFast")

func (s *schedule) tell(task int32, r runtime.Result) {
	if s.settled != nil {
		s.settled(task, r)
	}
}

// runner is the state of one run. Only the goroutine of run touches it.
type runner struct {
	*schedule
	results []runtime.Result
	decided []bool
	doomed  []bool  // something that the task needs has failed
	ready   []int32 // those that wait for nothing more, by their place in the order
	rank    []int32 // that place
	running int
	over    *runtime.Error // why nothing more is started
	done    chan completion
}

// begin starts the first task that is ready.
func (r *runner) begin(ctx context.Context) {
	task := r.ready[0]
	r.ready = r.ready[1:]
	call := r.start(task)
	r.running++
	go func() {
		c, returned := completion{task: task}, false
		defer func() {
			if !returned {
				cause := errGoexit
				if v := recover(); v != nil {
					cause = panicked(v)
				}
				c.result = runtime.Result{Err: runtime.NewError(runtime.ClassInternal, "internal error in "+strconv.Quote(r.name(task))).WithCause(cause)}
			}
			r.done <- c
		}()
		c.result = call(ctx)
		returned = true
	}()
}

var errGoexit = errors.New("the tool called runtime.Goexit")

// settle notes a result, and whom it lets go on. Tasks that cannot run any more are settled as well, once everything that they
// had to wait for is over: those behind them rely on it.
func (r *runner) settle(task int32, result runtime.Result) {
	r.results[task] = result
	pending := []int32{task}
	for len(pending) > 0 {
		task := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		r.decided[task] = true
		r.tell(task, r.results[task])
		if r.over != nil {
			continue // nothing goes on, and what it was that failed is not the reason
		}
		failed := r.results[task].Err != nil
		for _, e := range r.next[task] {
			r.doomed[e.to] = r.doomed[e.to] || e.need && failed && !r.tolerant(e.to)
			if r.waits[e.to]--; r.waits[e.to] > 0 {
				continue
			}
			if r.doomed[e.to] {
				r.results[e.to] = runtime.Result{Err: r.skipped(e.to)}
				pending = append(pending, e.to)
				continue
			}
			at, _ := slices.BinarySearchFunc(r.ready, r.rank[e.to], func(task, rank int32) int { return int(r.rank[task] - rank) })
			r.ready = slices.Insert(r.ready, at, e.to)
		}
	}
}

// skipped says which need a task does without.
func (r *runner) skipped(task int32) *runtime.Error {
	for _, need := range r.needs[task] {
		if err := r.results[need].Err; err != nil {
			what := " failed"
			if err.Class == runtime.ClassSkipped {
				what = " was skipped"
			}
			return runtime.NewError(runtime.ClassSkipped, "not run, because "+strconv.Quote(r.name(need))+what)
		}
	}
	return runtime.NewError(runtime.ClassSkipped, "not run")
}
