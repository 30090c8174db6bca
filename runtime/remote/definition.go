package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// definition is a tool as a server describes it, made ready.
type definition struct {
	name   string // the server's own
	spec   runtime.Spec
	digest string
	output *codec.Shape // nil for none
	heavy  int          // what output weighs, see weight
}

// maxRemoteName is how long a server's own name of a tool may be.
const maxRemoteName = 256

// nameOf returns the name that a listed tool has, or says why it cannot have it. A name that shows less than it says is refused,
// never mended.
func nameOf(tool *untrusted.Value) (string, error) {
	name := tool.Get("name").Str()
	_, hidden := untrusted.Visible(name)
	switch {
	case name == "":
		return "", errors.New("it has no name")
	case len(name) > maxRemoteName:
		return "", fmt.Errorf("its name has %d bytes, and at most %d are taken", len(name), maxRemoteName)
	case hidden:
		return "", errors.New("its name has characters that nobody sees")
	}
	return name, nil
}

// mistyped says which member of a listed tool is not of the type that the protocol gives it, nil for none. Hints and texts are not
// guessed at.
func mistyped(tool *untrusted.Value) error {
	hints := tool.Get("annotations")
	for _, key := range []string{"title", "description"} {
		if v := tool.Get(key); v != nil && !v.Is('"') && !v.Is('n') {
			return errors.New("its " + key + " is no text")
		}
	}
	switch {
	case hints == nil, hints.Is('n'):
		return nil
	case !hints.Is('{'):
		return errors.New("its annotations are no object")
	}
	if v := hints.Get("title"); v != nil && !v.Is('"') && !v.Is('n') {
		return errors.New("the title of its annotations is no text")
	}
	for _, key := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		if v := hints.Get(key); v != nil && !v.Is('t') && !v.Is('f') && !v.Is('n') {
			return errors.New("its " + key + " is neither true nor false")
		}
	}
	return nil
}

// define makes a listed tool ready, or says why it cannot be taken.
func define(tool *untrusted.Value, name, local string, limits Limits) (*definition, error) {
	d := &definition{name: name, digest: digestOf(tool)}
	d.spec = runtime.Spec{
		Name:        local,
		Title:       untrusted.OneLine(tool.Get("title").Str(), 200),
		Description: untrusted.Readable(tool.Get("description").Str(), limits.Description),
		Remote:      true,
	}
	if err := mistyped(tool); err != nil {
		return nil, err
	}
	input := tool.Get("inputSchema")
	if input.Get("type").Str() != "object" {
		return nil, errors.New(`its inputSchema is not of type "object"`)
	}
	var err error
	if d.spec.Input, _, err = untrusted.TakenSchema(input, limits.schema()); err != nil {
		return nil, fmt.Errorf("its inputSchema %w", err)
	}
	if output := tool.Get("outputSchema"); output != nil {
		if !output.Is('{') {
			return nil, errors.New("its outputSchema is no object")
		}
		if d.spec.Output, d.heavy, err = untrusted.TakenSchema(output, limits.schema()); err != nil {
			return nil, fmt.Errorf("its outputSchema %w", err)
		}
		d.output = untrusted.ShapeOf(output)
	}
	hints := tool.Get("annotations")
	if d.spec.Title == "" {
		d.spec.Title = untrusted.OneLine(hints.Get("title").Str(), 200)
	}
	d.spec.ReadOnly = hints.Get("readOnlyHint").Is('t')
	d.spec.Additive = d.spec.ReadOnly || hints.Get("destructiveHint").Is('f')
	d.spec.Idempotent = hints.Get("idempotentHint").Is('t')
	d.spec.ClosedWorld = hints.Get("openWorldHint").Is('f')
	return d, nil
}

// Digest is the fingerprint of a tool as JSON, as [Tools.List] takes it: of its name, title, description, schemas and annotations as the server sent them. The order
// of keys does not count, and neither does what the server adds to a listing besides (icons, _meta).
func Digest(tool []byte) (string, error) {
	v, err := untrusted.Parse(tool)
	if err != nil {
		return "", err
	}
	return digestOf(v), nil
}

func digestOf(tool *untrusted.Value) string {
	shown := &untrusted.Value{Kind: '{'}
	for _, key := range []string{"annotations", "description", "inputSchema", "name", "outputSchema", "title"} {
		if part := tool.Get(key); part != nil {
			shown.Set(key, part.Sorted())
		}
	}
	sum := sha256.Sum256(shown.Append(nil))
	return "sha256:" + hex.EncodeToString(sum[:])
}
