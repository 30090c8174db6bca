package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
)

// list asks the go command for the export data of all that the reached declarations need, and of what that imports: a type
// of one package leads into others, whose comments are read too. -deps costs nothing as long as few fields are printed:
// the go command has to know them all anyway, and 7 MB of JSON become 0.1.
func (p *pruner) list(ctx context.Context, env goEnv) error {
	wanted := slices.Sorted(maps.Keys(p.listed))
	if len(wanted) == 0 {
		wanted = []string{"unsafe"} // so that the go command judges go.mod and the vendor folder even so
	}
	args := []string{"list", "-e", "-export", "-deps", "-pgo=off", "-json=ImportPath,Dir,Export,Standard,Module,CgoFiles,Error", "--"}
	out, err := p.goCommand(ctx, env.clean(p.Env), append(args, wanted...)...)
	if err != nil {
		return err
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		pkg := &listed{}
		if err := dec.Decode(pkg); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("cannot read the answer of go list: %w", err)
		}
		if p.units[pkg.ImportPath] != nil {
			return errors.New(pkg.ImportPath + " has been read from source, and something compiled imports it")
		}
		p.listed[pkg.ImportPath] = pkg
		if pkg.mayChange() {
			p.Witness.DependsOn(filepath.Clean(pkg.Dir))
			if len(pkg.CgoFiles) > 0 {
				p.Witness.Forget() // it depends on headers
			}
		}
	}
}

// mayChange reports whether a package can change while go.mod and go.sum stay: it lies in a module of one's own, one replaced
// by a folder, or a vendor folder, and not in the module cache or the standard library.
func (p *listed) mayChange() bool {
	return own(*p) || !p.Standard && p.Module.Dir == ""
}

// exported reads the export data of a listed package. What else it mentions stays incomplete until somebody needs it.
func (p *pruner) exported(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := p.view[importPath]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	pkg := p.listed[importPath]
	if pkg == nil || pkg.Export == "" || pkg.Error != nil {
		return nil, errors.New("there is no export data of " + importPath)
	}
	return readExports(pkg.Export, p.fset, p.view, importPath)
}

// readExports reads a file with the compiler's export data of a package into the view, which it returns the package of.
func readExports(name string, fset *token.FileSet, view map[string]*types.Package, importPath string) (*types.Package, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	//lint:ignore SA1019 what go list -export names are the compiler's archives until Go 1.29, and go/packages reads them so too
	r, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, fset, view, importPath)
}
