package provider

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Results returns what answers the calls in the list of messages of the next request: a JSON array of messages or, for
// Responses, of items, with one result for each call ID, in order. results are those of calls, one for each; what an ID that
// comes again got is left out, because providers refuse a second result.
//
// A model reads of a result what Result.Output says, or the structured value where the API takes one (Gemini, Bedrock).
// Errors are marked in the way of the API: is_error (Anthropic), status (Bedrock), the key error (Gemini), and by the word
// Error before the text where there is no way. Images go along where the API takes them in results: Anthropic, Responses,
// Gemini, Bedrock, Ollama; elsewhere, and as what they do not take, they are described in words. "ok" stands for nothing.
func Results(f Format, calls []Call, results []runtime.Result) ([]byte, error) {
	if err := speaks(f); err != nil {
		return nil, err
	}
	if len(calls) != len(results) {
		return nil, errors.New("provider: " + itoa(len(calls)) + " calls have " + itoa(len(results)) + " results")
	}
	total := 64
	for i := range calls {
		r := &results[i]
		total += 160 + len(calls[i].ID) + len(calls[i].Name) + len(r.Text) + len(r.Text)/8 + len(r.JSON) + len(r.JSON)/4
		if r.Err != nil {
			total += len(r.Err.Message)
		}
		for j := range r.Parts {
			total += 160 + len(r.Parts[j].Text) + len(r.Parts[j].URI) + base64.StdEncoding.EncodedLen(len(r.Parts[j].Data))
		}
	}
	b := append(make([]byte, 0, total), '[')
	end := ""
	switch f {
	case Anthropic, Bedrock:
		b, end = append(b, `{"role":"user","content":[`...), "]}"
	case Gemini, GeminiLegacy:
		b, end = append(b, `{"role":"user","parts":[`...), "]}"
	}
	i := 0
	for again := range repeatedIDs(calls) {
		for ; i < again; i++ {
			b = appendResult(separated(b), f, &calls[i], &results[i])
		}
		i++
	}
	for ; i < len(calls); i++ {
		b = appendResult(separated(b), f, &calls[i], &results[i])
	}
	if len(calls) == 0 {
		return []byte("[]"), nil
	}
	b = append(append(b, end...), ']')
	b, _, err := codec.Finish(b) // repairs text that is not UTF-8 (O17)
	return b, err
}

func appendResult(b []byte, f Format, c *Call, r *runtime.Result) []byte {
	switch f {
	case Responses:
		b = codec.AppendString(append(b, `{"type":"function_call_output","call_id":`...), c.ID)
		b = append(b, `,"output":`...)
		if shown(f, r) == 0 {
			b = appendText(b, f, r, true)
		} else {
			b = append(appendText(append(b, `[{"type":"input_text","text":`...), f, r, true), '}')
			b = append(appendParts(b, f, r), ']')
		}
		return append(b, '}')
	case Anthropic:
		b = codec.AppendString(append(b, `{"type":"tool_result","tool_use_id":`...), c.ID)
		b = append(b, `,"content":`...)
		if shown(f, r) == 0 {
			b = appendText(b, f, r, false)
		} else {
			b = append(appendText(append(b, `[{"type":"text","text":`...), f, r, false), '}')
			b = append(appendParts(b, f, r), ']')
		}
		if r.Err != nil {
			b = append(b, `,"is_error":true`...)
		}
		return append(b, '}')
	case Bedrock:
		b = codec.AppendString(append(b, `{"toolResult":{"toolUseId":`...), c.ID)
		b = append(b, `,"content":[{`...)
		switch kind := structured(r); kind {
		case '{':
			b = append(append(b, `"json":`...), r.JSON...)
		case 0:
			b = appendText(append(b, `"text":`...), f, r, false)
		default: // a document there is an object
			b = append(append(append(b, `"json":{"result":`...), r.JSON...), '}')
		}
		b = append(appendParts(append(b, '}'), f, r), `],"status":`...)
		if r.Err != nil {
			return append(b, `"error"}}`...)
		}
		return append(b, `"success"}}`...)
	case Gemini, GeminiLegacy:
		b = append(b, `{"functionResponse":{`...)
		if c.ID != "" {
			b = append(codec.AppendString(append(b, `"id":`...), c.ID), ',')
		}
		b = codec.AppendString(append(b, `"name":`...), c.Name)
		switch {
		case r.Err != nil:
			b = appendText(append(b, `,"response":{"error":`...), f, r, false)
		case structured(r) != 0:
			b = append(append(b, `,"response":{"output":`...), r.JSON...)
		default:
			b = appendText(append(b, `,"response":{"output":`...), f, r, false)
		}
		b = append(b, '}')
		if shown(f, r) > 0 {
			b = append(appendParts(append(b, `,"parts":[`...), f, r), ']')
		}
		return append(b, '}', '}')
	case Ollama:
		b = codec.AppendString(append(b, `{"role":"tool","tool_name":`...), c.Name)
		if c.ID != "" {
			b = codec.AppendString(append(b, `,"tool_call_id":`...), c.ID)
		}
		b = appendText(append(b, `,"content":`...), f, r, true)
		if shown(f, r) > 0 {
			b = append(appendParts(append(b, `,"images":[`...), f, r), ']')
		}
		return append(b, '}')
	}
	b = codec.AppendString(append(b, `{"role":"tool","tool_call_id":`...), c.ID)
	if f == Mistral {
		b = codec.AppendString(append(b, `,"name":`...), c.Name)
	}
	return append(appendText(append(b, `,"content":`...), f, r, true), '}')
}

// structured returns the first byte of the result's value where it is to be sent as it is; 0 where a text is to be sent.
func structured(r *runtime.Result) byte {
	if r.Err != nil || r.Text != "" || r.JSON == nil || !utf8.Valid(r.JSON) {
		return 0
	}
	p := scanner[[]byte]{text: r.JSON}
	first := p.peek()
	if p.skip(); p.peek() != 0 || p.failed {
		return 0
	}
	return first
}

// appendText appends what a model reads, as a JSON string. marked puts a word before errors.
func appendText(b []byte, f Format, r *runtime.Result, marked bool) []byte {
	switch {
	case r.Err != nil:
		text := r.Err.Error()
		if r.Text != "" {
			text = r.Text
		}
		if marked {
			text = "Error: " + text
		}
		return codec.AppendString(b, text)
	case r.Text == "" && r.JSON != nil:
		return appendQuoted(b, r.JSON)
	case r.Text == "" && len(r.Parts) > 0:
		return codec.AppendString(b, r.Output())
	case r.Text == "":
		return append(b, `"ok"`...)
	case len(r.Parts) > shown(f, r): // what an API does not take is there in words
		rest := slices.DeleteFunc(slices.Clone(r.Parts), func(p runtime.Part) bool { return takes(f, &p) })
		return codec.AppendString(b, r.Text+"\n"+runtime.Result{Parts: rest}.Output())
	}
	return codec.AppendString(b, r.Text)
}

// appendQuoted appends JSON text as a JSON string.
func appendQuoted(b, text []byte) []byte {
	if !utf8.Valid(text) {
		return codec.AppendString(b, string(text))
	}
	b = append(b, '"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= ' ':
			b = append(b, c)
		default: // blanks between tokens
			b = append(b, ' ')
		}
	}
	return append(b, '"')
}

// The pictures that the APIs take.
var pictures = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// takes reports whether a part can be sent in a result as it is. Errors are text alone.
func takes(f Format, p *runtime.Part) bool {
	if p.Kind != runtime.ImagePart || len(p.Data) == 0 || !slices.Contains(pictures, p.MIME) {
		return false
	}
	switch f {
	case Anthropic, Responses, Gemini, Bedrock, Ollama:
		return true
	}
	return false
}

// shown counts the parts that are sent as they are.
func shown(f Format, r *runtime.Result) (n int) {
	for i := range r.Parts {
		if r.Err == nil && takes(f, &r.Parts[i]) {
			n++
		}
	}
	return n
}

// appendParts appends those parts, with commas before them where something is there.
func appendParts(b []byte, f Format, r *runtime.Result) []byte {
	if shown(f, r) == 0 {
		return b
	}
	for i := range r.Parts {
		p := &r.Parts[i]
		if !takes(f, p) {
			continue
		}
		b = separated(b)
		switch f {
		case Responses:
			b = appendBase64(append(append(append(b, `{"type":"input_image","image_url":"data:`...), p.MIME...), ";base64,"...), p.Data)
			b = append(b, `"}`...)
		case Anthropic:
			b = append(append(append(b, `{"type":"image","source":{"type":"base64","media_type":"`...), p.MIME...), `","data":"`...)
			b = append(appendBase64(b, p.Data), `"}}`...)
		case Gemini:
			b = append(append(append(b, `{"inlineData":{"mimeType":"`...), p.MIME...), `","data":"`...)
			b = append(appendBase64(b, p.Data), `"}}`...)
		case Bedrock:
			b = append(append(append(b, `{"image":{"format":"`...), strings.TrimPrefix(p.MIME, "image/")...), `","source":{"bytes":"`...)
			b = append(appendBase64(b, p.Data), `"}}}`...)
		case Ollama:
			b = append(appendBase64(append(b, '"'), p.Data), '"')
		}
	}
	return b
}

func appendBase64(b, data []byte) []byte { return base64.StdEncoding.AppendEncode(b, data) }
