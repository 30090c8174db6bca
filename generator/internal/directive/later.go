package directive

// What brings the keys that are not supported yet.
const (
	withTypes = "it comes with more argument types"
	withTags  = "it comes with other libraries' tags"
)

// later are keys that the design names and nothing implements yet. They are known so that nobody is told they do not
// exist, and refused so that nothing is read and silently ignored.
var later = []Definition{
	// The package.
	{Name: "tags", Kind: List, On: []Target{OnPackage}, Later: withTags, Example: "//tool:defaults tags=jsonschema,validate", Values: []string{"jsonschema", "validate"},
		Help: "Other libraries' struct tags that are read too."},

	// Parameters and fields.
	{Name: "map", Kind: OneOf, On: onValue, Later: withTypes, Example: "//tool:param labels map=entries", Values: []string{"entries"},
		Help: "A map is a list of objects with key and value."},
	{Name: "header", Kind: Text, On: onValue, Later: "it comes with the MCP server", Example: "//tool:param region header=Region",
		Help: "The value may also travel as an HTTP header of an MCP request."},
	{Name: "validate", Kind: OneOf, On: []Target{OnParam, OnField, OnPackage}, Later: withTags, Example: "//tool:param path validate=ignore", Values: []string{"ignore"},
		Help: "Rules of the validate tag that no schema can carry are ignored."},
}
