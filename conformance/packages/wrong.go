package packages

// A mistake is one wrong ingredient, and the code that says so.
type mistake struct {
	code string
	text string // declarations, with marks for imports
	file string // the name of the file that they stand in; "" for one of the package's own
}

// mistakes are the known ways to be refused, each in declarations that are fine but for it. The names are not those of the random
// declarations.
var mistakes = map[string]mistake{
	"a channel":                            {"T9", "//tool:access=public\nfunc WrongTool(c chan int) {}\n", ""},
	"a complex number":                     {"T9", "//tool:access=public\nfunc WrongTool(c []complex128) {}\n", ""},
	"an open interface":                    {"T59", "//tool:access=public\nfunc WrongTool(w §io§.Writer) {}\n", ""},
	"a type without a form":                {"T61", "//tool:access=public\nfunc WrongTool(f *§os§.File) {}\n", ""},
	"a lock":                               {"T60", "type WrongType struct{ Mu §sync§.Mutex }\n\n//tool:access=public\nfunc WrongTool(a int, w []*WrongType) {}\n", ""},
	"a struct that says nothing":           {"F2", "type WrongType struct{ N int }\n\n//tool:access=public\nfunc WrongTool(a int, w WrongType) {}\n", ""},
	"a parameter without a name":           {"F8", "//tool:access=public\nfunc WrongTool(_ int) {}\n", ""},
	"a context behind":                     {"F4", "//tool:access=public\nfunc WrongTool(a int, ctx §context§.Context) {}\n", ""},
	"an error in front":                    {"F17", "//tool:access=public\nfunc WrongTool() (err error, n int) { return }\n", ""},
	"results without names":                {"F18", "//tool:access=public\nfunc WrongTool() (int, string) { return 0, \"\" }\n", ""},
	"an error by another type":             {"F20", "type wrongError struct{}\n\nfunc (*wrongError) Error() string { return \"\" }\n\n//tool:access=public\nfunc WrongTool() *wrongError { return nil }\n", ""},
	"a generic function":                   {"F10", "//tool:access=public\nfunc WrongTool[T any](t T) {}\n", ""},
	"a method of a generic type":           {"F10", "type WrongType[T any] struct{}\n\n//tool:access=public\nfunc (WrongType[T]) Do() {}\n", ""},
	"options by functions":                 {"F7", "//tool:access=public\nfunc WrongTool(o ...func(int)) {}\n", ""},
	"an unknown key":                       {"K1", "//tool:access=public colour=red\nfunc WrongTool() {}\n", ""},
	"a key twice":                          {"K4", "//tool:access=public access=admin\nfunc WrongTool() {}\n", ""},
	"a key in two places":                  {"K4", "//tool:access=public\n//tool:param n min=1\nfunc WrongTool(\n\t//tool:min=2\n\tn int,\n) {\n}\n", ""},
	"keys that exclude each other":         {"K16", "//tool:readonly destructive\nfunc WrongTool() {}\n", ""},
	"a value that is none":                 {"K5", "//tool:access=everybody\nfunc WrongTool() {}\n", ""},
	"a near miss":                          {"K8", "// tool:access=public\nfunc WrongTool() {}\n", ""},
	"an upper case directive":              {"K8", "//Tool:access=public\nfunc WrongTool() {}\n", ""},
	"a directive on nothing":               {"K9", "//tool:access=public\n\nvar wrongVar = 1\n", ""},
	"a quote that does not end":            {"K7", "//tool:title=\"open\nfunc WrongTool() {}\n", ""},
	"a rule of another kind":               {"K17", "//tool:access=public\n//tool:param b min=1\nfunc WrongTool(b bool) {}\n", ""},
	"bounds that leave nothing":            {"K5", "//tool:access=public\n//tool:param n min=5 max=1\nfunc WrongTool(n int) {}\n", ""},
	"a pattern that is none":               {"K18", "//tool:access=public\n//tool:param s pattern=`(?=a)`\nfunc WrongTool(s string) {}\n", ""},
	"a parameter that is not there":        {"K15", "//tool:access=public\n//tool:param nosuch optional\nfunc WrongTool(s string) {}\n", ""},
	"a default outside of the bounds":      {"N4", "//tool:access=public\n//tool:param n min=5 default=1\nfunc WrongTool(n int) {}\n", ""},
	"a default of another kind":            {"N4", "//tool:access=public\n//tool:param n default=abc\nfunc WrongTool(n int) {}\n", ""},
	"required with a default":              {"K16", "//tool:access=public\n//tool:param n required default=1\nfunc WrongTool(n int) {}\n", ""},
	"two tools of one name":                {"G21", "//tool:name=wrong\nfunc WrongTool() {}\n\n//tool:name=wrong\nfunc WrongTool2() {}\n", ""},
	"a name that is no name":               {"K13", "//tool:name=wrong/tool\nfunc WrongTool() {}\n", ""},
	"a constant's name that is taken":      {"G22", "//tool:name=wrong\nfunc WrongTool() {}\n\nvar ToolWrong = 1\n", ""},
	"a pointer to a pointer":               {"R1", "//tool:access=public\nfunc WrongTool(p **int) {}\n", ""},
	"a key of a map that is none":          {"T36", "//tool:access=public\nfunc WrongTool(m map[bool]int) {}\n", ""},
	"bytes that say no encoding":           {"T21", "//tool:access=public\nfunc WrongTool(sum [4]byte) {}\n", ""},
	"JSON of its own":                      {"T51", "type WrongType struct{}\n\nfunc (*WrongType) UnmarshalJSON([]byte) error { return nil }\n\n//tool:access=public\nfunc WrongTool(w []WrongType) {}\n", ""},
	"half a codec":                         {"T53", "type WrongType struct{ N int }\n\nfunc (WrongType) MarshalText() ([]byte, error) { return nil, nil }\n\n//tool:access=public\nfunc WrongTool(w []WrongType) {}\n", ""},
	"an embedded codec":                    {"S14", "type WrongType struct {\n\t§time§.Time\n\tName string\n}\n\n//tool:access=public\nfunc WrongTool(w []WrongType) {}\n", ""},
	"two fields of one name":               {"S20", "type WrongType struct {\n\tA int `json:\"x\"`\n\tB int `json:\"x\"`\n}\n\n//tool:access=public\nfunc WrongTool(w []WrongType) {}\n", ""},
	"an ambiguous field":                   {"S8", "type WrongA struct{ K int }\n\ntype WrongB struct{ K int }\n\ntype WrongType struct {\n\tWrongA\n\tWrongB\n}\n\n//tool:access=public\nfunc WrongTool(w []WrongType) {}\n", ""},
	"an embedded pointer to a hidden one":  {"S10", "type wrongInner struct{ K int }\n\ntype WrongType struct {\n\t*wrongInner\n\tN int\n}\n\n//tool:access=public\nfunc WrongTool(w []WrongType) {}\n", ""},
	"a string in quotes":                   {"S6", "type WrongType struct {\n\tA string `json:\"a,string\"`\n}\n\n//tool:access=public\nfunc WrongTool(w []WrongType) {}\n", ""},
	"an embedded interface":                {"S13", "type WrongType struct {\n\t§io§.Reader\n\tN int\n}\n\n//tool:access=public\nfunc WrongTool(w []WrongType) {}\n", ""},
	"a list of itself":                     {"R2", "type WrongType []WrongType\n\n//tool:access=public\nfunc WrongTool(w WrongType) {}\n", ""},
	"a name of Go that is hidden":          {"G24", "func len() {}\n\nvar _ = len\n\n//tool:access=public\nfunc WrongTool(s string) {}\n", ""},
	"texts that nobody knows":              {"T73", "type WrongType int\n\nconst (\n\tWrongA WrongType = iota\n\tWrongB\n)\n\nfunc (WrongType) MarshalText() ([]byte, error) { return nil, nil }\n\nfunc (*WrongType) UnmarshalText([]byte) error { return nil }\n\n//tool:access=public\nfunc WrongTool(w WrongType) {}\n", ""},
	"an Opt that never is absent":          {"T57", "//tool:access=public\nfunc WrongTool(w []§github.com/toolgen/toolgen/runtime§.Opt[int]) {}\n", ""},
	"a supplier that is not there":         {"F6", "//tool:access=public\n//tool:param w from=NoSuchFrom\nfunc WrongTool(w int) {}\n", ""},
	"a choice that nothing makes":          {"R10", "type WrongType interface{ wrong() }\n\n//tool:access=public\nfunc WrongTool(w WrongType) {}\n", ""},
	"a variant with the key of the choice": {"R12", "type WrongType interface{ wrong() }\n\ntype WrongA struct {\n\tType int `json:\"type\"`\n}\n\nfunc (WrongA) wrong() {}\n\n//tool:access=public\nfunc WrongTool(w WrongType) {}\n", ""},
	"a result that is a channel":           {"O10", "//tool:access=public\nfunc WrongTool() <-chan int { return nil }\n", ""},
	"a sequence of pairs":                  {"O9", "//tool:access=public\nfunc WrongTool() §iter§.Seq2[int, string] { return nil }\n", ""},
	"an example that is not valid":         {"K19", "//tool:access=public\n//tool:example {\"n\":\"x\"}\nfunc WrongTool(n int) {}\n", ""},
	"memory that a function shares":        {"K25", "//tool:maxmemory=64MiB\nfunc WrongTool() {}\n", ""},
	"a disk that a function shares":        {"K25", "//tool:maxdisk=10MiB\nfunc WrongTool() {}\n", ""},
	"a rule across what is required":       {"R18", "type WrongType struct {\n\tA int\n\tB *int\n}\n\n//tool:exactlyOneOf=a;b\nfunc WrongTool(a int, b *int) {}\n", ""},
	"a tool in a test":                     {"F13", "//tool:access=public\nfunc WrongTool() {}\n", "wrong_test.go"},
	"a tool for one system":                {"F13", "//tool:access=public\nfunc WrongTool() {}\n", "wrong_windows.go"},
	"a default of a choice":                {"N4", "type WrongType interface{ wrong() }\n\ntype WrongA struct{ N int }\n\nfunc (WrongA) wrong() {}\n\n//tool:access=public\n//tool:param w default={\"type\":\"wrong_a\",\"N\":1}\nfunc WrongTool(w WrongType) {}\n", ""},
	"a constant that is no value":          {"K5", "type WrongType string\n\nconst (\n\tWrongA WrongType = \"a\"\n\tWrongB WrongType = \"b\"\n)\n\n//tool:access=public\n//tool:param w enum=c\nfunc WrongTool(w WrongType) {}\n", ""},
}

// Wrong is the random source of a seed with one mistake in it.
func Wrong(seed uint64, dir, name string) *Source {
	w := newWorld(seed, dir)
	w.build()
	m := mistakes[name]
	w.src.Want = m.code
	d := &decl{names: []string{"WrongTool", "WrongType", "WrongA", "WrongB", "ToolWrong", "wrongVar", "len"}, pieces: []piece{{text: m.text}}}
	f := w.home.files[w.IntN(len(w.home.files))]
	if m.file != "" {
		f = &file{name: m.file}
		w.home.files = append(w.home.files, f)
	}
	f.decls = append(f.decls, d)
	return w.src
}
