package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersion(t *testing.T) {
	for want, info := range map[string]*debug.BuildInfo{
		"toolgen, of unknown version":        nil,
		"toolgen (devel), built with go1.26": {GoVersion: "go1.26"},
		"toolgen v1.2.3, built with go1.26":  {GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}},
		"toolgen v1.2.3, revision abc, built with go1.26": {GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}},
		"toolgen (devel), revision abc with changes, built with go1.26": {GoVersion: "go1.26", Main: debug.Module{Version: "(devel)"},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}},
	} {
		require.Equal(t, want, version(info))
	}
	got := fake{}.run(t, "version")
	require.Zero(t, got.code)
	require.Regexp(t, `^toolgen .*, built with go1\.`, got.stdout)
}
