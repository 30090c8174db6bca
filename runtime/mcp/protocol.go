package mcp

import (
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime/provider"
)

// This file is what both sides know of the protocol.

// The members of _meta that are our own. Results carry them where there is something to say.
const (
	metaNotes = "com.github.toolgen/notes" // what else the caller should know: a list of {"kind","path","text"}
	metaError = "com.github.toolgen/error" // of a result that is an error: {"class","transient","retryAfterMs","notStarted"}
)

// isModern reports whether a request is one of 2026-07-28 or later: only those say their revision in their _meta. The revision
// of a session is no help, because a client of the old handshake may ask for any and gets one of those before.
func isModern(params sdk.Params) bool {
	if params == nil {
		return false
	}
	version, _ := params.GetMeta()[sdk.MetaKeyProtocolVersion].(string)
	return version >= string(provider.MCP20260728)
}
