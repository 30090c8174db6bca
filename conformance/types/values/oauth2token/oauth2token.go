// Package oauth2token takes and returns a value of type oauth2.Token.
package oauth2token

import (
	"time"

	"golang.org/x/oauth2"
)

// Value is what the oracle encoded.
var Value = oauth2.Token{AccessToken: "a", Expiry: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)}

// Got is what the tool was last called with.
var Got oauth2.Token

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v oauth2.Token) oauth2.Token {
	Got = v
	return v
}
