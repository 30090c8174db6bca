// Package sloglevel takes and returns a value of type slog.Level.
package sloglevel

import "log/slog"

// Value is what the oracle encoded.
var Value = slog.LevelInfo

// Got is what the tool was last called with.
var Got slog.Level

// Take takes the value and returns it.
//
//tool:name=take
func Take(v slog.Level) slog.Level {
	Got = v
	return v
}
