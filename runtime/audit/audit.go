// Package audit records every call of a registry, the denied ones too, as one line through log/slog.
//
// It is an observer of the registry; it gets each call with its outcome, and writes who called what when, what was decided and
// what came of it. It stands outside the core of the runtime, because log/slog brings reflection along:
//
//	reg := runtime.NewRegistry(runtime.Observe(audit.To(slog.New(slog.NewJSONHandler(file, nil)))))
package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Attributes of a record. The message is always "tool call", and the time of a record is when the call began. What does not apply
// is left out.
const (
	KeyCall      = "call"      // the ID of the call, as the host set it
	KeyTool      = "tool"      // the name as the caller spelt it
	KeyPrincipal = "principal" // who called; KeyRole, KeyAgent and KeyFor belong to it
	KeyRole      = "role"
	KeyAgent     = "agent"
	KeyFor       = "for"         // on whose behalf the principal acts, the nearest first
	KeyDecision  = "decision"    // allowed, hidden (answered like an unknown tool), refused, or unknown for no such tool
	KeyRule      = "rule"        // why it was hidden or refused, in the words of the policy
	KeyApprover  = "approver"    // who agreed
	KeyHash      = "args_sha256" // of the arguments in canonical form, secrets hidden
	KeyArgs      = "args"        // where asked for, see Args
	KeyAttempts  = "attempts"    // how often the tool was tried
	KeyClass     = "class"       // of the error; "ok" for none
	KeyDuration  = "duration"
	KeyIn        = "bytes_in"  // of the arguments as they are shown to observers
	KeyOut       = "bytes_out" // of text, JSON and parts
)

// maxText is how many bytes of a text that is not our own a record has at most.
const maxText = 256

// To returns an observer that writes one record for each call to log: at level Info, at Warn for what was hidden, refused or
// unknown, and at Error for internal errors. It panics if log is nil.
//
// The record comes when the call is over; a failure to write it is the handler's to report. Texts of callers are cut at 256 bytes
// and their control characters escaped, whatever the handler does.
func To(log *slog.Logger, options ...Option) runtime.Observer {
	if log == nil {
		panic("audit.To: the logger is nil")
	}
	a := &auditor{log: log}
	for _, option := range options {
		option(a)
	}
	return a
}

// Option is an option of [To].
type Option func(*auditor)

// Args adds the arguments to each record, with secrets hidden and control characters escaped: at most limit bytes of them. Zero and
// less mean none, as without it: arguments are what people say and store, and an audit outlives both. Those of a call of a name that
// does not exist are left out, because nobody knows which of them are secret: it may be a tool's name that was misspelt.
func Args(limit int) Option { return func(a *auditor) { a.args = limit } }

type auditor struct {
	log  *slog.Logger
	args int
}

// Begin implements [runtime.Observer].
func (a *auditor) Begin(ctx context.Context, _ string, _ []byte) context.Context { return ctx }

// End implements [runtime.Observer].
func (a *auditor) End(ctx context.Context, o *runtime.Outcome) {
	decision, rule, level := judge(o)
	handler := a.log.Handler()
	if !handler.Enabled(ctx, level) {
		return
	}
	record := slog.NewRecord(o.Began, level, "tool call", 0)
	text := func(key, value string) {
		if value != "" {
			record.AddAttrs(slog.String(key, clean(value, maxText)))
		}
	}
	call := &o.Call
	text(KeyCall, call.ID)
	record.AddAttrs(slog.String(KeyTool, clean(o.Name, maxText)))
	text(KeyPrincipal, call.Principal.ID)
	text(KeyRole, role(call.Principal))
	text(KeyAgent, call.Principal.Agent)
	text(KeyFor, behind(call.Principal))
	record.AddAttrs(slog.String(KeyDecision, decision))
	text(KeyRule, rule)
	text(KeyApprover, o.Approver)
	record.AddAttrs(slog.String(KeyHash, hash(call.Args)))
	if a.args > 0 && call.Tool != nil {
		record.AddAttrs(slog.String(KeyArgs, clean(string(call.Args), a.args)))
	}
	record.AddAttrs(
		slog.Int(KeyAttempts, o.Attempts),
		slog.String(KeyClass, class(o.Result)),
		slog.Duration(KeyDuration, o.Elapsed),
		slog.Int(KeyIn, len(call.Args)),
		slog.Int(KeyOut, size(o.Result)),
	)
	_ = handler.Handle(ctx, record) // as slog.Logger does: there is nobody to tell
}

// judge says what was decided about a call, why, and how loud that is.
func judge(o *runtime.Outcome) (decision, rule string, level slog.Level) {
	level = slog.LevelInfo
	switch {
	case o.Call.Tool == nil:
		decision, level = "unknown", slog.LevelWarn
	case o.Denied != nil:
		decision, rule, level = "hidden", o.Denied.Error(), slog.LevelWarn
	case o.Attempts == 0:
		decision, level = "refused", slog.LevelWarn
		if err := o.Result.Err; err != nil {
			rule = err.Error()
			if cause := err.Unwrap(); cause != nil {
				rule = cause.Error()
			}
		}
	default:
		decision = "allowed"
	}
	if err := o.Result.Err; err != nil && err.Class == runtime.ClassInternal {
		level = slog.LevelError
	}
	return decision, rule, level
}

// role is the level of a principal, and the host's name for it.
func role(p runtime.Principal) string {
	if p.RoleName == "" {
		return p.Role.String()
	}
	return p.RoleName + " (" + p.Role.String() + ")"
}

// behind names the principals on whose behalf p acts.
func behind(p runtime.Principal) string {
	if !p.Ends() {
		return "a line without an end"
	}
	var names []string
	for p := p.Parent; p != nil; p = p.Parent {
		name := p.ID
		if p.Agent != "" {
			name += "/" + p.Agent
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func class(r runtime.Result) string {
	if r.Err == nil {
		return "ok"
	}
	return string(r.Err.Class)
}

func size(r runtime.Result) int {
	n := len(r.Text) + len(r.JSON)
	for _, part := range r.Parts {
		n += len(part.Text) + len(part.Data)
	}
	return n
}

// hash is that of the canonical form, so that white space and escapes make no other call of it; of the bytes themselves where they
// are no arguments.
func hash(args []byte) string {
	if canonical, err := codec.Canonical(args); err == nil {
		args = canonical
	}
	sum := sha256.Sum256(args)
	return hex.EncodeToString(sum[:])
}

// clean makes a text fit for one line of a log: at most n bytes of it and an ellipsis, and an escape for each character that could
// move, end or reorder the line, or that is no character at all.
func clean(s string, n int) string {
	var b strings.Builder
	for i, r := range s {
		if i >= n {
			b.WriteString("…")
			break
		}
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			b.WriteString(`\x` + hex.EncodeToString([]byte{s[i]}))
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029':
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
