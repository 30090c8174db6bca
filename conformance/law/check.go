package law

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
