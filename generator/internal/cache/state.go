package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// listing is the .go files of a folder: the hash of each by base name.
type listing struct {
	hashes map[string]string
	broken bool // the folder or a file in it cannot be read
}

// readListing reads a folder. It looks at the files that the go command would look at.
func readListing(dir string) *listing {
	l := &listing{hashes: map[string]string{}}
	entries, err := os.ReadDir(dir)
	if err != nil {
		l.broken = true
		return l
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || name[0] == '.' || name[0] == '_' || e.IsDir() {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			l.broken = true
			return l
		}
		l.hashes[name] = hash(src)
	}
	return l
}

// readListings reads many folders, as many at once as there are cores.
func readListings(dirs []string) map[string]*listing {
	found := make([]*listing, len(dirs))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(len(dirs), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				found[i] = readListing(dirs[i])
			}
		})
	}
	for i := range dirs {
		next <- i
	}
	close(next)
	wg.Wait()
	out := map[string]*listing{}
	for i, dir := range dirs {
		out[dir] = found[i]
	}
	return out
}

// coarse is how far the clock of a file system may be behind.
const coarse = 2 * time.Second

// olderThan reports whether nothing in a folder was changed after a time.
func (l *listing) olderThan(dir string, t time.Time) bool {
	if l.broken {
		return false
	}
	for _, name := range append(slices.Collect(maps.Keys(l.hashes)), ".") {
		if at, err := os.Stat(filepath.Join(dir, name)); err != nil || at.ModTime().After(t) {
			return false
		}
	}
	return true
}

// state sums up all that a run depends on besides its question: the folders, and the module files around them. It reports
// false where something cannot be read.
func (r *Run) state(folders []string, listings map[string]*listing) (string, bool) {
	sum := sha256.New()
	for _, dir := range folders {
		l := listings[dir]
		if l == nil || l.broken {
			return "", false
		}
		fmt.Fprintf(sum, "folder %q\n", dir)
		for _, name := range slices.Sorted(maps.Keys(l.hashes)) {
			fmt.Fprintf(sum, "%q %s\n", name, l.hashes[name])
		}
	}
	m := &moduleFiles{into: sum, asked: map[string]bool{}}
	m.above(r.q.Dir)
	for _, dir := range folders {
		m.above(dir)
	}
	if work := lookup(r.q.Env, "GOWORK"); filepath.IsAbs(work) {
		m.read(work)
	}
	return hex.EncodeToString(sum.Sum(nil)), !m.broken
}

// moduleFiles reads the files that say which modules there are, each once, and whether there is one at all.
type moduleFiles struct {
	into   io.Writer
	asked  map[string]bool
	broken bool
}

// above reads the module files of a folder and of all above it, where the go command looks for them.
func (m *moduleFiles) above(dir string) {
	for !m.asked[dir] {
		m.asked[dir] = true
		for _, name := range []string{"go.mod", "go.work"} {
			m.read(filepath.Join(dir, name))
		}
		dir = filepath.Dir(dir)
	}
}

// read notes a file that says which modules there are, what belongs to it, and the module files of the folders that it may
// name: any word of it that looks like one counts.
func (m *moduleFiles) read(file string) {
	if m.asked[file] {
		return
	}
	m.asked[file] = true
	text := m.note(file)
	if text == nil {
		return
	}
	dir, isWork := filepath.Dir(file), filepath.Base(file) != "go.mod"
	m.note(strings.TrimSuffix(file, ".mod") + ".sum") // go.sum, go.work.sum
	m.note(filepath.Join(dir, "vendor", "modules.txt"))
	for _, word := range strings.Fields(string(text)) {
		word = filepath.FromSlash(strings.Trim(word, "\"`()"))
		if word == "" || !isWork && word[0] != '.' && !filepath.IsAbs(word) {
			continue
		}
		if !filepath.IsAbs(word) {
			word = filepath.Join(dir, word)
		}
		if isWork {
			m.read(filepath.Join(word, "go.mod"))
		} else {
			m.note(filepath.Join(word, "go.mod"))
		}
	}
}

// note adds a file, or that there is none.
func (m *moduleFiles) note(file string) []byte {
	text, err := os.ReadFile(file)
	switch {
	case err == nil:
		fmt.Fprintf(m.into, "file %q %s\n", file, hash(text))
		if text == nil {
			text = []byte{}
		}
		return text
	case os.IsNotExist(err), isNoFolder(err):
		fmt.Fprintf(m.into, "no file %q\n", file)
	default:
		m.broken = true
	}
	return nil
}
