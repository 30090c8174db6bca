package packages

import (
	"strings"
)

func (w *world) encode(r *ruling, isArray bool) {
	form := of(w.random, "base64", "base64url", "hex", "utf8")
	if isArray {
		form = of(w.random, "base64", "hex", "array")
	}
	r.add("encoding=%s", form)
	r.sample = map[string]string{"base64": `"YWJj"`, "base64url": `"YWJj"`, "hex": `"616263"`, "utf8": `"abc"`}[form]
	if isArray {
		r.sample = map[string]string{"base64": `"YWJjZA=="`, "hex": `"61626364"`, "array": `[1,2,3,4]`}[form]
	}
	if form == "utf8" && w.in(2) {
		r.add("%s", of(w.random, "min=1", "max=30", "pattern=^[a-z]+$"))
	}
	r.rules = true
}

func (w *world) timeForm(r *ruling) {
	switch w.IntN(6) {
	case 0:
		r.sample = `"2026-03-04"`
		r.add("format=date")
		if w.in(2) {
			r.add("min=2026-01-01")
		}
	case 1:
		r.sample = `"10:00:00Z"`
		r.add("format=time")
		if w.in(2) {
			r.add("min=08:00:00Z max=18:00:00Z")
		}
	case 2:
		r.sample = "1767366245"
		r.add("format=unix")
		if w.in(2) {
			r.add("min=0")
		}
	case 3:
		r.sample = `"2026-01-02 03:04"`
		r.add(`layout="2006-01-02 15:04"`)
	case 4:
		r.sample = `"Fri, 02 Jan 2026 03:04:05 +0000"`
		r.add("layout=RFC1123Z")
	case 5:
		r.add("min=2020-01-01T00:00:00Z")
	}
	r.rules = true
}

func (w *world) spanForm(r *ruling) {
	switch w.IntN(5) {
	case 0:
		r.sample = "1.5"
		r.add("duration=seconds")
		if w.in(2) {
			r.add("min=0.5 max=60")
		}
	case 1:
		r.sample = "200"
		r.add("duration=ms")
		if w.in(2) {
			r.add("multipleOf=100 gt=0")
		}
	case 2:
		r.sample = "900"
		r.add("duration=ns")
		if w.in(2) {
			r.add("lt=1000")
		}
	case 3:
		r.sample = `"PT1H30M"`
		r.add("duration=iso8601")
		if w.in(2) {
			r.add("min=PT15M max=P1D")
		}
	case 4:
		r.add("min=1s")
		if w.in(2) {
			r.add("max=1h")
		}
	}
	r.rules = true
}

func (w *world) knownForm(r *ruling, t *typ, at place) {
	switch {
	case t.form == "url":
		if at != inItem {
			r.add("ref")
		}
	case t.form == "addr" || t.form == "ip":
		if w.in(2) {
			r.sample = `"::1"`
			r.add("format=ipv6")
		} else {
			r.add("format=ipv4")
		}
	case t.form == "level" && w.in(2):
		r.sample = `"WARN"`
		r.add("enum=WARN,ERROR")
	}
	r.rules = true
}

func (w *world) enumRules(r *ruling, t *typ) {
	if t.open || t.spell == "§time§.Month" || t.spell == "§time§.Weekday" {
		return
	}
	var list []string
	for _, c := range t.consts {
		if c.deprecated {
			continue
		}
		list = append(list, of(w.random, w.bare(c.json), c.name))
		if r.sample == "" {
			r.sample = c.json
		}
		if w.in(2) {
			break
		}
	}
	if len(list) > 0 && w.in(2) {
		r.add("enum=%s", strings.Join(list, ","))
	} else if w.in(4) {
		r.add("open")
		if r.sample = ""; !t.texts && !t.methods { // what text its methods read, they alone know
			r.sample = "1"
		}
	}
	r.rules = true
}
