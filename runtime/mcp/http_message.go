package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolgen/toolgen/runtime/provider"
)

// checked looks at the messages of a request before the SDK does. What is too large is left to the SDK, which reads no more of it
// either.
func (s *Server) checked(next http.Handler, o HTTPOptions) http.Handler {
	limit := o.MaxBody
	if limit < 0 || limit == math.MaxInt64 {
		limit = math.MaxInt64 - 1
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		body, all, err := readSome(r.Body, limit)
		if err == nil && all && len(bytes.TrimSpace(body)) > 0 {
			if fault := examineBody(body, o.MaxBatch); fault != nil {
				s.log.Warn("mcp: a request is not served", "reason", fault.Message)
				refuse(w, r, fault)
				return
			}
		}
		read := *r
		read.Body = rest{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		next.ServeHTTP(w, &read)
	})
}

// rest is a body of which a part has been read.
type rest struct {
	io.Reader
	io.Closer
}

// examineBody says what is wrong with the first message of a body that cannot be handed on.
func examineBody(body []byte, most int) *fault {
	if kindOf(body) != '[' || deeper(body, maxNesting+1) {
		_, fault := examine(body)
		return fault
	}
	var batch []json.RawMessage
	switch {
	case json.Unmarshal(body, &batch) != nil:
		return faultOf(jsonrpc.CodeParseError, nil, "the message is not one JSON value")
	case len(batch) == 0:
		return faultOf(jsonrpc.CodeInvalidRequest, nil, "the batch is empty")
	case len(batch) > most:
		return faultOf(jsonrpc.CodeInvalidRequest, nil, "the batch has "+strconv.Itoa(len(batch))+" messages, and at most "+strconv.Itoa(most)+" are taken")
	}
	for _, message := range batch {
		if _, fault := examine(message); fault != nil {
			return fault
		}
	}
	return nil
}

// refuse answers a request with a protocol error.
func refuse(w http.ResponseWriter, r *http.Request, f *fault) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if older := r.Header.Get("Mcp-Protocol-Version") < string(provider.MCP20260728); older && f.Code == jsonrpc.CodeInvalidParams && f.id != nil { // an answer like others, over which clients end no session
		w.WriteHeader(http.StatusOK)
	} else {
		w.WriteHeader(http.StatusBadRequest)
	}
	_, _ = w.Write(f.answer())
}

// fewSessions lets no more sessions begin than are kept. A request that names none begins one.
func (s *Server) fewSessions(next http.Handler, most int) http.Handler {
	var beginning atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Header.Get("Mcp-Session-Id") != "" {
			next.ServeHTTP(w, r)
			return
		}
		n := int(beginning.Add(1))
		begun := &firstWrite{ResponseWriter: w, then: sync.OnceFunc(func() { beginning.Add(-1) })}
		defer begun.then()
		for range s.sdk.Sessions() {
			n++
		}
		if n > most {
			s.log.Warn("mcp: there are as many sessions as HTTPOptions.MaxSessions", "sessions", most)
			w.Header().Set("Retry-After", "60")
			http.Error(w, "the server has as many sessions as it keeps", http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(begun, r)
	})
}

// firstWrite calls then when an answer begins: a session that has begun is among those of the SDK by then.
type firstWrite struct {
	http.ResponseWriter
	then func()
}

// WriteHeader implements http.ResponseWriter.
func (w *firstWrite) WriteHeader(status int) { w.then(); w.ResponseWriter.WriteHeader(status) }

// Write implements http.ResponseWriter.
func (w *firstWrite) Write(p []byte) (int, error) { w.then(); return w.ResponseWriter.Write(p) }

// Flush implements http.Flusher.
func (w *firstWrite) Flush() { w.then(); _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap is for http.ResponseController.
func (w *firstWrite) Unwrap() http.ResponseWriter { return w.ResponseWriter }
