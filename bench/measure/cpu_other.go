//go:build !unix

package measure

import "time"

var start = time.Now()

// cpu stands in with the time on the clock where the system has no getrusage.
func cpu() time.Duration { return time.Since(start) }
