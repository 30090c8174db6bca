package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// DESIGN.md section 5: Text, else JSON as text, else the error's message; empty Text with a nil Err is a success.
func TestResult(t *testing.T) {
	failed := runtime.NewError(runtime.ClassFailed, "no")
	for _, row := range []struct {
		name   string
		result runtime.Result
		output string
		failed bool
	}{
		{"empty success", runtime.Result{}, "", false},
		{"text", runtime.Result{Text: "a", JSON: []byte("1")}, "a", false},
		{"json", runtime.Result{JSON: []byte("1")}, "1", false},
		{"error", runtime.Result{Err: failed}, "no", true},
		{"error beside text", runtime.Result{Text: "half", Err: failed}, "half", true},
		{"error without words", runtime.Result{Err: &runtime.Error{Class: runtime.ClassTimeout}}, "timeout", true},
		{"O1 done", runtime.Done(), "ok", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			require.Equal(t, row.output, row.result.Output())
			require.Equal(t, row.failed, row.result.IsError())
		})
	}
}

func TestText(t *testing.T) {
	require.Equal(t, runtime.Result{Text: "grüß <b>"}, runtime.Text("grüß <b>"), "O2: verbatim")
	require.Equal(t, runtime.Result{}, runtime.Text(""))

	got := runtime.Text("a\xffb\xc3\x28") // O17
	require.Equal(t, "a\uFFFDb\uFFFD(", got.Text)
	require.False(t, got.IsError(), "a result must not be lost")
	noted := runtime.JSON(codec.AppendString(nil, "a\xffb\xc3\x28")).Notes
	require.Len(t, noted, 1)
	require.Equal(t, noted[0].Kind, got.Notes[0].Kind, "the words of JSON results")
	require.Equal(t, "2 bytes not UTF-8, the first at offset 1", got.Notes[0].Text)
}

func TestJSON(t *testing.T) {
	b := []byte(`{"a":1}`)
	got := runtime.JSON(b)
	require.Equal(t, runtime.Result{JSON: b}, got)
	require.Same(t, &b[0], &got.JSON[0], "not copied")

	t.Run("O14", func(t *testing.T) {
		got := runtime.JSON(append(codec.AppendFloat64([]byte(`{"score":`), nan()), '}'))
		require.Nil(t, got.JSON)
		require.Equal(t, runtime.ClassFailed, got.Err.Class)
		require.Equal(t, "result.score is NaN, which JSON cannot carry", got.Err.Message)
		require.Error(t, errors.Unwrap(got.Err))
	})
	t.Run("O17", func(t *testing.T) {
		got := runtime.JSON(append(codec.AppendString([]byte(`{"name":`), "a\xffb"), '}'))
		require.False(t, got.IsError())
		require.Equal(t, `{"name":"a`+"\uFFFD"+`b"}`, string(got.JSON))
		require.Len(t, got.Notes, 1)
		require.Equal(t, "replaced_utf8", got.Notes[0].Kind)
	})
}

func nan() float64 { zero := 0.0; return zero / zero }

func TestInvalid(t *testing.T) {
	problems := &codec.Problems{List: []codec.Problem{
		{Path: "arguments", Message: `missing required "city"`},
		{Path: "items[2].price", Message: "expected whole number, got number 1.5"},
	}}
	got := runtime.Invalid(problems)
	require.True(t, got.IsError())
	require.Equal(t, runtime.ClassInvalidArguments, got.Err.Class)
	require.Equal(t, problems.List, got.Err.Problems)
	require.Equal(t, "arguments: missing required \"city\"\nitems[2].price: expected whole number, got number 1.5", got.Err.Message, "one a line")
	require.Equal(t, got.Err.Message, got.Output())
	require.False(t, got.Err.Transient)
	var found *codec.Problems
	require.ErrorAs(t, got.Err, &found)

	for name, err := range map[string]error{"nil": nil, "nil problems": (*codec.Problems)(nil)} {
		require.Equal(t, "the arguments are not valid", runtime.Invalid(err).Err.Message, name)
	}
	require.Equal(t, "a: b c", runtime.Invalid(errors.New("a: b\nc")).Err.Message)
}

func TestFailed(t *testing.T) {
	ctx := context.Background()
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	late, cancel := context.WithTimeout(ctx, -time.Second)
	defer cancel()
	cause := errors.New("tool budget spent")
	spent, cancel := context.WithTimeoutCause(ctx, -time.Second, cause)
	defer cancel()

	const over = "the time for this call is over; the tool did not finish"
	const gone = "the call was canceled before the tool finished"
	limit := runtime.NewError(runtime.ClassUnavailable, "the service is closed").AsTransient(time.Minute)
	for _, row := range []struct {
		name    string
		ctx     context.Context
		err     error
		class   runtime.Class
		message string
	}{
		{"plain", ctx, errors.New("no such city"), runtime.ClassFailed, "no such city"},
		{"one line", ctx, errors.Join(errors.New("first"), errors.New("second\r\n\tthird")), runtime.ClassFailed, "first second third"},
		{"blank ends", ctx, errors.New("\n exit status 1\n"), runtime.ClassFailed, "exit status 1"},
		{"controls", ctx, errors.New("a\x00b\x1b[31mc\u0085d\u2028e\x7ff"), runtime.ClassFailed, "a\uFFFDb\uFFFD[31mc d e\uFFFDf"},
		{"C07 invalid UTF-8", ctx, errors.New("caf\xe9 \xff"), runtime.ClassFailed, "caf\uFFFD \uFFFD"},
		{"U+FFFD itself", ctx, errors.New("a\uFFFDb"), runtime.ClassFailed, "a\uFFFDb"},
		{"no words", ctx, errors.New(" "), runtime.ClassFailed, "the tool failed and did not say why"},
		{"no error", ctx, nil, runtime.ClassFailed, "the tool failed and did not say why"},
		{"nil behind an interface", ctx, (*runtime.Error)(nil), runtime.ClassFailed, "internal"},

		{"own error", ctx, limit, runtime.ClassUnavailable, "the service is closed"},
		{"own error, wrapped", ctx, fmt.Errorf("save: %w", limit), runtime.ClassUnavailable, "the service is closed"},
		{"own error of several lines", ctx, runtime.NewError(runtime.ClassFailed, "a\nb\x00"), runtime.ClassFailed, "a\nb\uFFFD"},
		{"own error without words", ctx, runtime.NewError(runtime.ClassSkipped, ""), runtime.ClassSkipped, "skipped"},

		{"T08 caller gone", canceled, canceled.Err(), runtime.ClassCanceled, gone},
		{"T08 caller gone, wrapped", canceled, fmt.Errorf("get: %w", context.Canceled), runtime.ClassCanceled, gone},
		{"T08 time over", late, fmt.Errorf("get: %w", context.DeadlineExceeded), runtime.ClassTimeout, over},
		{"T08 time over, by its cause", spent, fmt.Errorf("get: %w", cause), runtime.ClassTimeout, over},
		{"end of ctx before an own error", late, limit.WithCause(context.DeadlineExceeded), runtime.ClassTimeout, over},
		{"another error after the end", late, errors.New("no such city"), runtime.ClassFailed, "no such city"},
		{"a deadline of the tool's own", ctx, fmt.Errorf("get: %w", context.DeadlineExceeded), runtime.ClassFailed, "get: context deadline exceeded"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := runtime.Failed(row.ctx, row.err)
			require.True(t, got.IsError())
			require.Equal(t, row.class, got.Err.Class)
			require.Equal(t, row.message, got.Err.Message)
			if row.err != nil {
				require.ErrorIs(t, got.Err, row.err, "for the host the error is all there")
			}
		})
	}

	t.Run("an error that cannot be read", func(t *testing.T) {
		got := runtime.Failed(ctx, (*fs.PathError)(nil))
		require.Equal(t, runtime.ClassInternal, got.Err.Class)
		require.Equal(t, "the tool failed with an error that cannot be read", got.Err.Message)
		require.NotEmpty(t, errors.Unwrap(got.Err).Error())
	})
	t.Run("an own error stays what it is", func(t *testing.T) {
		require.Same(t, limit, runtime.Failed(ctx, limit).Err)
		wrapped := runtime.Failed(ctx, fmt.Errorf("save: %w", limit)).Err
		require.True(t, wrapped.Transient)
		require.Equal(t, time.Minute, wrapped.RetryAfter)
		require.NoError(t, errors.Unwrap(limit), "shared errors are not written to")
	})
}

// C07: the text is bounded and valid UTF-8 whatever the error says, and cut between runes.
func TestFailedIsBounded(t *testing.T) {
	const most = 4096
	for _, text := range []string{
		strings.Repeat("x", most-1), strings.Repeat("x", most), strings.Repeat("x", most+1), strings.Repeat("x", 5<<20),
		strings.Repeat("é", most), "x" + strings.Repeat("é", most), strings.Repeat("\xff", most), strings.Repeat("世界", most),
		strings.Repeat("x", most-2) + "世", strings.Repeat("\x00", most/3), strings.Repeat("a\n", 5000),
	} {
		got := runtime.Failed(context.Background(), errors.New(text)).Err.Message
		require.LessOrEqual(t, len(got), most)
		require.True(t, utf8.ValidString(got))
		if whole := strings.ToValidUTF8(text, "\uFFFD"); len(text) <= most && utf8.ValidString(text) && !strings.ContainsAny(text, "\x00\n") {
			require.Equal(t, whole, got, "what fits is not cut")
		}
		if len(text) > most {
			require.True(t, strings.HasSuffix(got, "…"), "a cut is marked")
			require.Greater(t, len(got), most-2*len("…"), "and not made too early")
		}
	}
}

func FuzzFailed(f *testing.F) {
	for _, seed := range []string{"", "a\nb", "\xff\xfe", "\u2028", strings.Repeat("é", 3000), "a\r\n\r\nb"} {
		f.Add(seed)
	}
	// Law: the message is one line of valid UTF-8 without control characters, has at most 4 KiB, is never empty, and text
	// that has these properties already is its own message.
	f.Fuzz(func(t *testing.T, text string) {
		got := runtime.Failed(context.Background(), errors.New(text)).Err.Message
		require.True(t, utf8.ValidString(got))
		require.NotEmpty(t, got)
		require.LessOrEqual(t, len(got), 4096)
		for _, r := range got {
			require.False(t, r < 0x20 || 0x7F <= r && r < 0xA0 || r == 0x2028 || r == 0x2029, "%q", got)
		}
		require.Equal(t, got, runtime.Failed(context.Background(), errors.New(got)).Err.Message)
	})
}

func TestError(t *testing.T) {
	base := runtime.NewError(runtime.ClassUnavailable, "closed")
	cause := errors.New("dial tcp: refused")
	with := base.WithCause(cause).AsTransient(-1)
	require.ErrorIs(t, with, cause)
	require.True(t, with.Transient)
	require.Zero(t, with.RetryAfter)
	require.Equal(t, "closed", with.Error(), "the cause is not for the model")
	require.NoError(t, errors.Unwrap(base), "copies, never changes")
	require.False(t, base.Transient)

	var none *runtime.Error
	require.NoError(t, errors.Unwrap(none))
	require.Equal(t, "internal", none.Error())
}
