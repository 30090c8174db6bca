package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"

	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// models returns what the chief and the writer think with: the scripts, or what the environment names.
func models() (chief, writer agent.Model, err error) {
	base := os.Getenv("OPENAI_BASE_URL")
	if base == "" {
		return chiefly, writerly, nil
	}
	name := os.Getenv("MODEL")
	if name == "" {
		return nil, nil, errors.New("OPENAI_BASE_URL is set; set MODEL, too, to the name of the model to ask")
	}
	request, err := json.Marshal(map[string]string{"model": name})
	if err != nil {
		return nil, nil, err
	}
	model, err := agent.NewAPI(agent.API{Format: provider.OpenAI, Request: request, Send: func(ctx context.Context, request []byte) ([]byte, error) {
		return post(ctx, base+"/chat/completions", request)
	}})
	return model, model, err
}

// post sends a request, and returns the answer, of whatever status: errors of the API are read there.
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
