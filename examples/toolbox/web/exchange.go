package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// request is what a tool wants of a Client.
type request struct {
	method string
	url    *url.URL // checked
	header http.Header
	body   []byte
	limit  int  // bytes of the body of the answer
	spare  int  // bytes that are read behind the limit, for who looks for something that could stand across it
	stay   bool // redirects to another origin are not followed
}

// answer is what came back.
type answer struct {
	status    int
	url       *url.URL // that answered, after redirects
	redirects int
	header    http.Header
	body      []byte // limit bytes, and at most spare more
	truncated bool   // there is more than limit bytes
	coded     string // the content coding that body still has; "" for none
}

// do makes a request, again where that is right, and follows redirects.
func (c *Client) do(ctx context.Context, r request) (*answer, error) {
	for hops := 0; ; hops++ {
		a, err := c.insist(ctx, r)
		if err != nil {
			return nil, err
		}
		a.redirects = hops
		next, err := c.redirected(&r, a)
		if err != nil {
			return nil, err
		}
		if next == nil || c.o.Redirects == 0 {
			return a, nil
		}
		if hops == c.o.Redirects {
			return nil, runtime.NewError(runtime.ClassResourceExhausted, "url: more than "+strconv.Itoa(c.o.Redirects)+" redirects; the last was not followed")
		}
		r = *next
	}
}

// redirected is the request that an answer leads to; nil where the answer itself is the end: it is no redirect, or one that a
// caller has to agree to, because a body would go to another origin or the connection would lose its encryption.
func (c *Client) redirected(r *request, a *answer) (*request, error) {
	location := a.header.Get("Location")
	if location == "" || !slices.Contains([]int{301, 302, 303, 307, 308}, a.status) {
		return nil, nil
	}
	raw, err := r.url.Parse(location)
	if err != nil {
		return nil, runtime.NewError(runtime.ClassFailed, "url: redirects to what is no URL")
	}
	to, err := c.check(raw.String(), "url: redirects to what may not be asked: ")
	if err != nil {
		return nil, err
	}
	next := *r
	next.url, next.header = to, r.header.Clone()
	switch {
	case a.status == 303 && r.method != http.MethodHead, a.status <= 302 && r.method == http.MethodPost:
		next.method, next.body = http.MethodGet, nil
		next.header.Del("Content-Type")
	case a.status <= 302 && r.method != http.MethodGet && r.method != http.MethodHead:
		return nil, nil
	}
	if r.url.Scheme == "https" && to.Scheme != "https" {
		return nil, nil
	}
	if origin(r.url) != origin(to) {
		if r.stay || !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, next.method) {
			return nil, nil
		}
		for name := range next.header { // what was said to one host is not for another
			if !slices.Contains([]string{"Accept", "Accept-Language", "User-Agent"}, name) {
				next.header.Del(name)
			}
		}
	}
	return &next, nil
}

func origin(u *url.URL) string {
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port(u)
}

func port(u *url.URL) string {
	switch p := u.Port(); {
	case p != "":
		return p
	case u.Scheme == "http":
		return "80"
	}
	return "443"
}

// check reads a URL that a request goes to.
func (c *Client) check(raw, where string) (*url.URL, error) {
	u, err := url.Parse(raw)
	wrong := ""
	switch {
	case err != nil:
		wrong = "expected a URL such as https://example.com/page"
	case u.Scheme != "https" && u.Scheme != "http":
		wrong = "expected a URL that begins with https:// or http://"
	case u.User != nil:
		wrong = "expected a URL without a user or password"
	case u.Opaque != "" || u.Hostname() == "":
		wrong = "expected a URL with a host, such as https://example.com/page"
	case len(raw) > 8<<10:
		wrong = "expected a URL of at most 8192 bytes"
	}
	if wrong != "" {
		return nil, runtime.NewError(runtime.ClassInvalidArguments, where+wrong)
	}
	if n, err := strconv.ParseUint(port(u), 10, 16); err != nil || !c.permits(u.Hostname(), uint16(n), strings.ToLower(net.JoinHostPort(u.Hostname(), port(u)))) {
		return nil, runtime.NewError(runtime.ClassPermissionDenied, where+"the port is not among those that may be used; leave it out")
	}
	u.Fragment = ""
	return u, nil
}

// insist makes a request until it is answered or there is no point. Only a method that is idempotent is repeated: the first
// request may have arrived.
func (c *Client) insist(ctx context.Context, r request) (*answer, error) {
	again := slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPut, http.MethodDelete}, r.method)
	for try := 1; ; try++ {
		a, err := c.once(ctx, r)
		if err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var failed *runtime.Error
		if errors.As(err, &failed) && !again && !failed.NotStarted {
			failed.Transient = false
		}
		if !again || try > c.o.Retries || err != nil && (failed == nil || !failed.Transient) {
			return a, err
		}
		pause := backoff(try)
		if err == nil {
			if !slices.Contains([]int{429, 502, 503, 504}, a.status) {
				return a, nil
			}
			pause = max(pause, retryAfter(a.header.Get("Retry-After"), time.Now()))
		}
		if deadline, ok := ctx.Deadline(); pause > 30*time.Second || ok && time.Until(deadline) < pause {
			return a, err
		}
		if err := c.wait(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// retryAfter reads a Retry-After of RFC 9110, 10.2.3: seconds, or a date.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// once makes a request once. Transport is asked without a Client around it: that would follow redirects and keep what is for
// users of browsers.
func (c *Client) once(ctx context.Context, r request) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, r.method, r.url.String(), bytes.NewReader(r.body))
	if err != nil {
		return nil, runtime.NewError(runtime.ClassInvalidArguments, "url: expected a URL such as https://example.com/page")
	}
	if r.body == nil {
		req.Body, req.GetBody, req.ContentLength = nil, nil, 0
	}
	req.Header = r.header.Clone()
	if req.Header.Get("User-Agent") == "" {
		req.Header.Set("User-Agent", c.o.UserAgent)
	}
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return nil, failure(err)
	}
	defer resp.Body.Close()
	a := &answer{status: resp.StatusCode, url: r.url, header: resp.Header}
	return a, a.read(resp, r.limit, r.spare)
}

// read reads and decodes the body. Both sides of the decoder are bounded: what comes out, which is how a bomb is met, and what goes in,
// because there is gzip that goes on and on and says nothing.
func (a *answer) read(resp *http.Response, limit, spare int) error {
	most := limit + spare + 1
	var body io.Reader = io.LimitReader(resp.Body, int64(most)+64<<10)
	switch coding := strings.ToLower(strings.TrimSpace(strings.Join(resp.Header.Values("Content-Encoding"), ","))); coding {
	case "", "identity":
	case "gzip", "x-gzip":
		unzip, err := gzip.NewReader(body)
		if err == io.EOF { // no body at all, as of HEAD
			return nil
		}
		if err != nil {
			return broken(err)
		}
		body = unzip
	default:
		a.coded = coding
	}
	data, err := io.ReadAll(io.LimitReader(body, int64(most)))
	if err != nil {
		return broken(err)
	}
	a.truncated = len(data) > limit
	a.body = data[:min(len(data), limit+spare)]
	return nil
}

func broken(err error) error {
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) {
		return runtime.NewError(runtime.ClassFailed, "url: the body of the answer is no valid gzip").WithCause(err)
	}
	return runtime.NewError(runtime.ClassUnavailable, "url: the answer broke off").WithCause(err).AsTransient(0)
}

// failure is the error of a request that was not answered, in words that say nothing of networks behind this machine.
func failure(err error) error {
	var (
		refused blocked
		name    *net.DNSError
		dial    *net.OpError
		cert    *tls.CertificateVerificationError
		says    *runtime.Error
		class   = runtime.ClassUnavailable
	)
	switch {
	case errors.As(err, &refused):
		return runtime.NewError(runtime.ClassPermissionDenied, "url: the host is not on the public internet; only public hosts can be asked").WithCause(err)
	case errors.As(err, &name) && name.IsNotFound:
		return runtime.NewError(runtime.ClassFailed, "url: the host does not exist; look at its spelling").WithCause(err)
	case errors.As(err, &cert):
		return runtime.NewError(runtime.ClassFailed, "url: the certificate of the host is not valid").WithCause(err)
	case errors.As(err, &dial) && dial.Op == "dial":
		says = runtime.NewError(class, "url: the host does not answer").AsNotStarted()
	case name != nil:
		says = runtime.NewError(class, "url: the name of the host could not be resolved now").AsNotStarted()
	default:
		says = runtime.NewError(class, "url: there was no valid answer")
	}
	return says.WithCause(err).AsTransient(0)
}
