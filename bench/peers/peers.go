// Package peers holds the contenders of the benchmarks that bring libraries of weight: a module of its own, so that what is
// tested often compiles without them. Each library has a package that imports neither the benchmarks nor another one, so
// that a program with it has the size of a program that uses it.
package peers

import (
	"context"
	"encoding/json"

	"github.com/toolgen/toolgen/bench"
	"github.com/toolgen/toolgen/bench/peers/eino"
	"github.com/toolgen/toolgen/bench/peers/genkit"
	"github.com/toolgen/toolgen/bench/peers/gosdk"
	"github.com/toolgen/toolgen/bench/peers/mcpgo"
	"github.com/toolgen/toolgen/bench/peers/onjx"
	"github.com/toolgen/toolgen/bench/peers/onsonic"
	"github.com/toolgen/toolgen/bench/tools"
)

// Contenders returns the peers in the order of the table. Where a library takes schemas it gets those that toolgen has made,
// so that it promises the same.
func Contenders() []bench.Contender {
	return []bench.Contender{
		contender("jx by hand", nil)(onjx.Calls()),
		contender("sonic", nil)(onsonic.Calls()),
		contender("eino InvokableRun", map[string]float64{"S": 2.5, "M": 1.4, "L": 1.3})(eino.Calls()),
		contender("mcp-go typed handler", map[string]float64{"S": 6, "M": 2.5, "L": 3.2})(mcpgo.Typed()),
		contender("mcp-go HandleMessage, validation", map[string]float64{"S": 60, "M": 15, "L": 30})(mcpgo.Messages(input)),
		SDK("go-sdk typed handler", nil),
		sorted(contender("genkit RunRaw", map[string]float64{"S": 300, "M": 60, "L": 60})(genkit.Calls())),
	}
}

// SDK is the typed handler of the go-sdk under a name: as it is, or built with smaller buffers, which has goals.
func SDK(name string, slower map[string]float64) bench.Contender {
	return contender(name, slower)(gosdk.Calls(func(name string) (in, out json.RawMessage) { return input(name), schemas[name].out }))
}

// SmallBuffers is what SDK must reach without its buffers of 32 KiB.
var SmallBuffers = map[string]float64{"S": 40, "M": 20, "L": 20}

type call = func(context.Context, []byte) ([]byte, error)

func contender(name string, slower map[string]float64) func(s, m, l call) bench.Contender {
	return func(s, m, l call) bench.Contender {
		return bench.Contender{Name: name, S: s, M: m, L: l, Slower: slower}
	}
}

func sorted(c bench.Contender) bench.Contender {
	c.Sorted = true
	return c
}

var schemas = func() map[string]struct{ in, out json.RawMessage } {
	m := map[string]struct{ in, out json.RawMessage }{}
	for _, t := range tools.Tools() {
		s := t.Spec()
		m[s.Name] = struct{ in, out json.RawMessage }{json.RawMessage(s.Input), json.RawMessage(s.Output)}
	}
	return m
}()

func input(name string) json.RawMessage { return schemas[name].in }

// Registrations returns what registers the three tools of the workloads with each library that has a registry or infers
// schemas.
func Registrations() map[string]func() {
	return map[string]func(){
		"go-sdk": gosdk.Registering(),
		"mcp-go": mcpgo.Registering(),
		"eino":   eino.Register,
		"genkit": genkit.Registering(),
	}
}
