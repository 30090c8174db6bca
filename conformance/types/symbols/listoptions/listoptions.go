// Package listoptions takes k8s.io/apimachinery/pkg/apis/meta/v1 ListOptions as a parameter.
package listoptions

import "k8s.io/apimachinery/pkg/apis/meta/v1"

// Value is sent as encoding/json writes it.
var Value = v1.ListOptions{LabelSelector: "a=b", Limit: 5}

// Got is what the tool was last called with.
var Got v1.ListOptions

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v v1.ListOptions) { Got = v }
