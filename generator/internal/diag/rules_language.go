package diag

// languageRules are the codes of the //tool: language. The examples and their mended forms are read by the directive
// room's tests.
var languageRules = []Rule{
	{
		Code: "K1", Title: "unknown key",
		Explain: "A key that means nothing would be silently ignored, and with it what it was meant to do. Words after a bare value are unknown keys too: a value that holds blanks is quoted.",
		Example: "//tool:name=search acess=public\nfunc Search(query string) error",
		Fix:     "//tool:name=search access=public\nfunc Search(query string) error",
	}, {
		Code: "K2", Title: "a key or line on the wrong target",
		Explain: "The key exists and belongs on something else: a parameter, a type, the package comment. Where it stands it would change nothing.",
		Example: "//tool:name=search min=1\nfunc Search(limit int) error",
		Fix:     "//tool:name=search\n//tool:param limit min=1\nfunc Search(limit int) error",
	}, {
		Code: "K3", Title: "not supported yet",
		Explain: "The key belongs to the language, and this version does not act on it. It is refused so that nobody relies on what is not there.",
		Example: "//tool:name=search\n//tool:param labels map=entries\nfunc Search(labels map[string]string) error",
		Fix:     "//tool:name=search\nfunc Search(labels map[string]string) error",
	}, {
		Code: "K4", Title: "set twice",
		Explain: "A key says one thing once. With two values, on one line, on two lines, or in a comment and a tag, the last would win without a word.",
		Example: "//tool:name=search name=find\nfunc Search(query string) error",
		Fix:     "//tool:name=search\nfunc Search(query string) error",
	}, {
		Code: "K5", Title: "not a value of this key",
		Explain: "Every key says what its values are: a flag is true or false, a duration has its unit, a size is bytes or KiB, MiB, GiB, a closed set has its words.",
		Example: "//tool:name=search esttime=5\nfunc Search(query string) error",
		Fix:     "//tool:name=search esttime=5s\nfunc Search(query string) error",
	}, {
		Code: "K6", Title: "a value is missing",
		Explain: "Only flags stand alone. The value follows the = directly, without blanks; empty text is written \"\".",
		Example: "//tool:name=search title= readonly\nfunc Search(query string) error",
		Fix:     "//tool:name=search title=\"Search the notes\" readonly\nfunc Search(query string) error",
	}, {
		Code: "K7", Title: "quotes, lists and continuation lines",
		Explain: "Text that holds blanks is a Go string literal, \"...\" or `...`, closed on the same line and followed by a blank. A list has commas and no blanks between its items. A directive is one line, because gofmt would tear a second line off into the doc text.",
		Example: "//tool:name=search description=\"find notes\nfunc Search(query string) error",
		Fix:     "//tool:name=search description=\"find notes\"\nfunc Search(query string) error",
	}, {
		Code: "K8", Title: "looks like a directive and is none",
		Explain: "Go takes only //tool: followed by a lower-case letter for a directive. Anything near it would become part of the doc text, and the tool would be missing without a word. So it is with struct tags: Tool and JSON are not the tags tool and json.",
		Example: "// tool:name=search\nfunc Search(query string) error",
		Fix:     "//tool:name=search\nfunc Search(query string) error",
	}, {
		Code: "K9", Title: "a directive that nothing reads",
		Explain: "Directives belong on a function, one of its parameters, a struct field, a type, a constant or in the package comment. Inside a body, on a variable or on a function that is no tool they would be ignored.",
		Example: "//tool:param limit min=1\nfunc Search(limit int) error",
		Fix:     "//tool:name=search\n//tool:param limit min=1\nfunc Search(limit int) error",
	}, {
		Code: "K10", Title: "a directive that is detached",
		Explain: "A blank line parts the comment from what is below it, so for Go it belongs to nothing, and the tool would be missing without a word.",
		Example: "//tool:name=search\n\nfunc Search(query string) error",
		Fix:     "//tool:name=search\nfunc Search(query string) error",
	}, {
		Code: "K11", Title: "characters that cannot be seen",
		Explain: "A no-break space joins what looks apart, and a zero-width or control character in a name is there unnoticed. Inside quotes such characters are text. Bytes that are no UTF-8 are refused everywhere.",
		Example: "//tool:name=search\u00a0readonly\nfunc Search(query string) error",
		Fix:     "//tool:name=search readonly\nfunc Search(query string) error",
	}, {
		Code: "K12", Title: "a line that is not whole",
		Explain: "A line has all its parts: //tool:param its names and at least one key, //tool:example its JSON, //tool:limitation its text, //tool:allow a code and the reason.",
		Example: "//tool:name=search\n//tool:param limit\nfunc Search(limit int) error",
		Fix:     "//tool:name=search\n//tool:param limit min=1\nfunc Search(limit int) error",
	}, {
		Code: "K13", Title: "a tool name that providers refuse",
		Explain: "The name of a tool matches ^[a-zA-Z0-9_-]{1,64}$. One tool with another name fails the whole request at several providers, with every tool in it.",
		Example: "//tool:name=search.notes\nfunc Search(query string) error",
		Fix:     "//tool:name=search_notes\nfunc Search(query string) error",
	}, {
		Code: "K14", Title: "a tool name that some hosts refuse",
		Explain: "A name that matches ^[a-z][a-z0-9_]{0,47}$ works everywhere. Others meet hosts that put the server's name before it and count, or that want one spelling.",
		Example: "//tool:name=searchNotes\nfunc Search(query string) error",
		Fix:     "//tool:name=search_notes\nfunc Search(query string) error",
	}, {
		Code: "K15", Title: "//tool:param names no parameter, or several",
		Explain: "A line about a parameter that does not exist would be ignored, as after a renaming. Go names and JSON names both count, so a word can also mean two.",
		Example: "//tool:name=search\n//tool:param limt min=1\nfunc Search(limit int) error",
		Fix:     "//tool:name=search\n//tool:param limit min=1\nfunc Search(limit int) error",
	}, {
		Code: "K16", Title: "keys that contradict each other",
		Explain: "A value is not required and optional, a struct not flat and nested, a tool not readonly and destructive. Which of the two is meant cannot be guessed.",
		Example: "//tool:name=search readonly destructive\nfunc Search(query string) error",
		Fix:     "//tool:name=search readonly\nfunc Search(query string) error",
	},
}
