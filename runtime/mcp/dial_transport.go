package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// patience is how long a server's process has to end by itself, and then once more after SIGTERM.
const patience = 2 * time.Second

// transport makes the way to the server for one session.
func (r *Remote) transport(ctx context.Context) (*tap, error) {
	switch {
	case r.Command != nil:
		return &tap{transport: r.process()}, nil
	case r.URL != "":
		return r.http(&sdk.StreamableClientTransport{Endpoint: r.URL, HTTPClient: &http.Client{Transport: r.HTTP}})
	}
	t, err := r.Transport(ctx)
	if err != nil {
		return nil, err
	}
	if streamable, ok := t.(*sdk.StreamableClientTransport); ok {
		return r.http(streamable)
	}
	return &tap{transport: t}, nil
}

// process is a server that is a program of its own. It gets nothing that is not meant for it.
func (r *Remote) process() sdk.Transport {
	cmd := exec.Command(r.Command[0], r.Command[1:]...)
	cmd.Dir, cmd.Stderr, cmd.Env = r.Dir, r.Stderr, r.Env
	if cmd.Env == nil {
		cmd.Env = []string{} // nil would be all of this process
		for _, name := range []string{
			"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TERM", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
			"APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROGRAMDATA", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE",
		} {
			if value, set := os.LookupEnv(name); set {
				cmd.Env = append(cmd.Env, name+"="+value)
			}
		}
	}
	return &sdk.CommandTransport{Command: cmd, TerminateDuration: patience}
}

// http puts the tap under a streamable transport, of which only a copy is changed.
func (r *Remote) http(t *sdk.StreamableClientTransport) (*tap, error) {
	endpoint, err := url.Parse(t.Endpoint)
	if err != nil {
		return nil, fmt.Errorf("the address of the server: %w", err)
	}
	client := http.Client{}
	if t.HTTPClient != nil {
		client = *t.HTTPClient
	}
	next := client.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	client.CheckRedirect = stayed(client.CheckRedirect)
	client.Transport = &httpTap{next: next, endpoint: endpoint, header: r.Header, token: r.Token, patience: r.DialTimeout}
	tapped := *t
	tapped.HTTPClient = &client
	if !r.Listen && r.Elicit == nil {
		tapped.DisableStandaloneSSE = true // nobody would listen
	}
	if tapped.MaxEventSize == 0 {
		tapped.MaxEventSize = maxMessage
	}
	return &tap{transport: &tapped, plain: true}, nil
}

// stayed follows no redirect of a message: the server may have done what it says before it sends the client on, and would be sent it a
// second time. What only reads is the host's to decide about.
func stayed(decide func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		switch {
		case via[0].Method != http.MethodGet:
			return errRedirected
		case decide != nil:
			return decide(req, via)
		case len(via) >= 10:
			return errors.New("there is no end of redirects")
		}
		return nil
	}
}

var errRedirected = errors.New("the server sends a message on to another address, and what it has done with it before is not known: nothing is sent there")
