package law

import (
	"encoding"
	"fmt"
	"reflect"
	"time"
)

// Same reports whether two values are the same to the mapping: no list is an empty one, and times are the same moment at
// the same offset, whatever their zone is called (O5).
func Same(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	if a.CanInterface() {
		switch x := a.Interface().(type) {
		case time.Time:
			y := b.Interface().(time.Time)
			_, xOffset := x.Zone()
			_, yOffset := y.Zone()
			return x.Equal(y) && xOffset == yOffset
		case encoding.TextMarshaler:
			if a.Kind() == reflect.Pointer && (a.IsNil() || b.IsNil()) {
				return a.IsNil() == b.IsNil()
			}
			xText, xErr := x.MarshalText()
			yText, yErr := b.Interface().(encoding.TextMarshaler).MarshalText()
			return string(xText) == string(yText) && (xErr == nil) == (yErr == nil)
		case fmt.Stringer:
			if a.Kind() == reflect.Struct || a.Kind() == reflect.Slice || a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
				return x.String() == b.Interface().(fmt.Stringer).String()
			}
		}
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return Same(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !Same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for entries := a.MapRange(); entries.Next(); {
			if other := b.MapIndex(entries.Key()); !other.IsValid() || !Same(entries.Value(), other) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).Tag.Get("json") != "-" && !Same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}
