package runtime_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

func TestProgress(t *testing.T) {
	var steps []runtime.Step
	ctx := runtime.WithProgress(context.Background(), func(s runtime.Step) { steps = append(steps, s) })
	progress := runtime.ProgressFrom(ctx)
	require.True(t, progress.Heard())
	progress.Report(1, 3, "one")
	runtime.ProgressFrom(context.WithValue(ctx, runtime.Step{}, 1)).Report(2, 0, "")
	require.Equal(t, []runtime.Step{{1, 3, "one"}, {2, 0, ""}}, steps)

	for name, silent := range map[string]runtime.Progress{
		"zero": {}, "nobody": runtime.ProgressFrom(context.Background()), "silenced": runtime.ProgressFrom(runtime.WithProgress(ctx, nil)),
	} {
		require.False(t, silent.Heard(), name)
		silent.Report(1, 1, "unheard")
	}
	require.Len(t, steps, 2)

	count := 0
	ctx = runtime.WithProgress(context.Background(), func(runtime.Step) { count++ })
	require.Zero(t, testing.AllocsPerRun(100, func() { runtime.ProgressFrom(ctx).Report(1, 2, "a") }))
	require.NotZero(t, count)
}

func ExampleWithProgress() {
	copyFiles := runtime.Func(runtime.Spec{Name: "copy_files"}, func(ctx context.Context, _ []byte) runtime.Result {
		progress := runtime.ProgressFrom(ctx)
		for i, name := range []string{"a.txt", "b.txt"} {
			progress.Report(i+1, 2, name)
		}
		return runtime.Done()
	})
	reg := runtime.NewRegistry()
	_ = reg.Register(runtime.Set{copyFiles})
	ctx := runtime.WithProgress(context.Background(), func(s runtime.Step) {
		fmt.Printf("%d of %d: %s\n", s.Done, s.Total, s.Message)
	})
	fmt.Println(reg.Call(ctx, "copy_files", nil).Output())
	// Output:
	// 1 of 2: a.txt
	// 2 of 2: b.txt
	// ok
}

// A tool that is written by hand returns a picture as a generated one does.
func ExampleParts() {
	chart := runtime.Image{Data: []byte("\x89PNG\r\n\x1a\n...")}
	result := runtime.Text("sales by month").With(runtime.Parts(chart))
	fmt.Println(result.Output(), result.Parts[0].MIME)
	// Output: sales by month image/png
}
