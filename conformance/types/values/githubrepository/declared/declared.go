// Package declared takes and returns a value of type github.Repository.
//
//tool:map github.com/google/go-github/v74/github.Timestamp={"type":["string","integer"]}
package declared

import (
	"github.com/google/go-github/v74/github"
	"github.com/toolgen/toolgen/conformance/types/values/githubrepository"
)

// Value is the one of the package above.
var Value = githubrepository.Value

// Got is what the tool was last called with.
var Got github.Repository

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v github.Repository) github.Repository {
	Got = v
	return v
}
