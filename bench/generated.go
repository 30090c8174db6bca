package bench

import (
	"context"

	"github.com/toolgen/toolgen/bench/tools"
	"github.com/toolgen/toolgen/runtime"
)

// generated is the code under test: the adapters of zz_tools.go, called as tools without a registry.
func generated() contender {
	return contender{
		Name:   "generated",
		Strict: true,
		S:      execute(tools.ToolGetWeather),
		M:      execute(tools.ToolFindStations),
		L:      execute(tools.ToolStoreReadings),
	}
}

// execute calls the adapter of that name.
func execute(name string) call {
	for _, tool := range tools.Tools() {
		if tool.Spec().Name == name {
			return func(ctx context.Context, args []byte) ([]byte, error) {
				return outcome(tool.Execute(ctx, args))
			}
		}
	}
	panic("bench: there is no tool " + name)
}

// through returns the call of the same tool through a registry.
func through(reg *runtime.Registry, name string) call {
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
