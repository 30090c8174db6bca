// Package secret takes github.com/hashicorp/vault/api Secret as a parameter.
package secret

import "github.com/hashicorp/vault/api"

// Value is sent as encoding/json writes it.
var Value = api.Secret{RequestID: "r", Data: map[string]any{"a": 1.5}, Warnings: []string{}}

// Got is what the tool was last called with.
var Got api.Secret

// Take takes the value.
//
//tool:name=take
//tool:param v nest
func Take(v api.Secret) { Got = v }
