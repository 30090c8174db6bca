// Package colorrgba takes and returns a value of type color.RGBA.
package colorrgba

import "image/color"

// Value is what the oracle encoded.
var Value = color.RGBA{R: 1, G: 2, B: 3, A: 4}

// Got is what the tool was last called with.
var Got color.RGBA

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v color.RGBA) color.RGBA {
	Got = v
	return v
}
