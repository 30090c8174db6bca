package model

// ResultForm says how a tool's result becomes its answer (schema.md section 6).
type ResultForm uint8

const (
	ValueResult    ResultForm = iota // JSON: of Type, or of the object that Fields make (O3, O4)
	TextResult                       // a string, sent as it is (O2)
	BytesResult                      // bytes: text, or one part (O7)
	ReaderResult                     // an io.Reader, read to its end and then as bytes (O8)
	SequenceResult                   // an iter.Seq or iter.Seq2, as an array; Type is the slice of the items (O9)
	PassedResult                     // a runtime.Result, passed on; Type is what the source declares of its JSON, or nil (O11)
	ContentResult                    // Contents and nothing else (O7)
)

// Result is what a tool returns besides the error.
type Result struct {
	Form ResultForm
	Type *Type // what its JSON is; nil where Fields is set and where there is no JSON
	// Fields are two or more named results, encoded as one object; each has a one-step Path, its name.
	Fields      []*Field
	Contents    []Content // pictures and sounds, which are no JSON (O7)
	Names       []string  // the names of all results but the error, in order; nil where there is one
	Description string

	MIME        string // BytesResult, ReaderResult: the declared media type; "" where the bytes say it
	Structured  bool   // TextResult: sent as a JSON value too (O2)
	KeepPartial bool   // a value that comes with an error is kept (O19)
	Pairs       bool   // SequenceResult: an iter.Seq2 whose second values are errors
}

// Content is one result that is a part of the answer: a runtime.Image or runtime.Audio, a pointer to one, or a slice of
// these.
type Content struct {
	At      int // which of the results it is, the error left out
	Pointer bool
	List    bool
}

// HasSchema reports whether the result has an output schema: where it has JSON whose shape is known.
func (r *Result) HasSchema() bool {
	switch {
	case r == nil:
		return false
	case r.Form == TextResult:
		return r.Structured
	}
	shapeless := r.Type != nil && r.Type.Kind == Any && r.Type.Schema == "" // O13
	return r.Type != nil && !shapeless || len(r.Fields) > 0
}
