package runtime

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file is what tools return that is no JSON: pictures, sounds and bytes (O7).

// Image is a picture as a result: alone, behind a pointer, in a slice, or as one of several named results. It is content of
// the answer and no part of a schema. Tools return the encoded file; an image.Image is pixels, which nobody can be sent.
type Image struct {
	Data []byte // the file; empty means that there is no picture
	MIME string // its media type, such as "image/png"; "" where the file itself says it: PNG, JPEG, GIF and WebP do
}

// Audio is a sound as a result, as Image is a picture.
type Audio struct {
	Data []byte // the file; empty means that there is no sound
	MIME string // its media type, such as "audio/mpeg"; "" where the file itself says it: WAV does
}

// unknownType is the media type of bytes that nobody has a name for.
const unknownType = "application/octet-stream"

// Parts makes parts of pictures and sounds, in order. Nil pointers and values without data are left out. What has no MIME
// and does not say by its first bytes what it is becomes a resource, because a client that is told of an image will try to
// decode it. The parts share the data.
func Parts[T Image | Audio | *Image | *Audio](contents ...T) []Part {
	var parts []Part
	for i := range contents {
		var kind PartKind
		var data []byte
		var mime string
		switch v := any(contents[i]).(type) {
		case Image:
			kind, data, mime = ImagePart, v.Data, v.MIME
		case Audio:
			kind, data, mime = AudioPart, v.Data, v.MIME
		case *Image:
			if v != nil {
				kind, data, mime = ImagePart, v.Data, v.MIME
			}
		case *Audio:
			if v != nil {
				kind, data, mime = AudioPart, v.Data, v.MIME
			}
		}
		if len(data) == 0 {
			continue
		}
		if mime == "" {
			if mime = sniff(data); kindOf(mime) != kind {
				kind, mime = ResourcePart, unknownType
			}
		}
		if parts == nil {
			parts = make([]Part, 0, len(contents)-i)
		}
		parts = append(parts, Part{Kind: kind, MIME: mime, Data: data})
	}
	return parts
}

// With returns r with more parts behind those it has.
func (r Result) With(parts ...[]Part) Result {
	for _, more := range parts {
		if r.Parts == nil {
			r.Parts = more
		} else {
			r.Parts = append(r.Parts[:len(r.Parts):len(r.Parts)], more...)
		}
	}
	return r
}

// Noted returns r with more notes before those it has: what happened to the arguments comes before what happened to the result.
func (r Result) Noted(notes []Note) Result {
	if len(notes) > 0 {
		r.Notes = append(notes[:len(notes):len(notes)], r.Notes...)
	}
	return r
}

// Bytes is the result of a tool that returns bytes, or a reader (O7, O8). mime is their media type; "" means that the first
// bytes tell a PNG, JPEG, GIF, WebP or WAV, and that everything else is text if it is UTF-8. Images and sounds become parts of
// their kind, text becomes Text, and what remains is a resource. data belongs to the result from now on.
func Bytes(data []byte, mime string) Result {
	if len(data) == 0 {
		return Result{}
	}
	if mime == "" {
		mime = sniff(data)
	}
	kind := kindOf(mime)
	if kind == ResourcePart && readable(mime) && utf8.Valid(data) {
		return Result{Text: string(data)}
	}
	if mime == "" {
		mime = unknownType
	}
	return Result{Parts: []Part{{Kind: kind, MIME: mime, Data: data}}}
}

// sniff returns the media type that the first bytes of a file tell, or "". These five tell it without a doubt.
func sniff(data []byte) string {
	starts := func(magic string) bool { return len(data) >= len(magic) && string(data[:len(magic)]) == magic }
	switch {
	case starts("\x89PNG\r\n\x1a\n"):
		return "image/png"
	case starts("\xFF\xD8\xFF"):
		return "image/jpeg"
	case starts("GIF87a"), starts("GIF89a"):
		return "image/gif"
	case starts("RIFF") && len(data) >= 12:
		switch string(data[8:12]) {
		case "WEBP":
			return "image/webp"
		case "WAVE":
			return "audio/wav"
		}
	}
	return ""
}

// kindOf says how a media type is shown.
func kindOf(mime string) PartKind {
	switch {
	case strings.HasPrefix(mime, "image/"):
		return ImagePart
	case strings.HasPrefix(mime, "audio/"):
		return AudioPart
	}
	return ResourcePart
}

// readable reports whether a model can read what has this media type, if it is UTF-8. Nothing said means that it is tried.
func readable(mime string) bool {
	mime, _, _ = strings.Cut(mime, ";")
	mime = strings.TrimSpace(mime)
	return mime == "" || strings.HasPrefix(mime, "text/") ||
		strings.HasSuffix(mime, "/json") || strings.HasSuffix(mime, "+json") ||
		strings.HasSuffix(mime, "/xml") || strings.HasSuffix(mime, "+xml")
}

// describe says in words what a part is, for those who can be shown nothing else.
func (p Part) describe() string {
	if p.Text != "" {
		return p.Text
	}
	text := "[" + string(p.Kind)
	if p.MIME != "" {
		text += " " + p.MIME
	}
	if p.URI != "" {
		text += " " + p.URI
	}
	if len(p.Data) > 0 {
		text += ", " + strconv.Itoa(len(p.Data)) + " bytes"
	}
	return text + "]"
}
