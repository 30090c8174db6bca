package diag

// enumRules are the codes of types whose constants say which values there are (schema.md section 3.5).
var enumRules = []Rule{
	{Code: "T70", Title: "an enum without values, or with one that is none",
		Explain: "A type is closed to its exported constants. Marked //tool:enum without any, it would take nothing. Constants called like a bound or a count, such as MaxLevel or NumLevels, are left out; a zero constant such as Unknown stays.",
		Example: "type Level string\n\nconst (\n\tLow      Level = \"low\"\n\tHigh     Level = \"high\"\n\tMaxLevel Level = \"high\"\n)",
		Fix:     "type Level string\n\nconst (\n\tLow  Level = \"low\"\n\tHigh Level = \"high\"\n\t//tool:skip\n\tMaxLevel Level = \"high\"\n)"},
	{Code: "T72", Title: "an integer type whose constants are no plain list",
		Explain: "Constants that are distinct and count up from 0 or 1 are sent by their names. Any others may be sizes, bits or codes, so the type stays an integer until the source says what is meant.",
		Example: "type Port int\n\nconst (\n\tHTTP  Port = 80\n\tHTTPS Port = 443\n)",
		Fix:     "//tool:enum\ntype Port int\n\nconst (\n\tHTTP  Port = 80\n\tHTTPS Port = 443\n)"},
	{Code: "T73", Title: "the texts of an integer type are not known",
		Explain: "The type has text methods, and the generator runs no code of yours, so it cannot know what they write. Say the texts: they hold for tools, and the methods are not called. tooltest.Texts asserts in a test that the two agree.",
		Example: "type Color int // Red, Green\n\nfunc (c *Color) UnmarshalText(text []byte) error",
		Fix:     "//tool:enum names=snake\ntype Color int // Red, Green\n\nfunc (c *Color) UnmarshalText(text []byte) error"},
	{Code: "T74", Title: "//tool:enum on a type that reads or writes its own JSON",
		Explain: "What such a type takes is decided by its methods, not by its constants.",
		Example: "//tool:enum\ntype Color int\n\nfunc (c *Color) UnmarshalJSON(data []byte) error",
		Fix:     "//tool:schema {\"type\":\"string\",\"enum\":[\"red\",\"green\"]}\ntype Color int\n\nfunc (c *Color) UnmarshalJSON(data []byte) error"},
	{Code: "T75", Title: "bit flags stay an integer", Explain: "A model would have to add up numbers whose meaning it cannot see.", Example: "type Perm int // 1, 2, 4", Fix: "type Perm string // with constants, taken as []Perm"},
	{Code: "T76", Title: "a package whose constants cannot be had",
		Explain: "from= adds the exported constants that another package declares of the type. That package must be one that this package imports.",
		Example: "//tool:enum from=example.com/palette\ntype Color = paint.Color",
		Fix:     "import _ \"example.com/palette\"\n\n//tool:enum from=example.com/palette\ntype Color = paint.Color"},
	{Code: "T83", Title: "//tool:enum on floats or booleans", Explain: "Constants of such a type are seldom all its values, so they close nothing.",
		Example: "//tool:enum\ntype Ratio float64", Fix: "//tool:param ratio enum=0.5,1,2"},
}
