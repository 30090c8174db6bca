package load

import (
	"context"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// expand turns the patterns into folders that hold Go files, absolute, sorted, each once. Folders on disk are walked
// here, without the go command; import paths are asked of it.
func (l *loader) expand(ctx context.Context) ([]string, error) {
	dirs, importPaths, err := l.expandFolders()
	if none := (*matchesNone)(nil); errors.As(err, &none) {
		return nil, l.matchesNothing(ctx, none.pattern)
	} else if err != nil {
		return nil, err
	}
	if len(importPaths) > 0 {
		found, err := l.expandImportPaths(ctx, importPaths)
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, found...)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}

// matchesNone is a pattern that names no folder with Go files.
type matchesNone struct{ pattern string }

func (e *matchesNone) Error() string { return e.pattern + " matches no package" }

// expandFolders expands the patterns that name folders, and returns the others.
func (l *loader) expandFolders() (dirs, importPaths []string, err error) {
	patterns := l.Patterns
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	for _, p := range patterns {
		switch found, isFolder, err := l.expandFolder(p); {
		case err != nil:
			return nil, nil, err
		case isFolder && len(found) == 0 && len(l.skipped) == 0:
			return nil, nil, &matchesNone{p}
		case isFolder:
			dirs = append(dirs, found...)
		default:
			importPaths = append(importPaths, p)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), importPaths, nil
}

// expandFolder expands a pattern that names folders: ".", "./x", "../x/...", "/abs". It reports false for an import
// path, and an error for what is neither.
func (l *loader) expandFolder(pattern string) (dirs []string, isFolder bool, err error) {
	local := filepath.ToSlash(pattern)
	if !build.IsLocalImport(local) && !filepath.IsAbs(pattern) {
		return nil, false, l.refuse(pattern)
	}
	if strings.Contains(local, "...") {
		dirs, err = l.walk(local)
		return dirs, true, err
	}
	dir := l.abs(local)
	switch at, err := os.Stat(dir); {
	case err != nil:
		return nil, true, fmt.Errorf("there is no folder %s", pattern)
	case !at.IsDir():
		return nil, true, fileArgument(pattern)
	}
	names, err := goFiles(dir)
	if err == nil && len(names) > 0 {
		dirs = []string{dir}
	}
	if err != nil {
		l.skip(dir, err)
		err = nil
	}
	return dirs, true, err
}

// refuse says why an argument that is no folder is no import path either, or nil.
func (l *loader) refuse(pattern string) error {
	switch pattern {
	case "":
		return fmt.Errorf("an empty argument names no package")
	case "all", "std", "cmd", "tool", "work":
		return fmt.Errorf("%q stands for packages that are not yours to generate into: pass ./... instead", pattern)
	case "C", "unsafe", "builtin", "command-line-arguments":
		return fmt.Errorf("%q is a pseudo package and has no folder", pattern)
	}
	at, err := os.Stat(l.abs(pattern))
	switch {
	case err == nil && !at.IsDir(), strings.HasSuffix(pattern, ".go"):
		return fileArgument(pattern)
	case strings.Contains(pattern, "@"):
		return fmt.Errorf("%q asks for a version: packages are read at the version that go.mod names", pattern)
	}
	return nil
}

func fileArgument(name string) error {
	dir := path.Dir(filepath.ToSlash(name))
	if dir != "." && !strings.HasPrefix(dir, "../") && !path.IsAbs(dir) {
		dir = "./" + dir
	}
	return fmt.Errorf("%s is a file, and toolgen works on packages: pass its folder, %s", name, dir)
}

func (l *loader) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(l.Dir, filepath.FromSlash(name))
}

// walk expands a folder pattern with "...". Below the folder that the pattern names it stops where the go command does:
// at nested modules, vendor, testdata, and names that begin with a dot or an underscore. Links are not followed. A folder that
// cannot be read is reported, and the walk goes on.
func (l *loader) walk(pattern string) ([]string, error) {
	root := path.Dir(pattern[:strings.Index(pattern, "...")] + "x")
	top := l.abs(root)
	if at, err := os.Stat(top); err != nil || !at.IsDir() {
		return nil, fmt.Errorf("%s matches no package: there is no folder %s", pattern, top)
	}
	full := filepath.ToSlash(l.abs(pattern))
	var dirs []string
	var visit func(dir string)
	visit = func(dir string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			l.skip(dir, err)
			return
		}
		if dir != top && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "go.mod" && !e.IsDir() }) {
			return
		}
		hasGo := false
		for _, e := range entries {
			switch name := e.Name(); {
			case hidden(name):
			case e.IsDir():
				if name != "testdata" && name != "vendor" {
					visit(filepath.Join(dir, name))
				}
			case strings.HasSuffix(name, ".go"):
				hasGo = true
			}
		}
		if hasGo && matches(full, filepath.ToSlash(dir)) {
			dirs = append(dirs, dir)
		}
	}
	visit(top)
	return dirs, nil
}

// skip reports a folder that cannot be read (G2). The others of the run go on.
func (l *loader) skip(dir string, reason error) {
	if path := (*fs.PathError)(nil); errors.As(reason, &path) {
		reason = path.Err
	}
	l.skipped = append(l.skipped, diag.Diagnostic{Code: "G2", Range: diag.Range{File: dir},
		Message: "the folder cannot be read: " + reason.Error(), Fix: "make it readable, or pass packages that do not include it"})
}

// matches reports whether a name fits a pattern, as the go command reads it: "..." is any text, and "/..." at the end
// may be empty.
func matches(pattern, name string) bool {
	short, open := strings.CutSuffix(pattern, "/...")
	return fits(pattern, name) || open && fits(short, name)
}

func fits(pattern, name string) bool {
	parts := strings.Split(pattern, "...")
	rest, found := strings.CutPrefix(name, parts[0])
	if !found || len(parts) == 1 {
		return found && rest == ""
	}
	middle, last := parts[1:len(parts)-1], parts[len(parts)-1]
	for _, part := range middle {
		if _, rest, found = strings.Cut(rest, part); !found {
			return false
		}
	}
	return strings.HasSuffix(rest, last)
}

// matchesNothing finds the reason why a folder pattern names no package.
func (l *loader) matchesNothing(ctx context.Context, pattern string) error {
	env, err := l.env(ctx)
	if err != nil {
		return err
	}
	wild := strings.Contains(pattern, "...")
	switch {
	case wild && !env.inModule() && env.GOWORK != "":
		modules, err := l.workspacePatterns(ctx)
		if err != nil {
			return err
		}
		return fmt.Errorf("%s matches no package: the folder holds a go.work but no go.mod; pass its modules, %s",
			pattern, strings.Join(modules, " "))
	case !env.inModule() && env.GOWORK == "" && env.GO111MODULE != "off":
		return fmt.Errorf("%s matches no package: there is no go.mod here or above; run go mod init", pattern)
	case wild:
		return fmt.Errorf("%s matches no package: there are no Go files in this module below that folder", pattern)
	case len(l.Patterns) == 0:
		return fmt.Errorf("the current folder has no Go files; pass ./... or a package")
	}
	return fmt.Errorf("%s has no Go files", pattern)
}
