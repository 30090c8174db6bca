package runtime_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// closing counts how often a reader is closed.
type closing struct {
	io.Reader
	closed int
	err    error
}

func (c *closing) Close() error { c.closed++; return c.err }

// O8: a reader is read to its end and closed.
func TestReadAll(t *testing.T) {
	ctx := context.Background()
	long := strings.Repeat("0123456789", 10_000)
	for name, r := range map[string]io.Reader{
		"at once": strings.NewReader(long), "byte by byte": iotest.OneByteReader(strings.NewReader(long)),
		"data with the end": iotest.DataErrReader(strings.NewReader(long)),
	} {
		data, err := runtime.ReadAll(ctx, r)
		require.NoError(t, err, name)
		require.Equal(t, long, string(data), name)
	}
	data, err := runtime.ReadAll(ctx, nil)
	require.NoError(t, err)
	require.Empty(t, data, "nil is empty")

	body := &closing{Reader: strings.NewReader("a")}
	data, err = runtime.ReadAll(ctx, body)
	require.NoError(t, err)
	require.Equal(t, "a", string(data))
	require.Equal(t, 1, body.closed)

	t.Run("the error of Close counts", func(t *testing.T) {
		wrong := errors.New("checksum")
		data, err := runtime.ReadAll(ctx, &closing{Reader: strings.NewReader("a"), err: wrong})
		require.ErrorIs(t, err, wrong)
		require.Equal(t, "a", string(data))
	})
	t.Run("an error keeps what came", func(t *testing.T) {
		wrong := errors.New("reset")
		body := &closing{Reader: io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(wrong)), err: errors.New("closed")}
		data, err := runtime.ReadAll(ctx, body)
		require.Equal(t, wrong, err)
		require.Equal(t, "abc", string(data))
		require.Equal(t, 1, body.closed)
	})
	t.Run("the cap", func(t *testing.T) {
		exact := strings.Repeat("a", runtime.MaxRead)
		data, err := runtime.ReadAll(ctx, strings.NewReader(exact))
		require.NoError(t, err)
		require.Len(t, data, runtime.MaxRead)

		body := &closing{Reader: strings.NewReader(exact + "bcd")}
		data, err = runtime.ReadAll(ctx, body)
		require.EqualError(t, err, "the result is too large: 4194305 bytes were read and there may be more, the limit is 4194304; ask for less")
		require.Equal(t, runtime.ClassResourceExhausted, runtime.Failed(ctx, err).Err.Class)
		require.Len(t, data, runtime.MaxRead)
		require.Equal(t, 1, body.closed)
	})
	t.Run("the context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(ctx)
		n := 0
		body := &closing{Reader: readerFunc(func(p []byte) (int, error) {
			if n++; n == 3 {
				cancel()
			}
			return copy(p, "x"), nil
		})}
		data, err := runtime.ReadAll(ctx, body)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, "xxx", string(data))
		require.Equal(t, 1, body.closed)
	})
	t.Run("a reader that never gives anything", func(t *testing.T) {
		_, err := runtime.ReadAll(ctx, readerFunc(func([]byte) (int, error) { return 0, nil }))
		require.ErrorIs(t, err, io.ErrNoProgress)
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// O9: the error wins, the count stands in the notes.
func TestStopped(t *testing.T) {
	got := runtime.Stopped(context.Background(), errors.New("lost"), 3)
	require.Equal(t, runtime.ClassFailed, got.Err.Class)
	require.Equal(t, "lost", got.Output())
	require.Equal(t, []runtime.Note{{Kind: "partial", Path: "result", Text: "3 items came before the error"}}, got.Notes)
	require.Equal(t, "1 item came before the error", runtime.Stopped(context.Background(), errors.New("lost"), 1).Notes[0].Text)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.Equal(t, runtime.ClassCanceled, runtime.Stopped(ctx, ctx.Err(), 0).Err.Class)
}

// O19: the error wins, and the value stays beside it.
func TestPartial(t *testing.T) {
	ctx := context.Background()
	lost := errors.New("lost the connection")
	require.Equal(t, runtime.Text("all"), runtime.Partial(ctx, runtime.Text("all"), nil))

	text := runtime.Partial(ctx, runtime.Text("half"), lost)
	require.True(t, text.IsError())
	require.Equal(t, "lost the connection\nhalf", text.Output())
	require.ErrorIs(t, text.Err, lost)
	require.Equal(t, "partial", text.Notes[0].Kind)

	value := runtime.Partial(ctx, runtime.JSON([]byte(`[1]`)), lost)
	require.Equal(t, "lost the connection\n[1]", value.Output())
	require.JSONEq(t, `[1]`, string(value.JSON))
	require.Equal(t, runtime.ClassFailed, value.Err.Class)

	image := runtime.Result{Parts: runtime.Parts(runtime.Image{Data: []byte(pngFile)})}
	require.Equal(t, image.Parts, runtime.Partial(ctx, image, lost).Parts)
	require.Equal(t, "lost the connection\n[image image/png, 12 bytes]", runtime.Partial(ctx, image, lost).Output())

	require.Equal(t, runtime.Failed(ctx, lost), runtime.Partial(ctx, runtime.Result{}, lost), "nothing is no value")
	broken := runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "result is NaN, which JSON cannot carry")}
	require.Equal(t, runtime.Failed(ctx, lost), runtime.Partial(ctx, broken, lost))
	require.Equal(t, broken, runtime.Partial(ctx, broken, nil))
}
