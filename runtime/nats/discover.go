package natstools

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Found is a service of tools that is there.
type Found struct {
	Service   string
	Versions  []string // of its instances, sorted, each once
	Instances int
	Tools     []string // the service's own names of what its instances offer together, sorted
}

// Discover returns the services of tools that answer under a subject ("": toolgen), sorted by name, none where there is none. It waits
// for the first to answer, at most as long as wait says (zero: 2 seconds), and then until no more come for a moment. What it
// returns is what the services say, and nothing to trust: it is for a person, or a host that knows which names it wants, to choose from.
func Discover(ctx context.Context, conn *nats.Conn, subject string, wait time.Duration) ([]Found, error) {
	if subject == "" {
		subject = defaultSubject
	}
	if wait <= 0 {
		wait = defaultWait
	}
	if !subjectPattern.MatchString(subject) {
		return nil, errors.New("natstools.Discover: the subject is not one to eight tokens of letters, digits, _ and - with dots between")
	}
	instances, err := inquire(ctx, conn, subject, "", wait)
	if err != nil && (ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded)) {
		return nil, err
	}
	byName := map[string]*Found{}
	for _, i := range instances {
		f := byName[i.service]
		if f == nil {
			f = &Found{Service: i.service}
			byName[i.service] = f
		}
		f.Instances++
		f.Versions = append(f.Versions, i.version)
		for name := range i.tools {
			f.Tools = append(f.Tools, name)
		}
	}
	all := []Found{}
	for _, f := range byName {
		slices.Sort(f.Versions)
		slices.Sort(f.Tools)
		f.Versions, f.Tools = slices.Compact(f.Versions), slices.Compact(f.Tools)
		if len(f.Tools) > 0 {
			all = append(all, *f)
		}
	}
	slices.SortFunc(all, func(a, b Found) int { return strings.Compare(a.Service, b.Service) })
	return all, nil
}
