package cache

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Question is what a run is asked.
type Question struct {
	Dir      string   // absolute
	Env      []string // of the go command
	Patterns []string
	Matched  []string // the folders that the patterns match, absolute and sorted
}

// Run is one run of the generator: first it may be spared, then it is watched, then it may be remembered.
type Run struct {
	q      Question
	file   string
	around *surroundings
	start  time.Time

	mu    sync.Mutex
	seen  map[string]*listing // folders as they were read
	other map[string]bool     // folders that something was compiled from
	no    bool                // it must not be remembered
}

// Begin returns nil where a run with this question cannot be remembered in dir.
func Begin(dir string, q Question) *Run {
	around := look(q.Env)
	if dir == "" || around == nil {
		return nil
	}
	r := &Run{q: q, around: around, start: time.Now(), seen: map[string]*listing{}, other: map[string]bool{}}
	asked, err := json.Marshal([]any{q.Dir, q.Patterns, around.key})
	if err != nil {
		return nil
	}
	r.file = filepath.Join(dir, "run-"+hash(asked))
	return r
}

// Recall returns what the last run with the same question found, or nil.
func (r *Run) Recall() json.RawMessage {
	a := read(r.file)
	if a == nil {
		return nil
	}
	all := union(r.q.Matched, a.Folders)
	now, ok := r.state(all, readListings(all))
	if !ok || now != a.State {
		return nil
	}
	return a.Found
}

// Saw notes a folder whose .go files were read: their content by base name. It is safe for concurrent use.
func (r *Run) Saw(dir string, files map[string][]byte) {
	l := &listing{hashes: map[string]string{}}
	for name, src := range files {
		l.hashes[name] = hash(src)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[dir] = l
}

// DependsOn notes a folder that something was compiled from. It is safe for concurrent use.
func (r *Run) DependsOn(dir string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.other[dir] = true
}

// Forget keeps the run from being remembered: it depends on something that is not seen here.
func (r *Run) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.no = true
}

// Remember keeps what the run found. outputs are the files that stand by now where outputs belong, by name; nil for one that
// is not there.
//
// Folders count as they were when they were read, so that what was edited since is found by the next run. Those that
// something was compiled from were not read here: the run is remembered if nothing in them is younger than the run.
func (r *Run) Remember(outputs map[string][]byte, found any) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.no {
		return nil
	}
	for name, text := range outputs {
		l := r.seen[filepath.Dir(name)]
		if l == nil {
			return nil
		}
		delete(l.hashes, filepath.Base(name))
		if text != nil {
			l.hashes[filepath.Base(name)] = hash(text)
		}
	}
	var folders []string
	for dir := range r.seen {
		folders = append(folders, dir)
	}
	for dir := range r.other {
		if r.seen[dir] == nil {
			folders = append(folders, dir)
			r.seen[dir] = readListing(dir)
			if !r.seen[dir].olderThan(dir, r.start.Add(-coarse)) {
				return nil
			}
		}
	}
	for _, dir := range r.q.Matched {
		if r.seen[dir] == nil {
			return nil
		}
	}
	all := union(r.q.Matched, folders)
	state, ok := r.state(all, r.seen)
	if !ok || !r.around.same(r.q.Env) {
		return nil
	}
	text, err := json.Marshal(found)
	if err != nil {
		return errors.New("cannot remember the run: " + err.Error())
	}
	slices.Sort(folders)
	return write(r.file, Answer{Folders: folders, State: state, Found: text})
}

func union(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}
