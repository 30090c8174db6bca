package natstools

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/remote"
)

// This file is how a service is found: by asking all of its instances what they are, and making one list of what they say.

// How many instances are heard, and which part of the time it must be quiet before it is believed that all have answered. It is
// longer where the first one has taken long.
const (
	maxInstances = 512
	quietPart    = 8
)

// instance is what one instance says of itself.
type instance struct {
	service, id, version string
	tools                map[string]claim // by the names of its endpoints
	refused              []Refusal
}

// claim is what an instance says of one tool.
type claim struct {
	digest     string
	definition string // "": it has to be asked for
}

// inquire asks the instances of a service what they are; of all services where service is "".
func inquire(ctx context.Context, conn *nats.Conn, root, service string, most time.Duration) ([]*instance, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	answers, err := conn.SubscribeSync(conn.NewRespInbox())
	if err != nil {
		return nil, err
	}
	defer answers.Unsubscribe() //nolint:errcheck // it ends with the connection otherwise
	if err := answers.SetPendingLimits(maxInstances, 64<<20); err != nil {
		return nil, err
	}
	subject := "$SRV.INFO"
	if service != "" {
		subject += "." + service
	}
	if err := conn.PublishRequest(subject, answers.Subject, nil); err != nil {
		return nil, err
	}
	var all []*instance
	known := map[string]bool{}
	began, pause := time.Now(), most
	for heard := 0; heard < maxInstances; heard++ {
		m, err := nextWithin(ctx, answers, pause)
		if heard == 0 {
			pause = max(most/quietPart, 2*time.Since(began))
		}
		switch {
		case errors.Is(err, nats.ErrNoResponders):
			return nil, nil
		case err != nil && heard > 0 && errors.Is(err, context.DeadlineExceeded):
			return all, nil
		case err != nil:
			return nil, err
		}
		i, err := readInfo(m.Data, root)
		if err == nil && (service == "" || i.service == service) && !known[i.id] {
			known[i.id] = true
			all = append(all, i)
		}
	}
	return all, nil
}

// nextWithin waits for one more answer.
func nextWithin(ctx context.Context, answers *nats.Subscription, most time.Duration) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	return answers.NextMsgWithContext(ctx)
}

// errNoTools says that a service is not of this package, or not of this subject.
var errNoTools = errors.New("it is no service of tools")

// readInfo reads what an instance says of itself. Its endpoints must be where those of a service of that name are: nothing is ever sent to
// a subject because somebody says so.
func readInfo(body []byte, root string) (*instance, error) {
	v, err := untrusted.Parse(body)
	if err != nil {
		return nil, err
	}
	i := &instance{service: v.Get("name").Str(), id: v.Get("id").Str(), version: untrusted.OneLine(v.Get("version").Str(), 50), tools: map[string]claim{}}
	mark := v.Get("metadata")
	if mark.Get(serviceMark).Str() != serviceVersion || mark.Get(serviceSubject).Str() != root || !tokenPattern.MatchString(i.service) || !tokenPattern.MatchString(i.id) {
		return nil, errNoTools
	}
	endpoints := v.Get("endpoints")
	if !endpoints.Is('[') {
		return i, nil
	}
	for _, e := range endpoints.Parts {
		name, meta := e.Get("name").Str(), e.Get("metadata")
		c := claim{meta.Get(metaDigest).Str(), meta.Get(metaDefinition).Str()}
		switch {
		case c.digest == "":
			continue // it is something else
		case !tokenPattern.MatchString(name):
			i.refuse(name, "it has a name that no tool has")
		case e.Get("subject").Str() != callSubject(root, i.service, name):
			i.refuse(name, "it is not at its own subject, "+callSubject(root, i.service, name))
		default:
			i.tools[name] = c
		}
	}
	return i, nil
}

func (i *instance) refuse(name, reason string) {
	i.refused = append(i.refused, Refusal{Name: untrusted.OneLine(name, 100), Reason: "instance " + i.id + ": " + reason})
}

// list asks for the tools of the service.
func (c *Client) list(ctx context.Context) ([]remote.Listed, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*c.remote.Wait)
	defer cancel()
	instances, err := inquire(ctx, c.conn, c.remote.Subject, c.remote.Service, c.remote.Wait)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("no instance of it answers within %v", c.remote.Wait)
	case err == nil && len(instances) == 0:
		err = runtime.NewError(runtime.ClassUnavailable, "no instance of it is there").AsTransient(0).AsNotStarted()
	}
	if err != nil {
		return nil, err
	}
	return c.merge(ctx, instances)
}

// merge makes one list of what the instances say. Instances are taken by their ids, so that the same ones come to the same list.
func (c *Client) merge(ctx context.Context, instances []*instance) ([]remote.Listed, error) {
	slices.SortFunc(instances, func(a, b *instance) int { return strings.Compare(a.id, b.id) })
	said := map[string]map[string][]*instance{} // by tool and digest
	for _, i := range instances {
		for name, claim := range i.tools {
			if said[name] == nil {
				said[name] = map[string][]*instance{}
			}
			said[name][claim.digest] = append(said[name][claim.digest], i)
		}
	}
	if most := c.tools.Limits().Tools; len(said) > most {
		return nil, fmt.Errorf("it has %d tools, and at most %d are taken", len(said), most)
	}
	seen := map[string][]byte{}
	var list []remote.Listed
	for _, name := range slices.Sorted(maps.Keys(said)) {
		list = append(list, c.listed(ctx, name, said[name], seen))
	}
	for _, i := range instances {
		for _, refused := range i.refused {
			list = append(list, unfit(refused.Name, refused.Reason))
		}
	}
	c.seen = seen
	return list, nil
}

// listed is a tool of which the instances say what stands under their digests.
func (c *Client) listed(ctx context.Context, name string, said map[string][]*instance, seen map[string][]byte) remote.Listed {
	if len(said) > 1 {
		var who []string
		for _, digest := range slices.Sorted(maps.Keys(said)) {
			who = append(who, said[digest][0].id)
		}
		return unfit(name, "the instances "+strings.Join(who[:min(len(who), 5)], " and ")+" of the service say different things of it")
	}
	for digest, instances := range said {
		definition, err := c.definition(ctx, name, digest, instances[0])
		if err != nil {
			return unfit(name, "instance "+instances[0].id+": "+err.Error())
		}
		seen[digest] = definition
		return remote.Listed{JSON: definition}
	}
	return unfit(name, "nobody says what it is")
}

// unfit is a tool that cannot be taken, whatever it is.
func unfit(name, reason string) remote.Listed {
	return remote.Listed{JSON: append(codec.AppendString([]byte(`{"name":`), untrusted.OneLine(name, 100)), '}'), Unfit: reason}
}

// definition is what an instance says of a tool: in its information, or when it is asked. It must be what the digest is of, and of that name.
func (c *Client) definition(ctx context.Context, name, digest string, i *instance) ([]byte, error) {
	if known, ok := c.seen[digest]; ok {
		return known, c.named(known, name)
	}
	definition := []byte(i.tools[name].definition)
	if len(definition) == 0 {
		ctx, cancel := context.WithTimeout(ctx, c.remote.Wait/quietPart) // one that is silent does not take the time of all
		defer cancel()
		m, err := c.conn.RequestWithContext(ctx, defineSubject(c.remote.Subject, c.remote.Service, i.id), []byte(name))
		if err != nil {
			return nil, errors.New("it does not say what the tool is")
		}
		definition = m.Data
	}
	is, err := remote.Digest(definition)
	switch {
	case err != nil:
		return nil, fmt.Errorf("what it says of the tool cannot be read: %w", err)
	case is != digest:
		return nil, errors.New("what it says of the tool is not what its digest says")
	}
	return definition, c.named(definition, name)
}

// named reports whether a definition is of the tool of that name.
func (c *Client) named(definition []byte, name string) error {
	if v, err := untrusted.Parse(definition); err != nil || v.Get("name").Str() != name {
		return errors.New("what it says of the tool is of another name")
	}
	return nil
}

func counted(bytes int) string { return strconv.Itoa(bytes) + " bytes" }
