// Package declared takes and returns a value of type gitlab.CreateIssueOptions.
//
//tool:map gitlab.com/gitlab-org/api/client-go.ISOTime={"type":"string","format":"date"}
//tool:map gitlab.com/gitlab-org/api/client-go.LabelOptions={"type":["array","string"],"items":{"type":"string"}}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/gitlabcreateissueoptions"
	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// Value is the one of the package above.
var Value = gitlabcreateissueoptions.Value

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
