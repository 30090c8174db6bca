package lab

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"
)

// WriteScenarios writes the packages of testdata/generate, each below generate/ by the name of its file in lower case; their
// module path becomes the lab's.
func (l *Lab) WriteScenarios() {
	l.tb.Helper()
	files, err := filepath.Glob(filepath.Join(checkout(), "testdata", "generate", "*.txtar"))
	if err != nil || len(files) == 0 {
		l.tb.Fatal("there are no scenarios: ", err)
	}
	foreign := map[string]string{} // files of other modules, by path
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			l.tb.Fatal(err)
		}
		p := Package{Dir: "generate/" + strings.ToLower(strings.TrimSuffix(filepath.Base(file), ".txtar")), Files: map[string]string{}}
		for _, f := range archive.Files {
			text := strings.ReplaceAll(string(f.Data), "scenario.test/", Module+"/")
			if name, other := strings.CutPrefix(f.Name, "modules/"); other {
				foreign[name] = text
			} else if !strings.HasPrefix(f.Name, "want/") {
				p.Files[f.Name] = text
			}
		}
		l.Write(p)
	}
	for name := range foreign {
		path, isModule := strings.CutSuffix(name, "/go.mod")
		if !isModule {
			continue
		}
		module := map[string]string{}
		for other, text := range foreign {
			if rest, inside := strings.CutPrefix(other, path+"/"); inside {
				module[rest] = text
			}
		}
		l.Require(path, module)
	}
}

// WriteReal writes the tools of testdata/real, which stand for those of public servers, below real/.
func (l *Lab) WriteReal() {
	l.tb.Helper()
	root := filepath.Join(checkout(), "testdata", "real")
	err := filepath.WalkDir(root, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(file))
		l.Write(Package{Dir: "real/" + filepath.ToSlash(dir), Files: map[string]string{filepath.Base(file): strings.ReplaceAll(string(text), "real.test/", Module+"/real/")}})
		return err
	})
	if err != nil {
		l.tb.Fatal(err)
	}
}
