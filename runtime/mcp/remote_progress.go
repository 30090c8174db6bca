package mcp

import (
	"context"
	"math"
	"strconv"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
)

// listeners are the calls that want to know how far they are, by the tokens that they were sent with. Tokens are never used twice, so
// that what a server says of a call that is over reaches nobody.
type listeners struct {
	mu      sync.Mutex
	last    uint64
	waiting map[string]runtime.Progress
}

func (l *listeners) add(p runtime.Progress) (token string, stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	token = "call-" + strconv.FormatUint(l.last, 10)
	if l.waiting == nil {
		l.waiting = map[string]runtime.Progress{}
	}
	l.waiting[token] = p
	return token, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.waiting, token)
	}
}

// progressed is told by a server how far a call is.
func (c *Client) progressed(_ context.Context, req *sdk.ProgressNotificationClientRequest) {
	token, _ := req.Params.ProgressToken.(string)
	c.listeners.mu.Lock()
	p := c.listeners.waiting[token]
	c.listeners.mu.Unlock()
	done, total := steps(req.Params.Progress, req.Params.Total)
	p.Report(done, total, untrusted.OneLine(req.Params.Message, 200))
}

// steps makes whole numbers of a server's progress: as it is where it is whole, else thousandths of the total. What is no amount is 0.
func steps(progress, total float64) (done, of int) {
	whole := func(f float64) bool { return f == math.Trunc(f) && 0 <= f && f <= math.MaxInt32 }
	switch {
	case whole(progress) && whole(total):
		return int(progress), int(total)
	case total > 0 && progress >= 0:
		return int(1000 * min(progress/total, 1)), 1000
	case progress >= 0:
		return int(min(progress, math.MaxInt32)), 0
	}
	return 0, 0
}
