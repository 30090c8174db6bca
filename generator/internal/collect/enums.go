package collect

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// enumType answers for the types whose constants say which values there are: named strings (T70, T71, T80), named integers
// (T72, T73, T75) and the months and weekdays of the standard library (T54). The second result says that it answered; the
// first is nil where the type was refused. Types with JSON methods are none (T74), nor are those that nothing closes.
func (c *collector) enumType(t types.Type, at place) (*model.Type, bool) {
	n, named := t.(*types.Named)
	b, basic := t.Underlying().(*types.Basic)
	if !named || !basic || n.Obj().Pkg() == nil {
		return nil, false
	}
	if names := calendarNames(n); names != nil {
		if c.isOpen(typeMark{}, at) {
			return numberType(n, b, "", names, true), true
		}
		return namesType(n, "", names), true
	}
	methods := codecOf(n)
	switch {
	case c.isStandard(n.Obj().Pkg().Path()):
		return nil, false // its constants change with Go
	case methods.marshalJSON || methods.unmarshalJSON:
		return nil, c.refuseEnumOfJSON(n, at)
	case b.Info()&types.IsInteger != 0:
		return c.intEnum(n, b, methods, at)
	case b.Info()&types.IsString != 0 && !methods.text():
		return c.stringEnum(n, at)
	}
	return nil, false
}

// isEnum reports whether enumType answers for a type: what it has to say is said once, here or there.
func (c *collector) isEnum(t types.Type, at place) bool {
	_, ok := c.enumType(types.Unalias(t), at)
	return ok
}

// refuseEnumOfJSON refuses //tool:enum on a type that reads or writes its own JSON, where it would say nothing (T74). It
// reports whether it did.
func (c *collector) refuseEnumOfJSON(n *types.Named, at place) bool {
	l := c.typeMark(n).enum
	if l == nil {
		return false
	}
	c.refuseAt(l.comment.Pos(), l.comment.End(), at, "T74", fmt.Sprintf("%s reads or writes its own JSON, so //tool:enum does not say what it takes", c.show(n)),
		"declare it instead, such as\n//tool:schema {\"type\":\"string\",\"enum\":[\"red\",\"green\"]}")
	return true
}

// stringEnum closes a string type to its constants where there are two or more, or //tool:enum says so.
func (c *collector) stringEnum(n *types.Named, at place) (*model.Type, bool) {
	closed, known, ok := c.closedTexts(n, at)
	if !ok {
		return nil, true
	}
	return &model.Type{Kind: model.String, Go: goType(n), Doc: c.typeDoc(n), Enum: closed, Known: known}, true
}

// closedTexts finds the values of a string type: those of a closed set, those of an open one, or neither. It returns false
// after an error.
func (c *collector) closedTexts(n *types.Named, at place) (closed, known *model.Enum, ok bool) {
	mark := c.typeMark(n)
	members, ok := c.members(n, at)
	if !ok {
		return nil, nil, false
	}
	e := &model.Enum{Type: goType(n)}
	seen := map[string]bool{}
	for _, m := range members {
		value := constant.StringVal(m.Val()) // G17: from the constant, never from source text
		if seen[value] {
			continue // the first of equal values
		}
		seen[value] = true
		if value == "" {
			c.warnOfZero(n, m, at)
		}
		e.Values = append(e.Values, m.model(n, value))
	}
	switch {
	case c.isOpen(mark, at):
		if len(e.Values) == 0 {
			return nil, nil, true
		}
		return nil, e, true
	case at.key && !c.inModule(n.Obj().Pkg()):
		return nil, nil, true // others may add keys of their own
	case len(e.Values) == 0 && mark.enum != nil:
		c.refuse(at, "T70", fmt.Sprintf("%s: %s is marked //tool:enum and has no exported constants", at.path, c.show(n)), "declare its values as exported constants")
		return nil, nil, false
	case len(e.Values) < 2 && mark.enum == nil:
		c.warnOfHidden(n, "any text is accepted", at)
		return nil, nil, true // T71: a lone constant is usually a default
	}
	return e, nil, true
}

// isOpen reports whether the constants of a type are only the known values: the use decides, then the type (T80).
func (c *collector) isOpen(mark typeMark, at place) bool {
	if s, found := at.set.find("open"); found {
		return s.flag()
	}
	s, found := mark.enumSays("open")
	return found && s.flag()
}

// inModule reports whether a package belongs to the module at hand.
func (c *collector) inModule(p *types.Package) bool {
	own := c.pkg.Module
	return p == c.pkg.Types || own != "" && (p.Path() == own || strings.HasPrefix(p.Path(), own+"/"))
}

// member is a constant that may be a value of an enum.
type member struct {
	*types.Const
	mark constMark
}

// model is the constant in the words of the model.
func (m member) model(n *types.Named, value string) model.Const {
	k := model.Const{Name: m.Name(), Value: value, Doc: m.mark.doc, Deprecated: m.mark.deprecated}
	if m.Pkg() != n.Obj().Pkg() {
		k.Pkg, k.PkgName = m.Pkg().Path(), m.Pkg().Name()
	}
	return k
}

// members lists the constants of a type that count: those that its own package declares, and the packages that from= names
// (T76); by file name, then position (T77). Unexported ones and those marked //tool:skip are left out, and so, with a
// warning, are those that only count or bound the others (T70). It returns false after an error.
func (c *collector) members(n *types.Named, at place) ([]member, bool) {
	all := c.declaredConstants(n.Obj().Pkg(), n)
	if s, found := c.typeMark(n).enumSays("from"); found {
		more, ok := c.constantsFrom(n, s, at)
		if !ok {
			return nil, false
		}
		all = append(all, more...)
	}
	var out []member
	for _, k := range all {
		m := member{k, c.constMark(k)}
		if !k.Exported() || m.mark.skip || c.constrained(k) != "" {
			continue // a constant that some builds lack is no value anywhere (F13)
		}
		if m.mark.text == nil && isSentinel(k.Name(), n.Obj().Name()) {
			c.warnOf(k, at, fmt.Sprintf("%s counts or bounds the others, so it is left out of the values of %s", k.Name(), n.Obj().Name()), "put //tool:skip above it, or rename it if it is a value")
			continue
		}
		c.reportDoc(m.mark.problems)
		out = append(out, m)
	}
	if !slices.ContainsFunc(out, func(m member) bool { return !m.mark.deprecated }) {
		for i := range out {
			out[i].mark.deprecated = false // an enum offers something
		}
	}
	return out, true
}

// declaredConstants are the constants of a type that a package declares, by file name, then position.
func (c *collector) declaredConstants(p *types.Package, n *types.Named) []*types.Const {
	byType, known := c.constants[p]
	if !known {
		byType = map[*types.TypeName][]*types.Const{}
		for _, name := range c.pkg.Complete(p).Scope().Names() {
			if k, ok := p.Scope().Lookup(name).(*types.Const); ok {
				if of, named := types.Unalias(k.Type()).(*types.Named); named {
					byType[of.Origin().Obj()] = append(byType[of.Origin().Obj()], k)
				}
			}
		}
		c.constants[p] = byType
	}
	var out []*types.Const
	for _, k := range byType[n.Origin().Obj()] {
		if types.Identical(k.Type(), n) {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(a, b *types.Const) int {
		pa, pb := c.pkg.Fset.PositionFor(a.Pos(), false), c.pkg.Fset.PositionFor(b.Pos(), false)
		return cmp.Or(cmp.Compare(filepath.Base(pa.Filename), filepath.Base(pb.Filename)), cmp.Compare(pa.Offset, pb.Offset), cmp.Compare(pa.Line, pb.Line), cmp.Compare(a.Name(), b.Name()))
	})
	return out
}

// constantsFrom are the constants of a type in the packages that from= names, package by package (T76).
func (c *collector) constantsFrom(n *types.Named, s setting, at place) ([]*types.Const, bool) {
	paths, problem := s.List()
	if problem != nil {
		c.refuseAt(s.pos, s.end, at, problem.Code, "from: "+problem.Message, problem.Fix)
		return nil, false
	}
	var out []*types.Const
	for _, path := range paths {
		from := append(slices.Clone(c.pkg.Types.Imports()), c.pkg.Types)
		i := slices.IndexFunc(from, func(p *types.Package) bool { return p.Path() == path.Text })
		if i < 0 {
			c.refuseAt(s.pos, s.end, at, "T76", "from: this package does not import "+path.Text, "import it in any file, if only with _ before the path; a package that imports this one cannot be meant")
			return nil, false
		}
		more := c.declaredConstants(from[i], n)
		if !slices.ContainsFunc(more, (*types.Const).Exported) || from[i] == n.Obj().Pkg() {
			c.refuseAt(s.pos, s.end, at, "T76", fmt.Sprintf("from: %s adds no exported constants of type %s", path.Text, c.show(n)), "remove it, or name another package that declares some")
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// isSentinel reports constants that count or bound the others by their name: MaxLevel, NumLevels, LevelCount.
func isSentinel(name, typ string) bool {
	rest, found := strings.CutPrefix(name, "Max")
	if !found {
		rest, found = strings.CutPrefix(name, "Num")
	}
	if !found {
		rest, found = strings.CutSuffix(name, "Count")
	}
	return found && (rest == typ || rest == typ+"s" || strings.HasSuffix(typ, "y") && rest == strings.TrimSuffix(typ, "y")+"ies")
}

// warnOfZero warns of a zero constant that stands for no value at all and is offered to models all the same (T70).
func (c *collector) warnOfZero(n *types.Named, m member, at place) {
	name, typ := strings.ToLower(m.Name()), strings.ToLower(n.Obj().Name())
	name = strings.Trim(strings.TrimSuffix(strings.TrimPrefix(name, typ), typ), "_")
	for _, word := range []string{"unspecified", "unknown", "invalid", "none"} {
		if name == word || strings.HasSuffix(name, "_"+word) {
			c.warnOf(m.Const, at, m.Name()+" is the zero value and says nothing, and models are offered it", "put //tool:skip above it if callers should not send it")
		}
	}
}

// warnOfHidden warns where all constants of a type of this package are unexported.
func (c *collector) warnOfHidden(n *types.Named, so string, at place) {
	if n.Obj().Pkg() != c.pkg.Types {
		return
	}
	all := c.declaredConstants(c.pkg.Types, n)
	if len(all) > 1 && !slices.ContainsFunc(all, (*types.Const).Exported) {
		c.warn(at, "T70", fmt.Sprintf("%s: the constants of %s are unexported, so %s", at.path, c.show(n), so), "export them to make an enum, or say //tool:enum open on the type")
	}
}

// warnOf warns of a constant: at its declaration where that is in this package, else at the use.
func (c *collector) warnOf(k *types.Const, at place, message, fix string) {
	switch {
	case k.Pkg() == c.pkg.Types:
		c.warnAt(k.Pos(), k.Pos()+token.Pos(len(k.Name())), "T70", message, fix)
	case c.inModule(k.Pkg()):
		c.warn(at, "T70", at.path+": "+message, fix)
	default:
		c.warn(at, "T70", at.path+": "+message, "say open to accept any value, or take a type of your own")
	}
}

// refuseAt reports an error at a place in the source, or at the use where that place is another package's.
func (c *collector) refuseAt(pos, end token.Pos, at place, code, message, fix string) {
	if c.elsewhere(pos) || !pos.IsValid() {
		c.refuse(at, code, at.path+": "+message, fix)
		return
	}
	c.errorAt(pos, end, code, message, fix)
}
