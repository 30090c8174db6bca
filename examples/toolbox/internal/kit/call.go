package kit

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Object is the arguments of a call.
type Object = map[string]any

// Call calls the tool of that name through a registry, as a model does. The arguments are JSON as text, or what becomes JSON.
func Call(t testing.TB, set runtime.Set, tool string, args any) runtime.Result {
	t.Helper()
	text, ok := args.(string)
	if !ok {
		data, err := json.Marshal(args)
		Try(t, err)
		text = string(data)
	}
	reg := runtime.NewRegistry()
	Try(t, reg.Register(set))
	return reg.Call(context.Background(), tool, []byte(text))
}
