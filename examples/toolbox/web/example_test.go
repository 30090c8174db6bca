package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/toolgen/toolgen/examples/toolbox/web"
	"github.com/toolgen/toolgen/runtime"
)

func ExampleNewAPI() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s for %s days, asked with %s", r.URL.Path, r.URL.Query().Get("days"), r.Header.Get("Authorization"))
	}))
	defer server.Close()
	api, err := web.NewAPI(web.Options{}, web.Endpoint{
		Name:    "weather",
		Does:    "the weather of a city",
		URL:     server.URL + "/v1/{city}",
		Private: true, // the server of this example is on this machine
		Params: []web.Param{
			{Name: "city", In: web.InPath, Does: "name of the city"},
			{Name: "days", Kind: web.Integer, Does: "days ahead"},
		},
		Auth: []web.Credential{{
			In: web.InHeader, Name: "Authorization", Prefix: "Bearer ",
			Secret: func(context.Context) (string, error) { return "a-secret-of-the-host", nil }, // web.Env("WEATHER_KEY") reads it from the environment
		}},
	})
	if err != nil {
		log.Fatal(err)
	}
	reg := runtime.NewRegistry()
	if err := reg.Register(api.Tools()); err != nil {
		log.Fatal(err)
	}
	call := func(args string) runtime.Result {
		return reg.Call(context.Background(), web.ToolAPICall, []byte(args))
	}
	fmt.Println(call(`{"endpoint":"weather","params":{"days":"soon"}}`).Output())
	var answer web.Answer
	if err := json.Unmarshal(call(`{"endpoint":"weather","params":{"city":"Oslo","days":"3"}}`).JSON, &answer); err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Status, answer.Body)
	fmt.Println(call(`{"endpoint":"http://169.254.169.254/"}`).Output())
	// Output:
	// params: missing required "city"
	// params.days: expected a text that is one integer, such as "5"
	// 200 /v1/Oslo for 3 days, asked with Bearer [redacted]
	// endpoint: expected one of weather, got "http://169.254.169.254/"
}
