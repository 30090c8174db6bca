package runtime

// Guard returns r where it has an authorizer, else a view of r in which a decides: the same tools, those of later too, with
// the same middleware and observers. It is for adapters to the outside, because a registry without [Authorize] serves its own
// process and allows everything. It panics if a is nil.
func (r *Registry) Guard(a Authorizer) *Registry {
	if len(r.judges) > 0 {
		return r
	}
	view := &Registry{config: r.config, chain: r.chain, of: r}
	if r.of != nil {
		view.of = r.of
	}
	Authorize(a)(&view.config)
	return view
}
