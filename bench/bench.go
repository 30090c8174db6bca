// Package bench holds the ways to answer a tool call that the benchmarks compare: the generated code, what an expert
// would write by hand, and the libraries that people use instead.
//
// A contender is one file: it decodes the arguments of the three workloads, calls the functions of bench/tools and
// encodes what they return. Contenders lists them, Workloads says what they are asked, Rows measures; TestGoals judges. Those
// that need libraries of weight are in bench/peers, a module of its own.
package bench

import "context"

// A Call answers one tool call: a JSON object in, the JSON of the result out. The bytes returned belong to the caller.
// It is safe for concurrent use.
type Call func(ctx context.Context, args []byte) ([]byte, error)

// A Contender is one way to answer the calls of all workloads.
type Contender struct {
	Name    string
	Strict  bool // refuses whatever the tools' schemas refuse; the others read what they can
	Sorted  bool // answers through a map, so that the keys of its objects are sorted and not the function's
	S, M, L Call // nil where it has none

	// Slower is how many times slower than the generated code it must be at least, by the name of the workload, for the
	// goals to be met. Where there is none, the row of the table is for information.
	Slower map[string]float64
}

// Contenders returns the contenders of this module in the order of the table. The first is the baseline that all others
// are measured by.
func Contenders() []Contender {
	return []Contender{
		Baseline(),
		bytesToBytes(),
		Generated(),
		onJSONText(),
		onEncodingJSON(),
		onMaps(),
	}
}
