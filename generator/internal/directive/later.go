package directive

// What brings the keys that are not supported yet.
const (
	withWrappers  = "it comes with the wrappers around a call"
	withLimits    = "it comes with resource limits"
	withProviders = "it comes with the provider formats"
	withTypes     = "it comes with more argument types"
	withSecrets   = "it comes with secrets and redaction"
	withTags      = "it comes with other libraries' tags"
)

// later are keys that the design names and nothing implements yet. They are known so that nobody is told they do not
// exist, and refused so that nothing is read and silently ignored.
var later = []Definition{
	// Tools.
	{Name: "timeout", Kind: Duration, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:timeout=5s",
		Help: "The time that all attempts of a call have together."},
	{Name: "hard", Kind: Flag, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:timeout=5s hard",
		Help: "The timeout abandons a body that does not stop by itself."},
	{Name: "attempt", Kind: Duration, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:attempt=2s",
		Help: "The time that one attempt has."},
	{Name: "retries", Kind: Int, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:retries=3",
		Help: "How often a transient error is tried again."},
	{Name: "backoff", Kind: Duration, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:backoff=100ms",
		Help: "The wait before the first retry; it grows from there."},
	{Name: "rate", Kind: Text, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:rate=10/s",
		Help: "How many calls may start in a time."},
	{Name: "concurrency", Kind: Int, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:concurrency=4",
		Help: "How many calls may run at once."},
	{Name: "cache", Kind: Duration, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:cache=1m",
		Help: "How long a result may be used again; read-only tools only."},
	{Name: "maxoutput", Kind: Size, On: onToolOrDefaults, Later: withWrappers, Example: "//tool:maxoutput=64KiB",
		Help: "The size at which a result is cut."},
	{Name: "maxmemory", Kind: Size, On: onToolOrDefaults, Later: withLimits, Example: "//tool:maxmemory=64MiB",
		Help: "The memory that a call may take."},
	{Name: "maxdisk", Kind: Size, On: onToolOrDefaults, Later: withLimits, Example: "//tool:maxdisk=10MiB",
		Help: "The disk space that a call may take."},
	{Name: "strict", Kind: OneOf, On: onToolOrDefaults, Later: withProviders, Example: "//tool:strict=auto", Values: []string{"auto", "on", "off"},
		Help: "Whether providers are asked to follow the schema strictly."},
	{Name: "errors", Kind: OneOf, On: onToolOrDefaults, Later: withSecrets, Example: "//tool:errors=opaque", Values: []string{"opaque"},
		Help: "The model learns that the tool failed, and not why."},

	// The package.
	{Name: "providers", Kind: List, On: []Target{OnPackage}, Later: withProviders, Example: "//tool:defaults providers=openai",
		Help: "The providers whose limits are errors."},
	{Name: "tags", Kind: List, On: []Target{OnPackage}, Later: withTags, Example: "//tool:defaults tags=jsonschema,validate", Values: []string{"jsonschema", "validate"},
		Help: "Other libraries' struct tags that are read too."},

	// Parameters and fields.
	{Name: "secret", Kind: Flag, On: onValue, Later: withSecrets, Example: "//tool:param token secret",
		Help: "The value is kept out of logs, errors and audit records."},
	{Name: "map", Kind: OneOf, On: onValue, Later: withTypes, Example: "//tool:param labels map=entries", Values: []string{"entries"},
		Help: "A map is a list of objects with key and value."},
	{Name: "header", Kind: Text, On: onValue, Later: "it comes with the MCP server", Example: "//tool:param region header=Region",
		Help: "The value may also travel as an HTTP header of an MCP request."},
	{Name: "validate", Kind: OneOf, On: []Target{OnParam, OnField, OnPackage}, Later: withTags, Example: "//tool:param path validate=ignore", Values: []string{"ignore"},
		Help: "Rules of the validate tag that no schema can carry are ignored."},

	// Types, constants, results.
	{Name: "exactlyOneOf", Kind: Text, On: []Target{OnType}, Later: withTypes, Example: "//tool:exactlyOneOf=id;name",
		Help: "Exactly one of these fields must be given."},
	{Name: "atLeastOneOf", Kind: Text, On: []Target{OnType}, Later: withTypes, Example: "//tool:atLeastOneOf=id;name",
		Help: "At least one of these fields must be given."},
	{Name: "atMostOneOf", Kind: Text, On: []Target{OnType}, Later: withTypes, Example: "//tool:atMostOneOf=id;name",
		Help: "At most one of these fields may be given."},
}
