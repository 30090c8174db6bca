package runtime

import (
	"context"
	"io"
	"strconv"
)

// This file is for results that come bit by bit: readers (O8), sequences (O9), and what there was before an error (O19).

// MaxRead is how many bytes ReadAll takes from a reader: enough for a picture or a long text, and more than a model reads.
const MaxRead = 4 << 20

// ReadAll reads r to its end for a tool that returns an io.Reader (O8), and closes it if it can be closed; a nil reader is
// empty. It gives up with ClassResourceExhausted after [MaxRead] bytes, and with ctx's own error where that is over before
// r is: between two reads, because a read that waits cannot be interrupted. What was read until then is returned with the
// error.
func ReadAll(ctx context.Context, r io.Reader) (data []byte, err error) {
	if r == nil {
		return nil, nil
	}
	if closer, ok := r.(io.Closer); ok {
		defer func() {
			if failed := closer.Close(); err == nil {
				err = failed // such as a checksum that does not fit
			}
		}()
	}
	data = make([]byte, 0, 4<<10)
	for idle := 0; ; {
		if err := ctx.Err(); err != nil {
			return data, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):min(cap(data), MaxRead+1)])
		data = data[:len(data)+n]
		switch {
		case len(data) > MaxRead:
			return data[:MaxRead], NewError(ClassResourceExhausted, "the result is too large: "+strconv.Itoa(len(data))+
				" bytes were read and there may be more, the limit is "+strconv.Itoa(MaxRead)+"; ask for less")
		case err == io.EOF:
			return data, nil
		case err != nil:
			return data, err
		case n > 0:
			idle = 0
		case idle == 100:
			return data, io.ErrNoProgress
		default:
			idle++
		}
	}
}

// Stopped is the result of a tool whose sequence ended with err after n items: what [Failed] makes of err, and a note of
// the items, which are dropped (O9).
func Stopped(ctx context.Context, err error, n int) Result {
	r := Failed(ctx, err)
	r.Notes = append(r.Notes, Note{Kind: "partial", Path: "result", Text: counted(n, "item") + " came before the error"})
	return r
}

// Partial is the result of a tool that says keep-partial (O19): value where err is nil, else the failure that [Failed] makes
// of err, which keeps the value. The error comes first in the text that a model reads; JSON and Parts are those of value. A
// value that is an error itself is dropped, and so is one that is empty.
func Partial(ctx context.Context, value Result, err error) Result {
	if err == nil {
		return value
	}
	failed := Failed(ctx, err)
	if value.IsError() || value.Text == "" && value.JSON == nil && len(value.Parts) == 0 {
		return failed
	}
	text := failed.Err.Error()
	if kept := value.Output(); kept != "" {
		text += "\n" + kept
	}
	value.Text, value.Err = text, failed.Err
	value.Notes = append(value.Notes, Note{Kind: "partial", Path: "result", Text: "the value is what there was when the error came"})
	return value
}
