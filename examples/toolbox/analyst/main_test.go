package main

import (
	"bytes"
	"context"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// The picture and the report are there, what was given is as it was, the denied tool is a tool that nobody knows, and a folder that is in
// use is refused.
func TestWork(t *testing.T) {
	t.Setenv("OPENAI_BASE_URL", "")
	folder := filepath.Join(t.TempDir(), "work")
	var out bytes.Buffer
	Try(t, work(context.Background(), &out, folder))

	data, err := os.ReadFile(filepath.Join(folder, picture))
	Try(t, err)
	size, err := png.DecodeConfig(bytes.NewReader(data))
	Try(t, err)
	if size.Width != 800 || size.Height != 500 {
		t.Errorf("the picture is %d by %d", size.Width, size.Height)
	}
	text, err := os.ReadFile(filepath.Join(folder, report))
	Try(t, err)
	for _, row := range []string{"| Mercury | 1.0001 |", "| Saturn | 0.9998 |", "| Neptune | 0.9988 |", "![the planets on a line](kepler.png)"} {
		if !strings.Contains(string(text), row) {
			t.Errorf("the report lacks %q:\n%s", row, text)
		}
	}
	if read, err := os.ReadFile(filepath.Join(folder, distances)); err != nil || !bytes.Equal(read, planets) {
		t.Errorf("%s has changed: %v", distances, err)
	}
	for _, line := range []string{"chief calls file_read ", "chief calls database_query ", "chief calls plot_to_file ", "writer calls file_write ", "chief calls delegate_to_agent ",
		"chief calls bash_exec ", "  bash_exec answers: unknown tool ", filepath.Join(folder, picture) + " ("} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("the transcript lacks %q:\n%s", line, &out)
		}
	}

	if programs, _ := shell(); programs == nil {
		t.Log("programs cannot be confined here, so there is no bash_exec that the policy could be seen to deny")
	} else if why := "(not told to the model: deny: deny bash_exec in layer no programs)"; !strings.Contains(out.String(), why) {
		t.Errorf("the transcript lacks %q:\n%s", why, &out)
	}

	if err := work(context.Background(), &out, folder); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("a folder that is in use: %v", err)
	}
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
	t.Setenv("MODEL", "")
	if err := work(context.Background(), &out, ""); err == nil || !strings.Contains(err.Error(), "set MODEL") {
		t.Errorf("no model: %v", err)
	}
}
