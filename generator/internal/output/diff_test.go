package output

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestDiff(t *testing.T) {
	for _, row := range []struct{ name, have, want, diff string }{
		{"equal", "a\n", "a\n", ""},
		{"one line", "a\nb\nc\n", "a\nB\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"context is three lines", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5!\n6\n7\n8\n9\n",
			"@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+5!\n 6\n 7\n 8\n"},
		{"close changes share a hunk", "1\n2\n3\n4\n5\n6\n7\n8\n", "0\n2\n3\n4\n5\n6\n7\n9\n",
			"@@ -1,8 +1,8 @@\n-1\n+0\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+9\n"},
		{"far changes do not", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n2\n3\n4\n5\n6\n7\n8\n0\n",
			"@@ -1,4 +1,4 @@\n-1\n+0\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+0\n"},
		{"added at the end", "a\n", "a\nb\n", "@@ -1,1 +1,2 @@\n a\n+b\n"},
		{"added at the start", "b\n", "a\nb\n", "@@ -1,1 +1,2 @@\n+a\n b\n"},
		{"to nothing", "a\n", "", "@@ -1,1 +0,0 @@\n-a\n"},
		{"from nothing", "", "a\n", "@@ -0,0 +1,1 @@\n+a\n"},
		{"no newline before", "a", "a\n", "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"no newline after", "a\nb\n", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"},
		{"no newline at all", "x\na", "y\na", "@@ -1,2 +1,2 @@\n-x\n+y\n a\n\\ No newline at end of file\n"},
		{"functions stay together", "func a() {\n\tx()\n}\n", "func b() {\n\ty()\n}\n\nfunc a() {\n\tx()\n}\n",
			"@@ -1,3 +1,7 @@\n+func b() {\n+\ty()\n+}\n+\n func a() {\n \tx()\n }\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := Diff("p/zz.go", []byte(row.have), []byte(row.want))
			want := row.diff
			if want != "" {
				want = "--- a/p/zz.go\n+++ b/p/zz.go\n" + want
			}
			require.Equal(t, want, got)
			require.Equal(t, row.want, apply(t, row.have, got))
		})
	}
}

func TestDiffNames(t *testing.T) {
	require.Equal(t, "--- /dev/null\n+++ b/zz.go\n@@ -0,0 +1,1 @@\n+a\n", Diff("zz.go", nil, []byte("a\n")))
	require.Equal(t, "--- a/zz.go\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n", Diff("zz.go", []byte("a\n"), nil))
	require.True(t, strings.HasPrefix(Diff("a b/zz.go", []byte("a\n"), []byte("b\n")), "--- a/a b/zz.go\t\n+++ b/a b/zz.go\t\n"))
	require.Empty(t, Diff("zz.go", nil, nil))
}

// FuzzDiff: applying the diff gives the wanted text.
func FuzzDiff(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nc\n")
	f.Add("", "x")
	f.Add("a\na\nb\na", "b\na\na\nb\n\n")
	f.Fuzz(func(t *testing.T, have, want string) {
		require.Equal(t, want, apply(t, have, Diff("f", []byte(have), []byte(want))))
	})
}

// apply is a reader of unified diffs that shares nothing with the writer.
func apply(t testing.TB, have, diff string) string {
	t.Helper()
	if diff == "" {
		return have
	}
	from := strings.SplitAfter(have, "\n")
	var out strings.Builder
	at := 0
	lines := strings.SplitAfter(diff, "\n")
	require.True(t, strings.HasPrefix(lines[0], "--- ") && strings.HasPrefix(lines[1], "+++ "))
	for i := 2; i < len(lines) && lines[i] != ""; i++ {
		line := lines[i]
		text := line[1:]
		if i+1 < len(lines) && strings.HasPrefix(lines[i+1], `\`) {
			text = strings.TrimSuffix(text, "\n")
		}
		switch line[0] {
		case '@':
			var a, n, b, m int
			_, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &a, &n, &b, &m)
			require.NoError(t, err, line)
			if n > 0 {
				a--
			}
			for ; at < a; at++ {
				out.WriteString(from[at])
			}
		case ' ', '-':
			if from[at] != text { // require would take longer than all diffs
				t.Fatalf("line %d is %q, the diff has %q", at+1, from[at], text)
			}
			if line[0] == ' ' {
				out.WriteString(text)
			}
			at++
		case '+':
			out.WriteString(text)
		case '\\':
		default:
			t.Fatalf("line %q", line)
		}
	}
	return out.String() + strings.Join(from[at:], "")
}

// patch and git apply agree with us on what a diff means.
func TestDiffWithPatch(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("patch is not installed")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		have := randomText(random, 1+random.IntN(60))
		want := mutate(random, have)
		dir := t.TempDir()
		file := filepath.Join(dir, "zz.go")
		require.NoError(t, os.WriteFile(file, []byte(have), 0o644))
		diff := Diff("zz.go", []byte(have), []byte(want))
		if diff == "" {
			continue
		}
		cmd := exec.Command("patch", "-p1", "--posix", "--binary")
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader(diff)
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s", said, diff)
		got, _ := os.ReadFile(file)
		require.Equal(t, want, string(got), diff)
		require.NotContains(t, string(said), "offset")
		require.NotContains(t, string(said), "fuzz")
	}
}

// randomText looks like code: few distinct lines, many of them often.
func randomText(random *rand.Rand, lines int) string {
	var b strings.Builder
	for range lines {
		switch random.IntN(4) {
		case 0:
			b.WriteString("}\n")
		case 1:
			b.WriteString("\n")
		default:
			b.WriteString("line " + strconv.Itoa(random.IntN(40)) + "\n")
		}
	}
	text := b.String()
	if random.IntN(4) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

func mutate(random *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range random.IntN(6) {
		i := random.IntN(len(lines))
		switch random.IntN(3) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] += randomText(random, 1+random.IntN(4))
		case 2:
			j := random.IntN(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
		}
	}
	return strings.Join(lines, "")
}

// The time grows with the size of the files and not with its square, whether they have much in common or nothing: one diff of
// 100,000 lines takes hardly longer than ten of 10,000. If every line were compared with every other it would take ten times as
// long; four times is refused. Both last equally long where all is well, so that a busy machine slows both, and what disturbs one
// of them hardly does so five times.
func TestDiffLarge(t *testing.T) {
	for name, lines := range map[string]func(i int) (string, string){
		"few changes": func(i int) (string, string) {
			line := fmt.Sprintf("line %d\n}\n", i)
			if i%100 == 0 {
				return line, ""
			}
			return line, line
		},
		"nothing in common": func(i int) (string, string) { return fmt.Sprintf("line %d\n}\n", i), fmt.Sprintf("other %d\n", i%7) },
		"repeated lines":    func(i int) (string, string) { return fmt.Sprintf("other %d\n", i%7), fmt.Sprintf("other %d\n", i%5) },
	} {
		// differ returns what makes a diff of n lines, after one that was tried.
		differ := func(n int) func() {
			var a, b bytes.Buffer
			for i := range n {
				have, want := lines(i)
				a.WriteString(have)
				b.WriteString(want)
			}
			require.True(t, b.String() == apply(t, a.String(), Diff("zz.go", a.Bytes(), b.Bytes())), name)
			return func() { Diff("zz.go", a.Bytes(), b.Bytes()) }
		}
		timed := func(diff func(), times int) time.Duration {
			start := time.Now()
			for range times {
				diff()
			}
			return time.Since(start)
		}
		small, large := differ(10_000), differ(100_000)
		tens, one := time.Hour, time.Hour
		for try := 0; try < 5 && (try == 0 || one > 4*tens); try++ {
			tens, one = min(tens, timed(small, 10)), min(one, timed(large, 1))
		}
		t.Logf("%s: %s, ten of a tenth %s", name, one, tens)
		require.LessOrEqual(t, one, 4*tens, name)
	}
}
