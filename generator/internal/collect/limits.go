package collect

import (
	"fmt"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/generator/internal/model"
)

const (
	maxTypes      = 500       // structs and unions of one tool (R9)
	maxSpelling   = 20_000    // names in the full spelling of one type (R9)
	maxNesting    = 64        // of a type, as of the values that can arrive (R8)
	maxProperties = 5_000     // of one schema (R5)
	maxSchema     = 200 << 10 // bytes of one schema, by estimate (R5)
	maxValue      = 1 << 20   // bytes of one Go value, which lies on the stack of the adapter
)

// enter notes that a type is being mapped, and refuses what would never end: a type that contains itself without a struct
// between (structs and unions are shared, R2), an infinite instantiation (R9), and nesting that no value could have (R8).
func (c *collector) enter(t types.Type, at place) bool {
	c.mapping++
	c.nesting += containers(t)
	n, named := t.(*types.Named)
	_, shared := t.Underlying().(*types.Struct)
	shared = shared || types.IsInterface(t)
	switch {
	case c.tooMany:
		// said once
	case c.spelling(t) > maxSpelling || c.spelling(t.Underlying()) > maxSpelling:
		c.refuse(at, "R9", fmt.Sprintf("%s: written out in full the type has more than %d parts", at.path, maxSpelling), "declare its parts as types, or leave some out")
	case c.nesting > maxNesting:
		c.refuse(at, "R8", fmt.Sprintf("%s: nested deeper than %d, so no value of it could be sent", shortPath(at.path), maxNesting), "flatten the type")
	case named && !shared && c.open[n]:
		c.refuse(at, "R2", fmt.Sprintf("%s: %s contains itself; recursion needs a struct between", at.path, c.show(t)),
			fmt.Sprintf("type %s struct{ Items %s }", c.show(t), c.show(t.Underlying())))
	case named && c.constrained(n.Obj()) != "":
		c.refuse(at, "F13", fmt.Sprintf("%s: type %s is declared in a file that other builds leave out: %s", at.path, n.Obj().Name(), c.constrained(n.Obj())),
			"declare it in a file without constraints")
	case c.tooLarge(t):
		c.refuse(at, "R5", fmt.Sprintf("%s: a value of type %s takes more than %d bytes", at.path, c.show(t), maxValue), "use a slice")
	default:
		if named && !shared {
			c.open[n] = true
		}
		return true
	}
	c.mapping--
	c.nesting -= containers(t)
	return false
}

// containers counts the arrays and objects that a type adds around what is in it.
func containers(t types.Type) int {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Slice, *types.Array, *types.Map:
		return 1
	}
	return 0
}

// shortPath is the beginning of a way into a type that goes very deep.
func shortPath(path string) string {
	const long = 60
	if len(path) <= long {
		return path
	}
	return path[:long] + "…"
}

// another notes that the tool at hand has one more struct or union, and refuses those beyond what any tool needs (R9).
func (c *collector) another(at place) bool {
	c.newTypes++
	if c.newTypes <= maxTypes {
		return true
	}
	if !c.tooMany {
		c.refuse(at, "R9", fmt.Sprintf("%s: here the tool has more than %d types", at.path, maxTypes), "send less: leave out fields with json:\"-\", or split the tool")
	}
	c.tooMany = true
	return false
}

// spelling counts the names in the full spelling of a type: named types are not entered, but for their type arguments. A graph
// of aliases of struct literals, or of type arguments, grows exponentially when it is written out.
func (c *collector) spelling(t types.Type) int {
	if n, known := c.spellings[t]; known {
		return n
	}
	c.spellings[t] = 1 // while it is being counted
	n := 1
	add := func(t types.Type) { n = min(n+c.spelling(t), maxSpelling+1) }
	switch t := t.(type) {
	case *types.Alias:
		n = 0
		add(types.Unalias(t))
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			add(arg)
		}
	case *types.Pointer:
		add(t.Elem())
	case *types.Slice:
		add(t.Elem())
	case *types.Array:
		add(t.Elem())
	case *types.Map:
		add(t.Key())
		add(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			add(f.Type())
		}
	case *types.Signature:
		for v := range t.Params().Variables() {
			add(v.Type())
		}
		for v := range t.Results().Variables() {
			add(v.Type())
		}
	}
	c.spellings[t] = n
	return n
}

func (c *collector) leave(t types.Type) {
	c.mapping--
	c.nesting -= containers(t)
	if n, named := t.(*types.Named); named {
		delete(c.open, n)
	}
	if c.mapping == 0 {
		c.finishVariants()
	}
}

// tooLarge reports arrays that no stack frame holds. Sizes are those of 64-bit machines everywhere.
func (c *collector) tooLarge(t types.Type) bool {
	a, ok := t.Underlying().(*types.Array)
	if !ok {
		return false
	}
	size := types.SizesFor("gc", "amd64").Sizeof(a)
	return size < 0 || size > maxValue
}

// constrained says why other builds leave out the file that declares an object of this package; "" where none does.
func (c *collector) constrained(obj types.Object) string {
	if obj.Pkg() != c.pkg.Types || !obj.Pos().IsValid() {
		return ""
	}
	file := c.pkg.Fset.PositionFor(obj.Pos(), false).Filename
	if reason := c.pkg.Constraints[file]; reason != "" {
		return filepath.Base(file) + ": " + reason
	}
	return ""
}

// weight is the size of a schema's part, counted without writing it: an exponential graph is weighed in linear time.
type weight struct{ properties, bytes int }

func (w weight) plus(o weight) weight {
	return weight{min(w.properties+o.properties, 1<<30), min(w.bytes+o.bytes, 1<<30)}
}

func (w weight) over() bool { return w.properties > maxProperties || w.bytes > maxSchema }

// scale weighs types; what is on a recursive path weighs nothing the second time, since it is a $ref then.
type scale map[any]weight

func (s scale) object(o *model.Object) weight {
	var sum weight
	for _, f := range o.All() {
		sum = sum.plus(s.field(f))
	}
	return sum
}

func (s scale) field(f *model.Field) weight {
	return weight{1, 40 + len(f.Name) + len(f.Description)}.plus(s.typ(f.Type))
}

func (s scale) typ(t *model.Type) weight {
	for t.Elem != nil {
		t = t.Elem
	}
	switch {
	case t.Struct != nil:
		if w, known := s[t.Struct]; known {
			return w
		}
		s[t.Struct] = weight{}
		w := s.object(t.Struct.Object)
		s[t.Struct] = w
		return w
	case t.Union != nil:
		if w, known := s[t.Union]; known {
			return w
		}
		s[t.Union] = weight{}
		var sum weight
		for _, v := range t.Union.Variants {
			sum = sum.plus(weight{0, 80 + len(v.Struct.Doc)}).plus(s.object(v.Struct.Object))
		}
		s[t.Union] = sum
		return sum
	case t.Enum != nil:
		n := len(t.Doc)
		for _, k := range t.Enum.Values {
			n += 2*len(k.Value) + len(k.Doc) + 8
		}
		return weight{0, n}
	}
	return weight{0, len(t.Doc)}
}

// checkSize refuses a tool one of whose schemas would be enormous, and names its largest branch (R5).
func (c *collector) checkSize(t *model.Tool, a *annotation) bool {
	var results []*model.Field
	if t.Result != nil {
		results = slices.Clone(t.Result.Fields)
		if t.Result.Type != nil {
			results = append(results, &model.Field{Name: "result", Type: t.Result.Type})
		}
	}
	s := scale{} // of every struct and union once
	var over, largest weight
	var branch string
	for _, fields := range [][]*model.Field{t.Input.All(), results} {
		var sum weight
		for _, f := range fields {
			w := s.field(f)
			sum = sum.plus(w)
			if branch == "" || w.bytes > largest.bytes {
				largest, branch = w, f.Name
			}
		}
		if sum.over() && sum.bytes > over.bytes {
			over = sum
		}
	}
	if len(s) > maxTypes {
		c.refuse(a.place, "R9", fmt.Sprintf("%s: the tool has more than %d types; its largest branch is %s", a.place.path, maxTypes, branch),
			"send less: leave out fields with json:\"-\", or split the tool")
		return false
	}
	if over == (weight{}) {
		return true
	}
	c.refuse(a.place, "R5", fmt.Sprintf("%s: the schema would be too large for any model: about %d properties and %d KB; its largest branch is %s", a.place.path, over.properties, over.bytes>>10, branch),
		"send less: leave out fields with json:\"-\", or split the tool")
	return false
}
