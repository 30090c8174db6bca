package load

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

type checkState uint8

const (
	unchecked checkState = iota
	checking
	done
)

// errNotNeeded is what the checker is told of an import that no reached declaration uses. It then takes the stand-in for a
// package of which nothing is known, and complains of no use of it.
var errNotNeeded = errors.New("not needed")

// check type-checks a unit, and first those that it needs.
func (p *pruner) check(u *unit) {
	if u.state != unchecked {
		if u.state == checking {
			u.doubt = "an import cycle"
		}
		return
	}
	u.state = checking
	if u.root != nil { // of the others nobody reads it
		u.info = &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	}
	config := types.Config{
		Importer:         importer{p, u},
		IgnoreFuncBodies: true, // no signature depends on one, and a call of what the next output declares is no error
		Sizes:            types.SizesFor("gc", p.platform.context.GOARCH),
		Error: func(err error) {
			if e, ok := err.(types.Error); ok && !p.isStandIn(u, e.Pos) {
				u.typeErrors = append(u.typeErrors, e)
			}
		},
	}
	if u.in.goVersion != "" {
		config.GoVersion = "go" + u.in.goVersion
	}
	trees := make([]*ast.File, len(u.files))
	for i, f := range u.files {
		trees[i] = f.tree
	}
	u.checked, _ = config.Check(u.path, p.fset, trees, u.info)
	u.state = done
	if u.doubt == "" {
		u.doubt = p.wrong(u)
	}
}

// importer finds the packages that one unit imports.
type importer struct {
	p *pruner
	u *unit
}

func (i importer) Import(importPath string) (*types.Package, error) {
	if !i.u.needed[importPath] {
		return i.p.standIn(importPath), errNotNeeded
	}
	other := i.p.unit(importPath)
	if other == nil {
		pkg, err := i.p.exported(importPath)
		if err != nil {
			i.u.doubt = err.Error()
		}
		return pkg, err
	}
	if other.doubt == "" {
		i.p.check(other)
	}
	if other.doubt != "" {
		i.u.doubt = importPath + ": " + other.doubt
		return i.p.standIn(importPath), errNotNeeded
	}
	return other.checked, nil
}

// standIn is a package of which nothing but the name is known.
func (p *pruner) standIn(importPath string) *types.Package {
	if p.standIns[importPath] == nil {
		name, _ := p.packageName(importPath)
		p.standIns[importPath] = types.NewPackage(importPath, name)
	}
	return p.standIns[importPath]
}

// isStandIn reports whether a complaint at an import means that the checker got a stand-in.
func (p *pruner) isStandIn(u *unit, pos token.Pos) bool {
	for _, f := range u.files {
		if pos < f.tree.FileStart || pos >= f.tree.FileEnd {
			continue
		}
		for _, spec := range f.tree.Imports {
			importPath, _ := strconv.Unquote(spec.Path.Value)
			if spec.Pos() <= pos && pos < spec.End() && p.standIns[importPath] != nil {
				return true
			}
		}
	}
	return false
}

// wrong says why a checked unit cannot be trusted: an error in a declaration that is reached, or in an import.
func (p *pruner) wrong(u *unit) string {
	for _, e := range u.typeErrors {
		if e.Soft {
			continue
		}
		if !e.Pos.IsValid() {
			return e.Msg
		}
		for _, f := range u.files {
			if f.tree.FileStart <= e.Pos && e.Pos < f.tree.FileEnd && e.Pos < endOfImports(f.tree) {
				return e.Msg
			}
		}
		for _, d := range u.reached {
			if d.from <= e.Pos && e.Pos < d.to {
				return e.Msg
			}
		}
	}
	return ""
}

func endOfImports(tree *ast.File) token.Pos {
	end := tree.Name.End()
	for _, spec := range tree.Imports {
		end = max(end, spec.End())
	}
	return end
}
