// Package declared takes and returns a value of type gitlab.ISOTime.
//
//tool:map gitlab.com/gitlab-org/api/client-go.ISOTime={"type":"string","format":"date"}
package declared

import (
	"github.com/toolgen/toolgen/conformance/types/values/gitlabisotime"
	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// Value is the one of the package above.
var Value = gitlabisotime.Value

// Got is what the tool was last called with.
var Got gitlab.ISOTime

// Take takes the value and returns it.
//
//tool:name=take
func Take(v gitlab.ISOTime) gitlab.ISOTime {
	Got = v
	return v
}
