package mcp

// SessionEnded is closed when the session that c has at this moment is known to be over.
func SessionEnded(c *Client) <-chan struct{} { return c.live.Load().ended }
