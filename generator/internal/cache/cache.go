// Package cache remembers runs of the generator that left nothing to do, so that an equal run need not be made again.
//
// A question goes in: which program is asked about which patterns, in which folder and environment. Out comes what the last
// run with that question found, if not one byte has changed of all that it depended on. Content counts, never times: every
// .go file of the folders that the patterns match and of those that their packages were read from, outputs included; go.mod,
// go.sum, go.work and vendor/modules.txt, wherever the go command may find one; the configuration of the go command, and
// which go command it is; the program itself. Whatever cannot be told without running the go command is no answer: the price
// of a miss is a run.
//
// The generator is its only caller. Files lie in one folder, one for each question, and any number of processes may read and
// write there. A file that is damaged is no answer.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Variable names the folder of the cache in the environment; "off" means none.
const Variable = "TOOLGEN_CACHE"

// Folder is where runs are remembered: what Variable says, else a folder in the user's cache folder. It is "" for nowhere.
func Folder(getenv func(string) string) string {
	switch dir := getenv(Variable); {
	case dir == "off":
		return ""
	case filepath.IsAbs(dir):
		return dir
	case dir != "":
		return "" // it would be another one in every package
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "toolgen")
}

// Answer is what a run found that left nothing to do.
type Answer struct {
	Folders []string        // those that it depended on besides the ones that its patterns match, sorted
	State   string          // of all that it depended on; see state
	Found   json.RawMessage // what the caller wants to know again
}

const (
	maxFiles = 512                 // in the folder; a question's file has 1 to 100 KB
	maxAge   = 60 * 24 * time.Hour // since it was written
)

// read returns the answer in a file, or nil. The first line is the hash of the rest.
func read(file string) *Answer {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	sum, rest, _ := bytes.Cut(text, []byte("\n"))
	var a Answer
	if string(sum) != hash(rest) || json.Unmarshal(rest, &a) != nil {
		return nil
	}
	return &a
}

// write puts an answer into a file, all of it or nothing.
func write(file string, a Answer) error {
	rest, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("cannot remember the run: %w", err)
	}
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(append([]byte(hash(rest)+"\n"), rest...))
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		os.Remove(tmp.Name())
		return err
	}
	trim(dir)
	return nil
}

// trim removes what is old, and the oldest of what is too much.
func trim(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	type aged struct {
		name string
		at   time.Time
	}
	var files []aged
	for _, e := range entries {
		if at, err := e.Info(); err == nil && !e.IsDir() && (strings.HasPrefix(e.Name(), "run-") || strings.HasPrefix(e.Name(), "new-")) {
			files = append(files, aged{e.Name(), at.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b aged) int { return b.at.Compare(a.at) })
	kept := 0
	for _, f := range files {
		stray := strings.HasPrefix(f.name, "new-") && time.Since(f.at) > time.Hour // of a process that was killed
		if kept == maxFiles || stray || time.Since(f.at) > maxAge {
			os.Remove(filepath.Join(dir, f.name))
			continue
		}
		kept++
	}
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
