package main

import (
	"bytes"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

func TestProgress(t *testing.T) {
	stderr := func(terminal bool, work time.Duration) string {
		var errs bytes.Buffer
		synctest.Test(t, func(t *testing.T) {
			code := run(t.Context(), world{
				dir: "/src", stdout: &bytes.Buffer{}, stderr: &errs, terminal: terminal, getenv: func(string) string { return "" },
				generate: func(context.Context, generator.Options) (*generator.Result, error) {
					time.Sleep(work)
					r := result(generator.Package{})
					return &r, nil
				},
			})
			require.Zero(t, code)
		})
		return errs.String()
	}
	require.Empty(t, stderr(true, patience/2), "short work is silent")
	require.Empty(t, stderr(false, 10*patience), "so is a log")
	require.Equal(t, "\r\x1b[Ktoolgen: loading packages, 1s\r\x1b[Ktoolgen: loading packages, 2s\r\x1b[K", stderr(true, 5*patience/2), "and the line is gone at the end")
}
