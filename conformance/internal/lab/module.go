package lab

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

const (
	toolgen     = "github.com/toolgen/toolgen"
	conformance = toolgen + "/conformance"
)

// writeModule writes go.mod and go.sum: those of the module conformance under the lab's own name, so that nothing has to be
// looked up, with this checkout in place of toolgen and of conformance.
func (l *Lab) writeModule() {
	l.tb.Helper()
	root := checkout()
	text, err := os.ReadFile(filepath.Join(root, "conformance", "go.mod"))
	if err != nil {
		l.tb.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "module %s\n", Module)
	for line := range strings.Lines(string(text)) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word != "module" && word != "replace" && word != "tool" {
			b.WriteString(line)
		}
	}
	fmt.Fprintf(&b, "\nrequire %s v0.0.0\n", conformance)
	fmt.Fprintf(&b, "\nreplace %s => %s\n", toolgen, root)
	fmt.Fprintf(&b, "\nreplace %s => %s\n", conformance, filepath.Join(root, "conformance"))
	b.WriteString(l.modules)
	l.file(filepath.Join(l.Dir, "go.mod"), b.String())
	sums, err := os.ReadFile(filepath.Join(root, "conformance", "go.sum"))
	if err != nil {
		l.tb.Fatal(err)
	}
	l.file(filepath.Join(l.Dir, "go.sum"), string(sums))
}

// requires reports whether the lab's module requires a module already.
func (l *Lab) requires(path string) bool {
	text, err := os.ReadFile(filepath.Join(l.Dir, "go.mod"))
	if err != nil {
		l.tb.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(strings.TrimPrefix(strings.TrimSpace(line), "require "), path+" ") {
			return true
		}
	}
	return false
}

// checkout is the root of this repository.
func checkout() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

// version is one that a module path can have: of its own major version.
func version(path string) string {
	last := path[strings.LastIndex(path, "/")+1:]
	if digits, ok := strings.CutPrefix(last, "v"); ok && digits != "" && strings.Trim(digits, "0123456789") == "" {
		return last + ".0.0"
	}
	return "v0.0.0"
}
