package natstools

// Waiting is how many calls of c are not answered yet.
func Waiting(c *Client) int {
	c.replies.mu.Lock()
	defer c.replies.mu.Unlock()
	return len(c.replies.waiting)
}

// Running is how many calls s has not answered yet, and how many places they hold.
func Running(s *Server) (calls, places int) {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	return len(s.calls.running), len(s.places)
}
