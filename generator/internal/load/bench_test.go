package load

import (
	"context"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

const benchModule = `
-- go.mod --
module example.com/app

go 1.26
-- a.go --
package a

import (
	"context"
	"net/http"
)

//tool:name=fetch
func Fetch(ctx context.Context, h http.Header, url string) (int, error) { return 0, nil }
`

// BenchmarkLoad and BenchmarkGoList belong together: their ratio is the cost of a load in units of the go command's own.
func BenchmarkLoad(b *testing.B) {
	dir := write(b, benchModule)
	mustLoad(b, dir)
	for b.Loop() {
		_, err := Load(context.Background(), options(dir))
		require.NoError(b, err)
	}
}

func BenchmarkGoList(b *testing.B) {
	dir := write(b, benchModule)
	mustLoad(b, dir)
	for b.Loop() {
		cmd := exec.Command("go", "list", "-e", "-export", "-deps", "-json", ".")
		cmd.Dir = dir
		cmd.Env = options(dir).Env
		require.NoError(b, cmd.Run())
	}
}

// BenchmarkScan reads a module in which nothing mentions a tool: the standard library.
func BenchmarkScan(b *testing.B) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(b, err)
	root := lines(string(out))[0] + "/src"
	for b.Loop() {
		res, err := Load(context.Background(), options(root, "./..."))
		require.NoError(b, err)
		b.ReportMetric(float64(res.Folders), "folders")
	}
}
