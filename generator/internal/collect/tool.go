package collect

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// nameTools gives every annotation its tool name, so that doc links can mention tools by it (D7).
func (c *collector) nameTools() {
	c.toolNames = map[string]string{}
	for _, a := range c.annotations {
		a.snake = c.setting(a, "names").Value.Text == "snake"
		a.name = c.toolName(a)
		key := a.decl.Name.Name
		if recv := receiverName(a.decl); recv != "" {
			key = recv + "." + key
		}
		c.toolNames[key] = a.name
	}
}

// setting is a tool's own key, else the package's default for it.
func (c *collector) setting(a *annotation, key string) setting {
	if s, found := a.set.find(key); found {
		return s
	}
	s, _ := c.defaults.find(key)
	return s
}

// on is a flag of the tool, else of the package.
func (c *collector) on(a *annotation, key string) bool {
	s := c.setting(a, key)
	return s.Def != nil && s.flag()
}

// toolName is the explicit name, else snake_case of the function, with the type before it for methods (C24).
func (c *collector) toolName(a *annotation) string {
	s, explicit := a.set.find("name")
	at, name := a.place, s.Value.Text
	if explicit {
		at.pos, at.end = s.pos, s.end
	} else {
		name = names.Snake(a.decl.Name.Name)
		if recv := receiverName(a.decl); recv != "" {
			name = names.Snake(recv) + "_" + name
		}
	}
	fix := "//tool:name=" + plainName(name)
	if problem := directive.NameProblem(name); problem != "" && !explicit { // an explicit one was refused where it was read
		c.refuse(at, directive.CodeName, problem, fix)
	} else if problem := directive.NameAdvice(name); problem != "" {
		c.current = a
		c.warn(at, directive.CodePlainName, problem, fix)
		c.current = nil
	}
	return name
}

// plainName is the tool name nearest to another that every host takes (C24): getUser and get-user are get_user.
func plainName(name string) string {
	const longest = 48
	if strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) {
		return "NAME" // without those letters it would be another word
	}
	words := strings.FieldsFunc(names.Snake(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	plain := strings.TrimLeft(strings.Join(words, "_"), "0123456789_")
	plain = strings.TrimRight(plain[:min(len(plain), longest)], "_")
	return cmp.Or(plain, "NAME")
}

// receiverName is the name of a method's receiver type, or "".
func receiverName(decl *ast.FuncDecl) string {
	if decl.Recv == nil || len(decl.Recv.List) == 0 {
		return ""
	}
	if id := embeddedName(decl.Recv.List[0].Type); id != nil {
		return id.Name
	}
	return ""
}

// tool maps one annotated function. It returns nil after an error.
func (c *collector) tool(a *annotation) *model.Tool {
	c.current = a
	defer func() { c.current = nil }()
	fn, ok := c.pkg.Info.Defs[a.decl.Name].(*types.Func)
	if !ok {
		c.invalid(a.place)
		return nil
	}
	sig := fn.Signature()
	if c.refuseGeneric(a, sig) || c.refuseUncallable(a) || c.refuseBroken(a) {
		return nil
	}
	c.newTypes, c.tooMany = 0, false
	if c.spelling(sig) > maxSpelling {
		c.refuse(a.place, "R9", fmt.Sprintf("%s: written out in full its type has more than %d parts", a.decl.Name.Name, maxSpelling), "declare the parts as types, or leave some out")
		return nil
	}
	t := &model.Tool{Name: a.name, Func: a.decl.Name.Name, Signature: goType(sig)}
	if !c.receiver(t, sig, a) {
		return nil
	}
	params, ok := c.parameters(sig, a)
	c.readDoc(t, a, sig, params)
	ok = c.mapParameters(t, params, a) && ok
	ok = c.results(t, sig, a) && ok
	c.describeTool(t, a)
	ok = c.capability(t, a) && ok
	ok = ok && c.checkSize(t, a)
	ok = ok && c.secrets(t, a) // whose paths are as many as the properties at most, so those must be few
	ok = ok && c.texts(t, a)   // examples are read by the arguments, so those must be right
	ok = ok && c.judgeTool(t, a)
	c.unusedAllows(a)
	if !ok {
		return nil
	}
	return t
}

// refuseUncallable answers for functions that no code can, or should, call by name.
func (c *collector) refuseUncallable(a *annotation) bool {
	name := a.decl.Name.Name
	isMain := name == "main" && c.pkg.Name == "main" && a.decl.Recv == nil
	if name != "_" && !isMain && (name != "init" || a.decl.Recv != nil) {
		return false
	}
	c.refuse(a.place, directive.CodeMisplaced, "func "+name+" is not for others to call, so it cannot be a tool", "give the function another name")
	return true
}

// refuseBroken reports what the type checker says of the signature itself.
func (c *collector) refuseBroken(a *annotation) bool {
	said := c.pkg.Why(a.decl.Type)
	c.typeErrors(said)
	return len(said) > 0
}

// refuseGeneric answers F10 with the wrapper to paste.
func (c *collector) refuseGeneric(a *annotation, sig *types.Signature) bool {
	if sig.TypeParams().Len() == 0 && sig.RecvTypeParams().Len() == 0 {
		return false
	}
	name := a.decl.Name.Name
	fix := ""
	if concrete := instantiate(sig); concrete != nil {
		var params, call []string
		for v := range concrete.Params().Variables() {
			params = append(params, v.Name()+" "+c.show(v.Type()))
			call = append(call, v.Name())
		}
		if last := len(params) - 1; concrete.Variadic() {
			v := concrete.Params().At(last)
			params[last] = v.Name() + " ..." + c.show(v.Type().(*types.Slice).Elem())
			call[last] += "..."
		}
		results, give := " "+c.show(concrete.Results()), "return "
		switch {
		case concrete.Results().Len() == 0:
			results, give = "", ""
		case concrete.Results().Len() == 1 && concrete.Results().At(0).Name() == "":
			results = " " + c.show(concrete.Results().At(0).Type())
		}
		fix = fmt.Sprintf("move the directive to a wrapper:\n//tool:name=%s\nfunc %sOfString(%s)%s {\n\t%s%s(%s)\n}", a.name, name, strings.Join(params, ", "), results, give, name, strings.Join(call, ", "))
	}
	if fix == "" {
		fix = "wrap it in a function, or in a method of a concrete type"
	}
	c.refuse(a.place, "F10", name+" is generic: a tool needs concrete types", fix)
	return true
}

// instantiate puts string for every type parameter, to show what a wrapper looks like; nil for a method of a generic
// type and where string does not fit.
func instantiate(sig *types.Signature) *types.Signature {
	args := make([]types.Type, sig.TypeParams().Len())
	if len(args) == 0 {
		return nil
	}
	for i := range args {
		args[i] = types.Typ[types.String]
	}
	concrete, err := types.Instantiate(nil, sig, args, true)
	if err != nil {
		return nil
	}
	s, _ := concrete.(*types.Signature)
	return s
}

// receiver notes whose method the tool is (F11).
func (c *collector) receiver(t *model.Tool, sig *types.Signature, a *annotation) bool {
	if sig.Recv() == nil {
		return true
	}
	base := types.Unalias(sig.Recv().Type())
	if p, ok := base.(*types.Pointer); ok {
		t.RecvPointer, base = true, types.Unalias(p.Elem())
	}
	if types.IsInterface(base) {
		c.refuse(a.place, "F11", "a method of an interface cannot be a tool", "annotate the method of a concrete type")
		return false
	}
	if n, ok := base.(*types.Named); ok && c.constrained(n.Obj()) != "" {
		c.refuse(a.place, "F13", "the receiver's type is declared in a file that other builds leave out: "+c.constrained(n.Obj()), "declare it in a file without constraints")
		return false
	}
	t.Recv = &model.Receiver{Type: goType(base)}
	return true
}

// unusedAllows warns of //tool:allow lines that silence nothing.
func (c *collector) unusedAllows(a *annotation) {
	for _, code := range slices.Sorted(maps.Keys(a.allows)) {
		if !a.used[code] {
			l := a.allows[code]
			c.report(diag.Warning, l.comment.Pos(), l.comment.End(), "K20", "nothing here warns of "+code, "remove the line", nil)
		}
	}
}
