package doc

// forms are comments as people write them, each with what a model must read. They also feed the gofmt law and the
// fuzz targets.
var forms = []struct {
	name    string
	src     string // the comment and a function
	text    string // description
	params  map[string]string
	returns string
	results map[string]string
	codes   []string // of the problems, in order; errors with a ! behind
}{{
	name: "std style: one sentence",
	src: `// Search finds documents, newest first.
func Search(query string)`,
	text: "Finds documents, newest first.",
}, {
	name: "std style: paragraphs are unwrapped",
	src: `// Search finds documents whose title or body
// contains all words of the query.
//
// An empty query finds
// everything.
func Search(query string)`,
	text: "Finds documents whose title or body contains all words of the query.\n\nAn empty query finds everything.",
}, {
	name: "std style: bullets that are no parameters stay",
	src: `// Search finds documents. It looks at
//   - titles,
//   - bodies.
func Search(query string)`,
	text: "Finds documents. It looks at\n  - titles,\n  - bodies.",
}, {
	name: "std style: code, heading, numbered list and links",
	src: `// Search finds documents as [GetForecast] finds [time.Time] and [*Report] values, see [RFC 3339].
//
// # Syntax
//
// Words are joined by AND:
//
//	go AND doc
//		indented
//
// Order:
//  1. title
//  2. body
//
// [RFC 3339]: https://www.rfc-editor.org/rfc/rfc3339.html
func Search(query string)`,
	text: "Finds documents as get_forecast finds time.Time and Report values, see RFC 3339.\n\n# Syntax\n\nWords are joined by AND:\n\n" +
		"\tgo AND doc\n\t\tindented\n\nOrder:\n 1. title\n 2. body",
}, {
	name: "std style: bare list of all parameters",
	src: `// Search finds documents.
//   - query: words to look for
//   - limit: how many at most
func Search(query string, limit int)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words to look for", "limit": "how many at most"},
}, {
	name: "bare list with verbs",
	src: `// Search finds documents:
//   - query is what to look for
//   - limit is how many
func Search(query string, limit int)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "what to look for", "limit": "how many"},
}, {
	name: "bare list of some parameters stays",
	src: `// Search finds documents.
//   - query: words to look for
//   - newest first
func Search(query string, limit int)`,
	text: "Finds documents.\n  - query: words to look for\n  - newest first",
}, {
	name: "bare list with one stale item",
	src: `// Search finds documents.
//   - query: words
//   - limit: how many
//   - offset: where to start
func Search(query string, limit int)`,
	text:  "Finds documents.\n  - query: words\n  - limit: how many\n  - offset: where to start",
	codes: []string{"D2"},
}, {
	name: "bare list of what comes back",
	src: `// Search finds documents. It returns one line each with
// the result's fields:
//   - query: the word that matched
func Search(query string)`,
	text: "Finds documents. It returns one line each with the result's fields:\n  - query: the word that matched",
}, {
	name: "sentence that introduces a bare list",
	src: `// Search finds documents. It takes the following arguments:
//   - query: words
//   - limit: how many
//
// It is fast.
func Search(query string, limit int)`,
	text:   "Finds documents.\n\nIt is fast.",
	params: map[string]string{"query": "words", "limit": "how many"},
}, {
	name: "Google style: Args and Returns",
	src: `// Search finds documents.
//
// Args:
//   query: words to look for, such as
//     "go doc"
//   limit (int): how many
//
// Returns:
//   The documents that
//   match.
func Search(query string, limit int)`,
	text:    "Finds documents.",
	params:  map[string]string{"query": `words to look for, such as "go doc"`, "limit": "how many"},
	returns: "The documents that match.",
}, {
	name: "Google style: other sections stay",
	src: `// Search finds documents.
//
// Args:
//   query: words
//
// Raises:
//   an error if the index is closed
func Search(query string)`,
	text:   "Finds documents.\n\nRaises:\n\n\tan error if the index is closed",
	params: map[string]string{"query": "words"},
}, {
	name: "Google style: name and text on two lines",
	src: `// Search finds documents.
//
// Args:
//     query:
//         words to look for
//     limit:
//         how many
func Search(query string, limit int)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words to look for", "limit": "how many"},
}, {
	name: "Google style: a note goes on with the entry before",
	src: `// Search finds documents.
//
// Args:
//   query: words
//   Note: case does not matter, see https://example.com/q
//   limit: how many
func Search(query string, limit int)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words Note: case does not matter, see https://example.com/q", "limit": "how many"},
}, {
	name: "unindented list in one paragraph",
	src: `// Search finds documents.
//
// Parameters:
// - query: words to look for
//   in titles
// - limit - how many
//
// It is fast.
func Search(query string, limit int)`,
	text:   "Finds documents.\n\nIt is fast.",
	params: map[string]string{"query": "words to look for in titles", "limit": "how many"},
}, {
	name: "unindented list, continuation unindented",
	src: `// Search finds documents.
// Params:
// * query: words to look for
// in titles
// * limit: how many
// Raises:
// nothing
func Search(query string, limit int)`,
	text:   "Finds documents.\n\nRaises: nothing",
	params: map[string]string{"query": "words to look for in titles", "limit": "how many"},
}, {
	name: "introduced at the end of a sentence",
	src: `// Search finds documents. Arguments:
// - query: words
func Search(query string)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words"},
}, {
	name: "blank lines between unindented items",
	src: `// Search finds documents.
//
// Inputs:
//
// - query: words
//
// - limit: how many
//
// The end.
func Search(query string, limit int)`,
	text:   "Finds documents.\n\nThe end.",
	params: map[string]string{"query": "words", "limit": "how many"},
}, {
	name: "items without markers",
	src: `// Search finds documents.
//
// Parameters:
// query: words to
// look for
// limit: how many
func Search(query string, limit int)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words to look for", "limit": "how many"},
}, {
	name: "items without markers, blank lines between",
	src: `// Search finds documents.
//
// Parameters:
//
// query: words
//
// limit: how many
//
// It is fast.
func Search(query string, limit int)`,
	text:   "Finds documents.\n\nIt is fast.",
	params: map[string]string{"query": "words", "limit": "how many"},
}, {
	name: "markdown: headings, bold, backquotes, dashes",
	src: "// Search finds documents.\n//\n// ## Parameters\n//\n// - `query` — **words** to look for\n// - **limit** (optional): how many\n" +
		"// - `tags`, `area`: filters\n//\n// ## Notes\n// See [the manual](https://example.com/a_(b)#c \"Manual\") and ![x](./x.png).\nfunc Search(query string, limit int, tags []string, area string)",
	text:   "Finds documents.\n\n# Notes\n\nSee the manual and x.",
	params: map[string]string{"query": "**words** to look for", "limit": "how many", "tags": "filters", "area": "filters"},
}, {
	name: "heading with prose around the list",
	src: `// Search finds documents.
//
// # Parameters
//
// All are optional.
//
//  1. query: words
//
//  2. limit: how
//     many
//
// # Returns
//
// The documents:
//
//   - newest first
func Search(query string, limit int)`,
	text:    "Finds documents.\n\n# Parameters\n\nAll are optional.",
	params:  map[string]string{"query": "words", "limit": "how many"},
	returns: "The documents:\n\n  - newest first",
}, {
	name: "old heading",
	src: `// Search finds documents.
//
// Arguments
//
//   - query: words
//
// More text here.
func Search(query string)`,
	text:   "Finds documents.\n\nMore text here.",
	params: map[string]string{"query": "words"},
}, {
	name: "table with columns and equal signs",
	src: `// Search finds documents.
//
// arguments:
//
//	query	words to look for
//	limit   how many
//	tags  = labels
func Search(query string, limit int, tags []string)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words to look for", "limit": "how many", "tags": "labels"},
}, {
	name: "types and notes",
	src: `// Search finds documents.
//
// Parameters:
//   - query (string, required): words
//   - limit int: how many
//   - since (RFC 3339) - start
//   - tags []string - labels
//   - area (metres): how far
func Search(query string, limit int, since string, tags []string, area float64)`,
	text: "Finds documents.",
	params: map[string]string{"query": "words", "limit": "how many", "since": "(RFC 3339) start", "tags": "labels",
		"area": "(metres) how far"},
}, {
	name: "context and stale items",
	src: `// Search finds documents.
//
// Parameters:
//   - ctx: for cancellation
//   - qeury: words
//   - the words to look for
//   - Limit: how many
func Search(ctx context.Context, query string, limit int)`,
	text:   "Finds documents.",
	params: map[string]string{"limit": "how many"},
	codes:  []string{"D2", "D2"},
}, {
	name: "introduction with prose beneath",
	src: `// Search finds documents.
//
// Parameters:
//
// Whatever you like.
func Search(query string)`,
	text:  "Finds documents.\n\nParameters:\n\nWhatever you like.",
	codes: []string{"D2!"},
}, {
	name: "introduction with nothing beneath",
	src: `// Search finds documents.
//
// Args:
func Search(query string)`,
	text:  "Finds documents.\n\nArgs:",
	codes: []string{"D2!"},
}, {
	name: "no parameters, and says so",
	src: `// Status tells how the index is.
//
// Parameters:
//   None.
//
// Returns: text for people.
func Status()`,
	text:    "Tells how the index is.",
	returns: "text for people.",
}, {
	name: "everything indented under the first line",
	src: `// Search finds documents.
//    Arguments:
//       query: words
//         to look for
//       limit: how many
//    Returns:
//       the documents
func Search(query string, limit int)`,
	text:    "Finds documents.",
	params:  map[string]string{"query": "words to look for", "limit": "how many"},
	returns: "the documents",
}, {
	name: "named results",
	src: `// Search finds documents.
//
// Returns:
//   - docs: the documents
//   - total: how many there are
//   - err: if the index is closed
func Search(query string) (docs []string, total int, err error)`,
	text:    "Finds documents.",
	results: map[string]string{"docs": "the documents", "total": "how many there are"},
	returns: "  - err: if the index is closed",
}, {
	name: "one named result",
	src: `// Search finds documents.
//
// Returns:
//   docs: the documents
//   err: if the index is closed
func Search(query string) (docs []string, err error)`,
	text:    "Finds documents.",
	results: map[string]string{"docs": "the documents"},
	returns: "the documents\n  - err: if the index is closed",
}, {
	name: "listed twice",
	src: `// Search finds documents.
//
// Parameters:
//   - query: words
//   - query: at least one
func Search(query string)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words at least one"},
	codes:  []string{"D2"},
}, {
	name: "JavaDoc in stars",
	src: `/**
 * Search finds documents.
 *
 * @param query the words
 *   to look for
 * @param limit - how many
 * @return the documents
 */
func Search(query string, limit int)`,
	text:    "Finds documents.",
	params:  map[string]string{"query": "the words to look for", "limit": "how many"},
	returns: "the documents",
}, {
	name: "block comment",
	src: `/*
Search finds documents.

Parameters:

	query: words
	limit: how many

It is fast.
*/
func Search(query string, limit int)`,
	text:   "Finds documents.\n\nIt is fast.",
	params: map[string]string{"query": "words", "limit": "how many"},
}, {
	name: "block comment of one line",
	src: `/* Search finds documents. */
func Search(query string)`,
	text: "Finds documents.",
}, {
	name: "block comment with stars and code",
	src: `/*
 * Search finds documents.
 *
 *     search go
 *
 * - one
 * - two
 */
func Search(query string)`,
	text: "Finds documents.\n\n\tsearch go\n\n  - one\n  - two",
}, {
	name: "Kubernetes markers",
	src: `// Search finds documents.
// +kubebuilder:validation:Enum=a;b
// +optional
// More.
// +k8s:openapi-gen=true
func Search(query string)`,
	text: "Finds documents. More.",
}, {
	name: "directives anywhere, linters, build lines",
	src: `//tool:name=search_docs description="x y"
//nolint:unused
//go:noinline
// Search finds documents.
//tool:param query min=1
// More text. //nolint:lll
// nolint:errcheck
// #nosec G304 -- checked
//lint:ignore U1000 later
//line search.go:10
//export Search
func Search(query string)`,
	text: "Finds documents. More text.",
}, {
	name: "directive inside text",
	src: `// Search finds documents.
// //tool:name=other
// Write //tool:name=x above it.
//
//	//tool:name=y
//	//go:generate go tool toolgen
func Search(query string)`,
	text:  "Finds documents. Write tool:name=x above it.\n\n\t//go:generate go tool toolgen",
	codes: []string{"D5", "D5"},
}, {
	name: "notes to the authors",
	src: `// Search finds documents.
// TODO(team): cache
// the index.
//
// FIXME: slow.
//
// BUG(bob): breaks.
//
// NOTE(internal): secret.
//
// TODO items count as documents.
//
// NOTE: this stays.
//
// Args:
// - query: TODO(team): describe
//
// Returns:
//   TODO: describe
func Search(query string)`,
	text:  "Finds documents.\n\nNOTE: this stays.",
	codes: []string{"D10"},
}, {
	name: "deprecated",
	src: `// Search finds documents.
//
// Deprecated: use [GetForecast]
// instead.
//
// It is slow.
func Search(query string)`,
	text: "Finds documents.\n\nIt is slow.\n\nDeprecated: use get_forecast instead.",
}, {
	name: "link definitions in the paragraph",
	src: `// Search finds documents, see [docs].
// [docs]: https://example.com/docs
func Search(query string)`,
	text: "Finds documents, see docs.",
}, {
	name: "brackets that are no links",
	src: `// Search finds documents[i] in [0, 10] by [query], a map[string]int, [optional] or [unset link].
func Search(query string)`,
	text: "Finds documents[i] in [0, 10] by [query], a map[string]int, [optional] or [unset link].",
}, {
	name: "Chinese",
	src: `// Search 查询文档，
// 按时间排序。支持 Go 语言
// 和其他语言。
//
// 参数：
// - query：搜索词
// - limit：数量 ☂
//
// 返回：文档列表。
func Search(query string, limit int)`,
	text:    "查询文档，按时间排序。支持 Go 语言和其他语言。",
	params:  map[string]string{"query": "搜索词", "limit": "数量 ☂"},
	returns: "文档列表。",
}, {
	name: "emoji",
	src: `// Search finds 👩‍💻 and ☀️ and 1️⃣ documents 🎉.
func Search(query string)`,
	text: "Finds 👩‍💻 and ☀️ and 1️⃣ documents 🎉.",
}, {
	name: "hidden characters",
	src:  "// Search finds\u200b docu\u00adments \u202eback\u202c \x1b[31mred\x1b[0m \U000e0041.\nfunc Search(query string)",
	text: "Finds documents back red .", codes: []string{"D16"},
}, {
	name: "quotes",
	src:  "// Search finds ``documents''.\nfunc Search(query string)",
	text: "Finds “documents”.",
}, {
	name: "licence and generated header",
	src: `// Copyright 2024 The Authors. All rights reserved.
// Use is governed by a licence.
//
// Code generated by thing. DO NOT EDIT.
//
// Search finds documents.
func Search(query string)`,
	text: "Finds documents.",
}, {
	name: "directives alone",
	src: `//tool:name=search
func Search(query string)`,
	text: "",
}, {
	name: "imperative with the function's own name",
	src: `// Search documents by word.
func Search(query string)`,
	text: "Search documents by word.",
}, {
	name: "no blank after the slashes",
	src: `//Search finds documents.
//
//Args:
//- query: words
func Search(query string)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words"},
}, {
	name: "introduction in bold, singular, and as a phrase",
	src: `// Search finds documents.
//
// **Parameters:**
//
// - query: words
//
// The arguments are:
//
//   - limit: how many
func Search(query string, limit int)`,
	text:   "Finds documents.",
	params: map[string]string{"query": "words", "limit": "how many"},
}, {
	name: "a sentence that breaks before arguments:",
	src: `// Search finds documents by the following
// arguments:
//   - query: words
func Search(query string)`,
	text:   "Finds documents by the following arguments.",
	params: map[string]string{"query": "words"},
}, {
	name: "Returns with items and a list of values that is no list of names",
	src: `// Search finds documents.
//
// Returns:
//   - the documents
//   - an error if the index is closed
func Search(query string)`,
	text:    "Finds documents.",
	returns: "  - the documents\n  - an error if the index is closed",
}}
