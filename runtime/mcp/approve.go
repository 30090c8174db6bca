package mcp

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/unseen"
	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/provider"
)

// This file is how a person approves a call: the server answers with a question, the client shows it and makes the call again
// with the answer.
//
// The client could answer by itself, so this is the consent of whoever runs the client, and nothing else: it lets a call go on
// that the policy allows when somebody agrees, and raises no level. The answer counts for the very call that was asked about,
// because the client must bring back a state that the server has signed: the tool as it was shown, canonical arguments, caller and
// time. It counts once.

// approvalTime is how long an approval is good.
const approvalTime = 5 * time.Minute

// approveID names the question among those of a call.
const approveID = "approve"

// approvals asks for approvals and takes them back.
type approvals struct {
	secret []byte
	spend  func(ctx context.Context, id string, until time.Time) (bool, error)
	most   int // bytes of arguments that a person is shown
}

// waits returns what a call of spec waits for, nil where that is no approval of the call itself: where a tool calls others, to make
// it again would do again what it has done already.
func waits(spec *runtime.Spec, why *runtime.Error) *runtime.Needed {
	var needed *runtime.Needed
	if !errors.As(why, &needed) || needed.Cause != nil || needed.Request.Tool != spec.Name {
		return nil
	}
	return needed
}

// ask returns the question for a person, where the client can ask; both results are nil where it cannot. A person who says yes has
// been shown all that the yes is for: where that is too much, the call is refused.
func (a *approvals) ask(req *sdk.CallToolRequest, caller runtime.Principal, spec *runtime.Spec, needed *runtime.Needed) (*sdk.CallToolResult, *runtime.Error) {
	if !canAsk(req) {
		return nil, nil
	}
	args, err := codec.Canonical(req.Params.Arguments)
	if err != nil || string(args) != string(needed.Request.Args) {
		return nil, nil
	}
	shown := plainly(string(runtime.RedactArgs(spec, args)))
	if len(shown) > a.most {
		return nil, runtime.NewError(runtime.ClassApprovalRequired, "a person must approve this call of "+spec.Name+" first, and must see all of its arguments: they take "+
			strconv.Itoa(len(shown))+" bytes, and at most "+strconv.Itoa(a.most)+" can be shown; it was not made; send less in one call").AsNotStarted()
	}
	return &sdk.CallToolResult{
		InputRequests: sdk.InputRequestMap{approveID: &sdk.ElicitParams{
			Mode: "form", Message: question(spec, needed.Request.Reason, shown), RequestedSchema: json.RawMessage(
				`{"type":"object","properties":{"approve":{"type":"boolean","title":"Approve","description":"whether the call may be made"}},"required":["approve"]}`),
		}},
		RequestState: a.seal(spec, args, caller, time.Now().Add(approvalTime)),
	}, nil
}

// canAsk reports whether the client can show a form. One that says neither form nor url means forms, as once there was nothing
// else. A client of the old handshake that asked for a revision of the future would be sent what it was never told of: the SDK
// goes by what it asked for.
func canAsk(req *sdk.CallToolRequest) bool {
	if !isModern(req.Params) && req.ProtocolVersion() >= string(provider.MCP20260728) {
		return false
	}
	c := req.ClientCapabilities()
	return c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// defaultShown is how many bytes of arguments a person is shown where the host does not say.
const defaultShown = 4 << 10

// question is what a person reads.
func question(spec *runtime.Spec, reason, args string) string {
	text := "May " + plainly(spec.Name) + " be called?"
	if reason != "" {
		text += " Asked because: " + plainly(reason) + "."
	}
	return text + "\nArguments: " + args
}

// plainly is text for a person to decide by: what nobody sees, or what changes the order of what is seen, stands as JSON escapes it.
// Joiners and blanks of other widths do too, whatever honest work they do, because here they could tell two texts apart that look
// the same.
func plainly(text string) string {
	b := make([]byte, 0, len(text))
	for _, r := range text {
		if unicode.IsPrint(r) && !unseen.Is(r) {
			b = utf8.AppendRune(b, r)
		} else {
			b = untrusted.AppendEscape(b, r)
		}
	}
	return string(b)
}

// redeem returns the approval that a call brings along, none where it brings none. One that was used already, that came too late or
// that is a no is refused. A state that is not of this call is nothing, but whoever sends it is not asked again: stray is for the
// call that turns out to need an approval.
func (a *approvals) redeem(ctx context.Context, params *sdk.CallToolParamsRaw, caller runtime.Principal, spec *runtime.Spec) (approved []*runtime.Approval, stray, refusal *runtime.Error) {
	if params.RequestState == "" || params.InputResponses[approveID] == nil {
		return nil, nil, nil
	}
	args, err := codec.Canonical(params.Arguments)
	if err != nil {
		return nil, nil, runtime.Invalid(err).Err
	}
	id, until, ok := a.open(params.RequestState, spec, args, caller)
	if !ok {
		return nil, rejected("the approval is not for this call of " + params.Name + " with these arguments by this caller"), nil
	}
	approved, refusal = a.use(ctx, id, until, params, runtime.ApprovalRequest{Tool: spec.Name, Spec: spec, Args: args, Principal: caller})
	return approved, nil, refusal
}

// use returns the approval of a state that is of this call.
func (a *approvals) use(ctx context.Context, id string, until time.Time, params *sdk.CallToolParamsRaw, request runtime.ApprovalRequest) ([]*runtime.Approval, *runtime.Error) {
	if !time.Now().Before(until) {
		return nil, rejected("the approval of this call of " + params.Name + " came too late")
	}
	first, err := a.spend(ctx, id, until)
	switch {
	case err != nil:
		return nil, rejected("whether the approval of this call of " + params.Name + " was used already is not known").WithCause(err)
	case !first:
		return nil, rejected("the approval of this call of " + params.Name + " was used already")
	}
	answer, ok := params.InputResponses[approveID].(*sdk.ElicitResult)
	if !ok || answer.Action != "accept" || answer.Content["approve"] != true {
		return nil, rejected("the call of " + params.Name + " was not approved")
	}
	return []*runtime.Approval{request.Approve("MCP elicitation", until)}, nil
}

func rejected(why string) *runtime.Error {
	return runtime.NewError(runtime.ClassApprovalRejected, why+"; it was not made")
}

// A state is the time until which it is good, in Unix nanoseconds, 16 random bytes, and the signature of both and of the call.
const (
	stateTime = 8
	stateID   = 16
	stateHead = stateTime + stateID
	stateSize = stateHead + sha256.Size
)

// seal signs a call.
func (a *approvals) seal(tool *runtime.Spec, args []byte, caller runtime.Principal, until time.Time) string {
	state := binary.BigEndian.AppendUint64(make([]byte, 0, stateSize), uint64(until.UnixNano()))
	state = state[:stateHead]
	rand.Read(state[stateTime:])
	return base64.RawURLEncoding.EncodeToString(a.sign(state, tool, args, caller))
}

// open returns what seal put into a state, if it is one of this call.
func (a *approvals) open(state string, tool *runtime.Spec, args []byte, caller runtime.Principal) (id string, until time.Time, ok bool) {
	if len(state) != base64.RawURLEncoding.EncodedLen(stateSize) { // line breaks, which the decoder skips, are no part of it
		return "", time.Time{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(state)
	if err != nil || len(raw) != stateSize {
		return "", time.Time{}, false
	}
	head := raw[:stateHead:stateHead]
	if !hmac.Equal(raw, a.sign(head, tool, args, caller)) {
		return "", time.Time{}, false
	}
	return string(head[stateTime:]), time.Unix(0, int64(binary.BigEndian.Uint64(head))), true
}

// sign appends the signature to the head of a state. Every part is signed with its length before it, so that none can be taken
// for another.
func (a *approvals) sign(head []byte, tool *runtime.Spec, args []byte, caller runtime.Principal) []byte {
	mac := hmac.New(sha256.New, a.secret)
	part(mac, "toolgen mcp approval")
	part(mac, string(head))
	part(mac, string(tool.Identity()))
	part(mac, string(args))
	for p := &caller; p != nil; p = p.Parent {
		mac.Write([]byte{1, byte(p.Role)})
		part(mac, p.RoleName)
		part(mac, p.ID)
		part(mac, p.Agent)
		scopes := slices.Compact(slices.Sorted(slices.Values(p.Scopes)))
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(scopes))))
		for _, scope := range scopes {
			part(mac, scope)
		}
	}
	return mac.Sum(head)
}

func part(h hash.Hash, text string) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
	h.Write([]byte(text))
}

// spent remembers which approvals were used, for as long as they are good. It is as large as approvals are given in that time,
// because nothing comes in that was not signed.
type spent struct {
	mu   sync.Mutex
	used map[string]time.Time
}

func (s *spent) first(_ context.Context, id string, until time.Time) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for old, end := range s.used {
		if !now.Before(end) {
			delete(s.used, old)
		}
	}
	if _, again := s.used[id]; again {
		return false, nil
	}
	if s.used == nil {
		s.used = map[string]time.Time{}
	}
	s.used[id] = until
	return true, nil
}
