// Command agentturn lets a model call the tools of package weather: one turn of an agent, without an SDK.
//
// With OPENAI_BASE_URL, such as http://localhost:11434/v1, it asks the server there for MODEL, with OPENAI_API_KEY where it is
// set. Without, a scripted server of the same shape stands in for the model: it makes one call that is right, one that is
// wrong and one of a tool that does not exist, and then answers.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"slices"

	"github.com/toolgen/toolgen/examples/quickstart/weather"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

func main() {
	base := os.Getenv("OPENAI_BASE_URL")
	if base == "" {
		server := scripted()
		defer server.Close()
		base = server.URL
	}
	if err := turn(context.Background(), os.Stdout, base, "What is the weather in Oslo?"); err != nil {
		log.Fatal(err)
	}
}

// turn asks the model, runs the tools that it calls, and asks again, until it has an answer.
func turn(ctx context.Context, out io.Writer, base, question string) error {
	reg := runtime.NewRegistry()
	if err := reg.Register(weather.Tools(), weather.AlarmsTools(new(weather.Alarms))); err != nil {
		return err
	}
	tools, err := provider.NewOffer(reg, provider.OpenAI, provider.Options{}).Tools(ctx)
	if err != nil {
		return err
	}
	user, err := json.Marshal([]map[string]string{{"role": "user", "content": question}})
	if err != nil {
		return err
	}
	messages := [][]byte{user}
	for range 10 {
		response, err := post(ctx, base+"/chat/completions", fmt.Appendf(nil, `{"model":%q,"messages":%s,"tools":%s}`,
			cmp.Or(os.Getenv("MODEL"), "scripted"), joined(messages), tools))
		if err != nil {
			return err
		}
		calls, err := provider.Calls(provider.OpenAI, response)
		if err != nil {
			return err
		}
		said, err := provider.Turn(provider.OpenAI, response)
		if err != nil {
			return err
		}
		if len(calls) == 0 {
			fmt.Fprintf(out, "model: %s\n", provider.Said(said))
			return nil
		}
		results := provider.Run(ctx, reg, calls)
		for i, c := range calls {
			fmt.Fprintf(out, "model: %s %s\ntool:  %s\n", c.Name, c.Args, results[i].Output())
		}
		answers, err := provider.Results(provider.OpenAI, calls, results)
		if err != nil {
			return err
		}
		messages = append(messages, said, answers)
	}
	return fmt.Errorf("the model called tools ten times and did not answer")
}

// joined is one list of messages made of several.
func joined(lists [][]byte) []byte {
	var inner [][]byte
	for _, list := range lists {
		inner = append(inner, bytes.TrimSuffix(bytes.TrimPrefix(list, []byte("[")), []byte("]")))
	}
	return slices.Concat([]byte("["), bytes.Join(inner, []byte(",")), []byte("]"))
}

func post(ctx context.Context, url string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if key := os.Getenv("OPENAI_API_KEY"); key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(io.LimitReader(answer.Body, 16<<20))
}
