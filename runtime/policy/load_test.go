package policy_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// The whole format, as a file and as Go: the two decide alike because they are the same Config.
func TestLoad(t *testing.T) {
	data, err := os.ReadFile("testdata/example.json")
	require.NoError(t, err)
	got, err := policy.Load(data, tools())
	require.NoError(t, err)
	want := policyOf(t, policy.Config{
		Roles:       map[string]runtime.Access{"support": runtime.Trusted, "operator": runtime.Admin},
		Groups:      map[string][]string{"files": {"file_*"}, "git": {"remote:git_*"}},
		Absent:      []string{"plot_data"},
		Levels:      map[string]runtime.Access{"bare": runtime.Admin, "@git": runtime.Trusted},
		Permissions: map[string][]string{"file_wipe": {"files.delete"}},
		Layers: []policy.Layer{
			{Name: "company", Deny: []string{"halt", "plot_data"}, Ask: []string{"file_wipe"}},
			{Name: "support desk", For: policy.For{Roles: []string{"support"}, IDs: []string{"*@example.com"}, Agents: []string{"desk-*"}},
				Allow: []string{"@files", "mail", "@git"}},
			{Name: "arguments", Args: []policy.Rule{
				{Name: "own files", Tools: []string{"@files"}, Path: "path", Prefix: []string{"/srv/"}},
				{Name: "few", Tools: []string{"file_read"}, Path: "lines", Optional: true, Min: bound(1), Max: bound(1000)},
				{Name: "main", Tools: []string{"git_push"}, Path: "branch", Ask: true, OneOf: []any{"main"}},
				{Name: "kinds", Tools: []string{"bare"}, Path: "kinds[*]", OneOf: []any{"a", 1.0, true, nil}},
				{Name: "line", Tools: []string{"bare"}, Path: "command", Words: []string{"git log ..."}},
				{Name: "host", Tools: []string{"bare"}, Path: "host", Glob: []string{"*.example.com"}},
			}},
		},
		Limits:  map[string]runtime.Limits{"file_*": {Timeout: 5 * time.Second, Output: 64 << 10}, "mail": {Output: 4096}},
		Careful: true, Undeclared: runtime.System, UnknownRoles: runtime.Public,
	})
	require.Equal(t, want.Config(), got.Config())
	require.Equal(t, "ask: arguments main in layer arguments",
		decide(got, runtime.Principal{RoleName: "support", ID: "ann@example.com", Agent: "desk-1"}, remote, `{"branch":"x"}`))
}

// The example of docs/policy.md is a policy, and every key of a file stands there.
func TestDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../docs/policy.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(page), "```json\n")
	require.True(t, found)
	example, _, _ := strings.Cut(rest, "```")
	p, err := policy.Load([]byte(example), tools())
	require.NoError(t, err)
	support := runtime.Principal{RoleName: "support", Agent: "desk-7"}
	require.Equal(t, "ask: careful", decide(p, runtime.Principal{RoleName: "operator"}, remote, `{"branch":"main"}`))
	require.Equal(t, "deny: not on the allow list in layer support desk", decide(p, support, remote))
	require.Equal(t, "deny: arguments notes only in layer arguments", decide(p, support, fileRead, `{"path":"/etc/passwd"}`))
	require.Equal(t, "allow: level trusted", decide(p, support, fileRead, `{"path":"notes/a","lines":9}`))
	require.Equal(t, "deny: scope files.delete", decide(p, role(runtime.System), wipe))
	for _, key := range []string{"roles", "groups", "levels", "permissions", "layers", "limits", "careful", "absent", "undeclared", "unknownRoles",
		"for", "ids", "agents", "allow", "deny", "ask", "args", "equals", "oneOf", "min", "max", "prefix", "glob", "words", "optional", "otherwise"} {
		require.Contains(t, string(page), key)
	}
}

// All that is wrong is said at once, with its place.
func TestLoadProblems(t *testing.T) {
	for name, row := range map[string]struct{ file, want string }{
		"names": {`{
  "roles": {"support": "trusted", "admin": "public"},
  "groups": {"files": ["file_raed", "@files"]},
  "levels": {"nothing_like_it": "admin", "ech": "public"},
  "layers": [
    {"name": "a", "for": {"roles": ["suport", "boss"]}, "allow": ["@flies"], "deny": ["fil_*", "Echo", "remote:x_*", "*"]},
    {"name": "a", "ask": ["a b", "remote:", "@"]}
  ],
  "limits": {"echo": {"memory": "64MiB", "disk": 5}, "mail": {}}
}`, `policy: nothing was changed, because of 17 problems:
	2:35: roles.admin: "admin" cannot be a role of your own; choose another name
	3:24: groups.files[0]: unknown tool "file_raed"; did you mean "file_read"?
	3:37: groups.files[1]: a group holds tools and no other group; list its tools here
	4:14: levels.nothing_like_it: unknown tool "nothing_like_it"; remove it, give Load or New the set that has it, or name it in absent if another program has it
	4:42: levels.ech: unknown tool "ech"; did you mean "echo"?
	6:37: layers[0].for.roles[0]: unknown role "suport"; did you mean "support"?
	6:47: layers[0].for.roles[1]: unknown role "boss"; add it to roles
	6:67: layers[0].allow[0]: unknown group "flies"; did you mean "files"?
	6:87: layers[0].deny[0]: "fil_*" fits no tool; names are compared letter by letter
	6:96: layers[0].deny[1]: unknown tool "Echo"; did you mean "echo"?
	7:14: layers[1].name: there is a layer "a" already; choose another name
	7:27: layers[1].ask[0]: "a b" is no tool, no pattern with *, no @group and no remote: pattern
	7:34: layers[1].ask[1]: "remote:" is no tool, no pattern with *, no @group and no remote: pattern
	7:45: layers[1].ask[2]: unknown group ""; add it to groups
	9:33: limits.echo: MEMORY
	9:50: limits.echo: DISK
	9:54: limits.mail: there is no limit; set timeout or output, or remove the line
`},
		"form": {"{\"layers\": [{\"nam\": \"x\", \"deny\": [\"halt\", 5],\n\"deny\": []}], \"levels\": {\"echo\": \"Admin\", \"echo\": \"public\"}, \"carefull\": true, \"careful\": 1}",
			`policy: nothing was changed, because of 8 problems:
	1:13: layers[0].name: a layer needs a name, for records
	1:14: layers[0]: unknown key "nam"; did you mean "name"?
	1:43: layers[0].deny[1]: expected string, got number 5; put quotes around it
	2:1: layers[0]: duplicate key "deny"; send it once
	2:34: levels.echo: "Admin" is not one of public, trusted, admin, system; did you mean admin?
	2:43: levels: duplicate key "echo"; send it once
	2:62: policy: unknown key "carefull"; did you mean "careful"?
	2:91: careful: expected true or false, got number 1
`},
		"syntax":    {"{\"layers\": [\n  {\"name\": \"x\",}\n]}", "policy: nothing was changed, because of 1 problem:\n\t2:16: policy: not valid JSON at offset 28"},
		"no object": {`[]`, "1:1: policy: the file must be a JSON object"},
		"empty":     {"", "1:1: policy: the file must be a JSON object"},
		"null":      {" null ", "1:1: policy: the file must be a JSON object"},
		"rules": {`{"layers": [{"name": "l", "args": [
  {"path": "a..b", "prefix": [], "tools": []},
  {"name": "r", "path": "[0]", "tools": ["echo"], "glob": ["x"], "min": 1},
  {"name": "r", "path": "a[01]", "tools": ["echo"]},
  {"name": "m", "path": "a", "tools": ["echo"], "min": 2, "max": 1},
  {"name": "w", "path": "a", "tools": ["echo"], "words": ["* x", "ls ... x", "ls  x", "ls $x", ""]},
  {"name": "o", "path": "a", "tools": ["echo"], "oneOf": [[1]], "otherwise": "allow"}
]}]}`, `policy: nothing was changed, because of 17 problems:
	2:3: layers[0].args[0].name: a rule needs a name, for records
	2:12: layers[0].args[0].path: "" is no plain key; write it as ["key"]
	2:30: layers[0].args[0].prefix: the list is empty, so that no value could keep the rule
	2:43: layers[0].args[0].tools: a rule needs the tools that it is for
	3:3: layers[0].args[1]: a rule has one of equals, oneOf, prefix, glob and words, or min and max; write several rules for several
	3:25: layers[0].args[1].path: the arguments are an object; begin with a key
	4:3: layers[0].args[2]: a rule has one of equals, oneOf, prefix, glob and words, or min and max; write several rules for several
	4:12: layers[0].args[2].name: there is a rule "r" in this layer already; choose another name
	4:25: layers[0].args[2].path: [01] is none of [0], [*] and ["key"]
	5:56: layers[0].args[3].min: min is greater than max, so that no value could keep the rule
	6:59: layers[0].args[4].words[0]: the first word is the program and cannot be left open
	6:66: layers[0].args[4].words[1]: ... can only stand at the end
	6:78: layers[0].args[4].words[2]: "" is no plain word: letters, digits and _ - . / : , @ + between single spaces, or * for one word
	6:87: layers[0].args[4].words[3]: "$x" is no plain word: letters, digits and _ - . / : , @ + between single spaces, or * for one word
	6:96: layers[0].args[4].words[4]: an entry cannot be empty
	7:59: layers[0].args[5].oneOf[0]: expected string, number, true or false or null, got array
	7:78: layers[0].args[5].otherwise: "allow" is not one of deny, ask
`},
		"for": {`{"layers": [{"name": "l", "for": {"ids": [], "agents": [""]}}]}`, `policy: nothing was changed, because of 2 problems:
	1:42: layers[0].for.ids: the list is empty; leave it out if everyone is meant
	1:57: layers[0].for.agents[0]: an entry cannot be empty
`},
	} {
		p, err := policy.Load([]byte(row.file), tools())
		require.Nil(t, p)
		got := err.Error() + "\n"
		got = strings.ReplaceAll(got, "limits.echo.memory: a tool that is a function of this process cannot be held to an amount of memory; only one that runs in a sandbox, as a process of its own or as WebAssembly, can: limit it there", "limits.echo: MEMORY")
		got = strings.ReplaceAll(got, "limits.echo.disk: a tool that is a function of this process cannot be held to an amount of disk; only one that runs in a sandbox, as a process of its own or as WebAssembly, can: limit it there", "limits.echo: DISK")
		if !strings.Contains(got, row.want) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}
