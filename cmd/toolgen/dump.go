package main

import (
	"fmt"
	"io"
	"reflect"
	"strings"
)

// dump writes a value as an indented tree, without what is zero. A struct that is shared or contains itself is written
// once; later ones say so.
func dump(w io.Writer, value any) {
	d := dumper{w: w, seen: map[pointer]bool{}}
	d.value(reflect.ValueOf(value), 0)
	fmt.Fprintln(w)
}

type dumper struct {
	w    io.Writer
	seen map[pointer]bool
}

type pointer struct {
	to reflect.Type
	at uintptr
}

func (d dumper) value(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			io.WriteString(d.w, "nil")
			return
		}
		if v.Elem().Kind() == reflect.Struct {
			p := pointer{v.Type(), v.Pointer()}
			if d.seen[p] {
				fmt.Fprintf(d.w, "%s, as above", v.Elem().Type().Name())
				return
			}
			d.seen[p] = true
		}
		d.value(v.Elem(), depth)
	case reflect.Struct:
		io.WriteString(d.w, v.Type().Name())
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				d.newLine(depth + 1)
				io.WriteString(d.w, v.Type().Field(i).Name+": ")
				d.value(f, depth+1)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			d.newLine(depth + 1)
			io.WriteString(d.w, "- ")
			d.value(v.Index(i), depth+1)
		}
	case reflect.String:
		fmt.Fprintf(d.w, "%q", v.String())
	default:
		fmt.Fprint(d.w, v)
	}
}

func (d dumper) newLine(depth int) {
	io.WriteString(d.w, "\n"+strings.Repeat("  ", depth))
}
