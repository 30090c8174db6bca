package natstools

import (
	"crypto/rand"
	"regexp"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// This file is how calls travel.
//
//	SUBJECT.SERVICE.call.TOOL        a call: its arguments, and the headers below. One worker of the queue group gets it
//	SUBJECT.SERVICE.cancel           the id of a call that nobody waits for any more. Every worker gets it
//	SUBJECT.SERVICE.define.INSTANCE  the name of a tool, answered with its definition
//
// A call is answered on its reply subject: with an ack at once, with a ping every so often, with progress where it was asked for, and
// once with the result. A ping has a reply subject itself, so that NATS tells the worker when no caller is there any more; nobody answers it. Neither side takes a subject from the other, apart from the reply subject.

// The headers of a call.
const (
	headerCall     = "Toolgen-Call"       // its id, which nobody can guess: idPattern
	headerDigest   = "Toolgen-Digest"     // what the caller takes the tool for; a worker with another one refuses
	headerTimeout  = "Toolgen-Timeout-Ms" // how long the caller waits; none: nobody said
	headerPing     = "Toolgen-Ping-Ms"    // how often the caller wants to hear that the worker is alive
	headerProgress = "Toolgen-Progress"   // 1: the caller wants to be told of progress
	headerName     = "Toolgen-Call-Name"  // the caller's own name for the call, see runtime.Call.ID
)

// The header of an answer, and its values.
const (
	headerKind   = "Toolgen-Kind"
	kindAck      = "ack"      // the worker has the call; the body is its instance
	kindPing     = "ping"     // it still has
	kindProgress = "progress" // {"done","total","message"}
	kindResult   = "result"   // see encode
	kindOther    = "other"    // in place of a result: the worker has another tool of that name than the caller knows, and has not made the call
)

// The keys in the metadata of a service: the mark by which it is known as one of this package, whose value is the version of all
// that this file says, and what its subjects begin with.
const (
	serviceMark    = "toolgen"
	serviceVersion = "1"
	serviceSubject = "subject"
)

// The keys in the metadata of an endpoint.
const (
	metaDigest     = "digest"     // of the definition; an endpoint without one is no tool
	metaDefinition = "definition" // in the words of MCP; left out where the information would not fit into a message
)

// defaultSubject is what all subjects begin with where nobody says otherwise.
const defaultSubject = "toolgen"

var (
	idPattern      = regexp.MustCompile(`^[A-Za-z0-9_-]{16,64}$`)
	tokenPattern   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`) // a name of a service, of an instance or of a tool
	subjectPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){0,7}$`)
)

func callSubject(root, service, tool string) string {
	return root + "." + service + ".call." + tool
}

func cancelSubject(root, service string) string { return root + "." + service + ".cancel" }

func defineSubject(root, service, instance string) string {
	return root + "." + service + ".define." + instance
}

// newID returns an id that nobody can guess.
func newID() string { return rand.Text() }

// setMillis writes a duration into a header, one millisecond at the least.
func setMillis(h nats.Header, key string, d time.Duration) {
	h.Set(key, strconv.FormatInt(max(d.Milliseconds(), 1), 10))
}

// maxMillis is the longest time that a header can say: more than a month.
const maxMillis = 1 << 32

// millis reads a duration from a header: 0 where it is not there. ok is false where it is no such number.
func millis(h nats.Header, key string) (d time.Duration, ok bool) {
	text := h.Get(key)
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > maxMillis {
		return 0, false
	}
	return time.Duration(n) * time.Millisecond, true
}

// maxCallName is how long the caller's own name for a call may be. A longer one, or one that is not printable ASCII, is left out: it is for logs.
const maxCallName = 128

func callName(text string) string {
	if len(text) > maxCallName {
		return ""
	}
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return ""
		}
	}
	return text
}
