package directive

import "slices"

// Definition describes one key, or one kind of line, on the targets where it means the same. The table of definitions
// is the language: Parse, Help and the documentation are made from it.
type Definition struct {
	Name    string
	Form    Form      // Keys for a key; else the line that Name begins, whose Kind says nothing
	Kind    ValueKind // how the value is written
	On      []Target
	Help    string   // what it does, in whole sentences
	Example string   // a line that uses it
	Default string   // what holds without it; "" where that is plain
	Values  []string // the closed set of OneOf, and of a List that has one
	Against []string // keys that contradict it on the same target
	Later   string   // "" where supported; else what it comes with, as in "it comes with the wrappers"
	Repeats bool     // each use adds one; else a second is an error
}

// ValueKind says how a value is written. A quoted value is the same as a bare one, except where the target's type
// decides (Bound, Value).
type ValueKind uint8

const (
	Flag           ValueKind = iota // KEY, KEY=true or KEY=false
	Text                            // a bare word or a Go string literal
	Name                            // a tool's name: see NameProblem
	Ident                           // an exported Go identifier
	OneOf                           // one of Values
	List                            // items with commas between, each bare or quoted
	NameList                        // two or more names of properties with semicolons between
	Int                             // a whole number, 0 or more
	Duration                        // Go text above zero: 250ms, 1h30m
	DurationOrNone                  // Go text, or 0
	Rate                            // a count, "/" and s, m, h or Go text: 10/s, 100/1m30s; or 0
	Size                            // bytes: 4096, 64KiB, 10MiB, 2GiB
	JSON                            // one JSON value
	Bound                           // read by the target's type: a number, a duration, a time, a length
	Value                           // read by the target's type: text, number, JSON, a constant's name
)

// String names the kind as help shows it.
func (k ValueKind) String() string {
	return [...]string{
		"flag", "text", "tool name", "exported Go name", "word", "list", "names with ; between", "whole number", "duration", "duration, or 0 for none", "rate", "size", "JSON",
		"number, duration, time or length", "value of the target's type",
	}[k]
}

// Definitions returns every key and line of the language, the supported ones first, in the order that help shows. The
// caller must not change what the definitions point to.
func Definitions() []Definition { return slices.Concat(supported, later) }

var (
	onTool           = []Target{OnFunc}
	onToolOrDefaults = []Target{OnFunc, OnPackage}
	onValue          = []Target{OnParam, OnField}
	onProperties     = []Target{OnFunc, OnType}
)

// supported are the keys and lines that work, by target.
var supported = []Definition{
	// Lines of their own.
	{Name: "param", Form: Param, On: onTool, Example: "//tool:param days default=3 min=1 max=14",
		Help: "Says more about a parameter, or several with commas between. Go names and JSON names both resolve. The same keys may stand in a //tool: comment directly above the parameter."},
	{Name: "result", Form: Result, On: onTool, Example: `//tool:result description="one entry a day"`,
		Help: "Says more about the result."},
	{Name: "example", Form: Example, On: onTool, Example: `//tool:example {"city":"Paris","days":2}`,
		Help: "Example arguments, one JSON object, checked against the schema. The line may be repeated."},
	{Name: "limitation", Form: Limitation, On: onTool, Example: "//tool:limitation covers Europe only",
		Help: "One thing that the tool cannot do. The rest of the line is the text; the line may be repeated."},
	{Name: "allow", Form: Allow, On: onTool, Example: "//tool:allow K14 the name is public already",
		Help: "Silences one warning, with the reason."},
	{Name: "enum", Form: Enum, On: []Target{OnType}, Example: "//tool:enum open",
		Help: "Makes the type's constants a closed set. Two or more strings are one anyway, and so are integers that count up from 0 or 1; other integers and a single constant are not. Above type Color = api.Color it speaks of the type behind."},
	{Name: "union", Form: Union, On: []Target{OnType}, Example: "//tool:union Circle,Square",
		Help: "Makes an interface a choice between structs. They are told apart by one property, and the list is closed. A sealed interface, one with an unexported method, needs no list: every struct of its package that implements it is one of them."},
	{Name: "schema", Form: Schema, On: []Target{OnType}, Example: `//tool:schema {"type":"string"}`,
		Help: "The JSON Schema of a type that reads or writes its own JSON. Nobody can know its form from its Go source."},
	{Name: "map", Form: Map, On: []Target{OnPackage}, Example: `//tool:map example.com/geo.Point={"type":"string"}`,
		Help: "The JSON Schema of another package's type. It is named by its import path, a dot and its name, and reads or writes its own JSON."},
	{Name: "defaults", Form: Defaults, On: []Target{OnPackage}, Example: "//tool:defaults access=trusted names=snake",
		Help: "Sets keys for every tool of the package; what a tool says itself wins."},

	// Tools.
	{Name: "name", Kind: Name, On: onTool, Example: "//tool:name=get_forecast",
		Default: "the function's name in snake_case, type_method for a method",
		Help:    "The name that models call. Letters, digits, _ and -, at most 64."},
	{Name: "title", Kind: Text, On: onTool, Example: `//tool:title="Weather forecast"`,
		Help: "A name for people."},
	{Name: "description", Kind: Text, On: onTool, Example: `//tool:description="Says hello."`, Default: "the doc comment",
		Help: "What the tool does, in place of the doc comment."},
	{Name: "category", Kind: OneOf, On: onToolOrDefaults, Example: "//tool:category=network",
		Values: []string{"execution", "network", "agent", "specialized"},
		Help:   "The group the tool belongs to."},
	{Name: "access", Kind: OneOf, On: onToolOrDefaults, Example: "//tool:access=trusted",
		Values: []string{"public", "trusted", "admin", "system"}, Default: "not declared: only a host that has no policy serves it",
		Help: "The lowest level of caller that may see and call the tool."},
	{Name: "permissions", Kind: List, On: onTool, Example: "//tool:permissions=fs.read,fs.write",
		Help: "Permissions that a caller needs besides the access level."},
	{Name: "readonly", Kind: Flag, On: onToolOrDefaults, Example: "//tool:readonly", Default: "false", Against: []string{"destructive"},
		Help: "The tool changes nothing."},
	{Name: "destructive", Kind: Flag, On: onToolOrDefaults, Example: "//tool:destructive=false", Default: "true, unless readonly", Against: []string{"readonly"},
		Help: "The tool may overwrite or delete. destructive=false: it only adds."},
	{Name: "idempotent", Kind: Flag, On: onToolOrDefaults, Example: "//tool:idempotent", Default: "false",
		Help: "Calling it again with the same arguments changes nothing more."},
	{Name: "openworld", Kind: Flag, On: onToolOrDefaults, Example: "//tool:openworld=false", Default: "true",
		Help: "The tool reaches systems outside. openworld=false: it works on a closed set of things."},
	{Name: "esttime", Kind: Duration, On: onTool, Example: "//tool:esttime=2s",
		Help: "How long a call usually takes. A hint, no limit."},
	{Name: "estcpu", Kind: Duration, On: onTool, Example: "//tool:estcpu=500ms",
		Help: "How much time of a processor a call usually takes. A hint, no limit."},
	{Name: "estmemory", Kind: Size, On: onTool, Example: "//tool:estmemory=64MiB",
		Help: "How much memory a call usually takes. A hint, no limit."},
	{Name: "depends", Kind: List, On: onTool, Example: "//tool:depends=login,external:git",
		Help: "What the tool needs to work. Names are those of tools of the package; everything else stands behind external:."},
	{Name: "deprecated", Kind: Flag, On: onTool, Example: "//tool:deprecated", Default: "true where the doc comment has a Deprecated: paragraph",
		Help: "The tool still works, but should not be used any more."},
	{Name: "hidden", Kind: Flag, On: onTool, Example: "//tool:hidden", Default: "false",
		Help: "The tool can be called, but is not listed for models."},
	{Name: "names", Kind: OneOf, On: onToolOrDefaults, Example: "//tool:names=snake", Values: []string{"verbatim", "snake"}, Default: "verbatim",
		Help: "How Go names become JSON names. Names that a tag or the key name gives stay as they are."},
	{Name: "nest", Kind: Flag, On: onTool, Example: "//tool:nest", Default: "false",
		Help: "A single struct parameter becomes one property. Without it the struct is the arguments object itself."},
	{Name: "structured", Kind: Flag, On: []Target{OnFunc, OnResult}, Example: "//tool:result structured", Default: "false",
		Help: "A text result is also sent as a JSON value, and has an output schema."},
	{Name: "keep-partial", Kind: Flag, On: []Target{OnFunc, OnResult}, Example: "//tool:result keep-partial", Default: "false: the error alone is sent",
		Help: "A result that comes with an error is kept, behind the error. What is empty or zero is no result."},
	{Name: "go", Kind: Ident, On: onTool, Example: "//tool:go=ToolForecast", Default: "Tool and the name in camel case",
		Help: "The identifier of the name constant. It is for the case that the usual one is taken."},
	{Name: "strict", Kind: OneOf, On: onToolOrDefaults, Example: "//tool:strict=on", Values: []string{"auto", "on", "off"}, Default: "the host's choice: auto for OpenAI, off elsewhere",
		Help: "Whether providers hold models to the schema. auto does so where the strict form loses only annotations."},
	{Name: "providers", Kind: List, On: []Target{OnPackage}, Example: "//tool:defaults providers=openai,gemini", Default: "none",
		Values: []string{"openai", "responses", "anthropic", "gemini", "gemini-legacy", "bedrock", "mistral", "ollama"},
		Help:   "The providers that the tools are made for. What one of them would refuse is an error. What it cannot read is a warning."},
	{Name: "unknown", Kind: OneOf, On: onToolOrDefaults, Example: "//tool:unknown=ignore", Values: []string{"refuse", "ignore", "warn"}, Default: "refuse",
		Help: "What happens to arguments that the schema does not know. They are refused, skipped, or skipped with a note. Where they are skipped the schema allows them."},
	{Name: "coerce", Kind: List, On: []Target{OnFunc, OnParam, OnField, OnPackage}, Example: "//tool:coerce=json,number", Default: "none",
		Values: []string{"json", "number", "bool", "scalar-to-string", "enum", "single", "empty", "wrapper", "none"},
		Help:   "Which wrongly typed values are put right, each with a note in the result. json reads an array or object out of a string, number and bool a bare value. scalar-to-string is the other way, enum takes other spellings, single makes one value a list. empty takes no text for no value, wrapper takes off an object around the arguments. A parameter's word wins over the tool's, that over the package's, which a destructive tool does not follow."},
	{Name: "timeout", Kind: DurationOrNone, On: onToolOrDefaults, Example: "//tool:timeout=5s", Default: "none",
		Help: "The time that a call has, waiting and all attempts included. The context ends then; a function without one must say hard. 0 is none."},
	{Name: "hard", Kind: Flag, On: onToolOrDefaults, Example: "//tool:timeout=5s hard", Default: "false: a call returns when the function does",
		Help: "A function that does not stop in time is left behind. At most 8 bodies run at once then, those left behind included; calls beyond are refused."},
	{Name: "attempt", Kind: DurationOrNone, On: onToolOrDefaults, Example: "//tool:timeout=10s attempt=3s", Default: "none",
		Help: "The time that one attempt has, without waiting. The function needs a context."},
	{Name: "retries", Kind: Int, On: onToolOrDefaults, Example: "//tool:readonly retries=2", Default: "0",
		Help: "How often a call is repeated after an error that may pass. It is for tools that are readonly or idempotent; others do not follow what the package says. A function marks such an error as Transient."},
	{Name: "backoff", Kind: DurationOrNone, On: onToolOrDefaults, Example: "//tool:readonly retries=2 backoff=250ms", Default: "100ms",
		Help: "The longest wait before the first retry. It doubles with each one, up to 10s, and the wait is random below that. 0 is no wait."},
	{Name: "rate", Kind: Rate, On: onToolOrDefaults, Example: "//tool:rate=10/s", Default: "none",
		Help: "How many calls, or attempts, may start in a span of time. The span is s, m, h or a duration, as in 100/1m30s. Others wait in line, unless their time would be over first. 0 is none."},
	{Name: "concurrency", Kind: Int, On: onToolOrDefaults, Example: "//tool:concurrency=4", Default: "none",
		Help: "How many calls, or attempts, may run at once. Others wait. 0 is no limit."},
	{Name: "cache", Kind: DurationOrNone, On: onToolOrDefaults, Example: "//tool:readonly cache=1m", Default: "none",
		Help: "How long a result is used again. It is for the same arguments and the same principal, and for tools that are readonly; others do not follow what the package says."},
	{Name: "maxoutput", Kind: Size, On: onToolOrDefaults, Example: "//tool:maxoutput=64KiB", Default: "none",
		Help: "The size at which a result is cut. It counts text, JSON and content; JSON that is larger is an error. 0 is none."},
	{Name: "maxmemory", Kind: Size, On: onToolOrDefaults, Example: "//tool:maxmemory=64MiB",
		Help: "The memory that a call may take. It is refused on a function, which shares the program's; a policy sets it for tools in a sandbox."},
	{Name: "maxdisk", Kind: Size, On: onToolOrDefaults, Example: "//tool:maxdisk=10MiB",
		Help: "The disk space that a call may take. It is refused on a function, as maxmemory is."},
	{Name: "errors", Kind: OneOf, On: onToolOrDefaults, Example: "//tool:errors=opaque", Values: []string{"opaque", "shown"}, Default: "shown",
		Help: "Whether models read what an error says. Where it is opaque they learn that the tool failed; what a function says in a runtime.Error is meant for them and shown all the same."},
	{Name: "keepname", Kind: Flag, On: onToolOrDefaults, Example: "//tool:keepname", Default: "false",
		Help: "Keeps the Go name at the start of the doc comment. Without it, Forecast returns the weather becomes Returns the weather."},

	// Rules across the properties of a struct, or of a tool's arguments (R18).
	{Name: "exactlyOneOf", Kind: NameList, On: onProperties, Repeats: true, Example: "//tool:exactlyOneOf=id;name",
		Help: "Exactly one of these properties must be given. All of them are optional; null is not given, and nor is a default. The schema has no keyword for it that providers take, so the description says it. More such keys make more rules. On a function it speaks of the arguments, on a struct of its fields."},
	{Name: "atLeastOneOf", Kind: NameList, On: onProperties, Repeats: true, Example: "//tool:atLeastOneOf=id;name",
		Help: "At least one of these properties must be given. See exactlyOneOf."},
	{Name: "atMostOneOf", Kind: NameList, On: onProperties, Repeats: true, Example: "//tool:atMostOneOf=id;name",
		Help: "At most one of these properties may be given. See exactlyOneOf."},

	// The package.
	{Name: "func", Kind: Ident, On: []Target{OnPackage}, Example: "//tool:defaults func=AgentTools", Default: "Tools",
		Help: "The name of the generated constructor, where Tools is taken."},
	{Name: "docs", Kind: OneOf, On: []Target{OnPackage}, Example: "//tool:defaults docs=required", Values: []string{"required", "optional"}, Default: "optional",
		Help: "Whether an undocumented parameter is an error or a warning."},

	// Parameters and fields.
	{Name: "name", Kind: Text, On: onValue, Example: "//tool:param userID name=user_id", Default: "the Go name, or that of the json tag",
		Help: "The JSON name."},
	{Name: "title", Kind: Text, On: onValue, Example: `//tool:param days title="Days ahead"`,
		Help: "A short name for people."},
	{Name: "description", Kind: Text, On: onValue, Example: `//tool:param city description="name of the city"`, Default: "the comment beside it",
		Help: "What the value means, in place of its comment."},
	{Name: "optional", Kind: Flag, On: onValue, Example: "//tool:param limit optional", Default: "true for pointers, omitempty, omitzero and variadic parameters", Against: []string{"required"},
		Help: "The value may be left out, and null means the same."},
	{Name: "required", Kind: Flag, On: onValue, Example: "//tool:param since required", Against: []string{"optional", "default"},
		Help: "The value must be given, whatever pointers and tags say."},
	{Name: "nullable", Kind: Flag, On: onValue, Example: "//tool:param parent nullable", Default: "false",
		Help: "Null is a value of its own, apart from being left out. It is nil for a pointer, a list, a map and any, and Null for a runtime.Opt. The value must be given then, as null or otherwise, unless it is optional too."},
	{Name: "default", Kind: Value, On: onValue, Example: "//tool:param days default=3", Against: []string{"required", "secret"},
		Help: "The value where none is given. It is read by the target's type: text bare or quoted, an enum's value or the constant's name, a list as items with commas, everything else as JSON."},
	{Name: "min", Kind: Bound, On: onValue, Example: "//tool:param days min=1",
		Help: "The least value or length. It counts the value of numbers, durations and times, the characters of text, the items of lists and maps."},
	{Name: "max", Kind: Bound, On: onValue, Example: "//tool:param days max=14",
		Help: "The greatest value or length, counted as for min."},
	{Name: "gt", Kind: Bound, On: onValue, Example: "//tool:param ratio gt=0",
		Help: "The number must be greater than this."},
	{Name: "lt", Kind: Bound, On: onValue, Example: "//tool:param ratio lt=1",
		Help: "The number must be less than this."},
	{Name: "multipleOf", Kind: Bound, On: onValue, Example: "//tool:param price multipleOf=0.01",
		Help: "The number must be a multiple of this, exactly."},
	{Name: "pattern", Kind: Text, On: onValue, Example: "//tool:param id pattern=`^[a-z]{2,8}$`",
		Help: "A regular expression that the text must match. It may match anywhere; ^ and $ make it match as a whole."},
	{Name: "enum", Kind: List, On: onValue, Example: "//tool:param sort enum=asc,desc",
		Help: "The values allowed, read by the target's type."},
	{Name: "unique", Kind: Flag, On: onValue, Example: "//tool:param tags unique", Default: "false",
		Help: "No item of the list may come twice."},
	{Name: "set", Kind: Flag, On: onValue, Example: "//tool:param tags set", Default: "false",
		Help: "A map[T]struct{} is sent as a list without repeats, not as an object."},
	{Name: "format", Kind: Text, On: []Target{OnParam, OnField, OnResult}, Example: "//tool:param day format=date", Against: []string{"layout"},
		Default: "date-time for a time",
		Help:    "The form of a text, a time or an IP address. On text date-time, date, time, email, hostname, ipv4, ipv6, uri, uuid and regex are checked, any other is a note for readers of the schema. A time is date-time (2026-01-02T15:04:05Z), date (2026-01-02, midnight in UTC), time (15:04:05Z) or unix (seconds since 1970, a whole number); an address is ipv4 or ipv6."},
	{Name: "layout", Kind: Text, On: []Target{OnParam, OnField, OnResult}, Example: `//tool:param day layout="2006-01-02 15:04"`, Against: []string{"format"},
		Help: "The form of a time, as a layout of Go's package time or its name there. A time without an offset is read as UTC."},
	{Name: "duration", Kind: OneOf, On: []Target{OnParam, OnField, OnResult}, Example: "//tool:param wait duration=seconds", Values: []string{"seconds", "ms", "ns", "iso8601"},
		Default: "Go's text, such as 1h30m",
		Help:    "The form of a duration, where Go's text is not wanted. It is a number of seconds, milliseconds or nanoseconds, or text of ISO 8601 such as PT1H30M."},
	{Name: itemsKey, Kind: Value, On: []Target{OnParam, OnField, OnResult}, Example: "//tool:param tags items.max=20",
		Help: "Says KEY of every item of a list, or of every value of a map. KEY is a rule, such as min or pattern, nullable, or a way of writing, such as format."},
	{Name: "example", Kind: Value, On: onValue, Example: "//tool:param city example=Paris",
		Help: "One value as an example, written as for default."},
	{Name: "deprecated", Kind: Flag, On: onValue, Example: "//tool:param limit deprecated", Default: "true where its comment has a Deprecated: paragraph",
		Help: "The value is still read, but should not be sent any more."},
	{Name: "secret", Kind: Flag, On: onValue, Example: "//tool:param token secret", Default: "false", Against: []string{"default"},
		Help: "The value is kept out of results, errors, logs and audit records. Models and the function see it."},
	{Name: "open", Kind: Flag, On: onValue, Example: "//tool:param level open", Default: "false, unless the type says //tool:enum open",
		Help: "The constants are only the known values, for this one use. Any text, or any integer, is accepted, and the description lists them."},
	{Name: "union", Kind: List, On: []Target{OnParam, OnField, OnResult}, Example: "//tool:param event union=Click,Scroll",
		Help: "The structs that an interface may be in this place. See //tool:union on a type, which says it for every place."},
	{Name: "encoding", Kind: OneOf, On: []Target{OnParam, OnField, OnResult}, Example: "//tool:param sum encoding=hex", Values: []string{"base64", "base64url", "hex", "utf8", "array", "number"},
		Default: "base64; [N]byte must say",
		Help:    "How bytes, or a big number, are written in JSON. utf8 takes the text itself. array is for [N]byte, a list of numbers."},
	{Name: "schema", Kind: JSON, On: []Target{OnParam, OnField, OnResult}, Example: `//tool:param filter schema={"type":"object"}`,
		Help: "The JSON Schema of a value whose type says too little. For any, json.RawMessage, maps and slices of any, and types that read or write their own JSON. A value whose type the schema does not allow is refused."},
	{Name: "ref", Kind: Flag, On: onValue, Example: "//tool:param link ref",
		Help: "A URL may be relative."},
	{Name: "flat", Kind: Flag, On: []Target{OnParam}, Example: "//tool:param page flat", Against: []string{"nest"},
		Help: "The fields of a struct become properties beside the other parameters."},
	{Name: "nest", Kind: Flag, On: []Target{OnParam}, Example: "//tool:param filter nest", Against: []string{"flat"},
		Help: "A struct parameter becomes one property with its own name."},
	{Name: "from", Kind: Text, On: []Target{OnParam, OnType}, Example: "//tool:param tenant from=TenantFrom",
		Help: "A function of yours supplies the value, and no model does. It is func(context.Context) (T, error) of this package, or pkg.Func of an imported one. It is called once the arguments are known to be fine; its error is the tool's. The value stands in no schema. On a type it holds for every parameter of that type."},

	// Results, enums, constants.
	{Name: "description", Kind: Text, On: []Target{OnResult}, Example: `//tool:result description="one entry a day"`, Default: "the Returns: section of the doc comment",
		Help: "What the result means."},
	{Name: "mime", Kind: Text, On: []Target{OnResult}, Example: "//tool:result mime=image/png", Default: "PNG, JPEG, GIF, WebP and WAV by their first bytes, else text where the bytes are UTF-8",
		Help: "The media type of bytes, or of what a reader gives."},
	{Name: "type", Kind: Text, On: []Target{OnResult}, Example: "//tool:result type=Report",
		Help: "The Go type behind the JSON of a runtime.Result, for the output schema."},
	{Name: "open", Kind: Flag, On: []Target{OnEnum}, Example: "//tool:enum open", Default: "false", Against: []string{"names", "trim"},
		Help: "The constants are only the known values. Any text, or any integer, is accepted, and the description lists them."},
	{Name: "values", Kind: OneOf, On: []Target{OnEnum}, Example: "//tool:enum values=int", Values: []string{"int"}, Against: []string{"names", "trim"},
		Help: "The constants of an integer type keep their numbers."},
	{Name: "names", Kind: OneOf, On: []Target{OnEnum}, Example: "//tool:enum names=snake trim=Color", Values: []string{"snake"}, Against: []string{"values", "open"},
		Help: "The constants of an integer type are sent by their names in snake_case. It is needed where the type has text methods: what these say is known to nobody before the program runs."},
	{Name: "trim", Kind: Text, On: []Target{OnEnum}, Example: "//tool:enum names=snake trim=Color", Default: "the longest prefix that all constants share and that is the type's name or ends where a word does", Against: []string{"values", "open"},
		Help: "What is cut from the start of the constants' names."},
	{Name: "from", Kind: List, On: []Target{OnEnum}, Example: "//tool:enum from=example.com/palette", Default: "the package that declares the type",
		Help: "Further packages whose constants of the type are values too. They are import paths, and this package must import them."},
	{Name: "key", Kind: Text, On: []Target{OnUnion}, Example: "//tool:union key=kind", Default: "type",
		Help: "The property that tells the structs of an interface apart."},
	{Name: "value", Kind: Text, On: []Target{OnUnion}, Example: "//tool:union value=circle", Default: "the struct's name in snake_case",
		Help: "The value of that property for this struct."},
	{Name: "skip", Form: Skip, On: []Target{OnConst}, Example: "//tool:skip", Default: "unexported constants are left out, and those called MaxLevel, NumLevels or LevelCount",
		Help: "The constant is no value of the enum."},
	{Name: "text", Kind: Text, On: []Target{OnConst}, Example: "//tool:text=red", Default: "the constant's name in snake_case, without what all share",
		Help: "The text that stands for a constant of an integer type."},
}
