package collect

import (
	"fmt"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// wrappers reads what stands around a call of the tool (runtime.md 2.3), and refuses what cannot be kept to: a limit is enforced
// or it is an error, never a word without effect.
func (c *collector) wrappers(t *model.Tool, a *annotation) bool {
	w := &wrapping{collector: c, tool: t, a: a, ok: true}
	l := &t.Limits
	l.Timeout, _ = c.setting(a, "timeout").DurationOrNone() // the directive room has refused what is wrong with a value
	l.Hard = c.on(a, "hard") && l.Timeout > 0
	l.Attempt, _ = c.setting(a, "attempt").DurationOrNone()
	w.retries()
	if n, per, _ := c.setting(a, "rate").Rate(); n > 0 {
		l.Rate, l.RatePer = int(n), per
	}
	if n, _ := c.setting(a, "concurrency").Int(); n > 0 {
		l.Concurrency = int(n)
	}
	w.cache()
	l.Output, _ = c.setting(a, "maxoutput").Size()
	t.Opaque = c.setting(a, "errors").Value.Text == "opaque"
	w.stoppable()
	w.consistent()
	w.sandboxed()
	return w.ok
}

// wrapping reads the wrappers of one tool.
type wrapping struct {
	*collector
	tool *model.Tool
	a    *annotation
	ok   bool
}

func (w *wrapping) fail(s setting, code, message, fix string) {
	w.errorAt(s.pos, s.end, code, message, fix)
	w.ok = false
}

// own reports whether the tool itself says the key, and not its package.
func (w *wrapping) own(key string) bool {
	_, found := w.a.set.find(key)
	return found
}

// retries are for what may be repeated (R04). What the package says holds for the tools that can have it.
func (w *wrapping) retries() {
	s := w.setting(w.a, "retries")
	n, _ := s.Int()
	if n <= 0 {
		return
	}
	if !w.tool.ReadOnly && !w.tool.Idempotent {
		if w.own("retries") {
			w.fail(s, "K24", "retries are for tools that are readonly or idempotent: a write that failed may have been carried out",
				"say idempotent if a repetition changes nothing more, or remove retries")
		}
		return
	}
	w.tool.Limits.Retries = int(n)
	if b := w.setting(w.a, "backoff"); b.Def != nil {
		d, _ := b.DurationOrNone()
		w.tool.Limits.Backoff = &d
	}
}

// cache is for what reads, and reads by its arguments and its principal alone.
func (w *wrapping) cache() {
	s := w.setting(w.a, "cache")
	d, _ := s.DurationOrNone()
	if d <= 0 {
		return
	}
	if !w.tool.ReadOnly {
		if w.own("cache") {
			w.fail(s, "K24", "cache is for tools that are readonly: a call that does something must be done each time", "say readonly if the tool changes nothing, or remove cache")
		}
		return
	}
	for _, p := range w.tool.Params {
		if p.Role == model.Injected && p.Source.Func != nil {
			if w.own("cache") {
				w.fail(s, "K24", fmt.Sprintf("cache: %s comes from %s and not from the arguments, so one caller could get what belongs to another", p.Name, p.Source.Func.Name),
					"remove cache")
			}
			return
		}
	}
	w.tool.Limits.Cache = d
}

// stoppable refuses a time limit that nothing could hold the function to (F5, T04).
func (w *wrapping) stoppable() {
	l := &w.tool.Limits
	if w.tool.Cancelable() {
		return
	}
	const fix = "give it a context: func %s(ctx context.Context, ...)"
	if l.Timeout > 0 {
		s := w.setting(w.a, "timeout")
		if l.Hard {
			w.warnAt(s.pos, s.end, "F5", w.tool.Func+" takes no context: when its time is over it is left behind and runs on", fmt.Sprintf(fix, w.tool.Func))
		} else {
			instead := fmt.Sprintf(fix+", or say hard: it is left behind then, and runs on", w.tool.Func)
			if !w.own("timeout") {
				instead += "; or timeout=0 on " + w.tool.Func
			}
			w.fail(s, "F5", w.tool.Func+" takes no context, so a timeout cannot stop it", instead)
		}
	}
	if l.Attempt > 0 {
		w.fail(w.setting(w.a, "attempt"), "F5", w.tool.Func+" takes no context, so an attempt of it cannot be stopped", fmt.Sprintf(fix, w.tool.Func))
	}
}

// consistent refuses keys that have no effect beside the others (K16).
func (w *wrapping) consistent() {
	l := &w.tool.Limits
	if s := w.setting(w.a, "hard"); w.own("hard") && s.flag() && l.Timeout == 0 {
		w.fail(s, directive.CodeAgainst, "hard says what a timeout does, and there is none", "add timeout=5s, or remove hard")
	}
	if s := w.setting(w.a, "backoff"); w.own("backoff") && l.Retries == 0 && w.ok {
		w.fail(s, directive.CodeAgainst, "backoff is the wait before a retry, and there is none", "add retries=2, or remove backoff")
	}
	if s := w.setting(w.a, "attempt"); l.Attempt > 0 && l.Timeout > 0 && l.Attempt >= l.Timeout {
		w.fail(s, directive.CodeAgainst, fmt.Sprintf("an attempt of %s never ends before the timeout of %s", l.Attempt, l.Timeout), "make attempt shorter, or remove it")
	}
}

// sandboxed refuses limits that a function cannot have.
func (w *wrapping) sandboxed() {
	for key, shares := range map[string]string{"maxmemory": "memory", "maxdisk": "disk"} {
		s := w.setting(w.a, key)
		if n, _ := s.Size(); s.Def == nil || n == 0 {
			continue
		}
		w.fail(s, "K25", key+" cannot be enforced on "+w.tool.Func+": a function shares the "+shares+" of the program",
			"remove it; only a tool that runs in a process or a WebAssembly sandbox of its own can be held to it, by a policy")
	}
}
