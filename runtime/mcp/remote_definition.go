package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

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
func nameOf(tool *jsonValue) (string, error) {
	name := tool.get("name").str()
	_, hidden := visible(name)
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
func mistyped(tool *jsonValue) error {
	hints := tool.get("annotations")
	for _, key := range []string{"title", "description"} {
		if v := tool.get(key); v != nil && !v.is('"') && !v.is('n') {
			return errors.New("its " + key + " is no text")
		}
	}
	switch {
	case hints == nil, hints.is('n'):
		return nil
	case !hints.is('{'):
		return errors.New("its annotations are no object")
	}
	if v := hints.get("title"); v != nil && !v.is('"') && !v.is('n') {
		return errors.New("the title of its annotations is no text")
	}
	for _, key := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		if v := hints.get(key); v != nil && !v.is('t') && !v.is('f') && !v.is('n') {
			return errors.New("its " + key + " is neither true nor false")
		}
	}
	return nil
}

// define makes a listed tool ready, or says why it cannot be taken.
func define(tool *jsonValue, name, local string, limits RemoteLimits) (*definition, error) {
	d := &definition{name: name, digest: digestOf(tool)}
	d.spec = runtime.Spec{
		Name:        local,
		Title:       oneLine(tool.get("title").str(), 200),
		Description: readable(tool.get("description").str(), limits.Description),
		Remote:      true,
	}
	if err := mistyped(tool); err != nil {
		return nil, err
	}
	input := tool.get("inputSchema")
	if input.get("type").str() != "object" {
		return nil, errors.New(`its inputSchema is not of type "object"`)
	}
	var err error
	if d.spec.Input, _, err = takenSchema(input, limits); err != nil {
		return nil, fmt.Errorf("its inputSchema %w", err)
	}
	if output := tool.get("outputSchema"); output != nil {
		if !output.is('{') {
			return nil, errors.New("its outputSchema is no object")
		}
		if d.spec.Output, d.heavy, err = takenSchema(output, limits); err != nil {
			return nil, fmt.Errorf("its outputSchema %w", err)
		}
		d.output = shapeOf(output)
	}
	hints := tool.get("annotations")
	if d.spec.Title == "" {
		d.spec.Title = oneLine(hints.get("title").str(), 200)
	}
	d.spec.ReadOnly = hints.get("readOnlyHint").is('t')
	d.spec.Additive = d.spec.ReadOnly || hints.get("destructiveHint").is('f')
	d.spec.Idempotent = hints.get("idempotentHint").is('t')
	d.spec.ClosedWorld = hints.get("openWorldHint").is('f')
	return d, nil
}

// digestOf is the fingerprint of a tool: of its name, title, description, schemas and annotations as the server sent them. The order
// of keys does not count, and neither does what the server adds to a listing besides (icons, _meta).
func digestOf(tool *jsonValue) string {
	shown := &jsonValue{kind: '{'}
	for _, key := range []string{"annotations", "description", "inputSchema", "name", "outputSchema", "title"} {
		if part := tool.get(key); part != nil {
			shown.set(key, part.sorted())
		}
	}
	sum := sha256.Sum256(shown.append(nil))
	return "sha256:" + hex.EncodeToString(sum[:])
}
