// Package gitlabcreateissueoptions takes and returns a value of type gitlab.CreateIssueOptions.
package gitlabcreateissueoptions

import gitlab "gitlab.com/gitlab-org/api/client-go"

// Value is what the oracle encoded.
var Value = gitlab.CreateIssueOptions{Title: gitlab.Ptr("x")}

// Got is what the tool was last called with.
var Got gitlab.CreateIssueOptions

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v gitlab.CreateIssueOptions) gitlab.CreateIssueOptions {
	Got = v
	return v
}
