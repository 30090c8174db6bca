package bench

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"
)

// What a run of toolgen costs, beside the go command's own work for the same packages and beside other generators. The
// unit is `go list -e -export -deps -json` of the annotated packages: nobody who needs types can do with less than knowing
// what it knows.

// generationRow is one line of the table.
type generationRow struct {
	work, command string
	ratio         float64 // CPU time against the first row of its work
	megabytes     float64 // the most memory that a process of it held
}

// TestGeneration prints what generation costs and checks the goals of the specification. It needs public modules and compiles
// some of them, so it runs with -goals alone.
func TestGeneration(t *testing.T) {
	if !*enforce {
		t.Skip("it downloads and compiles controller-runtime: make bench runs it, with -goals")
	}
	bin := generators(t)
	var rows []generationRow
	var goals []goal
	for _, measured := range []func(*testing.T, string) ([]generationRow, []goal){controllerRuntime, manyPackages, onePackage} {
		r, g := measured(t, bin)
		rows, goals = append(rows, r...), append(goals, g...)
	}
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "work\tcommand\tCPU\tMB\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%.2f\t%.0f\t\n", r.work, r.command, r.ratio, r.megabytes)
	}
	fmt.Fprintln(w, "\ngoal\tmeasured\tlimit\t")
	for _, g := range goals {
		verdict, failed := g.verdict()
		fmt.Fprintf(w, "%s\t%s\t<= %s %s\n", g.text, number(g.value), number(g.limit), verdict)
		if failed {
			t.Errorf("%s: %s, wanted <= %s", g.text, number(g.value), number(g.limit))
		}
	}
	require.NoError(t, w.Flush())
	t.Log("\n" + table.String())
}

// controllerRuntime measures 8 annotated packages with 23 tools in a module of 77, whose imports are large.
func controllerRuntime(t *testing.T, bin string) ([]generationRow, []goal) {
	const work = "controller-runtime, 8 of 77 packages"
	dir := publicModule(t, bin, "sigs.k8s.io/controller-runtime", "v0.25.2", "controller-runtime")
	packages := []string{"./pkg/client", "./pkg/reconcile", "./pkg/event", "./pkg/webhook/admission", "./pkg/config", "./pkg/manager", "./pkg/cache", "./pkg/log"}
	var objects []string
	for _, p := range packages {
		objects = append(objects, "paths="+p)
	}
	toolgen := filepath.Join(bin, "toolgen")
	rows := race(t, work, dir, []contestant{
		{"go list -e -export -deps -json", exec.Command("go", slices.Concat([]string{"list", "-e", "-export", "-deps", "-json"}, packages)...), nil},
		{"toolgen -force ./...", exec.Command(toolgen, "-force", "./..."), nil},
		{"toolgen -force ./..., TOOLGEN_LOADER=packages", exec.Command(toolgen, "-force", "./..."), []string{"TOOLGEN_LOADER=packages"}},
		{"toolgen ./..., nothing changed", exec.Command(toolgen, "./..."), nil},
		{"controller-gen object", exec.Command(filepath.Join(bin, "controller-gen"), slices.Concat([]string{"object", "output:none"}, objects)...), nil},
	})
	return rows, []goal{
		{text: "toolgen in units of go list", value: rows[1].ratio, limit: 1.5},
		{text: "toolgen in units of controller-gen object", value: rows[1].ratio / rows[4].ratio, limit: 0.45},
		{text: "toolgen, nothing changed, in units of go list", value: rows[3].ratio, limit: 0.10, ceiling: 0.13},
		{text: "toolgen, peak MB, the go command included", value: rows[1].megabytes, limit: 100},
	}
}

// manyPackages shows that time grows with what is annotated: a thousand packages, of which 200 or 20 have tools, and a
// hundred with 20.
func manyPackages(t *testing.T, bin string) ([]generationRow, []goal) {
	toolgen := filepath.Join(bin, "toolgen")
	at := func(all, annotated int) contestant {
		dir := syntheticModule(t, all, annotated)
		cmd := exec.Command(toolgen, "-force", "./...")
		cmd.Dir = dir
		return contestant{fmt.Sprintf("toolgen -force, %d of %d packages annotated", annotated, all), cmd, nil}
	}
	rows := race(t, "synthetic repositories", "", []contestant{at(100, 20), at(1000, 20), at(1000, 200)})
	perPackage := (rows[2].ratio - rows[1].ratio) / 180
	return rows, []goal{
		{text: "20 annotated packages: among 1,000 in units of among 100", value: rows[1].ratio, limit: 2},
		{text: "a package without tools in units of one with", value: (rows[1].ratio - rows[0].ratio) / 900 / perPackage, limit: 0.2},
	}
}

// onePackage puts toolgen beside generators that look at one package, each on what it is for.
func onePackage(t *testing.T, bin string) ([]generationRow, []goal) {
	dir := syntheticModule(t, 10, 1)
	rows := race(t, "one small package", filepath.Join(dir, "p0"), []contestant{
		{"go list -e -export -deps -json", exec.Command("go", "list", "-e", "-export", "-deps", "-json"), nil},
		{"toolgen -force", exec.Command(filepath.Join(bin, "toolgen"), "-force"), nil},
		{"toolgen, nothing changed", exec.Command(filepath.Join(bin, "toolgen")), nil},
		{"stringer -type=Level", exec.Command(filepath.Join(bin, "stringer"), "-type=Level", "-output="+filepath.Join(t.TempDir(), "x.go")), nil},
		{"moq . Store", exec.Command(filepath.Join(bin, "moq"), ".", "Store"), nil},
	})
	return rows, nil
}

// TestLoadersAgreeOnModules holds the pruned load against go/packages on public modules: the same tools, files and diagnostics.
func TestLoadersAgreeOnModules(t *testing.T) {
	if !*enforce {
		t.Skip("it downloads and compiles public modules: make bench runs it, with -goals")
	}
	bin := generators(t)
	for _, m := range [][3]string{
		{"sigs.k8s.io/controller-runtime", "v0.25.2", "controller-runtime"},
		{"k8s.io/apimachinery", "v0.37.0", "apimachinery"},
	} {
		dir := publicModule(t, bin, m[0], m[1], m[2])
		for _, file := range outputs(t, dir) {
			remove(t, file) // so that check shows each as a whole
		}
		for _, verb := range [][]string{{"check", "./..."}, {"list", "--format=json", "./..."}} {
			said := func(env ...string) string {
				cmd := exec.Command(filepath.Join(bin, "toolgen"), verb...)
				cmd.Dir, cmd.Env = dir, append(environment(), env...)
				out, _ := cmd.CombinedOutput() // check fails: the outputs are not there
				return string(out)
			}
			pruned, whole := said(), said("TOOLGEN_LOADER=packages")
			require.Greater(t, len(whole), 5000, "there is something to compare: %s", whole)
			require.Equal(t, whole, pruned, "%s %s", m[0], verb)
		}
	}
}
