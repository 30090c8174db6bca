package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Pins are the digests of a server's tools as a host has accepted them, by the server's own names. A digest covers name, title,
// description, schemas and annotations as the server sent them: a tool that says anything else is another tool, whatever its name,
// and is held back until the host accepts it.
//
// A host that keeps the pins of a client in a file, and gives them to the next one, also notices what a server changes between two runs.
type Pins map[string]string

func (p Pins) clone() Pins {
	if p == nil {
		return Pins{}
	}
	return maps.Clone(p)
}

var pinLine = regexp.MustCompile(`^(sha256:[0-9a-f]{64})  (".*")$`)

// ReadPins reads what [Pins.WriteTo] wrote: a line for each tool, its digest, two blanks and its name in quotes. Empty lines and those
// that begin with # are skipped.
func ReadPins(r io.Reader) (Pins, error) {
	pins := Pins{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		parts := pinLine.FindStringSubmatch(line)
		if parts == nil {
			return nil, fmt.Errorf(`pins: line %d is not sha256:DIGEST  "NAME"`, n)
		}
		name, err := strconv.Unquote(parts[2])
		if _, twice := pins[name]; err != nil || twice {
			return nil, fmt.Errorf("pins: line %d has no name, or one that was there before", n)
		}
		pins[name] = parts[1]
	}
	return pins, lines.Err()
}

// WriteTo writes the pins, sorted by name, as ReadPins reads them.
func (p Pins) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p)) {
		fmt.Fprintf(&b, "%s  %q\n", p[name], name)
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// Pins returns the digests that count now: those that the Options had, those that were accepted since, and those of tools that were
// taken as they were seen first.
func (c *Tools) Pins() Pins {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pins.clone()
}

// Held returns the tools that wait for the host, sorted by name.
func (c *Tools) Held() []Change {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := []Change{}
	for _, d := range c.held {
		held = append(held, c.change(d))
	}
	slices.SortFunc(held, func(a, b Change) int { return strings.Compare(a.Name, b.Name) })
	return held
}

// Accept takes the tool of that name as it was shown: with that digest. It can be called from now on, is registered in all registries
// that follow, and is a new tool to those who have agreed to the old one: an approval of a call of that is good for nothing.
// Accept is an error where no such tool waits, as when the server has changed it once more.
func (c *Tools) Accept(ctx context.Context, name, digest string) error {
	if err := c.Enter(ctx); err != nil {
		return err
	}
	defer c.Leave()
	update, err := c.accept(name, digest)
	if err != nil {
		return err
	}
	update.Refused = c.follow()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.news = append(c.news, update)
	return nil
}

func (c *Tools) accept(name, digest string) (u Update, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range c.held {
		if d.spec.Name != name {
			continue
		}
		if d.digest != digest {
			return u, errors.New("remote: the tool " + name + " has changed once more; look at it again")
		}
		delete(c.held, d.name)
		c.take(d, &u)
		return u, nil
	}
	return u, errors.New("remote: no tool " + strconv.Quote(name) + " waits to be accepted")
}
