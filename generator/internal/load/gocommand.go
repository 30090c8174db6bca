package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// mode is export mode: types of the packages named, from source; of their dependencies, from the compiler's export data.
// With NeedDeps every dependency would be type-checked from source, ten times slower. No Overlay: a non-empty one makes
// go/packages distrust all export data, three to seven times slower.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedTypesInfo | packages.NeedSyntax | packages.NeedModule | packages.NeedExportFile

// load loads all folders in one run of the go command; one run for many packages is five times cheaper than one each.
// A folder of which no file is part of this build has a package without files.
func (l *loader) load(ctx context.Context, folders []*folder) (map[*folder]*packages.Package, error) {
	l.Witness.Forget() // of the packages in between it is not said which were read
	env, err := l.env(ctx)
	if err != nil {
		return nil, err
	}
	byDir := make(map[string]*folder, len(folders))
	patterns := make([]string, len(folders))
	for i, f := range folders {
		byDir[f.dir] = f
		patterns[i] = l.argument(f.dir)
	}
	config := packages.Config{
		Mode:      mode,
		Context:   ctx,
		Dir:       l.Dir,
		Env:       env.clean(l.Env),
		Fset:      l.fset,
		ParseFile: l.hook.parse,
	}
	pkgs, err := packages.Load(&config, patterns...)
	if err == nil {
		if stubs := l.outputsInCycles(pkgs); stubs != nil {
			l.hook.stubs = stubs
			config.Overlay = stubs
			pkgs, err = packages.Load(&config, patterns...)
		}
	}
	l.hook.restore()
	if err != nil {
		return nil, fmt.Errorf("cannot load packages: %w", err)
	}

	foreign := foreignOf(l.fset, pkgs)
	loaded := make(map[*folder]*packages.Package, len(pkgs))
	for _, p := range pkgs {
		if f := byDir[filepath.Clean(p.Dir)]; f != nil && p.Dir != "" {
			loaded[f], l.foreign[f] = p, foreign
		}
	}
	for i, f := range folders {
		if loaded[f] == nil {
			return nil, l.whyNotLoaded(ctx, env, patterns[i], pkgs)
		}
	}
	return loaded, nil
}

// argument spells a folder so that the go command takes it for one.
func (l *loader) argument(dir string) string {
	rel, err := filepath.Rel(l.Dir, dir)
	switch {
	case err != nil:
		return dir // on another drive
	case filepath.IsLocal(rel):
		return "." + string(filepath.Separator) + rel
	}
	return rel
}

// whyNotLoaded finds the reason why the go command knows no package in a folder. go/packages keeps it where there is an
// entry at all, and swallows it in export mode where the go command gave up before the first.
func (l *loader) whyNotLoaded(ctx context.Context, env goEnv, pattern string, pkgs []*packages.Package) error {
	for _, p := range pkgs {
		if p.Dir == "" && len(p.Errors) > 0 && (p.ID == pattern || p.ID == filepath.ToSlash(pattern)) {
			return fmt.Errorf("cannot load %s: %s", pattern, p.Errors[0].Msg)
		}
	}
	if _, err := l.goCommand(ctx, env.clean(l.Env), "list", "-find", "--", pattern); err != nil {
		return fmt.Errorf("cannot load %s: %w", pattern, err)
	}
	return fmt.Errorf("cannot load %s: the go command lists no package there", pattern)
}

// listed is what `go list -json` says of a package.
type listed struct {
	ImportPath string
	Dir        string
	Standard   bool
	Match      []string
	Export     string // the file with the compiler's export data; "" for none
	CgoFiles   []string
	Module     *packages.Module
	Error      *struct{ Err string }
}

// expandImportPaths asks the go command for the folders of import paths and import path patterns.
func (l *loader) expandImportPaths(ctx context.Context, patterns []string) ([]string, error) {
	env, err := l.env(ctx)
	if err != nil {
		return nil, err
	}
	args := []string{"list", "-e", "-find", "-json=ImportPath,Dir,Standard,Match,Module,Error", "--"}
	out, err := l.goCommand(ctx, env.clean(l.Env), append(args, patterns...)...)
	if err != nil {
		return nil, fmt.Errorf("cannot find %s: %w", strings.Join(patterns, " "), err)
	}
	var dirs []string
	matched := map[string]bool{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("cannot read the answer of go list: %w", err)
		}
		named := slices.Contains(patterns, p.ImportPath) // not only matched by a wildcard
		switch {
		case p.Error != nil && p.Dir == "":
			return nil, l.unknownPackage(p)
		case !own(p):
			if named {
				return nil, fmt.Errorf("%s is not one of your own packages: toolgen writes only into the main module, "+
					"its workspace, and modules replaced by folders", p.ImportPath)
			}
			continue
		}
		for _, m := range p.Match {
			matched[m] = true
		}
		dirs = append(dirs, filepath.Clean(p.Dir))
	}
	for _, p := range patterns {
		if !matched[p] {
			return nil, fmt.Errorf("%s matches no package of your own", p)
		}
	}
	return dirs, nil
}

// own reports whether a package's files are the user's to change.
func own(p listed) bool {
	m := p.Module
	return !p.Standard && (m == nil || m.Main || m.Replace != nil && m.Replace.Version == "")
}

func (l *loader) unknownPackage(p listed) error {
	err := fmt.Errorf("there is no package %s: %s", p.ImportPath, firstLine(p.Error.Err))
	if at, statErr := os.Stat(l.abs(p.ImportPath)); statErr == nil && at.IsDir() {
		err = fmt.Errorf("%w; for the folder, pass ./%s", err, p.ImportPath)
	}
	return err
}

// workspacePatterns returns ./a/... for every module of the go.work that is in force.
func (l *loader) workspacePatterns(ctx context.Context) ([]string, error) {
	env, err := l.env(ctx)
	if err != nil {
		return nil, err
	}
	out, err := l.goCommand(ctx, l.Env, "work", "edit", "-json")
	if err != nil {
		return nil, fmt.Errorf("cannot read go.work: %w", err)
	}
	var work struct{ Use []struct{ DiskPath string } }
	if err := json.Unmarshal(out, &work); err != nil {
		return nil, fmt.Errorf("cannot read the answer of go work edit: %w", err)
	}
	var patterns []string
	for _, u := range work.Use {
		dir := u.DiskPath
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(env.GOWORK), dir)
		}
		patterns = append(patterns, filepath.ToSlash(l.argument(dir))+"/...")
	}
	slices.Sort(patterns)
	return patterns, nil
}

// goCommand runs the go command in l.Dir and returns its standard output. The error is what it said.
func (l *loader) goCommand(ctx context.Context, env []string, args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = l.Dir
	cmd.Env = append(slices.Clone(env), "PWD="+l.Dir) // keeps the names of folders below a link as the user knows them
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch {
	case err == nil:
		return stdout.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("toolgen needs the go command, and there is none on PATH")
	}
	if said := strings.TrimSpace(stderr.String()); said != "" {
		return nil, errors.New(strings.TrimPrefix(said, "go: "))
	}
	return nil, fmt.Errorf("go %s: %w", args[0], err)
}
