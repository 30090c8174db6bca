package load

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// outputsInCycles returns stubs for the outputs that may close an import cycle, by absolute name; nil where there is no
// cycle or no output in it.
//
// An output from before types moved to a package that now imports this one closes a cycle that the user's own files do
// not have. The go command reads the imports of every file, so that the hook alone cannot open it: somewhere along the
// cycle an import does not resolve. A second load with the stubs as an overlay is slow, and right.
func (l *loader) outputsInCycles(pkgs []*packages.Package) map[string][]byte {
	cyclic := false
	stubs := map[string][]byte{}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			cyclic = cyclic || strings.HasPrefix(e.Msg, "import cycle not allowed")
		}
		for _, name := range p.GoFiles {
			if filepath.Base(name) != l.Output {
				continue
			}
			if src, err := os.ReadFile(name); err == nil && l.isOutput(name, src) {
				stubs[name] = []byte("package " + clauseBeside(name, p) + "\n")
			}
		}
	})
	if !cyclic || len(stubs) == 0 {
		return nil
	}
	return stubs
}

// clauseBeside returns the package name that the other files of an output's package agree on.
func clauseBeside(output string, p *packages.Package) string {
	for _, name := range p.GoFiles {
		if name == output {
			continue
		}
		if tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly); err == nil {
			return tree.Name.Name
		}
	}
	return p.Name
}
