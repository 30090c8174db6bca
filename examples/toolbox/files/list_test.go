package files

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

func TestList(t *testing.T) {
	box, folder := newBox(t, Options{})
	write(t, filepath.Join(folder, "b/c.txt"), "12345")
	write(t, filepath.Join(folder, "b-d"), "")
	kit.Try(t, os.Symlink("../secret.txt", filepath.Join(folder, "a")))
	kit.Try(t, os.Symlink("b", filepath.Join(folder, "z")))

	shown := func(args object) string {
		var b strings.Builder
		l := kit.Want[Listing](t, call(t, box, "file_list", args))
		for _, e := range l.Entries {
			fmt.Fprintf(&b, "%s %s", e.Path, e.Kind)
			if e.Size != nil {
				fmt.Fprintf(&b, " %d", *e.Size)
			}
			if e.Target != "" {
				fmt.Fprintf(&b, " -> %s", e.Target)
			}
			b.WriteString("; ")
		}
		if l.Truncated {
			b.WriteString("next " + l.Next)
		}
		return b.String()
	}
	for _, c := range []struct {
		args object
		want string
	}{
		{object{}, "a link -> ../secret.txt; b folder; b-d file 0; z link -> b; "},
		{object{"recursive": true}, "a link -> ../secret.txt; b folder; b/c.txt file 5; b-d file 0; z link -> b; "},
		{object{"recursive": true, "max_entries": 2}, "a link -> ../secret.txt; b folder; next b"},
		{object{"recursive": true, "max_entries": 2, "after": "b"}, "b/c.txt file 5; b-d file 0; next b-d"},
		{object{"recursive": true, "max_entries": 2, "after": "b-d"}, "z link -> b; "},
		{object{"recursive": true, "after": "b/a"}, "b/c.txt file 5; b-d file 0; z link -> b; "},
		{object{"path": "b"}, "c.txt file 5; "},
		{object{"path": "z"}, "c.txt file 5; "},
		{object{"path": "b", "after": "c.txt"}, ""},
	} {
		if got := shown(c.args); got != c.want {
			t.Errorf("%v:\ngot  %s\nwant %s", c.args, got, c.want)
		}
	}
	refused(t, call(t, box, "file_list", object{"path": "b-d"}), runtime.ClassFailed, "not a folder")
	refused(t, call(t, box, "file_list", object{"path": "a"}), runtime.ClassPermissionDenied, "out of the folder")
	refused(t, call(t, box, "file_list", object{"path": "gone"}), runtime.ClassFailed, "does not exist")
	box.o.Entries = 3
	refused(t, call(t, box, "file_list", object{}), runtime.ClassFailed, "more than 3 entries")
}

func TestListDeep(t *testing.T) {
	box, folder := newBox(t, Options{})
	deep := strings.TrimSuffix(strings.Repeat("d/", maxDepth+1), "/")
	kit.Try(t, os.MkdirAll(filepath.Join(folder, deep), 0o755))
	l := kit.Want[Listing](t, call(t, box, "file_list", object{"recursive": true}))
	if len(l.Entries) != maxDepth || len(l.Unreadable) != 1 {
		t.Errorf("%d entries, unreadable %v", len(l.Entries), l.Unreadable)
	}
}

// Random trees are listed as find(1) lists them, at once and page by page.
func TestListAgainstFind(t *testing.T) {
	find, err := exec.LookPath("find")
	if err != nil {
		t.Skip("there is no find:", err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"a", "b", "a-b", "a.b", "ä", ".h", "A", "a b", "0"}
	for i := range 30 {
		box, folder := newBox(t, Options{})
		folders := []string{folder}
		for range random.IntN(60) {
			name := filepath.Join(folders[random.IntN(len(folders))], names[random.IntN(len(names))])
			switch random.IntN(4) {
			case 0, 1:
				if os.Mkdir(name, 0o755) == nil {
					folders = append(folders, name)
				}
			case 2:
				os.WriteFile(name, make([]byte, random.IntN(100)), 0o644)
			case 3:
				os.Symlink([]string{"/", "..", ".", "a", "gone"}[random.IntN(5)], name)
			}
		}
		out, err := exec.Command(find, folder, "-mindepth", "1", "-printf", "%P\t%y\t%s\n").Output()
		if err != nil {
			t.Skip("this find has no -printf:", err)
		}
		var wanted [][]string
		for line := range strings.Lines(string(out)) {
			wanted = append(wanted, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
		slices.SortFunc(wanted, func(a, b []string) int {
			return slices.CompareFunc(strings.Split(a[0], "/"), strings.Split(b[0], "/"), cmp.Compare[string])
		})
		for _, page := range []int{1000, 1, 7} {
			var got []Entry
			after := ""
			for {
				l := kit.Want[Listing](t, call(t, box, "file_list", object{"recursive": true, "max_entries": page, "after": after}))
				got = append(got, l.Entries...)
				if !l.Truncated {
					break
				}
				after = l.Next
			}
			if len(got) != len(wanted) {
				t.Fatalf("tree %d by %d: %d entries, find has %d", i, page, len(got), len(wanted))
			}
			for j, e := range got {
				size := ""
				if e.Size != nil {
					size = fmt.Sprint(*e.Size)
				}
				kind := map[string]Kind{"f": File, "d": Folder, "l": Link}[wanted[j][1]]
				if e.Path != wanted[j][0] || e.Kind != kind || e.Kind == File && size != wanted[j][2] {
					t.Errorf("tree %d by %d: got %+v, find has %v", i, page, e, wanted[j])
				}
			}
		}
	}
}
