package load

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// goEnv is the part of the go command's effective environment, its configuration file included, that a load depends on.
type goEnv struct {
	GOMOD       string // the go.mod in force; os.DevNull outside of a module
	GOWORK      string // the go.work in force; "" without one
	GOFLAGS     string
	GO111MODULE string

	GOOS, GOARCH, CGO_ENABLED string
	GOROOT, GOVERSION         string
}

func (e goEnv) inModule() bool { return e.GOMOD != "" && e.GOMOD != os.DevNull }

// env asks the go command once. The process's own environment is not enough: `go env -w GOFLAGS=-mod=mod` counts too.
func (l *loader) env(ctx context.Context) (goEnv, error) {
	if l.goenv != nil {
		return *l.goenv, nil
	}
	out, err := l.goCommand(ctx, l.Env, "env", "-json", "GOMOD", "GOWORK", "GOFLAGS", "GO111MODULE",
		"GOOS", "GOARCH", "CGO_ENABLED", "GOROOT", "GOVERSION")
	if err != nil {
		return goEnv{}, err
	}
	var e goEnv
	if err := json.Unmarshal(out, &e); err != nil {
		return goEnv{}, fmt.Errorf("cannot read the answer of go env: %w", err)
	}
	if e.GOWORK == "off" { // which is how it is told so, too
		e.GOWORK = ""
	}
	l.goenv = &e
	return e, nil
}

// clean returns the environment for a load: as the user has it, apart from what would break or change it.
//
// -mod=mod would edit go.mod. Without it the go command takes its own default, vendor where there is a vendor folder and
// readonly elsewhere, which is what go build does. A driver of another build system would list other packages than
// those that were scanned.
func (e goEnv) clean(env []string) []string {
	flags := cleanFlags(e.GOFLAGS)
	if flags == "" && e.GOFLAGS != "" {
		flags = "-buildvcs=false" // go/packages says so anyway; an empty GOFLAGS would bring the configured one back
	}
	return append(slices.Clone(env), "GOFLAGS="+flags, "GOPACKAGESDRIVER=off")
}

// listFlags are flags that change what `go list` prints; in GOFLAGS they would make its answer unreadable.
var listFlags = []string{
	"compiled", "deps", "export", "f", "find", "json", "m", "n", "retracted", "reuse", "test", "u", "versions",
}

// cleanFlags removes -mod=mod and the flags of listFlags from the text of GOFLAGS.
func cleanFlags(goflags string) string {
	return strings.Join(slices.DeleteFunc(splitFlags(goflags), func(flag string) bool {
		name, value := nameOfFlag(flag)
		return name == "mod" && value == "mod" || slices.Contains(listFlags, name)
	}), " ")
}

// nameOfFlag takes a flag in GOFLAGS apart.
func nameOfFlag(flag string) (name, value string) {
	name, value, _ = strings.Cut(strings.TrimLeft(strings.Trim(flag, `'"`), "-"), "=")
	return name, value
}

// splitFlags splits GOFLAGS at blanks. As for the go command, a flag that begins with a quote ends with the next one.
func splitFlags(goflags string) []string {
	var flags []string
	for rest := strings.TrimSpace(goflags); rest != ""; rest = strings.TrimSpace(rest) {
		end := strings.IndexAny(rest, " \t\r\n")
		if q := rest[0]; q == '\'' || q == '"' {
			if close := strings.IndexByte(rest[1:], q); close >= 0 {
				end = close + 2
			}
		}
		if end < 0 {
			end = len(rest)
		}
		flags = append(flags, rest[:end])
		rest = rest[end:]
	}
	return flags
}
