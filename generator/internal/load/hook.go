package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"sync"
)

// hook is how go/packages parses files for us. It is safe for concurrent use until restore.
//
// Our own output is never parsed, whatever state it is in: missing, stale, broken, full of conflict markers or empty, the
// user's signatures resolve all the same. That costs nothing, unlike an overlay or a build tag. It applies to dependencies
// too: a package whose output is stale has no export data, nor has any importer of it, and go/packages then takes their
// types from source, through this hook.
//
// Function bodies are taken off while types are checked: no signature depends on one, they are most of the work, and a
// call of a function that only the next output will declare is then no error at all.
type hook struct {
	isOutput func(name string, src []byte) bool
	stubs    map[string][]byte // what stands in for outputs in a load with an overlay

	mu      sync.Mutex
	sources map[string][]byte
	bodies  map[*ast.FuncDecl]*ast.BlockStmt
}

func newHook(isOutput func(name string, src []byte) bool) *hook {
	return &hook{
		isOutput: isOutput,
		sources:  map[string][]byte{},
		bodies:   map[*ast.FuncDecl]*ast.BlockStmt{},
	}
}

// parse is the ParseFile of packages.Config. A nil tree without an error leaves the file out.
func (h *hook) parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	if h.stubs[name] != nil || h.isOutput(name, src) {
		return nil, nil
	}
	tree, err := parser.ParseFile(fset, name, src, parseMode)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sources[name] = src
	if tree != nil {
		for _, decl := range tree.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				h.bodies[fn] = fn.Body
				fn.Body = nil
			}
		}
	}
	return tree, err
}

// parseMode keeps comments, where directives are, and reports every syntax error.
const parseMode = parser.ParseComments | parser.AllErrors | parser.SkipObjectResolution

// restore puts the bodies back, after the last parse.
func (h *hook) restore() {
	for fn, body := range h.bodies {
		fn.Body = body
	}
	clear(h.bodies)
}

// source returns the bytes that were parsed.
func (h *hook) source(name string) []byte { return h.sources[name] }
