package toolgen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The house is kept in order by import bans. This table is all of them, each with its reason; DESIGN.md section 2 is
// where they come from. A new rule is a new row, and a new room is named in a row that says what it may stand on.

// reach is how far a ban goes.
type reach int

const (
	code    reach = iota // what a package's own files import
	tests                // that, and what its tests import
	closure              // all that is linked into a program with it
)

// ban forbids some packages some imports. Packages are import paths, those of this module relative to it and beginning
// with a dot; "..." at the end takes in everything below as well. "others" is every module that is neither this one nor
// the standard library.
type ban struct {
	who    []string
	except []string // of who
	reach  reach
	never  []string
	but    []string // of never
	why    string
}

var bans = []ban{
	// What a program with tools links.
	{
		who: core, reach: closure, never: []string{"reflect"},
		why: "generated code knows every type; reflection would bring back the cost and the mistakes that it is there to avoid",
	}, {
		who: core, reach: closure, never: []string{"fmt", "encoding/json", "log/slog"},
		why: "they stand on reflect; text is appended, JSON has a cursor of its own, logging is runtime/audit's",
	}, {
		who: core, reach: closure,
		never: []string{"net/url", "math/big", "crypto/rand", "encoding/hex", "encoding/binary", "net/http", "mime", "database/sql", "runtime/debug"},
		why:   "they bring fmt or reflect along; what needs one of them is emitted as calls in the user's package",
	}, {
		who:   []string{"./runtime", "./runtime/codec", "./runtime/policy", "./runtime/wrap", "./runtime/compose", "./runtime/provider"},
		reach: closure, never: []string{"crypto/..."},
		why: "a hash brings 160 KB of self-tests into every program with tools; an agent's programs are not of that size",
	}, {
		who: core, reach: closure, never: []string{"others"},
		why: "a program that imports the core builds no third-party package",
	},

	// Which room knows which library.
	{
		who: []string{"./..."}, except: []string{"./generator/internal/load", "./generator/internal/collect"},
		reach: code, never: []string{"golang.org/x/tools/..."},
		why: "two rooms know packages and types; all others work on plain data and can be tested with it",
	}, {
		who: []string{"./..."}, except: []string{"./generator/internal/emit"},
		reach: tests, never: []string{"github.com/dave/jennifer/..."},
		why: "one room writes Go source",
	}, {
		who: []string{"./..."}, except: []string{"./cmd/toolgen"},
		reach: tests, never: []string{"github.com/spf13/cobra/...", "github.com/spf13/pflag/..."},
		why: "flags become Options in the command and are known nowhere else",
	}, {
		who: []string{"./..."}, except: []string{"./runtime/tooltest"},
		reach: code, never: []string{"github.com/stretchr/testify/...", "testing"},
		why: "what tests need is not for programs",
	},

	// What stands on what: cmd -> generator -> rooms -> {model, names, directive} -> diag.
	{
		who: []string{"./cmd/..."}, reach: code, never: []string{"./..."}, but: []string{"./cmd/...", "./generator", "./runtime/provider"},
		why: "the command is a thin face of the generator",
	}, {
		who: []string{"./generator"}, reach: code, never: []string{"./..."}, but: []string{"./generator/internal/...", "./runtime/provider"},
		why: "the generator writes the runtime's names and calls none of it, except for the projections, which exist once",
	}, {
		who:   []string{"./generator/internal/load", "./generator/internal/schema", "./generator/internal/output"},
		reach: code, never: []string{"./..."}, but: floor,
		why: "rooms side by side meet in the generator, and speak the model",
	}, {
		who: []string{"./generator/internal/emit"}, reach: code, never: []string{"./..."}, but: append([]string{"./runtime/codec"}, floor...),
		why: "emit speaks the model, and spells the one type of the runtime that is data: codec.Shape",
	}, {
		who: []string{"./generator/internal/collect"}, reach: code, never: []string{"./..."}, but: append([]string{"./generator/internal/load", "./generator/internal/doc"}, floor...),
		why: "collect reads what load returns and what doc makes of comments, and no other room",
	}, {
		who:   []string{"./generator/internal/model", "./generator/internal/names", "./generator/internal/directive"},
		reach: code, never: []string{"./..."}, but: []string{"./generator/internal/diag"},
		why: "they are the words that the rooms speak; words of their own would tie rooms together",
	}, {
		who: []string{"./generator/internal/declared"}, reach: code, never: []string{"./..."}, but: []string{"./generator/internal/model", "./generator/internal/diag", "./runtime/codec"},
		why: "what a declared schema takes is judged once, by what a running tool judges with",
	}, {
		who: []string{"./generator/internal/diag"}, reach: code, never: []string{"./..."},
		why: "everything reports through it, so it stands on nothing",
	}, {
		who: []string{"./generator/internal/cache"}, reach: code, never: []string{"./..."},
		why: "it remembers what a run read, whatever the run was for",
	}, {
		who: []string{"./generator/internal/doc"}, reach: code, never: []string{"./..."}, but: []string{"./generator/internal/diag", "./internal/unseen"},
		why: "it reads comments, whatever they are put to",
	}, {
		who: []string{"./generator/..."}, reach: tests, never: []string{"./cmd/..."},
		why: "the command stands on the generator",
	},

	// The runtime.
	{
		who: []string{"./runtime/..."}, reach: tests, never: []string{"./generator/...", "./cmd/..."},
		why: "the runtime does not know where its tools come from",
	}, {
		who: []string{"./runtime/codec"}, reach: code, never: []string{"./..."},
		why: "it is the lowest room",
	}, {
		who: []string{"./runtime"}, reach: code, never: []string{"./..."}, but: []string{"./runtime/codec"},
		why: "what wraps, composes and guards tools stands on the contract, never the other way",
	}, {
		who:   []string{"./runtime/policy", "./runtime/wrap", "./runtime/compose", "./runtime/provider", "./runtime/audit"},
		reach: code, never: []string{"./..."}, but: []string{"./runtime", "./runtime/codec"},
		why: "each is of use without the others",
	}, {
		who: []string{"./internal/projected"}, reach: code, never: []string{"./..."}, but: []string{"./runtime/provider"},
		why: "it judges projections, from the specification and not from what makes them",
	}, {
		who: []string{"./internal/unseen"}, reach: code, never: []string{"./..."},
		why: "it is one rule of text, for the generator and for what others write alike",
	}, {
		who: []string{"./internal/untrusted"}, reach: code, never: []string{"./..."}, but: []string{"./internal/unseen", "./runtime/codec"},
		why: "it reads what others wrote and knows of no tool and no transport",
	}, {
		who: []string{"./runtime/remote"}, reach: code, never: []string{"./..."}, but: []string{"./internal/untrusted", "./runtime", "./runtime/codec"},
		why: "transports stand on it, and it on none of them; which remote tools are allowed is a policy's to say",
	}, {
		who: []string{"./runtime/agent"}, reach: code, never: []string{"./..."}, but: []string{"./runtime", "./runtime/codec", "./runtime/compose", "./runtime/provider"},
		why: "the loop runs plans and speaks the words of models, a provider's definitions and calls; it knows no policy or wrapper by name",
	}, {
		who: []string{"./runtime/tooltest"}, reach: code, never: []string{"./..."}, but: []string{"./runtime/..."},
		why: "it helps users' tests, which have the runtime and not the generator",
	},
}

// core is the core of the runtime.
var core = []string{"./runtime", "./runtime/codec", "./runtime/policy", "./runtime/wrap", "./runtime/compose", "./runtime/provider", "./runtime/agent"}

// floor is what the generator's rooms have in common.
var floor = []string{"./generator/internal/model", "./generator/internal/names", "./generator/internal/directive", "./generator/internal/diag", "./generator/internal/declared"}

func TestBans(t *testing.T) {
	graph := load(t)
	require.Empty(t, violations(graph, bans))

	for path, p := range graph {
		if p.Ours && (strings.HasPrefix(path, "./generator/internal/") || strings.HasPrefix(path, "./runtime")) {
			require.True(t, slices.ContainsFunc(bans, func(b ban) bool {
				return slices.Contains(b.who, path) && slices.Contains(b.never, "./...")
			}), "%s is a room that no row of the table names: say what it may stand on", path)
		}
	}
}

// A checker that never finds anything would pass every test: it must report what is planted.
func TestBansChecker(t *testing.T) {
	house := []ban{
		{who: []string{"./core"}, reach: closure, never: []string{"fmt"}, why: "slow"},
		{who: []string{"./core"}, reach: closure, never: []string{"others"}, why: "alone"},
		{who: []string{"./..."}, except: []string{"./cmd"}, reach: tests, never: []string{"flags/..."}, why: "thin"},
		{who: []string{"./core/..."}, reach: code, never: []string{"./..."}, but: []string{"./core/low"}, why: "down only"},
	}
	good := map[string]node{
		".":             {Ours: true},
		"./cmd":         {Ours: true, Imports: []string{"./core", "flags/long", "fmt"}},
		"./core":        {Ours: true, Imports: []string{"./core/low", "sort"}, Tests: []string{"fmt", "check"}},
		"./core/low":    {Ours: true, Imports: []string{"errors"}},
		"./corelike":    {Ours: true, Imports: []string{"fmt", "./cmd"}},
		"sort":          {Standard: true, Imports: []string{"errors"}},
		"errors":        {Standard: true},
		"fmt":           {Standard: true, Imports: []string{"errors"}},
		"flags/long":    {},
		"example.com/x": {Imports: []string{"fmt"}},
	}
	require.Empty(t, violations(good, house))

	plant := func(path string, n node) map[string]node {
		bad := map[string]node{}
		for p, n := range good {
			bad[p] = n
		}
		n.Ours = true
		bad[path] = n
		return bad
	}
	require.Equal(t, []string{"./core -> ./core/low -> fmt: slow"},
		violations(plant("./core/low", node{Imports: []string{"fmt"}}), house))
	require.Equal(t, []string{
		"./core -> ./core/low -> example.com/x -> fmt: slow",
		"./core -> ./core/low -> example.com/x: alone",
	}, violations(plant("./core/low", node{Imports: []string{"example.com/x"}}), house))
	require.Equal(t, []string{"./core/low -> flags: thin"},
		violations(plant("./core/low", node{Tests: []string{"flags"}}), house))
	require.Equal(t, []string{"./core/low -> ./core: down only"},
		violations(plant("./core/low", node{Imports: []string{"./core"}}), house))
}

// Every row of the table bites: one import that it forbids, in a graph where nothing else is wrong by that row.
func TestBansBite(t *testing.T) {
	example := func(pattern string, not []string) string {
		switch {
		case pattern == "others":
			return "example.com/other"
		case !strings.HasSuffix(pattern, "/..."):
			return pattern
		}
		path := strings.TrimSuffix(pattern, "...") + "elsewhere"
		require.False(t, matchesAny(not, path))
		return path
	}
	for _, b := range bans {
		require.NotEmpty(t, b.why)
		for _, who := range b.who {
			for _, never := range b.never {
				from, to := example(who, b.except), example(never, b.but)
				graph := map[string]node{from: {Ours: true, Imports: []string{to}}, to: {}}
				require.Equal(t, []string{from + " -> " + to + ": " + b.why}, violations(graph, []ban{b}))
			}
		}
	}
}

// node is one package of an import graph.
type node struct {
	Ours     bool // of this module
	Standard bool
	Imports  []string
	Tests    []string // what its tests import besides; known for our packages only
}

// violations returns every breach of the bans, sorted: how one package comes to import the other, and why it may not.
func violations(graph map[string]node, bans []ban) (found []string) {
	for _, b := range bans {
		for path, n := range graph {
			if !n.Ours || !matchesAny(b.who, path) || matchesAny(b.except, path) {
				continue
			}
			for to, way := range reached(graph, path, b.reach) {
				if forbidden := matchesAny(b.never, to) || slices.Contains(b.never, "others") && other(graph[to]); forbidden && !matchesAny(b.but, to) {
					found = append(found, way+": "+b.why)
				}
			}
		}
	}
	slices.Sort(found)
	return found
}

func other(n node) bool { return !n.Ours && !n.Standard }

// reached returns what a package imports, with one shortest way to each.
func reached(graph map[string]node, from string, far reach) map[string]string {
	ways := map[string]string{}
	step := func(path, way string, imports []string) (next []string) {
		for _, to := range imports {
			if _, known := ways[to]; !known && to != from {
				ways[to] = way + " -> " + to
				next = append(next, to)
			}
		}
		return next
	}
	next := step(from, from, graph[from].Imports)
	if far == tests {
		step(from, from, graph[from].Tests)
	}
	for far == closure && len(next) > 0 {
		path := next[0]
		next = append(next[1:], step(path, ways[path], graph[path].Imports)...)
	}
	return ways
}

// matchesAny reports whether a pattern names path.
func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		stem, below := strings.CutSuffix(pattern, "/...")
		return path == stem || below && strings.HasPrefix(path, stem+"/")
	})
}

// load asks the go command for this module's packages and all they import.
func load(t *testing.T) map[string]node {
	t.Helper()
	const module = "github.com/toolgen/toolgen"
	relative := func(path string) string {
		if path == module || strings.HasPrefix(path, module+"/") {
			return "." + strings.TrimPrefix(path, module)
		}
		return path
	}
	each := func(paths []string) (out []string) {
		for _, path := range paths {
			out = append(out, relative(path))
		}
		return out
	}
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports,TestImports,XTestImports", "./...")
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "go list: %s", &stderr)

	graph := map[string]node{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath                         string
			Standard                           bool
			Imports, TestImports, XTestImports []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
		path := relative(p.ImportPath)
		graph[path] = node{
			Ours:     strings.HasPrefix(path, "."),
			Standard: p.Standard,
			Imports:  each(p.Imports),
			Tests:    each(append(p.TestImports, p.XTestImports...)),
		}
	}
	require.Contains(t, graph, "./runtime")
	return graph
}
