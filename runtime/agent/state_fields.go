package agent

import (
	"encoding/base64"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// fields reads the members of objects.
type fields struct {
	c     *codec.Cursor
	name  string // of the member that is to be read
	seen  map[string]bool
	wrong string
}

// each calls member for every member of the object that comes next.
func (f *fields) each(member func()) {
	for f.c.Object(); f.c.Field(); {
		f.name = f.c.Name()
		if f.seen[f.name] {
			f.refuse("the member " + quoted(f.name) + " stands twice")
		}
		f.seen[f.name] = true
		member()
	}
}

// in is each for the value of a member, an object whose members are its own.
func (f *fields) in(member func(f *fields)) {
	inner := fields{c: f.c, seen: map[string]bool{}}
	inner.each(func() { member(&inner) })
	f.refuse(inner.wrong)
}

// refuse notes the first thing that is wrong.
func (f *fields) refuse(why string) {
	if f.wrong == "" {
		f.wrong = why
	}
}

func (f *fields) unknown() {
	f.refuse("there is no member " + quoted(f.name))
	f.c.Skip()
}

func (f *fields) text() string { return strings.Clone(f.c.String()) }

func (f *fields) number() int64 {
	n := f.c.Int64()
	if n < 0 {
		f.refuse(f.name + " is below zero")
	}
	return max(n, 0)
}

// count is a number of things that fits an int everywhere.
func (f *fields) count() int {
	n := f.number()
	if n > 1<<30 {
		f.refuse(f.name + " is too large")
	}
	return int(min(n, 1<<30))
}

func (f *fields) failure() *runtime.Error {
	var e runtime.Error
	f.in(func(f *fields) {
		switch f.name {
		case "class":
			e.Class = runtime.Class(f.text())
		case "message":
			e.Message = f.text()
		default:
			f.unknown()
		}
	})
	return &e
}

func (f *fields) result() runtime.Result {
	var r runtime.Result
	f.in(func(f *fields) {
		switch f.name {
		case "text":
			r.Text = f.text()
		case "json":
			r.JSON = []byte(f.text())
		case "error":
			r.Err = f.failure()
		case "parts":
			for f.c.Array(); f.c.Item(); {
				r.Parts = append(r.Parts, f.part())
			}
		default:
			f.unknown()
		}
	})
	return r
}

func (f *fields) part() runtime.Part {
	var p runtime.Part
	f.in(func(f *fields) {
		switch f.name {
		case "kind":
			p.Kind = runtime.PartKind(f.text())
		case "mime":
			p.MIME = f.text()
		case "uri":
			p.URI = f.text()
		case "text":
			p.Text = f.text()
		case "data":
			data, err := base64.StdEncoding.Strict().DecodeString(f.text())
			if err != nil {
				f.refuse("data is not base64")
			}
			p.Data = data
		default:
			f.unknown()
		}
	})
	return p
}
