package code

import "encoding/json"

// maxPage is how many bytes of JSON a page has, apart from the notes and unless it is one thing that has more.
const maxPage = 64 << 10

// page is a page of what was found.
func (a *answer) page(offset, most int) Analysis {
	p := pager{skip: offset, most: most}
	out := Analysis{
		Total:      len(a.Findings) + len(a.Complexity) + len(a.Symbols) + len(a.Imports),
		Findings:   take(&p, a.Findings),
		Complexity: take(&p, a.Complexity),
		Symbols:    take(&p, a.Symbols),
		Imports:    take(&p, a.Imports),
	}
	if next := offset + p.taken; next < out.Total {
		out.Next = &next
	}
	return out
}

type pager struct {
	skip  int // things before the page
	most  int // things on it
	taken int
	bytes int
	full  bool
}

// take takes what of a list belongs to the page.
func take[T any](p *pager, list []T) []T {
	n := min(p.skip, len(list))
	p.skip -= n
	list = list[n:]
	for i := range list {
		data, _ := json.Marshal(list[i])
		p.bytes += len(data) + 1
		if p.full = p.full || p.taken == p.most || p.taken > 0 && p.bytes > maxPage; p.full {
			return list[:i]
		}
		p.taken++
	}
	return list
}
