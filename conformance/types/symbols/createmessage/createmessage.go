// Package createmessage wraps github.com/twilio/twilio-go/rest/api/v2010 ApiService.CreateMessage.
package createmessage

import (
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/twilio/twilio-go/client"
	openapi "github.com/twilio/twilio-go/rest/api/v2010"
)

// Messages is what the tool works on.
type Messages struct{ api *openapi.ApiService }

// Create sends a message.
//
//tool:name=take
func (m *Messages) Create(params *openapi.CreateMessageParams) (*openapi.ApiV2010Message, error) {
	return m.api.CreateMessage(params)
}

// Recv is what the tool is made for: its service answers with what was asked of it.
var Recv = &Messages{openapi.NewApiServiceWithClient(service{})}

// Args and Want are a call and its answer.
const (
	Args = `{"To":"+15550100","Body":"hi","MediaUrl":["https://a.b/c"]}`
	Want = `{"body":"hi","to":"+15550100","num_media":"1"}`
)

type service struct{ client.BaseClient }

func (service) AccountSid() string { return "AC1" }

func (service) SendRequest(_, _ string, data url.Values, _ map[string]any, _ ...byte) (*http.Response, error) {
	body := `{"body":"` + data.Get("Body") + `","to":"` + data.Get("To") + `","num_media":"` + strings.Repeat("1", len(data["MediaUrl"])) + `"}`
	return &http.Response{StatusCode: http.StatusCreated, Body: io.NopCloser(strings.NewReader(body))}, nil
}
