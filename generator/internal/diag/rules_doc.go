package diag

// docRules are the codes of descriptions: what doc comments say to a model (schema.md section 7).
var docRules = []Rule{
	{
		Code:  "D1",
		Title: "where the description of a parameter or field comes from",
		Explain: "A model chooses arguments by their descriptions, so every property should have one, and one alone. The first of these counts: " +
			"description= in a directive, the tag, the comment directly above, the comment after it on the same line, the item of the function's " +
			"parameter list, the first sentence of the type's doc. A second comment on the same parameter is left out, so that is worth a look: " +
			"gofmt puts a line that goes on from a line comment above whatever follows.",
		Example: "func Search(\n\tquery string, // words to look for,\n\t// in titles alone\n\tlimit int, // how many at most\n) error",
		Fix:     "func Search(\n\t// words to look for,\n\t// in titles alone\n\tquery string,\n\tlimit int, // how many at most\n) error",
	},
	{
		Code:  "D2",
		Title: "a parameter list in a doc comment",
		Explain: "The items of a list under Parameters:, Params:, Args:, Arguments:, Inputs: or such a heading describe the parameters, and the list " +
			"leaves the tool's description. So an item must name a parameter: one that does not is stale or misspelt and is left out with a warning. " +
			"An introducing line with no readable list beneath it is an error, for the descriptions would be missing. Without an introducing line a " +
			"list counts only if every item starts with the name of a parameter.",
		Example: "// Search finds documents.\n//\n// Parameters:\n//   - qeury: words to look for\nfunc Search(query string) error",
		Fix:     "// Search finds documents.\n//\n// Parameters:\n//   - query: words to look for\nfunc Search(query string) error",
	},
	{
		Code:  "D5",
		Title: "a directive inside text",
		Explain: "Directives are lines of their own that start with // and the tool's name. Inside a block comment, after a second pair of slashes or " +
			"indented they are text to Go, and no model should read them: the line is dropped, and nothing obeys it. A sentence that happens to break " +
			"before such a word is dropped as well.",
		Example: "// Search finds documents.\n// //tool:name=search_docs\nfunc Search(query string) error",
		Fix:     "// Search finds documents.\n//\n//tool:name=search_docs\nfunc Search(query string) error",
	},
	{
		Code:  "D10",
		Title: "a note to the authors is not exported",
		Explain: "Paragraphs that start with TODO, FIXME, BUG( or NOTE(internal) are for the people who write the code and stay out of descriptions. " +
			"Without a colon or bracket the word may be the first of a sentence for readers, hence the warning.",
		Example: "// List finds documents.\n//\n// TODO items count as documents.\nfunc List() error",
		Fix:     "// List finds documents.\n//\n// Items marked TODO count as documents.\nfunc List() error",
	},
	{
		Code:  "D11",
		Title: "a long description",
		Explain: "Some providers refuse a tool whose description has more than 1024 bytes, and every model pays for each word in every conversation. " +
			"The comment may stay long for people when the directive has a short description for models.",
		Example: "// Search finds documents. ... (two pages)\n//\n//tool:name=search_docs\nfunc Search(query string) error",
		Fix:     "// Search finds documents. ... (two pages)\n//\n//tool:name=search_docs description=\"Finds documents, newest first.\"\nfunc Search(query string) error",
	},
	{
		Code:  "D16",
		Title: "hidden characters in a comment",
		Explain: "Control characters, terminal escapes, bidirectional overrides, zero-width characters and Unicode tags are invisible to a reviewer and " +
			"plain text to a model: a way to smuggle instructions into a tool. They are removed. Joiners inside emoji and in scripts that need them stay.",
		Fix: "delete the characters from the comment; an editor shows them in its hex or whitespace view",
	},
	{
		Code:  "D17",
		Title: "one comment for several names",
		Explain: "Parameters or fields that are declared together share the comment above their line or at its end, so all of them get the same " +
			"description and a model cannot tell them apart.",
		Example: "func Distance(\n\tlat, lon float64, // where to start\n) error",
		Fix:     "func Distance(\n\tlat float64, // latitude to start from\n\tlon float64, // longitude to start from\n) error",
	},
}
