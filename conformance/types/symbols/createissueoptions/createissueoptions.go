// Package createissueoptions takes gitlab.com/gitlab-org/api/client-go CreateIssueOptions as a parameter.
package createissueoptions

import gitlab "gitlab.com/gitlab-org/api/client-go"

// Value is sent as encoding/json writes it.
var Value = gitlab.CreateIssueOptions{Title: gitlab.Ptr("x")}

// Got is what the tool was last called with.
var Got gitlab.CreateIssueOptions

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v gitlab.CreateIssueOptions) { Got = v }
