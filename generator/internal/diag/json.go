package diag

import (
	"encoding/json"
	"io"
)

// JSON writes diagnostics as one indented JSON document for programs. Its form is stable: fields keep their order and
// meaning, new ones may be added.
//
//	{
//	  "diagnostics": [
//	    {
//	      "code": "K1",                  // a code that toolgen explain knows
//	      "severity": "error",           // or "warning"
//	      "message": "unknown key ...",  // one line
//	      "fix": "//tool:...",           // what to do, may have several lines; absent: the message says it
//	      "package": "example.com/p",    // absent: the run as a whole
//	      "file": "p/p.go",              // with forward slashes; absent, like the next four: no place
//	      "line": 3, "column": 26,       // from 1, columns in bytes
//	      "endLine": 3, "endColumn": 38, // just after the last byte; absent: only the start is known
//	      "related": [{"message": "first set here", "file": ..., "line": ...}] // absent: none
//	    }
//	  ]
//	}
//
// Without diagnostics the list is [].
func (p Printer) JSON(w io.Writer, list []Diagnostic) error {
	type place struct {
		File      string `json:"file,omitempty"`
		Line      int    `json:"line,omitempty"`
		Column    int    `json:"column,omitempty"`
		EndLine   int    `json:"endLine,omitempty"`
		EndColumn int    `json:"endColumn,omitempty"`
	}
	type related struct {
		Message string `json:"message"`
		place
	}
	type diagnostic struct {
		Code     string `json:"code"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
		Fix      string `json:"fix,omitempty"`
		Package  string `json:"package,omitempty"`
		place
		Related []related `json:"related,omitempty"`
	}
	at := func(r Range) place {
		if r.File == "" {
			return place{}
		}
		return place{p.name(r.File), r.Line, r.Col, r.EndLine, r.EndCol}
	}
	document := struct {
		Diagnostics []diagnostic `json:"diagnostics"`
	}{make([]diagnostic, 0, len(list))}
	for _, d := range list {
		out := diagnostic{d.Code, d.Severity.String(), d.Message, d.Fix, d.Package, at(d.Range), nil}
		for _, r := range d.Related {
			out.Related = append(out.Related, related{r.Message, at(r.Range)})
		}
		document.Diagnostics = append(document.Diagnostics, out)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}
