package bench

import (
	"context"

	"github.com/toolgen/toolgen/bench/tools"
	"github.com/toolgen/toolgen/runtime"
)

// Generated is the code under test: the adapters of zz_tools.go, called as tools without a registry.
func Generated() Contender {
	return Contender{
		Name:   "generated",
		Strict: true,
		S:      execute(tool(tools.ToolGetWeather)),
		M:      execute(tool(tools.ToolFindStations)),
		L:      execute(tool(tools.ToolStoreReadings)),
	}
}

// tool returns the generated tool of that name.
func tool(name string) runtime.Tool {
	for _, t := range tools.Tools() {
		if t.Spec().Name == name {
			return t
		}
	}
	panic("bench: there is no tool " + name)
}

// execute calls a tool as it is.
func execute(t runtime.Tool) Call {
	return func(ctx context.Context, args []byte) ([]byte, error) { return outcome(t.Execute(ctx, args)) }
}

// through calls the tool of that name through a registry.
func through(reg *runtime.Registry, name string) Call {
	return func(ctx context.Context, args []byte) ([]byte, error) {
		return outcome(reg.Call(ctx, name, args))
	}
}

func outcome(r runtime.Result) ([]byte, error) {
	if r.Err != nil {
		return nil, r.Err
	}
	return r.JSON, nil
}
