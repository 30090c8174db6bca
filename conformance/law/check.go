package law

// Holder returns a function that holds the subject to the law on one text of arguments, and returns nil where the law holds. It
// panics where the schemas of the tool do not compile. The function is not safe for concurrent use.
func Holder(s Subject) func(arguments []byte) *Disagreement {
	e := newEngine(s)
	return func(arguments []byte) *Disagreement {
		o := e.hold(arguments)
		if o.why == "" {
			return nil
		}
		arguments, o = e.shrink(arguments, o)
		return &Disagreement{Tool: s.Tool.Spec().Name, Arguments: string(arguments), Judge: o.judge, Decoder: o.decoder, Why: o.why}
	}
}

// Check makes n cases for a subject from the seed and compares the judges with the tool. It stops early after a few
// disagreements. It panics where the schemas of the tool do not compile. It keeps no state: several may run at once.
func Check(s Subject, seed uint64, n int) *Report {
	e := newEngine(s)
	r := &Report{Tool: s.Tool.Spec().Name, Seed: seed, Explained: map[X]int{}}
	for i := range n {
		arguments, made := e.arguments(newSource(seed, i))
		o := e.hold(arguments)
		if o.accepted {
			e.remember(made)
		}
		r.Cases++
		if o.valid {
			r.Valid++
		}
		if o.accepted {
			r.Accepted++
		}
		for _, x := range o.exceptions {
			r.Explained[x]++
		}
		if o.why == "" {
			continue
		}
		arguments, o = e.shrink(arguments, o)
		r.Disagreements = append(r.Disagreements, Disagreement{
			Tool: r.Tool, Seed: seed, Case: i, Arguments: string(arguments), Judge: o.judge, Decoder: o.decoder, Why: o.why,
		})
		if len(r.Disagreements) == maxDisagreements {
			break
		}
	}
	return r
}
