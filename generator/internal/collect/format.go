package collect

import (
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"time"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// format reads the format of a text: a check for those that the decoder knows, else an annotation (section 5, X5).
func (r *ruling) format(s setting) {
	if r.typ.Kind != model.String {
		r.form(s)
		return
	}
	name := s.Value.Text
	r.field.Rules.Format = name
	for _, known := range model.Formats() {
		if known == name {
			return
		}
	}
	fix := "one of the checked ones: date-time, date, time, email, hostname, ipv4, ipv6, uri, uuid, regex"
	if near := diag.Nearest(name, model.Formats()); near != "" {
		fix = "did you mean " + near + "?"
	}
	r.warnAt(s.pos, s.end, "K23", fmt.Sprintf("%s: JSON Schema knows no format %s, so it is a note to readers alone", r.at.path, name), fix)
}

var (
	hostname = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$`)
	uuid     = regexp.MustCompile(`^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$`)
)

// breaksFormat says that a text which is known at generation does not have a format. A running program is a little stricter; what
// it checks stands in package codec.
func breaksFormat(text, format string) error {
	fine := true
	switch format {
	case "date":
		fine = isTimeLike(text, time.DateOnly)
	case "time":
		fine = isTimeLike(text, "15:04:05Z07:00")
	case "date-time":
		fine = isTimeLike(text, time.RFC3339)
	case "email":
		address, err := mail.ParseAddress(text)
		fine = err == nil && address.Name == ""
	case "hostname":
		fine = hostname.MatchString(text) && len(text) <= 253
	case "ipv4":
		address, err := netip.ParseAddr(text)
		fine = err == nil && address.Is4()
	case "ipv6":
		address, err := netip.ParseAddr(text)
		fine = err == nil && address.Is6() && address.Zone() == ""
	case "uri":
		address, err := url.Parse(text)
		fine = err == nil && address.Scheme != ""
	case "uuid":
		fine = uuid.MatchString(text)
	case "regex":
		_, err := regexp.Compile(text)
		fine = err == nil
	}
	if !fine {
		return fmt.Errorf("%s has not the format %s", model.Quote(text), format)
	}
	return nil
}

func isTimeLike(text, layout string) bool {
	_, err := time.Parse(layout, text)
	return err == nil
}
