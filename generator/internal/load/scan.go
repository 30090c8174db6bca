package load

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/generator/internal/directive"
)

// folder is one folder that mentions a tool or holds our output, with the source of all its .go files.
type folder struct {
	dir     string            // absolute
	names   []string          // base names of the .go files, sorted
	sources map[string][]byte // by base name
	// unreadable are the files that could not be read, links to nowhere among them, by base name: the go command refuses
	// a package that has one.
	unreadable map[string]error
}

// scan reads the .go files of the folders and returns those that are worth loading, in the order of dirs. Reading every
// file costs a hundredth of loading it: most packages of a module have no tool, and are done here.
func (l *loader) scan(ctx context.Context, dirs []string) ([]*folder, error) {
	found := make([]*folder, len(dirs))
	errs := make([]error, len(dirs))
	var (
		wg   sync.WaitGroup
		next = make(chan int)
	)
	for range min(len(dirs), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				found[i], errs[i] = l.scanFolder(dirs[i])
			}
		})
	}
	for i := range dirs {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(found, func(f *folder) bool { return f == nil }), nil
}

// scanFolder returns nil for a folder without anything of interest. A file that cannot be read makes the folder
// interesting: the loader then reports it in its place.
func (l *loader) scanFolder(dir string) (*folder, error) {
	f, err := l.readFolder(dir)
	if err != nil {
		return nil, err
	}
	for name := range f.unreadable {
		if _, dangling := os.Stat(filepath.Join(dir, name)); dangling == nil { // a link to nowhere hides no tool
			return f, nil
		}
	}
	for _, name := range f.names {
		src := f.sources[name]
		if l.isOutput(name, src) || name != l.Output && mentionsTool(src) {
			return f, nil
		}
	}
	return nil, nil
}

// readFolder reads the .go files of a folder.
func (l *loader) readFolder(dir string) (*folder, error) {
	names, err := goFiles(dir)
	if err != nil {
		return nil, err
	}
	l.Permute(names)
	f := &folder{dir: dir, sources: make(map[string][]byte, len(names)), unreadable: map[string]error{}}
	for _, name := range names {
		path := filepath.Join(dir, name)
		src, err := os.ReadFile(path)
		if err == nil {
			f.names = append(f.names, name)
			f.sources[name] = src
		} else if _, gone := os.Lstat(path); gone == nil { // else it has been removed since
			f.unreadable[name] = err
			l.Witness.Forget()
		}
	}
	l.Witness.Saw(dir, f.sources)
	slices.Sort(f.names)
	return f, nil
}

// goFiles returns the names of the .go files that the go command would look at.
func goFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot read the folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !hidden(name) && !e.IsDir() {
			names = append(names, name)
		}
	}
	return names, nil
}

// hidden reports whether the go command ignores a file or folder of this name.
func hidden(name string) bool { return name[0] == '.' || name[0] == '_' }

// mentionsTool reports whether source text may hold a directive or something that was meant as one. It reads comments
// only, without parsing: it says yes too often (for a string that looks like a comment), and never no where the directive
// room would have a word to say.
func mentionsTool(src []byte) bool {
	for rest := src; ; {
		_, after, found := bytes.Cut(rest, []byte("//"))
		if !found {
			break
		}
		if beginsWithTool(after) {
			line, _, _ := bytes.Cut(after, []byte("\n"))
			comment := "//" + string(line)
			if _, near := directive.NearMiss(comment); near || directive.Is(comment) {
				return true
			}
		}
		rest = after
	}
	for rest := src; ; {
		_, after, found := bytes.Cut(rest, []byte("/*"))
		if !found {
			return false
		}
		text, _, closed := bytes.Cut(after, []byte("*/"))
		if !closed {
			return false
		}
		if _, near := directive.NearMiss("/*" + string(text) + "*/"); near {
			return true
		}
		rest = after
	}
}

// beginsWithTool is a cheap first look at the text of a comment: blanks, a sign, and "tool" in any case.
func beginsWithTool(text []byte) bool {
	const word = "tool"
	text = bytes.TrimLeft(text, " \t")
	if len(text) > 0 && (text[0] == '+' || text[0] == '@' || text[0] == '/') {
		text = text[1:]
	}
	return len(text) >= len(word) && bytes.EqualFold(text[:len(word)], []byte(word))
}
