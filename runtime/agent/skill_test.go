package agent_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// A skill that is on narrows what the model is told of and may call, never widens it, and stays on in the state.
func TestSkillsNarrow(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{
		l.tool(runtime.Spec{Name: "read"}), l.tool(runtime.Spec{Name: "plot"}), l.tool(runtime.Spec{Name: "write"}), l.tool(runtime.Spec{Name: "hidden", Access: runtime.Admin}),
	}, runtime.Authorize(runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
		if tool.Access == runtime.Admin {
			return why("no")
		}
		return nil
	})))
	var told []string
	system := ""
	turns := script{calls("a read", "b write", "c hidden"), says("x"), calls("d write"), says("y")}
	a := build(t, agent.Config{Registry: reg, System: "Be good.", Model: agent.ModelFunc(func(ctx context.Context, c []agent.Message, tools []provider.Definition) (agent.Turn, error) {
		told, system = nil, c[0].Text
		for _, tool := range tools {
			told = append(told, tool.Name)
		}
		return turns.Next(ctx, c, tools)
	}), Skills: []agent.Skill{
		{Name: "report", Tools: []string{"read", "hidden"}, Instructions: "Read first."},
		{Name: "draw", Tools: []string{"plot"}, Instructions: "Then plot."},
		{Name: "tone", Instructions: "Be brief."},
	}})
	require.Len(t, a.Skills(), 3)
	o := a.Resume(t.Context(), nil, agent.Input{Text: "go", Skills: []string{"report", "tone"}})
	require.NoError(t, o.Err)
	require.Equal(t, []string{"read"}, told)
	require.Equal(t, "Be good.\n\nRead first.\n\nBe brief.", system)
	require.Equal(t, []string{"read"}, l.done)
	require.Equal(t, []string{"  did read", `  unknown_tool: unknown tool "write"; the tools are read`, `  unknown_tool: unknown tool "hidden"; the tools are read`}, transcript(o.State)[2:5])

	again := a.Resume(t.Context(), reread(t, o.State), agent.Input{Text: "more"})
	require.Equal(t, []string{"read"}, told, "it stays on")
	require.Equal(t, []string{"read"}, l.done)
	a.Resume(t.Context(), again.State, agent.Input{Text: "more", Skills: []string{"report", "draw"}})
	require.Equal(t, []string{"plot", "read"}, told)
	a.Resume(t.Context(), o.State, agent.Input{Text: "more", Skills: []string{"tone"}})
	require.Equal(t, []string{"plot", "read", "write"}, told, "a skill without tools narrows nothing")
	a.Resume(t.Context(), o.State, agent.Input{Text: "more", Skills: []string{}})
	require.Equal(t, "Be good.", system, "all are off")
	require.Equal(t, []string{"read", "write", "write"}, l.done)
}

func TestLoadSkills(t *testing.T) {
	skills, err := agent.LoadSkills(fstest.MapFS{
		"csv/SKILL.md":     {Data: []byte("\uFEFF---\r\nname: csv\r\ndescription: Reads tables: all of them.\r\ntools: file_read , plot-data\r\n---\r\n\r\n# Tables\r\n---\r\nRead first.\r\n")},
		"brief/SKILL.md":   {Data: []byte("---\ndescription: Says little.\nname: brief\n---\n")},
		"brief/other.md":   {Data: []byte("not a skill")},
		"a/b/SKILL.md":     {Data: []byte("too deep")},
		"notes/readme.txt": {Data: []byte("x")},
	})
	require.NoError(t, err)
	require.Equal(t, []agent.Skill{
		{Name: "brief", Description: "Says little."},
		{Name: "csv", Description: "Reads tables: all of them.", Tools: []string{"file_read", "plot-data"}, Instructions: "# Tables\n---\nRead first."},
	}, skills)

	_, err = agent.LoadSkills(fstest.MapFS{
		"one/SKILL.md": {Data: []byte("---\nname: two\ndescription: x\n---\n")},
		"big/SKILL.md": {Data: []byte(strings.Repeat("x", 256<<10+1))},
	})
	require.EqualError(t, err, "agent: big/SKILL.md: larger than 256 KiB\nagent: one/SKILL.md: line 2: the name is \"two\", and that of the folder another")
}

// The head of a skill is read strictly: what is not understood is not passed over.
func TestParseSkillIsStrict(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "line 1: expected three dashes, which begin the head",
		"name: x\n":                    "line 1: expected three dashes, which begin the head",
		"---\nname: x\n":               "line 3: the head does not end with a line of three dashes",
		"---\nname: x\ndescription: y": "line 3: the head does not end with a line of three dashes",
		"---\nname\n---\n":             "line 2: expected a member of the head, such as name: NAME, or three dashes",
		"---\nname: x\nname: y\n---\n": "line 3: the member name stands twice",
		"---\nname:\n---\n":            `line 2: the member "name" has no value; leave it out`,
		"---\nname: \"x\"\n---\n":      "line 2: the value begins as YAML's special ones do, and no YAML is read; write the plain text",
		"---\ntools: [a, b]\n---\n":    "line 2: the value begins as YAML's special ones do, and no YAML is read; write the plain text",
		"---\ntools: a,,b\n---\n":      `line 2: "" is not the name of a tool; write names with commas between them`,
		"---\ntools: a, a\n---\n":      "line 2: the tool a stands twice",
		"---\nname: my skill\n---\n":   `line 2: the name "my skill" is not ^[a-zA-Z0-9_-]{1,64}$`,
		"---\nlicense: x\n---\n":       `line 2: there is no member "license"; the members are name, description and tools`,
		"---\n name: x\n---\n":         `line 2: there is no member " name"; the members are name, description and tools`,
		"---\nname: x\n---\n":          "the head has no description",
		"---\ndescription: x\n---\n":   "the head has no name",
		"---\n\xff: x\n---\n":          "not UTF-8",
	} {
		_, err := agent.ParseSkill(text)
		require.EqualError(t, err, want, "%q", text)
	}
}

// The law of skills: what is read has a name and tools that New takes, whatever the bytes are.
func FuzzParseSkill(f *testing.F) {
	f.Add("---\nname: csv\ndescription: Reads: tables.\ntools: a, b\n---\nRead.\n")
	f.Add("---\r\nname: x\r\n---")
	f.Fuzz(func(t *testing.T, text string) {
		skill, err := agent.ParseSkill(text)
		if err != nil {
			return
		}
		var l log
		var tools runtime.Set
		for _, name := range skill.Tools {
			tools = append(tools, l.tool(runtime.Spec{Name: name}))
		}
		build(t, agent.Config{Registry: registry(t, tools), Model: script{}, Skills: []agent.Skill{skill}})
		require.NotEmpty(t, skill.Description)
		require.Equal(t, strings.TrimSpace(skill.Instructions), skill.Instructions)
	})
}
