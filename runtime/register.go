package runtime

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Register adds the tools of all sets, or none of them: a tool without a Spec, a name that is not
// ^[a-zA-Z0-9_-]{1,64}$, and a name that is taken, here or by a tool that is registered already, are each a line of the
// error, with the places that every tool involved came from. Names that differ in case are different names.
//
// A tool is known by its Spec as it is at this moment. It costs two allocations, however many tools there are.
func (r *Registry) Register(sets ...Set) error { return r.exchange(nil, sets) }

// Replace puts t in the place of the tool of the same name. It is an error if there is none, because a name that was
// misspelt would leave the old tool in service.
func (r *Registry) Replace(t Tool) error {
	spec := specOf(t)
	if spec == nil {
		return errors.New("runtime: nothing was replaced: the tool is nil or has no Spec")
	}
	for {
		old, next := r.successor(0)
		i, found := search(next.entries, spec.Name)
		if !found {
			return errors.New("runtime: nothing was replaced: no tool " + quoteName(spec.Name) + " is registered")
		}
		e := &next.entries[i] // the table stays as it is
		e.tool, e.spec, e.origin = t, spec, origin{change: next.changes, set: replaced}
		if r.held().CompareAndSwap(old, next) {
			return nil
		}
	}
}

// Unregister removes the tool of that name and reports whether there was one. Calls that run already are not disturbed.
func (r *Registry) Unregister(name string) bool {
	for {
		old, next := r.successor(0)
		i, found := search(next.entries, name)
		if !found {
			return false
		}
		next.entries = slices.Delete(next.entries, i, i+1)
		next.index()
		if r.held().CompareAndSwap(old, next) {
			return true
		}
	}
}

// Exchange removes the tools of those names and adds the tools of all sets, in one step: whoever reads or calls sees all of it or
// nothing. A name may be among both, as where a tool has changed. It is an error, and nothing happens, where Register would refuse
// one of the sets; a name that is not registered is gone already.
func (r *Registry) Exchange(gone []string, sets ...Set) error {
	return r.exchange(func(next *snapshot) {
		next.entries = slices.DeleteFunc(next.entries, func(e entry) bool { return slices.Contains(gone, e.name) })
	}, sets)
}

// exchange adds the tools of all sets to what remove leaves; nil leaves all. (With the names in place of the function every program
// with tools would have 10 KB more.)
func (r *Registry) exchange(remove func(next *snapshot), sets []Set) error {
	n := 0
	for _, set := range sets {
		n += len(set)
	}
	if n == 0 && remove == nil {
		return nil
	}
	for { // until nobody else has changed the registry meanwhile
		old, next := r.successor(n)
		if remove != nil {
			remove(next)
		}
		if problems := next.add(sets); len(problems) > 0 {
			return errors.New("runtime: nothing was registered, because of " + count(len(problems), "problem") + ":\n\t" +
				strings.Join(problems, "\n\t"))
		}
		next.index()
		if r.held().CompareAndSwap(old, next) {
			return nil
		}
	}
}

// Require returns an error that names every tool of names that is not registered, and nil if all are: what a skill or an
// agent asks before it starts. It is for the host and unguarded.
func (r *Registry) Require(names ...string) error {
	var missing []string
	for _, name := range names {
		if r.find(name) == nil && !slices.Contains(missing, quoteName(name)) {
			missing = append(missing, quoteName(name))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return errors.New("runtime: " + count(len(missing), "required tool") + " not registered: " + strings.Join(missing, ", "))
}

// successor returns the snapshot of this moment and a copy of it, with room for more entries, that may be changed and
// then put in its place.
func (r *Registry) successor(more int) (old, next *snapshot) {
	var was snapshot
	if old = r.held().Load(); old != nil {
		was = *old
	}
	entries := make([]entry, 0, len(was.entries)+more)
	return old, &snapshot{entries: append(entries, was.entries...), changes: was.changes + 1}
}

// add puts the tools of sets that can be registered in their places, and returns what is wrong with the others.
func (s *snapshot) add(sets []Set) (problems []string) {
	entries := s.entries
	ascending := true // as the Sets that the generator writes are: then no name stands twice
	for i, set := range sets {
		for j, tool := range set {
			from := origin{change: s.changes, set: int32(i), item: int32(j)}
			spec := specOf(tool)
			switch {
			case spec == nil:
				problems = append(problems, from.describe(s.changes, nil)+": the tool is nil or has no Spec")
			case !validName(spec.Name):
				problems = append(problems, from.describe(s.changes, spec)+": the name "+quoteName(spec.Name)+
					" is not ^[a-zA-Z0-9_-]{1,64}$")
			default:
				last := len(entries)
				entries = entries[:last+1] // the successor has room; filled in place, a tool costs a tenth less
				e := &entries[last]
				e.name, e.tool, e.spec, e.origin = spec.Name, tool, spec, from
				if last > 0 && entries[last-1].name >= spec.Name {
					ascending = false
					sink(entries)
				}
			}
		}
	}
	s.entries = entries
	if !ascending {
		problems = append(problems, duplicates(entries)...)
	}
	return problems
}

// sink moves the last entry to where its name belongs, behind others of that name; all before it are sorted. Moving what
// stands behind that place is fast for some thousand tools, and spares every program the code of a sort.
func sink(entries []entry) {
	last := len(entries) - 1
	e := entries[last]
	at, _ := search(entries[:last], e.name)
	for at < last && entries[at].name == e.name {
		at++
	}
	copy(entries[at+1:], entries[at:last])
	entries[at] = e
}

// duplicates describes every name that more than one of the sorted entries has.
func duplicates(entries []entry) (problems []string) {
	for i := 0; i < len(entries); {
		j := i + 1
		for j < len(entries) && entries[j].name == entries[i].name {
			j++
		}
		if j-i > 1 {
			now := entries[j-1].origin.change
			places := make([]string, 0, j-i)
			for _, e := range entries[i:j] {
				places = append(places, e.origin.describe(now, e.spec))
			}
			problems = append(problems, "the name "+quoteName(entries[i].name)+" is taken more than once: "+strings.Join(places, ", "))
		}
		i = j
	}
	return problems
}

// origin is where a registered tool came from: the item of the set among the arguments of one call of Register.
type origin struct {
	change    int32 // the changes of the snapshot that it came with
	set, item int32
}

// replaced stands for the set of a tool that came through Replace.
const replaced = -1

// describe words the origin for a reader who just made change now.
func (o origin) describe(now int32, spec *Spec) string {
	var b strings.Builder
	if o.set == replaced {
		b.WriteString("Replace")
	} else {
		b.WriteString("sets[" + strconv.Itoa(int(o.set)) + "][" + strconv.Itoa(int(o.item)) + "]")
	}
	if spec != nil && spec.Package != "" {
		b.WriteString(" of package " + spec.Package)
	}
	if o.change != now {
		b.WriteString(" (registered before)")
	}
	return b.String()
}

// validName reports whether name is ^[a-zA-Z0-9_-]{1,64}$, which every provider accepts.
func validName(name string) bool {
	if len(name) == 0 || len(name) > 64 {
		return false
	}
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			return false
		}
	}
	return true
}

// count words a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
