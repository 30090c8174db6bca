package load

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// platform decides which files belong to a package in the build at hand, as the go command does.
type platform struct{ context build.Context }

// knownFlags are the flags in GOFLAGS that the pruned load can follow. Any other may change which files or packages there
// are: -overlay, -modfile, -compiler, -race, which sets a tag.
var knownFlags = []string{"mod", "buildvcs", "tags", "trimpath", "v", "p", "modcacherw"}

// newPlatform returns nil where the build is one that it does not know.
func (e goEnv) newPlatform() *platform {
	c := build.Context{
		GOOS: e.GOOS, GOARCH: e.GOARCH, GOROOT: e.GOROOT, Compiler: "gc", CgoEnabled: e.CGO_ENABLED == "1",
	}
	for _, flag := range splitFlags(cleanFlags(e.GOFLAGS)) {
		name, value := nameOfFlag(flag)
		if !slices.Contains(knownFlags, name) || name == "mod" && value != "readonly" && value != "vendor" {
			return nil
		}
		if name == "tags" {
			c.BuildTags = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
		}
	}
	minor, ok := goMinor(e.GOVERSION)
	if !ok {
		return nil
	}
	for i := range minor {
		c.ReleaseTags = append(c.ReleaseTags, "go1."+strconv.Itoa(i+1))
	}
	return &platform{c}
}

// goMinor is 26 for go1.26, go1.26.3 and go1.26rc1.
func goMinor(version string) (int, bool) {
	rest, found := strings.CutPrefix(version, "go1.")
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	minor, err := strconv.Atoi(digits)
	return minor, found && err == nil
}

// includes reports whether a file belongs to the build. It is not sure about a file whose constraint names a tag that
// only the toolchain knows, such as goexperiment.x or amd64.v3, nor about one that cannot be read as far as its imports.
func (p *platform) includes(name string, src []byte) (in, sure bool) {
	c := p.context
	c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(src)), nil }
	in, err := c.MatchFile("", filepath.Base(name))
	return in, err == nil && !namesToolTag(src)
}

func namesToolTag(src []byte) bool {
	header, _, _ := bytes.Cut(src, []byte("\npackage "))
	for line := range bytes.Lines(header) {
		text := strings.TrimSpace(string(line))
		if !constraint.IsGoBuild(text) && !constraint.IsPlusBuild(text) {
			continue
		}
		if strings.Contains(strings.ReplaceAll(text, "go1.", ""), ".") {
			return true
		}
	}
	return false
}

// packageClause reports whether a file has a package clause that the go command goes by.
func packageClause(tree *ast.File) bool {
	return tree != nil && tree.Name != nil && tree.Name.Name != "" && tree.Name.Name != "_" && tree.Name.Name != "documentation"
}
