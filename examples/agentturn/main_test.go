package main

import (
	"bytes"
	"context"
	"testing"
)

// What the command prints: calls that are wrong are answered in words that a model can act on.
func TestTurn(t *testing.T) {
	server := scripted()
	defer server.Close()
	var out bytes.Buffer
	if err := turn(context.Background(), &out, server.URL, "What is the weather in Oslo?"); err != nil {
		t.Fatal(err)
	}
	const want = `model: get_forecast {"city":"Oslo","days":1,"unit":null}
tool:  [{"high":10,"low":3,"rain":false}]
model: get_forecast {"town":"Oslo"}
tool:  arguments: unknown key "town"; known are "city", "days", "unit"
arguments: missing required "city"
model: get_tide {}
tool:  unknown tool "get_tide"
model: It will be 10 degrees in Oslo, and dry.
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}
