package diag

import "slices"

// typeRules are the codes of signatures, types, structs, optional values and results (schema.md sections 2 to 6), and
// those of directives that only a type can judge.
var typeRules = slices.Concat(signatureRules, scalarRules, structRules, resultRules, valueRules, packageRules)

var signatureRules = []Rule{
	{Code: "F2", Title: "a struct parameter must say how it is sent",
		Explain: "One struct parameter alone is the arguments object itself. Beside other parameters it could mean two things, and adding a parameter must never change the wire silently, so it says flat or nest.",
		Example: "//tool:name=find\nfunc Find(ctx context.Context, filter Filter, limit int) error",
		Fix:     "//tool:name=find\n//tool:param filter flat\nfunc Find(ctx context.Context, filter Filter, limit int) error"},
	{Code: "F4", Title: "context.Context must be the first parameter",
		Explain: "The adapter passes the call's context as the first argument, as Go code does everywhere.",
		Example: "func Find(query string, ctx context.Context) error",
		Fix:     "func Find(ctx context.Context, query string) error"},
	{Code: "F6", Title: "injected parameters are not supported yet",
		Explain: "A parameter that does not come from the model, such as the caller's identity, needs injection.",
		Example: "func Find(ctx context.Context, who runtime.Principal) error",
		Fix:     "read it from the context in the function"},
	{Code: "F7", Title: "functional options cannot be tool parameters",
		Explain: "A function value cannot be written as JSON.",
		Example: "func Find(query string, opts ...func(*Options)) error",
		Fix:     "func Find(query string, limit int) error"},
	{Code: "F8", Title: "a parameter has no name",
		Explain: "The name of a parameter is the name of its property.",
		Example: "func Find(ctx context.Context, _ string) error",
		Fix:     "func Find(ctx context.Context, query string) error"},
	{Code: "F10", Title: "a tool needs concrete types",
		Explain: "A generic function has no single schema. The message prints a wrapper with concrete types.",
		Example: "//tool:name=search\nfunc Search[T any](query T) error",
		Fix:     "//tool:name=search\nfunc SearchText(query string) error { return Search(query) }"},
	{Code: "F11", Title: "a method of an interface cannot be a tool",
		Explain: "Only a method with a body can be called; annotate the method of a concrete type.",
		Example: "", Fix: ""},
	{Code: "F13", Title: "a tool cannot be declared in a file that some builds leave out",
		Explain: "zz_tools.go is built everywhere. A tool in a test file, behind a //go:build line or in a _GOOS file would make it fail elsewhere.",
		Example: "// in disk_linux.go\n//tool:name=disk_usage\nfunc DiskUsage(path string) (int64, error)",
		Fix:     "// in disk.go, without constraints\n//tool:name=disk_usage\nfunc DiskUsage(path string) (int64, error) { return diskUsage(path) }"},
	{Code: "F17", Title: "error must be the last result", Explain: "One error, at the end, as Go code does everywhere.",
		Example: "func Find() (error, string)", Fix: "func Find() (string, error)"},
	{Code: "F18", Title: "several results need names to become fields",
		Explain: "Two or more results become one JSON object; their names are its properties.",
		Example: "func Find(query string) (Doc, bool, error)",
		Fix:     "func Find(query string) (doc Doc, found bool, err error)"},
	{Code: "F20", Title: "a concrete error type as a result",
		Explain: "A nil pointer of a concrete type is not a nil error, so every call would seem to fail.",
		Example: "func Find() *NotFound", Fix: "func Find() error"},
	{Code: "F24", Title: "two properties are called alike",
		Explain: "Property names are exact; two equal ones cannot both be set, and two that differ in case alone invite mistakes.",
		Example: "type In struct {\n\tID string `json:\"id\"`\n\tId string `json:\"id\"`\n}",
		Fix:     "type In struct {\n\tID    string `json:\"id\"`\n\tOther string `json:\"other\"`\n}"},
}

var scalarRules = []Rule{
	{Code: "T5", Title: "uintptr as an argument", Explain: "An address means nothing outside the process.", Example: "func Free(p uintptr)", Fix: "func Free(id uint64)"},
	{Code: "T9", Title: "the type cannot be sent as JSON", Explain: "Channels, functions, complex numbers and unsafe pointers have no JSON form.",
		Example: "func Watch(events chan int) error", Fix: "func Watch(events []int) error"},
	{Code: "T11", Title: "a rune is a number in JSON", Explain: "A rune is an int32, so models must send a code point. A one-character string is what is usually meant.",
		Example: "func Split(text string, sep rune) []string", Fix: "//tool:param sep min=1 max=1\nfunc Split(text, sep string) []string"},
	notYet("T14", "json.Number", "int64, float64 or string"),
	notYet("T20", "[]byte", "string"),
	notYet("T21", "an array of bytes", "string"),
	notYet("T22", "json.RawMessage", "the type you expect"),
	notYet("T23", "any", "the type you expect"),
	notYet("T24", "a map of any", "the type of the values, such as map[string]string"),
	notYet("T34", "a map with integer keys", "string keys"),
	notYet("T35", "a map whose keys have text methods", "string keys"),
	{Code: "T36", Title: "a map key that JSON cannot write", Explain: "The keys of a JSON object are strings.",
		Example: "func Mark(seats map[bool]string)", Fix: "func Mark(free, taken string)"},
	notYet("T37", "a set as map[T]struct{}", "[]T with unique"),
	notYet("T43", "url.URL", "string"),
	notYet("T44", "the types of net/netip", "string"),
	notYet("T45", "net.IP", "string"),
	notYet("T46", "net.HardwareAddr and net.IPNet", "string"),
	notYet("T47", "UUID types", "string"),
	notYet("T48", "big.Int", "int64 or string"),
	notYet("T49", "big.Float and big.Rat", "float64 or string"),
	notYet("T50", "a type with UnmarshalText", "string, converted in the function"),
	notYet("T51", "a type with UnmarshalJSON", "a plain type, converted in the function"),
	{Code: "T53", Title: "a type that only encodes itself", Explain: "It has MarshalJSON or MarshalText and no decoding twin, so what it reads and what it writes differ.",
		Example: "type ID int\nfunc (ID) MarshalText() ([]byte, error)\nfunc Get(id ID) error", Fix: "func Get(id int) error"},
	notYet("T54", "slog.Level, time.Month and time.Weekday", "string with an enum"),
	notYet("T55", "regexp.Regexp", "string"),
	notYet("T56", "sql.Null types", "a pointer"),
	{Code: "T59", Title: "an interface cannot be built from JSON", Explain: "Nothing says which type to make.",
		Example: "func Copy(ctx context.Context, from io.Reader) error", Fix: "func (s *Service) Copy(ctx context.Context) error"},
	{Code: "T60", Title: "a type that must not be copied", Explain: "Locks and atomics are no values.", Example: "type In struct{ Mu sync.Mutex }", Fix: "type In struct{}"},
	{Code: "T61", Title: "a struct without exported fields", Explain: "It has no JSON form: only {} could be sent, and nothing would arrive.",
		Example: "func Render(t *template.Template) error", Fix: "func Render(template string) error"},
	{Code: "T70", Title: "an enum without values", Explain: "//tool:enum closes a string type to its exported constants, and there are none.",
		Example: "//tool:enum\ntype Level string", Fix: "//tool:enum\ntype Level string\n\nconst Low Level = \"low\""},
	notYet("T72", "an integer type with names for its values", "a string type with constants, or a plain int"),
}

var structRules = []Rule{
	{Code: "S2", Title: "an unusable json name", Explain: "Quotes, backslashes and control characters do not belong in a property name.", Example: "", Fix: ""},
	{Code: "S4", Title: "a json tag on an unexported field", Explain: "Unexported fields are never sent, so the tag has no effect.",
		Example: "type In struct {\n\tname string `json:\"name\"`\n}", Fix: "type In struct {\n\tName string `json:\"name\"`\n}"},
	{Code: "S5", Title: "omitzero on a type that cannot be compared", Explain: "The zero value of such a type is not supported yet.", Example: "", Fix: "use a pointer with omitempty"},
	notYet("S6", "the json option string", "no option; int64 is exact in both directions"),
	{Code: "S7", Title: "a json option that encoding/json does not know", Explain: "It would be read and silently ignored.",
		Example: "ID string `json:\"id,omitEmpty\"`", Fix: "ID string `json:\"id,omitempty\"`"},
	{Code: "S8", Title: "an ambiguous embedded field", Explain: "Two embedded structs bring the same name at the same depth; encoding/json drops both silently.",
		Example: "type In struct {\n\tLeft\n\tRight\n} // both have ID", Fix: "type In struct {\n\tLeft\n\tRight Right `json:\"right\"`\n}"},
	{Code: "S10", Title: "an embedded pointer to an unexported struct", Explain: "Nobody outside its package can allocate it; encoding/json fails on it at run time.",
		Example: "type In struct{ *base }", Fix: "type In struct{ base }"},
	{Code: "S13", Title: "an embedded interface", Explain: "An interface cannot be built from JSON.", Example: "type In struct{ io.Reader }", Fix: "type In struct{}"},
	{Code: "S14", Title: "an embedded field takes over the JSON form", Explain: "The methods of an embedded type such as time.Time are promoted: the whole struct would be written as a time, and its other fields lost.",
		Example: "type Event struct {\n\ttime.Time\n\tName string\n}", Fix: "type Event struct {\n\tAt   time.Time\n\tName string\n}"},
	{Code: "S20", Title: "two fields of one json name", Explain: "encoding/json drops both silently.",
		Example: "A int `json:\"x\"`\nB int `json:\"x\"`", Fix: "A int `json:\"a\"`\nB int `json:\"b\"`"},
	{Code: "R1", Title: "a pointer to a pointer", Explain: "JSON has one null, so two levels of nothing cannot be told apart.", Example: "func F(x **int)", Fix: "func F(x *int)"},
	notYet("R10", "a sealed interface as a union", "one struct with optional fields"),
}

var resultRules = []Rule{
	notYet("O7", "[]byte as a result", "string"),
	notYet("O8", "io.Reader as a result", "string"),
	{Code: "O10", Title: "a channel or function as a result", Explain: "Nobody would drain it; return the values themselves.", Example: "func Events() <-chan Event", Fix: "func Events() []Event"},
	notYet("O12", "a result that writes its own JSON", "a struct of plain fields"),
	notYet("O13", "an interface as a result", "a concrete type"),
}

var valueRules = []Rule{
	{Code: "N4", Title: "a default that is no value of its target", Explain: "A default is read by the target's type and must keep the target's own rules; it is compiled to a Go literal.",
		Example: "//tool:param days default=0 min=1", Fix: "//tool:param days default=3 min=1"},
	{Code: "N5", Title: "required and default together", Explain: "A required value is always sent, so its default would never be used.",
		Example: "//tool:param days required default=3", Fix: "//tool:param days default=3"},
	{Code: "K17", Title: "the key does not fit the type", Explain: "min and max mean a value, a length or a count by the type of their target; pattern is for strings, unique for arrays, flat and nest for structs.",
		Example: "//tool:param verbose min=1", Fix: "//tool:param count min=1"},
	{Code: "K18", Title: "an unusable pattern", Explain: "A pattern must be RE2, which checks it here, and mean the same in ECMA-262, which reads the schema elsewhere.",
		Example: "//tool:param id pattern=`\\A[a-z]+\\z`", Fix: "//tool:param id pattern=`^[a-z]+$`"},
	{Code: "K19", Title: "an example that the tool would refuse", Explain: "Examples are shown to models, so they must be calls that work.",
		Example: "//tool:example {\"city\":7}", Fix: "//tool:example {\"city\":\"Paris\"}"},
	{Code: "K20", Title: "a //tool:allow that silences nothing", Explain: "The warning it names does not occur here any more.", Example: "", Fix: "remove the line"},
}

var packageRules = []Rule{
	{Code: "G20", Title: "a type of the signature is not known", Explain: "The package does not compile where a tool needs it. Errors elsewhere in the package are tolerated, this one cannot be.", Example: "", Fix: ""},
	{Code: "G21", Title: "two tools of one name", Explain: "Names are unique in a package, also when case is ignored.",
		Example: "//tool:name=get\nfunc Get()\n\n//tool:name=get\nfunc Fetch()", Fix: "//tool:name=get\nfunc Get()\n\n//tool:name=fetch\nfunc Fetch()"},
	{Code: "G22", Title: "a generated identifier is already declared", Explain: "The generated file declares Tools, <Type>Tools and a constant for each tool's name. These never change by themselves, so a clash is yours to settle.",
		Example: "var ToolGet = 1\n\n//tool:name=get\nfunc Get()", Fix: "var ToolGet = 1\n\n//tool:name=get go=GetName\nfunc Get()"},
	{Code: "G23", Title: "a type that this package cannot name", Explain: "The generated file is in the package of the tool and must name the types of its signature.", Example: "", Fix: ""},
	{Code: "G24", Title: "an identifier hides what the generated code needs", Explain: "The package declares a name that Go predeclares, and the generated code has no other way to say what it means.", Example: "type string int", Fix: "type text int"},
}

// notYet is the rule of a type that the specification promises and this version does not have.
func notYet(code, what, instead string) Rule {
	return Rule{Code: code, Title: what + " is not supported yet",
		Explain: "Nothing is guessed and nothing is read and silently ignored: until the rule is built, the type is refused.", Fix: "use " + instead}
}
