package code

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/mod/modfile"

	"github.com/toolgen/toolgen/runtime"
)

// flags are what the go command is told of the module.
type flags struct {
	mod  string // readonly or vendor
	work string // the go.work file, or off
}

// module judges the go.mod and go.work files that the go command will go by: nothing in them may lead out of the folder. It returns why
// vet cannot be run where there is nothing to go by.
func (a *Analyzer) module(c *copied) (f flags, why string, err error) {
	f = flags{mod: "readonly", work: "off"}
	if a.noGo != "" {
		return f, a.noGo, nil
	}
	if !c.modules[c.folder] {
		return f, "there is no go.mod in " + c.folder + ", which must be the folder of a module", nil
	}
	mains, at := []string{c.folder}, c.folder
	if work, found := c.workspace(); found {
		f.work, at = filepath.Join(c.dir, filepath.FromSlash(work), "go.work"), work
		uses, why, err := c.uses(work)
		if why != "" || err != nil {
			return f, why, err
		}
		mains = uses
	}
	for _, dir := range mains {
		why, err := c.replaces(dir)
		if why != "" || err != nil {
			return f, why, err
		}
	}
	if _, err := os.Stat(c.file(path.Join(at, "vendor/modules.txt"))); err == nil {
		f.mod = "vendor"
	}
	return f, "", nil
}

func (c *copied) file(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

// workspace returns the folder of the go.work file that the go command would find, were there nothing above the root.
func (c *copied) workspace() (string, bool) {
	for dir := c.folder; ; dir = path.Dir(dir) {
		if _, err := os.Stat(c.file(path.Join(dir, "go.work"))); err == nil {
			return dir, true
		} else if !errors.Is(err, fs.ErrNotExist) || dir == "." {
			return "", false
		}
	}
}

// uses returns the folders of the modules of a workspace.
func (c *copied) uses(dir string) (mains []string, why string, err error) {
	name := path.Join(dir, "go.work")
	data, err := os.ReadFile(c.file(name))
	if err != nil {
		return nil, "", err
	}
	work, err := modfile.ParseWork(name, data, nil)
	if err != nil {
		return nil, "of " + err.Error(), nil
	}
	for _, use := range work.Use {
		to, err := inside(name, dir, "use", use.Path)
		if err != nil {
			return nil, "", err
		}
		mains = append(mains, to)
	}
	return mains, "", replaced(name, dir, work.Replace)
}

func (c *copied) replaces(dir string) (why string, err error) {
	name := path.Join(dir, "go.mod")
	data, err := os.ReadFile(c.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no " + name + ", which go.work names", nil
	}
	if err != nil {
		return "", err
	}
	mod, err := modfile.Parse(name, data, nil)
	if err != nil {
		return "of " + err.Error(), nil
	}
	return "", replaced(name, dir, mod.Replace)
}

func replaced(name, dir string, all []*modfile.Replace) error {
	for _, r := range all {
		if r.New.Version != "" {
			continue // another module of the cache, or none
		}
		if _, err := inside(name, dir, "replace "+r.Old.Path+" =>", r.New.Path); err != nil {
			return err
		}
	}
	return nil
}

// inside returns the folder, relative to the root, that a file in dir names, or that it is not inside of the root.
func inside(file, dir, verb, to string) (string, error) {
	if path.IsAbs(to) || filepath.IsAbs(to) || !filepath.IsLocal(filepath.FromSlash(path.Join(dir, to))) {
		return "", runtime.NewError(runtime.ClassPermissionDenied, "folder: "+file+" says "+verb+" "+to+
			", which is outside of the folder of all files; only modules inside can be analyzed with it")
	}
	return path.Join(dir, to), nil
}
