package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/sandbox/internal/wire"
)

// What a plug-in may describe, so that what it says fits where it is shown.
const (
	maxTools       = 256
	maxDescription = 10_000
	maxSchema      = 256 << 10
)

// Load compiles a plug-in (see package plugin), asks it for its tools and returns them, ready to be registered. The limits are those of
// [Compile]; each call of a tool is a run of its own within them.
//
// A plug-in's word about itself is not trusted: its tools are [runtime.Spec.Remote], so that a policy allows none that it does not name,
// and their results are checked for what every result must be. A plug-in that describes a tool wrongly, or none, is refused as a whole.
func Load(ctx context.Context, wasm []byte, limits Limits, opts ...Option) (runtime.Set, error) {
	m, err := Compile(ctx, wasm, limits, opts...)
	if err != nil {
		return nil, err
	}
	set, err := m.tools(ctx)
	if err != nil {
		_ = m.Close()
		return nil, err
	}
	return set, nil
}

// tools asks the plug-in what it has.
func (m *Module) tools(ctx context.Context) (runtime.Set, error) {
	o, err := m.Run(ctx, []string{wire.Describe}, nil)
	if err != nil {
		return nil, err
	}
	if !o.Ok() {
		return nil, errors.New("sandbox: the plug-in did not describe itself: " + o.Text())
	}
	var d wire.Description
	if err := strictly(o.Stdout, &d); err != nil || d.Plugin == 0 {
		return nil, fmt.Errorf("sandbox: this is no plug-in that was made with package plugin: %w", cmp.Or(err, errors.New("it says nothing of toolgenPlugin")))
	}
	if d.Plugin != wire.Version {
		return nil, fmt.Errorf("sandbox: the plug-in speaks version %d, this program version %d: build it with the same toolgen", d.Plugin, wire.Version)
	}
	if len(d.Tools) == 0 || len(d.Tools) > maxTools {
		return nil, fmt.Errorf("sandbox: the plug-in has %d tools; 1 to %d are taken", len(d.Tools), maxTools)
	}
	var set runtime.Set
	for i := range d.Tools {
		spec, err := taken(&d.Tools[i])
		if err != nil {
			return nil, fmt.Errorf("sandbox: tool %d of the plug-in: %w", i+1, err)
		}
		spec.Limits = runtime.Limits{Timeout: max(m.limits.Wall, 0), Memory: max(m.limits.Memory, 0), Output: max(m.limits.Output, 0)}
		set = append(set, &wasmTool{module: m, spec: spec})
	}
	// The names, each and together, as every registry will see them.
	if err := new(runtime.Registry).Register(set); err != nil {
		return nil, fmt.Errorf("sandbox: the tools of the plug-in: %w", err)
	}
	return set, nil
}

// taken is what a host takes of a description.
func taken(w *wire.Spec) (runtime.Spec, error) {
	s := runtime.Spec{
		Name: w.Name, Title: w.Title, Description: w.Description, Input: w.Input, Output: w.Output, Category: runtime.Category(w.Category),
		Permissions: w.Permissions, ReadOnly: w.ReadOnly, Additive: w.Additive || w.ReadOnly, Idempotent: w.Idempotent, ClosedWorld: w.ClosedWorld,
		Remote: true, Hidden: w.Hidden, Deprecated: w.Deprecated, Strict: w.Strict, Examples: w.Examples, Limitations: w.Limitations, Secrets: w.Secrets,
	}
	if w.Access != "" {
		level, known := runtime.ParseAccess(w.Access)
		if !known {
			return s, fmt.Errorf("no such level of access: %.40q", w.Access)
		}
		s.Access = level
	}
	if text := s.Title + s.Description + strings.Join(s.Limitations, ""); len(text) > maxDescription {
		return s, fmt.Errorf("it is described in %d bytes; at most %d are taken", len(text), maxDescription)
	}
	for name, schema := range map[string]string{"input": s.Input, "output": s.Output} {
		if schema == "" {
			continue
		}
		if len(schema) > maxSchema {
			return s, fmt.Errorf("its %s schema has %d bytes; at most %d are taken", name, len(schema), maxSchema)
		}
		var object map[string]json.RawMessage
		if err := json.Unmarshal([]byte(schema), &object); err != nil || object == nil {
			return s, fmt.Errorf("its %s schema is no JSON object", name)
		}
		if name == "input" && string(object["type"]) != `"object"` {
			return s, errors.New(`its input schema is not of type "object"`)
		}
	}
	return s, nil
}

// wasmTool is one tool of a plug-in.
type wasmTool struct {
	module *Module
	spec   runtime.Spec
}

func (t *wasmTool) Spec() *runtime.Spec { return &t.spec }

func (t *wasmTool) Execute(ctx context.Context, args []byte) runtime.Result {
	o, err := t.module.Run(ctx, []string{wire.Call, t.spec.Name}, args)
	if err != nil {
		return runtime.Failed(ctx, err)
	}
	fail := func(class runtime.Class, message string) runtime.Result {
		return runtime.Result{Err: runtime.NewError(class, message).WithCause(errors.New(o.Text()))}
	}
	switch {
	case o.Stopped == Wall:
		return fail(runtime.ClassTimeout, "the time for this call is over; the tool was stopped")
	case o.Stopped == Output:
		return fail(runtime.ClassResourceExhausted, "the tool was stopped because its result is too large; ask for less")
	case o.ExitCode != 0 && bytes.Contains(o.Stderr, []byte("out of memory")):
		return fail(runtime.ClassResourceExhausted, "the tool was stopped because it needs more memory than it has; ask for less")
	case o.ExitCode != 0:
		return fail(runtime.ClassInternal, fmt.Sprintf("the tool broke off with exit code %d", o.ExitCode))
	}
	var w wire.Result
	if err := strictly(o.Stdout, &w); err != nil {
		return fail(runtime.ClassInternal, "the tool's answer is not valid")
	}
	result, err := t.accept(&w)
	if err != nil {
		return fail(runtime.ClassInternal, "the tool's answer is not valid: "+err.Error())
	}
	return result
}

// classes are those that a plug-in may give its errors.
var classes = []runtime.Class{
	runtime.ClassInvalidArguments, runtime.ClassUnavailable, runtime.ClassResourceExhausted, runtime.ClassFailed, runtime.ClassInternal,
	runtime.ClassTimeout, runtime.ClassCanceled,
}

// accept makes a result of what a plug-in says. What only a host can know, such as that a caller may not do a thing, or that nothing was
// done, is not the plug-in's to say.
func (t *wasmTool) accept(w *wire.Result) (runtime.Result, error) {
	r := runtime.Result{Text: strings.ToValidUTF8(w.Text, string(utf8.RuneError)), JSON: w.JSON, Notes: w.Notes, Parts: w.Parts}
	if e := w.Err; e != nil {
		own := runtime.NewError(runtime.ClassFailed, strings.ToValidUTF8(e.Message, string(utf8.RuneError)))
		if slices.Contains(classes, e.Class) {
			own.Class = e.Class
		}
		own.Problems = e.Problems
		if e.Transient {
			own = own.AsTransient(e.RetryAfter)
		}
		r.Err = own
	}
	switch {
	case r.JSON != nil && (!json.Valid(r.JSON) || !utf8.Valid(r.JSON)):
		return r, errors.New("its value is no JSON")
	case r.Err == nil && r.JSON == nil && t.spec.Output != "":
		return r, errors.New("it has no value, and an output schema that promises one")
	}
	for _, part := range r.Parts {
		switch part.Kind {
		case runtime.ImagePart, runtime.AudioPart, runtime.ResourcePart:
		default:
			return r, errors.New("it has a part of an unknown kind")
		}
	}
	return r, nil
}

// strictly decodes one JSON value and nothing behind it.
func strictly(text []byte, into any) error {
	if !utf8.Valid(text) {
		return errors.New("it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("there is something behind its answer; tools write to standard error, not to standard output")
	}
	return nil
}
