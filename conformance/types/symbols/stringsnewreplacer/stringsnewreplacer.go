// Package stringsnewreplacer wraps strings NewReplacer.
package stringsnewreplacer

import "strings"

// NewReplacer makes a replacer.
//
//tool:name=take
func NewReplacer(oldnew ...string) *strings.Replacer { return strings.NewReplacer(oldnew...) }
