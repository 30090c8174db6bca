package collect

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/toolgen/toolgen/generator/internal/doc"
)

// What other packages say of their types: descriptions, directives in place and the docs of constants (D12, S19). Types come
// from export data, which has no comments, so the declaring file is read when the first tool needs it, and indexed by the same
// rules as a file of this package. Nothing is read from the standard library, and of constants the exported ones alone: others
// are not in the export data.

// foreignSource is a file of another package, indexed once.
func (c *collector) foreignSource(file *ast.File) *source {
	s := c.foreign[file]
	if s == nil {
		s = &source{file: file, comments: doc.NewIndex(c.pkg.Fset, file)}
		c.foreign[file] = s
		c.foreignFiles[c.pkg.Fset.File(file.FileStart)] = true
	}
	return s
}

// meet reads what another package says of a type or constant, once.
func (c *collector) meet(obj types.Object) {
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == c.pkg.Types || c.met[obj] {
		return
	}
	c.met[obj] = true
	file := c.pkg.Foreign(obj)
	if file == nil {
		return
	}
	outer := c.abroad
	c.abroad = true
	defer func() { c.abroad = outer }()
	s := c.foreignSource(file)
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.Name == obj.Name() {
					c.declare(spec.Name, obj)
					c.declareFields(spec.Type, obj.Type().Underlying())
					c.indexType(s, gen, spec)
					c.meetNamed(spec.Type, obj.Pkg())
				}
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if name.Name == obj.Name() {
						c.declare(name, obj)
						c.indexConst(s, spec)
					}
				}
			}
		}
	}
}

// meetNamed reads the type that another one is declared as, as in type B A: their fields are the same.
func (c *collector) meetNamed(expr ast.Expr, in *types.Package) {
	if id, ok := expr.(*ast.Ident); ok {
		if obj, ok := c.pkg.Complete(in).Scope().Lookup(id.Name).(*types.TypeName); ok {
			c.meet(obj)
		}
	}
}

// declare notes which object an identifier of another package's file stands for.
func (c *collector) declare(id *ast.Ident, obj types.Object) { c.declared[id] = obj }

// declareFields walks a type expression beside its type, to find the objects of the struct fields in it.
func (c *collector) declareFields(expr ast.Expr, t types.Type) {
	switch expr := expr.(type) {
	case *ast.ParenExpr:
		c.declareFields(expr.X, t)
	case *ast.StarExpr:
		if p, ok := t.(*types.Pointer); ok {
			c.declareFields(expr.X, p.Elem())
		}
	case *ast.ArrayType:
		switch t := t.(type) {
		case *types.Slice:
			c.declareFields(expr.Elt, t.Elem())
		case *types.Array:
			c.declareFields(expr.Elt, t.Elem())
		}
	case *ast.MapType:
		if m, ok := t.(*types.Map); ok {
			c.declareFields(expr.Value, m.Elem())
		}
	case *ast.StructType:
		if s, ok := t.(*types.Struct); ok {
			c.declareStruct(expr, s)
		}
	}
}

func (c *collector) declareStruct(expr *ast.StructType, s *types.Struct) {
	byName := map[string]*types.Var{}
	for f := range s.Fields() {
		byName[f.Name()] = f
	}
	for _, field := range expr.Fields.List {
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{embeddedName(field.Type)}
		}
		for _, name := range names {
			if name == nil || byName[name.Name] == nil {
				continue // the source is not what was compiled
			}
			c.declare(name, byName[name.Name])
			c.declareFields(field.Type, byName[name.Name].Type())
		}
	}
}

// object is what an identifier declares, in this package or in a file of another that was met.
func (c *collector) object(id *ast.Ident) types.Object {
	if obj := c.declared[id]; obj != nil {
		return obj
	}
	return c.pkg.Info.Defs[id]
}

// elsewhere reports whether a position is in another package's source: what is doubtful there is not this package's business.
func (c *collector) elsewhere(pos token.Pos) bool {
	return len(c.foreignFiles) > 0 && pos.IsValid() && c.foreignFiles[c.pkg.Fset.File(pos)]
}
