package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
)

// call writes a tool call as a model does, its arguments in a string.
func call(id, name, args string) string {
	quoted, _ := json.Marshal(args)
	return fmt.Sprintf(`{"id":%q,"type":"function","function":{"name":%q,"arguments":%s}}`, id, name, quoted)
}

// scripted is a server that answers as a model would: it calls tools first, and says something when it has all results.
func scripted() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Messages []struct {
				Role       string
				ToolCallID string `json:"tool_call_id"`
			}
			Tools []json.RawMessage
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			http.Error(w, `{"error":{"message":"the request is no JSON"}}`, http.StatusBadRequest)
			return
		}
		answered := map[string]bool{}
		for _, m := range request.Messages {
			if m.Role == "tool" {
				answered[m.ToolCallID] = true
			}
		}
		message := `{"role":"assistant","content":"It will be 10 degrees in Oslo, and dry."}`
		if len(answered) == 0 {
			message = `{"role":"assistant","content":null,"tool_calls":[` +
				call("call_1", "get_forecast", `{"city":"Oslo","days":1,"unit":null}`) + `,` +
				call("call_2", "get_forecast", `{"town":"Oslo"}`) + `,` +
				call("call_3", "get_tide", `{}`) + `]}`
		} else if len(answered) != 3 {
			http.Error(w, `{"error":{"message":"every call wants one answer"}}`, http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"choices":[{"index":0,"message":%s}]}`, message)
	}))
}
