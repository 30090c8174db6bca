// Package k8slistoptions takes and returns a value of type v1.ListOptions.
package k8slistoptions

import "k8s.io/apimachinery/pkg/apis/meta/v1"

// Value is what the oracle encoded.
var Value = v1.ListOptions{LabelSelector: "a=b"}

// Got is what the tool was last called with.
var Got v1.ListOptions

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v v1.ListOptions) v1.ListOptions {
	Got = v
	return v
}
