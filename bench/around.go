package bench

import (
	"context"
	"strconv"
	"time"

	"github.com/toolgen/toolgen/bench/tools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// What stands around the generated code: wrappers, each alone, and registries.

type wrapping struct {
	name   string
	around func(runtime.Tool) runtime.Tool
}

// wrappers returns each wrapper that a directive can ask for, with limits that the calls measured do not reach. A cache is
// there twice: with a result that is still good, and with one that each call has to make anew.
func wrappers() []wrapping {
	in := func(name string, w wrap.Wrapper) wrapping {
		return wrapping{name, func(t runtime.Tool) runtime.Tool { return wrap.Tool(t, w) }}
	}
	return []wrapping{
		in("timeout", wrap.Timeout(time.Hour)),
		in("hard timeout", wrap.Timeout(time.Hour, wrap.Hard(8))),
		in("retry", wrap.Retry(3)),
		in("rate", wrap.Rate(1_000_000_000, time.Second)),
		in("concurrency", wrap.Concurrency(4)),
		in("breaker", wrap.Breaker(3, time.Second)),
		in("cache, hit", wrap.Cache(time.Hour)),
		in("cache, miss", wrap.Cache(time.Nanosecond)),
		in("output cap", wrap.Output(64<<10)),
	}
}

// layered returns a policy of ten layers about a hundred tools: half of them for everyone, half for some callers.
func layered() *policy.Policy {
	c := policy.Config{Groups: map[string][]string{"ours": {tools.ToolGetWeather, tools.ToolFindStations}}}
	for i := range 5 {
		n := strconv.Itoa(i)
		c.Layers = append(c.Layers,
			policy.Layer{Name: "all " + n, Allow: []string{"@ours", "tool_*"}, Deny: []string{"tool_1" + n, "tool_2*"}, Ask: []string{"tool_3" + n}},
			policy.Layer{Name: "some " + n, For: policy.For{Roles: []string{"trusted"}}, Allow: []string{"*"}, Deny: []string{"tool_5" + n}})
	}
	p, err := policy.New(c, hundred())
	if err != nil {
		panic(err)
	}
	return p
}

// registry returns a registry of a hundred tools.
func registry(options ...runtime.Option) *runtime.Registry {
	reg := runtime.NewRegistry(options...)
	if err := reg.Register(hundred()); err != nil {
		panic(err)
	}
	return reg
}

// hundred returns the tools and as many more as make a hundred.
func hundred() runtime.Set {
	set := tools.Tools()
	for len(set) < 100 {
		spec := runtime.Spec{Name: "tool_" + strconv.Itoa(len(set)), Access: runtime.Public}
		set = append(set, runtime.Func(spec, func(context.Context, []byte) runtime.Result { return runtime.Done() }))
	}
	return set
}

// levels is the smallest authorizer of use: the caller's level against the tool's.
type levels struct{}

func (levels) Authorize(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
	if !p.Role.Covers(tool.Access) {
		return runtime.NewError(runtime.ClassPermissionDenied, "the level is too low")
	}
	return nil
}
