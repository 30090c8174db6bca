// Package declared takes gitlab.com/gitlab-org/api/client-go CreateIssueOptions as a parameter.
//
//tool:map gitlab.com/gitlab-org/api/client-go.ISOTime={"type":"string","format":"date"}
//tool:map gitlab.com/gitlab-org/api/client-go.LabelOptions={"type":"array","items":{"type":"string"}}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/symbols/createissueoptions"
	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// Value is the one of the package above.
var Value = createissueoptions.Value

// Got is what the tool was last called with.
var Got gitlab.CreateIssueOptions

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v gitlab.CreateIssueOptions) { Got = v }
