package load

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ownModule is a module whose packages are read from source: the main one, or those of the workspace.
type ownModule struct {
	path, dir string
	goVersion string // of its go line; "" without one
}

// ownModules answers which package a folder of the user's modules holds, and where a package of theirs lies, as the go
// command would and without running it. What it is not sure of it does not know.
type ownModules struct {
	all     []ownModule
	nearest map[string]string // folder to the folder of its go.mod; "" for none
}

// ownModules reads the go.mod in force, or those that the go.work in force uses. It returns nil where one cannot be read.
func (e goEnv) ownModules() *ownModules {
	dirs := []string{filepath.Dir(e.GOMOD)}
	if e.GOWORK != "" {
		text, err := os.ReadFile(e.GOWORK)
		if err != nil {
			return nil
		}
		dirs = nil
		for _, use := range moduleLines(string(text), "use") {
			dir := filepath.FromSlash(use)
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(filepath.Dir(e.GOWORK), dir)
			}
			dirs = append(dirs, filepath.Clean(dir))
		}
	} else if !e.inModule() {
		return nil
	}
	m := &ownModules{nearest: map[string]string{}}
	for _, dir := range dirs {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err != nil {
			return nil
		}
		names := moduleLines(string(text), "module")
		if len(names) != 1 || names[0] == "std" || names[0] == "cmd" {
			return nil
		}
		own := ownModule{path: names[0], dir: dir}
		if version := moduleLines(string(text), "go"); len(version) == 1 {
			own.goVersion = version[0]
		}
		m.all = append(m.all, own)
	}
	return m
}

// moduleLines are the arguments of one verb in the text of a go.mod or go.work, one a line, in parentheses or not.
func moduleLines(text, verb string) (args []string) {
	block := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0:
		case block && fields[0] == ")":
			block = false
		case block:
			args = append(args, strings.Trim(fields[0], "\"`"))
		case fields[0] == verb && len(fields) == 2 && fields[1] == "(":
			block = true
		case fields[0] == verb && len(fields) == 2:
			args = append(args, strings.Trim(fields[1], "\"`"))
		}
	}
	return args
}

// importPath is the path of the package in a folder.
func (m *ownModules) importPath(dir string) (importPath string, in *ownModule, ok bool) {
	root := m.moduleFolder(dir)
	for i := range m.all {
		in := &m.all[i]
		if in.dir != root {
			continue
		}
		rel, err := filepath.Rel(in.dir, dir)
		if err != nil || !filepath.IsLocal(rel) || strings.ContainsFunc(rel, isOdd) {
			return "", nil, false
		}
		importPath = path.Join(in.path, filepath.ToSlash(rel))
		return importPath, in, !strings.Contains("/"+importPath+"/", "/vendor/")
	}
	return "", nil, false
}

// folder is where the package of an import path lies, if it belongs to these modules.
func (m *ownModules) folder(importPath string) (dir string, in *ownModule, ok bool) {
	for i := range m.all {
		own := &m.all[i]
		if rest, inside := strings.CutPrefix(importPath, own.path); inside && (rest == "" || rest[0] == '/') && (in == nil || len(own.path) > len(in.path)) {
			in, dir = own, filepath.Join(own.dir, filepath.FromSlash(rest))
		}
	}
	if in == nil || m.moduleFolder(dir) != in.dir {
		return "", nil, false // of another module that lies inside this one, or is named like it
	}
	at, err := os.Stat(dir)
	return dir, in, err == nil && at.IsDir()
}

// moduleFolder is the nearest folder at or above dir that has a go.mod; "" for none.
func (m *ownModules) moduleFolder(dir string) string {
	if known, ok := m.nearest[dir]; ok {
		return known
	}
	root := ""
	if at, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !at.IsDir() {
		root = dir
	} else if up := filepath.Dir(dir); up != dir {
		root = m.moduleFolder(up)
	}
	m.nearest[dir] = root
	return root
}

// isOdd reports a character that the go command may not take in an import path.
func isOdd(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(`-._~/\`, r))
}
