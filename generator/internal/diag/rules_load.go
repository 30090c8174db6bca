package diag

// loadRules are the codes of reading packages in (G1 to G9) and of comparing and writing the output (G10 to G19).
var loadRules = []Rule{
	{
		Code:    "G1",
		Title:   "a file has syntax errors",
		Explain: "A file that does not parse says nothing reliable about its directives. Its package is left as it is, the other packages of the run go on.",
		Example: "func Forecast(city string {",
		Fix:     "func Forecast(city string) {",
	},
	{
		Code:    "G2",
		Title:   "a file or folder cannot be read",
		Explain: "Every file of the folder may hold a directive, or declare a name that the generated file must not. One that cannot be read makes both uncertain. Folders that can be read are generated all the same.",
		Fix:     "chmod u+r file.go",
	},
	{
		Code:    "G3",
		Title:   "a folder holds files of two packages",
		Explain: "The generated file is part of one package, and a Go folder holds one. A zz_tools.go from before the package was renamed counts too, where no other file says better.",
		Example: "package weather // in a.go\npackage notes   // in b.go",
		Fix:     "package weather // in a.go\npackage weather // in b.go",
	},
	{
		Code:    "G4",
		Title:   "the package needs a newer Go than toolgen was built with",
		Explain: "toolgen reads source with the Go standard library that it was built with. Run as go tool toolgen it is built with the module's own Go.",
		Fix:     "go get -tool github.com/toolgen/toolgen/cmd/toolgen\ngo tool toolgen",
	},
	{
		Code:    "G10",
		Title:   "zz_tools.go is missing",
		Explain: "The package has tools and nothing that offers them. The generated file belongs into the repository, beside the source that it is made from.",
		Fix:     "go tool toolgen\ngit add zz_tools.go",
	},
	{
		Code:    "G11",
		Title:   "zz_tools.go is stale",
		Explain: "The file is not what toolgen makes of the source now: the source or toolgen has changed since, somebody has edited the file, or a merge has left its markers in it. Line endings alone do not count.",
		Fix:     "go tool toolgen",
	},
	{
		Code:    "G12",
		Title:   "zz_tools.go is left over",
		Explain: "The package has no tools any more, and a file that was generated for some. toolgen removes it, as it carries the header of generated files.",
		Fix:     "go tool toolgen",
	},
	{
		Code:    "G13",
		Title:   "zz_tools.go is not generated",
		Explain: "The place of the generated file is taken by one without toolgen's header. toolgen never overwrites or removes what it did not write.",
		Fix:     "mv zz_tools.go handwritten.go\ngo tool toolgen",
	},
}
