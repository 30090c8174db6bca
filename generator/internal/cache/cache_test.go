package cache

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFolder(t *testing.T) {
	abs := t.TempDir()
	for value, want := range map[string]string{"off": "", abs: abs, "relative": ""} {
		require.Equal(t, want, Folder(func(string) string { return value }), value)
	}
	own, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	require.Equal(t, filepath.Join(own, "toolgen"), Folder(func(string) string { return "" }))
}

// Old answers go, and the oldest where there are too many; what is not the cache's stays.
func TestTrim(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, age time.Duration) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
		at := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(filepath.Join(dir, name), at, at))
	}
	for i := range maxFiles {
		put(fmt.Sprintf("run-%d", i), time.Duration(i)*time.Minute)
	}
	put("run-old", 2*maxAge)
	put("new-stray", 2*time.Hour)
	put("new-busy", time.Second)
	put("notes.txt", 2*maxAge)
	require.NoError(t, write(filepath.Join(dir, "run-now"), Answer{State: "x"}))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.Len(t, names, maxFiles+1)
	require.NotContains(t, names, "run-old")
	require.NotContains(t, names, "new-stray")
	require.NotContains(t, names, fmt.Sprintf("run-%d", maxFiles-1), "the oldest")
	for _, name := range []string{"run-now", "run-0", "new-busy", "notes.txt"} {
		require.Contains(t, names, name)
	}
}

// Whoever reads while others write gets a whole answer of one of them.
func TestConcurrentRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run-x")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 20 {
				text, _ := json.Marshal(strings.Repeat(fmt.Sprint(i), 10_000))
				if err := write(file, Answer{State: fmt.Sprint(i), Found: text}); err != nil {
					t.Error(err)
				}
				a := read(file)
				if a == nil || !strings.HasPrefix(string(a.Found), `"`+a.State+a.State) {
					t.Error("not a whole answer")
				}
			}
		})
	}
	wg.Wait()
}

// A go command that is no go command may be another one the next time.
func TestScriptForGo(t *testing.T) {
	require.NotNil(t, look(os.Environ()))
	dir := t.TempDir()
	name := filepath.Join(dir, "go")
	require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\nexec go \"$@\"\n"), 0o755))
	require.Nil(t, look(append(os.Environ(), "PATH="+dir)))
	require.Nil(t, look(append(os.Environ(), "PATH="+t.TempDir())), "nor is there one")
}

func TestUncertainSettings(t *testing.T) {
	config := filepath.Join(t.TempDir(), "env")
	for setting, fine := range map[string]bool{
		"GOFLAGS=-tags=a,b -trimpath": true,
		"GOFLAGS=-modfile=other.mod":  false,
		"GOFLAGS=-overlay=x.json":     false,
		"GOTOOLCHAIN=local":           true,
		"GOTOOLCHAIN=go1.26.1+path":   false,
	} {
		env := append(slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GO") }), "GOENV="+config)
		require.NoError(t, os.WriteFile(config, nil, 0o600))
		require.Equal(t, fine, look(append(env, setting)) != nil, setting)
		require.NoError(t, os.WriteFile(config, []byte(setting+"\n"), 0o600))
		require.Equal(t, fine, look(env) != nil, "%s in the file of GOENV", setting)
	}
	require.NoError(t, os.WriteFile(config, []byte("GOWORK=/elsewhere/go.work\n"), 0o600))
	require.Nil(t, look(append(os.Environ(), "GOENV="+config)))
}

// Another toolgen is another question. The test runs copies of itself; one has a byte more, which no program notices.
func TestAnotherProgram(t *testing.T) {
	if os.Getenv("CACHE_TEST_PROGRAM") == "1" {
		s := look(os.Environ())
		fmt.Println("key", hash([]byte(s.key[0])))
		return
	}
	self, err := os.Executable()
	require.NoError(t, err)
	text, err := os.ReadFile(self)
	require.NoError(t, err)
	key := func(text []byte) string {
		copied := filepath.Join(t.TempDir(), "copy.exe")
		require.NoError(t, os.WriteFile(copied, text, 0o755))
		cmd := exec.Command(copied, "-test.run=^TestAnotherProgram$", "-test.v")
		cmd.Env = append(os.Environ(), "CACHE_TEST_PROGRAM=1")
		cmd.Stderr = io.Discard
		out, err := cmd.Output()
		require.NoError(t, err)
		_, rest, found := strings.Cut(string(out), "key ")
		require.True(t, found, "%s", out)
		return strings.Fields(rest)[0]
	}
	require.Equal(t, key(text), key(text))
	require.NotEqual(t, key(text), key(append(text, 0)))
}
