package natstools_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// request publishes a call as anybody can, and returns what comes back within a moment.
func request(t *testing.T, conn *nats.Conn, subject string, header nats.Header, reply, body string) []*nats.Msg {
	t.Helper()
	if reply == "" {
		reply = conn.NewRespInbox()
	}
	sub, err := conn.SubscribeSync(reply)
	require.NoError(t, err)
	defer func() { _ = sub.Unsubscribe() }()
	m := nats.NewMsg(subject)
	m.Header, m.Reply, m.Data = header, reply, []byte(body)
	require.NoError(t, conn.PublishMsg(m))
	var all []*nats.Msg
	for {
		m, err := sub.NextMsg(150 * time.Millisecond)
		if err != nil {
			return all
		}
		all = append(all, m)
	}
}

// resultOf is the class of the error in the last message, "" for a success, "none" where there was no answer.
func resultOf(t *testing.T, all []*nats.Msg) string {
	t.Helper()
	var results []string
	for _, m := range all {
		if m.Header.Get("Toolgen-Kind") == "result" {
			var r struct{ Error struct{ Class string } }
			require.NoError(t, json.Unmarshal(m.Data, &r))
			results = append(results, r.Error.Class)
		}
		if m.Header.Get("Toolgen-Kind") == "other" {
			results = append(results, "another tool")
		}
	}
	require.LessOrEqual(t, len(results), 1, "one answer")
	if len(results) == 0 {
		return "none"
	}
	return results[0]
}

const someID = "0123456789abcdefghij"

// Whatever a caller sends is answered, where there is anybody to answer, and runs the tool once at most.
func TestHostileCallers(t *testing.T) {
	t.Parallel()
	with := func(pairs ...string) nats.Header {
		h := nats.Header{"Toolgen-Call": {someID}}
		for i := 0; i < len(pairs); i += 2 {
			h[pairs[i]] = []string{pairs[i+1]}
		}
		return h
	}
	for _, row := range []struct {
		name   string
		header nats.Header
		body   string
		want   string
		runs   int32
	}{
		{"good", with(), `{}`, "", 1},
		{"no headers", nil, `{}`, "invalid_arguments", 0},
		{"no id", nats.Header{"Toolgen-Call": {""}}, `{}`, "invalid_arguments", 0},
		{"a short id", nats.Header{"Toolgen-Call": {"1"}}, `{}`, "invalid_arguments", 0},
		{"an endless id", nats.Header{"Toolgen-Call": {strings.Repeat("a", 10_000)}}, `{}`, "invalid_arguments", 0},
		{"an id of odd characters", nats.Header{"Toolgen-Call": {"0123456789abcdef\u202e>"}}, `{}`, "invalid_arguments", 0},
		{"no time", with("Toolgen-Timeout-Ms", "0"), `{}`, "invalid_arguments", 0},
		{"less than no time", with("Toolgen-Timeout-Ms", "-1"), `{}`, "invalid_arguments", 0},
		{"a time that is none", with("Toolgen-Timeout-Ms", "soon"), `{}`, "invalid_arguments", 0},
		{"a time beyond all times", with("Toolgen-Timeout-Ms", "99999999999999999999"), `{}`, "invalid_arguments", 0},
		{"a month", with("Toolgen-Timeout-Ms", "4294967296"), `{}`, "", 1},
		{"a ping a microsecond", with("Toolgen-Ping-Ms", "0.001"), `{}`, "invalid_arguments", 0},
		{"a ping a millisecond", with("Toolgen-Ping-Ms", "1"), `{}`, "", 1},
		{"another digest", with("Toolgen-Digest", "sha256:0"), `{}`, "another tool", 0},
		{"a name that is a program", with("Toolgen-Call-Name", "\x1b[2J"), `{}`, "", 1},
		{"arguments that are none", with(), `[]`, "invalid_arguments", 0},
		{"no arguments", with(), ``, "", 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := bus(t)
			var runs atomic.Int32
			serve(t, s, host(), does("act", func(_ context.Context, args []byte) runtime.Result {
				if len(args) > 0 && args[0] != '{' {
					return runtime.Result{Err: runtime.NewError(runtime.ClassInvalidArguments, "arguments: expected an object")}
				}
				runs.Add(1)
				return runtime.Done()
			}))
			require.Equal(t, row.want, resultOf(t, request(t, connect(t, s), "toolgen.desk.call.act", row.header, "", row.body)))
			require.Equal(t, row.runs, runs.Load())
		})
	}
}

// A call that comes twice runs once: the echo of the very message is silent, because its answer would be taken for the first one's, and
// another caller with the same id is refused.
func TestTwice(t *testing.T) {
	t.Parallel()
	s := bus(t)
	var runs atomic.Int32
	serve(t, s, host(), does("act", func(context.Context, []byte) runtime.Result {
		runs.Add(1)
		return runtime.Done()
	}))
	conn := connect(t, s)
	h := nats.Header{"Toolgen-Call": {someID}}
	require.Empty(t, resultOf(t, request(t, conn, "toolgen.desk.call.act", h, "_INBOX.one", "")))
	require.Equal(t, "none", resultOf(t, request(t, conn, "toolgen.desk.call.act", h, "_INBOX.one", "")))
	require.Equal(t, "failed", resultOf(t, request(t, conn, "toolgen.desk.call.act", h, "_INBOX.two", "")))
	require.EqualValues(t, 1, runs.Load())
}

// A caller that gives the address of something else as its own has nothing written there.
func TestForeignReply(t *testing.T) {
	t.Parallel()
	s := bus(t)
	var runs atomic.Int32
	serve(t, s, host(), does("act", func(context.Context, []byte) runtime.Result {
		runs.Add(1)
		return runtime.Done()
	}))
	conn := connect(t, s)
	for _, reply := range []string{"$KV.accounts.ann", "$JS.API.STREAM.PURGE.orders", "toolgen.desk.cancel", "toolgen.desk.call.act"} {
		require.Equal(t, "none", resultOf(t, request(t, conn, "toolgen.desk.call.act", nats.Header{"Toolgen-Call": {"id-of-a-call-" + strconv.Itoa(len(reply))}}, reply, "")), reply)
	}
	require.NoError(t, conn.Publish("toolgen.desk.call.act", nil))
	require.NoError(t, conn.Flush())
	require.Zero(t, runs.Load())
}
