package otel

import (
	"context"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/toolgen/toolgen/runtime"
)

// scope is the name of the instrumentation.
const scope = "github.com/toolgen/toolgen/runtime/otel"

// Options say where spans and metrics go, and how much is in them. The zero Options are the global providers and no content.
type Options struct {
	Tracer trace.TracerProvider // nil: otel.GetTracerProvider
	Meter  metric.MeterProvider // nil: otel.GetMeterProvider

	// Content is how many bytes of the arguments, of the result and of an error's message stand in a span, each; zero or less: none
	// of them do. They are what users and models say. The secrets of tools (runtime.Spec.Secrets) are hidden in them in any case.
	Content int
}

// New returns an Observer that makes a span of every call, also of those that are refused, and measures it. The error is that of
// the meter provider. Attributes:
//
//	span execute_tool NAME, kind INTERNAL     histogram gen_ai.execute_tool.duration, in seconds
//	gen_ai.operation.name     execute_tool    the same
//	gen_ai.tool.name          NAME            the same, for tools that are registered
//	gen_ai.tool.type          function
//	gen_ai.tool.call.id       where the caller gave one
//	gen_ai.tool.description   what models read of it
//	gen_ai.agent.name         of the principal, where an agent calls
//	error.type                the class of the error, such as timeout; none on success. The same
//	gen_ai.tool.call.arguments, gen_ai.tool.call.result    with Options.Content
//
// A tool that the caller may not see is recorded by its name, with error.type unknown_tool, which is what the caller reads. A name that
// no tool has is whatever a model wrote: it stands in the span's attribute, at most 64 bytes of it, and not in the span's name nor in the metric. Spans
// that a tool makes are below that of its call.
func New(o Options) (runtime.Observer, error) {
	if o.Tracer == nil {
		o.Tracer = otel.GetTracerProvider()
	}
	if o.Meter == nil {
		o.Meter = otel.GetMeterProvider()
	}
	duration, err := o.Meter.Meter(scope).Float64Histogram("gen_ai.execute_tool.duration",
		metric.WithUnit("s"),
		metric.WithDescription("How long a call of a tool took, with all that stands around it."),
		metric.WithExplicitBucketBoundaries(.01, .02, .04, .08, .16, .32, .64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92))
	if err != nil {
		return nil, err
	}
	return &observer{tracer: o.Tracer.Tracer(scope), duration: duration, content: o.Content}, nil
}

type observer struct {
	tracer   trace.Tracer
	duration metric.Float64Histogram
	content  int
}

// Attributes of the conventions. They are spelt here because the conventions are in development, and a package of constants is made
// for each of their versions.
const (
	operation   = attribute.Key("gen_ai.operation.name")
	toolName    = attribute.Key("gen_ai.tool.name")
	toolType    = attribute.Key("gen_ai.tool.type")
	toolCall    = attribute.Key("gen_ai.tool.call.id")
	description = attribute.Key("gen_ai.tool.description")
	agentName   = attribute.Key("gen_ai.agent.name")
	errorType   = attribute.Key("error.type")
	arguments   = attribute.Key("gen_ai.tool.call.arguments")
	result      = attribute.Key("gen_ai.tool.call.result")
)

const executeTool = "execute_tool"

// Begin begins the span. Its name is known here alone, where nobody knows yet whether there is such a tool: End takes it back.
func (o *observer) Begin(ctx context.Context, name string, _ []byte) context.Context {
	name = begin(name, 64)
	call := runtime.CallFrom(ctx)
	about := []attribute.KeyValue{operation.String(executeTool), toolName.String(name), toolType.String("function")}
	if call.ID != "" {
		about = append(about, toolCall.String(begin(call.ID, 256)))
	}
	if call.Principal.Agent != "" {
		about = append(about, agentName.String(begin(call.Principal.Agent, 256)))
	}
	ctx, span := o.tracer.Start(ctx, executeTool+" "+name, trace.WithSpanKind(trace.SpanKindInternal), trace.WithAttributes(about...))
	return context.WithValue(ctx, o, span) // another observer may begin a span of its own below
}

// End ends the span and measures the call.
func (o *observer) End(ctx context.Context, outcome *runtime.Outcome) {
	measured := []attribute.KeyValue{operation.String(executeTool)}
	if outcome.Call.Tool != nil {
		measured = append(measured, toolName.String(begin(outcome.Name, 64)))
	}
	if err := outcome.Result.Err; err != nil {
		measured = append(measured, errorType.String(begin(string(err.Class), 64)))
	}
	o.duration.Record(ctx, outcome.Elapsed.Seconds(), metric.WithAttributes(measured...))
	if span, ok := ctx.Value(o).(trace.Span); ok {
		if span.IsRecording() {
			o.describe(span, outcome)
		}
		span.End(trace.WithTimestamp(outcome.Began.Add(outcome.Elapsed)))
	}
}

// describe says in the span what became of the call.
func (o *observer) describe(span trace.Span, outcome *runtime.Outcome) {
	if tool := outcome.Call.Tool; tool == nil {
		span.SetName(executeTool)
	} else if tool.Description != "" {
		span.SetAttributes(description.String(begin(tool.Description, 4<<10)))
	}
	if err := outcome.Result.Err; err != nil {
		span.SetAttributes(errorType.String(begin(string(err.Class), 64)))
		message := ""
		if o.content > 0 { // it may say what came
			message = begin(err.Error(), o.content)
		}
		span.SetStatus(codes.Error, message)
	}
	if o.content > 0 && outcome.Call.Tool != nil {
		args := string(outcome.Call.Args)
		if args == "" {
			args = "{}"
		}
		span.SetAttributes(arguments.String(begin(args, o.content)))
		if outcome.Result.Err == nil {
			span.SetAttributes(result.String(begin(outcome.Result.Output(), o.content)))
		}
	}
}

// begin is the beginning of a text that is longer than n bytes, as UTF-8: exporters refuse whatever is not.
func begin(text string, n int) string {
	if len(text) > n {
		const ellipsis = "…"
		n = max(n-len(ellipsis), 0)
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		text = text[:n] + ellipsis
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

var _ runtime.Observer = (*observer)(nil)
