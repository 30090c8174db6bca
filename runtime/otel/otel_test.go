package otel_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/otel"
	"github.com/toolgen/toolgen/runtime/provider"
)

// world is a registry that is observed, and what OpenTelemetry has of it.
type world struct {
	*runtime.Registry
	spans  *tracetest.InMemoryExporter
	reader *metric.ManualReader
}

func observed(t *testing.T, content int, options ...runtime.Option) *world {
	t.Helper()
	w := &world{spans: tracetest.NewInMemoryExporter(), reader: metric.NewManualReader()}
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSyncer(w.spans))
	o, err := otel.New(otel.Options{Tracer: tracer, Meter: metric.NewMeterProvider(metric.WithReader(w.reader)), Content: content})
	require.NoError(t, err)
	w.Registry = runtime.NewRegistry(append(options, runtime.Observe(o))...)
	require.NoError(t, w.Register(runtime.Set{
		runtime.Func(runtime.Spec{Name: "forecast", Description: "Says tomorrow's weather."}, func(ctx context.Context, _ []byte) runtime.Result {
			_, span := trace.SpanFromContext(ctx).TracerProvider().Tracer("tool").Start(ctx, "inside")
			span.End()
			return runtime.Result{JSON: []byte(`{"sky":"clear"}`)}
		}),
		runtime.Func(runtime.Spec{Name: "login", Secrets: []string{"password"}}, func(ctx context.Context, args []byte) runtime.Result {
			if strings.Contains(string(args), "fail") {
				return runtime.Failed(ctx, errors.New("refused: "+string(args)))
			}
			return runtime.Text("welcome, " + string(args))
		}),
		runtime.Func(runtime.Spec{Name: "panics"}, func(context.Context, []byte) runtime.Result { panic("hunter22") }),
		runtime.Func(runtime.Spec{Name: "exits"}, func(context.Context, []byte) runtime.Result { goruntime.Goexit(); return runtime.Done() }),
		runtime.Func(runtime.Spec{Name: "hidden", Access: runtime.Admin}, func(context.Context, []byte) runtime.Result { return runtime.Done() }),
	}))
	return w
}

// attributes are those of a span or a point of a metric, as text.
func attributes(list []attribute.KeyValue) map[string]string {
	all := map[string]string{}
	for _, kv := range list {
		all[string(kv.Key)] = kv.Value.String()
	}
	return all
}

// The table of attributes (2.8), with content and without.
func TestSpans(t *testing.T) {
	hides := runtime.Authorize(runtime.AuthorizerFunc(func(_ context.Context, _ runtime.Principal, tool *runtime.Spec) error {
		if tool.Access == runtime.Admin {
			return errors.New("no")
		}
		return nil
	}))
	for name, row := range map[string]struct {
		content int
		call    runtime.Call
		tool    string
		args    string
		span    string
		want    map[string]string // besides operation, name and type
		status  codes.Code
		says    string
	}{
		"success":            {0, runtime.Call{ID: "c7", Principal: runtime.Principal{Agent: "bot"}}, "forecast", `{"city":"Oslo"}`, "execute_tool forecast", map[string]string{"gen_ai.tool.call.id": "c7", "gen_ai.agent.name": "bot", "gen_ai.tool.description": "Says tomorrow's weather."}, codes.Unset, ""},
		"with content":       {100, runtime.Call{}, "forecast", `{"city":"Oslo"}`, "execute_tool forecast", map[string]string{"gen_ai.tool.description": "Says tomorrow's weather.", "gen_ai.tool.call.arguments": `{"city":"Oslo"}`, "gen_ai.tool.call.result": `{"sky":"clear"}`}, codes.Unset, ""},
		"no arguments":       {100, runtime.Call{}, "forecast", "", "execute_tool forecast", map[string]string{"gen_ai.tool.description": "Says tomorrow's weather.", "gen_ai.tool.call.arguments": `{}`, "gen_ai.tool.call.result": `{"sky":"clear"}`}, codes.Unset, ""},
		"content is cut":     {9, runtime.Call{}, "forecast", `{"city":"Oslo"}`, "execute_tool forecast", map[string]string{"gen_ai.tool.description": "Says tomorrow's weather.", "gen_ai.tool.call.arguments": `{"city…`, "gen_ai.tool.call.result": `{"sky"…`}, codes.Unset, ""},
		"failed":             {0, runtime.Call{}, "login", `{"user":"fail"}`, "execute_tool login", map[string]string{"error.type": "failed"}, codes.Error, ""},
		"failed, content":    {100, runtime.Call{}, "login", `{"user":"fail"}`, "execute_tool login", map[string]string{"error.type": "failed", "gen_ai.tool.call.arguments": `{"user":"fail"}`}, codes.Error, `refused: {"user":"fail"}`},
		"a panic":            {100, runtime.Call{}, "panics", ``, "execute_tool panics", map[string]string{"error.type": "internal", "gen_ai.tool.call.arguments": `{}`}, codes.Error, "internal error in tool panics"},
		"hidden":             {0, runtime.Call{}, "hidden", ``, "execute_tool hidden", map[string]string{"error.type": "unknown_tool"}, codes.Error, ""},
		"unknown":            {100, runtime.Call{}, "nothing", `{"x":1}`, "execute_tool", map[string]string{"error.type": "unknown_tool"}, codes.Error, `unknown tool "nothing"`},
		"what a model wrote": {0, runtime.Call{ID: "\xff"}, "a\xff" + strings.Repeat("é", 200), ``, "execute_tool", map[string]string{"error.type": "unknown_tool", "gen_ai.tool.call.id": "\uFFFD"}, codes.Error, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := observed(t, row.content, hides)
			w.Call(runtime.WithCall(t.Context(), row.call), row.tool, []byte(row.args))
			spans := w.spans.GetSpans()
			s := spans[len(spans)-1] // a parent ends behind what is inside
			require.Equal(t, row.span, s.Name)
			require.Equal(t, trace.SpanKindInternal, s.SpanKind)
			require.Equal(t, row.status, s.Status.Code)
			require.Equal(t, row.says, s.Status.Description)
			got := attributes(s.Attributes)
			require.Equal(t, "execute_tool", got["gen_ai.operation.name"])
			require.Equal(t, "function", got["gen_ai.tool.type"])
			if utf8.ValidString(row.tool) {
				require.Equal(t, row.tool, got["gen_ai.tool.name"])
			}
			require.LessOrEqual(t, len(got["gen_ai.tool.name"]), 64+len("\uFFFD"))
			for _, value := range got {
				require.True(t, utf8.ValidString(value))
			}
			delete(got, "gen_ai.operation.name")
			delete(got, "gen_ai.tool.type")
			delete(got, "gen_ai.tool.name")
			require.Equal(t, row.want, got)
		})
	}
}

// The keys are those of the conventions, whose package of constants is not linked into programs.
func TestKeysAreTheConventions(t *testing.T) {
	w := observed(t, 100)
	w.Call(runtime.WithCall(t.Context(), runtime.Call{ID: "c", Principal: runtime.Principal{Agent: "a"}}), "forecast", nil)
	w.Call(t.Context(), "nothing", nil)
	known := map[attribute.Key]bool{}
	for _, key := range []attribute.Key{semconv.GenAIOperationNameKey, semconv.GenAIToolNameKey, semconv.GenAIToolTypeKey, semconv.GenAIToolCallIDKey,
		semconv.GenAIToolDescriptionKey, semconv.GenAIAgentNameKey, semconv.ErrorTypeKey, semconv.GenAIToolCallArgumentsKey, semconv.GenAIToolCallResultKey} {
		known[key] = false
	}
	for _, s := range w.spans.GetSpans() {
		for _, kv := range s.Attributes {
			require.Contains(t, known, kv.Key)
			known[kv.Key] = true
		}
	}
	for key, seen := range known {
		require.True(t, seen, key)
	}
	require.Equal(t, semconv.GenAIOperationNameExecuteTool.Value.AsString(), "execute_tool")
}

// A span of the tool's own is below that of its call, and that one below what the caller has; every span ends, whatever the tool does.
func TestSpansNest(t *testing.T) {
	w := observed(t, 0)
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSyncer(w.spans))
	ctx, outer := tracer.Tracer("host").Start(t.Context(), "request")
	w.Call(ctx, "forecast", nil)
	over := make(chan struct{})
	go func() {
		defer close(over)
		w.Call(ctx, "exits", nil)
	}()
	<-over
	outer.End()
	spans := map[string]tracetest.SpanStub{}
	for _, s := range w.spans.GetSpans() {
		spans[s.Name] = s
		require.False(t, s.EndTime.IsZero())
	}
	require.Len(t, spans, 4)
	require.Equal(t, spans["request"].SpanContext.SpanID(), spans["execute_tool forecast"].Parent.SpanID())
	require.Equal(t, spans["execute_tool forecast"].SpanContext.SpanID(), spans["inside"].Parent.SpanID())
	require.Equal(t, "internal", attributes(spans["execute_tool exits"].Attributes)["error.type"])
}

// The calls of a sub-agent are below the call that handed the work on, each by the name of its agent.
func TestSpansOfSubAgents(t *testing.T) {
	w := observed(t, 0)
	var team *agent.Team
	require.NoError(t, w.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "delegate"}, func(ctx context.Context, _ []byte) runtime.Result {
		text, err := team.Delegate(ctx, agent.Task{Agent: "scout", Text: "look"})
		return runtime.Partial(ctx, runtime.Text(text), err)
	})}))
	calls := func(name string) agent.Model { // which calls that tool once
		return agent.ModelFunc(func(_ context.Context, conversation []agent.Message, _ []provider.Definition) (agent.Turn, error) {
			if len(conversation) > 1 {
				return agent.Turn{Text: "done"}, nil
			}
			return agent.Turn{Calls: []provider.Call{{ID: "c", Name: name}}}, nil
		})
	}
	scout, err := agent.New(agent.Config{Name: "scout", Registry: w.Registry, Model: calls("forecast")})
	require.NoError(t, err)
	team, err = agent.NewTeam(scout)
	require.NoError(t, err)
	boss, err := agent.New(agent.Config{Name: "boss", Registry: w.Registry, Model: calls("delegate")})
	require.NoError(t, err)
	require.NoError(t, boss.Run(t.Context(), "go").Err)
	spans := map[string]tracetest.SpanStub{}
	for _, s := range w.spans.GetSpans() {
		spans[s.Name] = s
	}
	require.Equal(t, spans["execute_tool delegate"].SpanContext.SpanID(), spans["execute_tool forecast"].Parent.SpanID())
	require.Equal(t, "boss", attributes(spans["execute_tool delegate"].Attributes)["gen_ai.agent.name"])
	require.Equal(t, "scout", attributes(spans["execute_tool forecast"].Attributes)["gen_ai.agent.name"])
}

// Two observers, and one between them that begins a span and ends none: each ends its own.
func TestSpansOfSeveralObservers(t *testing.T) {
	exporter := tracetest.NewInMemoryExporter()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter))
	one, err := otel.New(otel.Options{Tracer: tracer})
	require.NoError(t, err)
	two, err := otel.New(otel.Options{Tracer: tracer})
	require.NoError(t, err)
	reg := runtime.NewRegistry(runtime.Observe(one, beginner{tracer}, two))
	reg.Call(t.Context(), "nothing", nil)
	spans := exporter.GetSpans()
	require.Len(t, spans, 2)
	require.NotEqual(t, spans[0].SpanContext.SpanID(), spans[1].SpanContext.SpanID())
}

type beginner struct{ trace.TracerProvider }

func (b beginner) Begin(ctx context.Context, _ string, _ []byte) context.Context {
	ctx, _ = b.Tracer("x").Start(ctx, "other")
	return ctx
}
func (beginner) End(context.Context, *runtime.Outcome) {}

// The metric has one series for each tool and class, and none for what models make up.
func TestDuration(t *testing.T) {
	w := observed(t, 0)
	for range 3 {
		w.Call(t.Context(), "forecast", nil)
	}
	w.Call(t.Context(), "panics", nil)
	for i := range 5 {
		w.Call(t.Context(), "made up "+string(rune('a'+i)), nil)
	}
	var data metricdata.ResourceMetrics
	require.NoError(t, w.reader.Collect(t.Context(), &data))
	require.Len(t, data.ScopeMetrics, 1)
	m := data.ScopeMetrics[0].Metrics[0]
	require.Equal(t, "gen_ai.execute_tool.duration", m.Name)
	require.Equal(t, "s", m.Unit)
	got := map[string]uint64{}
	for _, point := range m.Data.(metricdata.Histogram[float64]).DataPoints {
		all := attributes(point.Attributes.ToSlice())
		require.Equal(t, "execute_tool", all["gen_ai.operation.name"])
		got[all["gen_ai.tool.name"]+" "+all["error.type"]] += point.Count
		require.Len(t, point.Bounds, 14)
		require.Less(t, point.Sum, time.Minute.Seconds())
	}
	require.Equal(t, map[string]uint64{"forecast ": 3, "panics internal": 1, " unknown_tool": 5}, got)
}

// Secrets appear nowhere, not even with content.
func TestSecretsAreHidden(t *testing.T) {
	w := observed(t, 10_000)
	w.Call(t.Context(), "login", []byte(`{"user":"ann","password":"hunter22"}`))
	w.Call(t.Context(), "login", []byte(`{"user":"fail","password":"hunter22"}`))
	w.Call(t.Context(), "panics", nil)
	require.Len(t, w.spans.GetSpans(), 3)
	for _, s := range w.spans.GetSpans() {
		for key, value := range attributes(s.Attributes) {
			require.NotContains(t, value, "hunter22", key)
		}
		require.NotContains(t, s.Status.Description, "hunter22")
		require.Empty(t, s.Events, "nothing but attributes")
	}
	require.Equal(t, `welcome, {"user":"ann","password":"[redacted]"}`, attributes(w.spans.GetSpans()[0].Attributes)["gen_ai.tool.call.result"])
}

// Without providers it is the global ones, which by themselves do nothing.
func TestGlobalProviders(t *testing.T) {
	o, err := otel.New(otel.Options{})
	require.NoError(t, err)
	reg := runtime.NewRegistry(runtime.Observe(o))
	require.Equal(t, runtime.ClassUnknownTool, reg.Call(t.Context(), "nothing", nil).Err.Class)
}
