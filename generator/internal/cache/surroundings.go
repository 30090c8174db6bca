package cache

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// surroundings are the parts of a question that are the machine's: this program, the go command and its configuration.
type surroundings struct{ key []string }

// knownFlags are those in GOFLAGS that lead to no file that is not looked at here.
var knownFlags = []string{"mod", "buildvcs", "tags", "trimpath", "v", "p", "modcacherw"}

// look finds the surroundings without running the go command. It returns nil where it would have to.
func look(env []string) *surroundings {
	s := &surroundings{}
	ok := s.program() && s.goCommand(env) && s.configuration(env)
	if !ok {
		return nil
	}
	// Whatever the go command may take from the environment, and where it looks for a C compiler: without one there is no
	// cgo, and other files belong to a package.
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		if strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_") || strings.HasPrefix(name, "TOOLGEN_LOADER") ||
			slices.Contains([]string{"CC", "CXX", "PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "AppData"}, name) {
			s.key = append(s.key, kv)
		}
	}
	for _, compiler := range []string{"cc", "gcc", "clang"} {
		s.key = append(s.key, compiler+" "+find(env, compiler))
	}
	return s
}

// same reports whether the surroundings are still what they were.
func (s *surroundings) same(env []string) bool {
	now := look(env)
	return now != nil && slices.Equal(now.key, s.key)
}

// program notes which toolgen this is, by its 15 MB: a build ID may be empty, or equal in spite of -X. They are read through a
// small buffer: 7 ms, and 30 all at once.
func (s *surroundings) program() bool {
	name, err := os.Executable()
	if err != nil {
		return false
	}
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.CopyBuffer(sum, struct{ io.Reader }{file}, make([]byte, 128<<10))
	s.key = append(s.key, "program "+hex.EncodeToString(sum.Sum(nil)))
	return err == nil
}

// goCommand notes which go command runs. It must be one: a script may choose another one each time.
func (s *surroundings) goCommand(env []string) bool {
	name := find(env, "go")
	at, err := os.Stat(name)
	if name == "" || err != nil {
		return false
	}
	info, err := buildinfo.ReadFile(name)
	if err != nil || info.Path != "cmd/go" {
		return false
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return false
	}
	root := filepath.Dir(filepath.Dir(real))
	if set := lookup(env, "GOROOT"); set != "" {
		root = set
	}
	version, err := os.ReadFile(filepath.Join(root, "VERSION"))
	s.key = append(s.key, "go "+real, info.String(), at.ModTime().UTC().String(), "GOROOT "+root, hash(version))
	return err == nil && s.configured(filepath.Join(root, "go.env"))
}

// configuration notes what `go env -w` has written, wherever GOENV says that it is.
func (s *surroundings) configuration(env []string) bool {
	if !plainFlags(lookup(env, "GOFLAGS")) || !plainToolchain(lookup(env, "GOTOOLCHAIN")) {
		return false
	}
	file := lookup(env, "GOENV")
	switch {
	case file == "off":
		return true
	case file == "":
		dir := ""
		switch runtime.GOOS {
		case "windows":
			dir = lookup(env, "AppData")
		case "darwin", "ios":
			dir = filepath.Join(lookup(env, "HOME"), "Library", "Application Support")
		default:
			if dir = lookup(env, "XDG_CONFIG_HOME"); dir == "" {
				dir = filepath.Join(lookup(env, "HOME"), ".config")
			}
		}
		if !filepath.IsAbs(dir) {
			return false
		}
		file = filepath.Join(dir, "go", "env")
	}
	return s.configured(file)
}

// configured notes a configuration file, or that there is none.
func (s *surroundings) configured(file string) bool {
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return false
	}
	s.key = append(s.key, "configuration "+file+" "+hash(text))
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if name == "GOROOT" || name == "GOWORK" || name == "GOFLAGS" && !plainFlags(value) || name == "GOTOOLCHAIN" && !plainToolchain(value) {
			return false
		}
	}
	return true
}

// plainFlags reports whether GOFLAGS has no flag that names a file, such as -modfile or -overlay.
func plainFlags(goflags string) bool {
	for _, flag := range strings.Fields(goflags) {
		name, _, _ := strings.Cut(strings.TrimLeft(strings.Trim(flag, `'"`), "-"), "=")
		if !slices.Contains(knownFlags, name) {
			return false
		}
	}
	return true
}

// plainToolchain reports whether GOTOOLCHAIN names no toolchain that is searched for on PATH.
func plainToolchain(value string) bool { return !strings.Contains(value, "path") }

// find is where a command lies on the PATH of an environment; "" where it does not.
func find(env []string, command string) string {
	if runtime.GOOS == "windows" {
		command += ".exe"
	}
	for _, dir := range filepath.SplitList(lookup(env, "PATH")) {
		name := filepath.Join(dir, command)
		if at, err := os.Stat(name); err == nil && !at.IsDir() && (runtime.GOOS == "windows" || at.Mode()&0o111 != 0) {
			return name
		}
	}
	return ""
}

// lookup is the value of a variable; the last one counts.
func lookup(env []string, name string) string {
	value := ""
	for _, kv := range env {
		if n, v, _ := strings.Cut(kv, "="); n == name || runtime.GOOS == "windows" && strings.EqualFold(n, name) {
			value = v
		}
	}
	return value
}

// isNoFolder reports that a file cannot be there because something on the way is no folder.
func isNoFolder(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
