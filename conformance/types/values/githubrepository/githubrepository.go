// Package githubrepository takes and returns a value of type github.Repository.
package githubrepository

import "github.com/google/go-github/v74/github"

// Value is what the oracle encoded.
var Value = github.Repository{Name: github.Ptr("x")}

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
