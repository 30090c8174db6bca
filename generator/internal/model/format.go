package model

import "slices"

// checked are the formats of text that are checked when arguments are read; all others are annotations alone (X5).
var checked = []string{"date-time", "date", "time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid", "regex"}

// known are the others that draft 2020-12 names.
var known = []string{"duration", "idn-email", "idn-hostname", "uri-reference", "iri", "iri-reference", "uri-template", "json-pointer", "relative-json-pointer"}

// IsChecked reports whether a format is checked when arguments are read.
func IsChecked(format string) bool { return slices.Contains(checked, format) }

// Formats are the formats that draft 2020-12 names.
func Formats() []string { return slices.Concat(checked, known) }
