package collect

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// timeType is time.Time in the form that format or layout choose (T40, T41); nil after an error.
func (c *collector) timeType(t types.Type, at place) *model.Type {
	m := &model.Type{Kind: model.Time, Go: goType(t)}
	format, hasFormat := at.set.find("format")
	layout, hasLayout := at.set.find("layout")
	switch {
	case hasFormat && hasLayout:
		c.errorAt(layout.pos, layout.end, "T41", at.path+": format and layout exclude each other", "keep one of them")
		return nil
	case hasFormat:
		if m.Form = format.Value.Text; m.Form == "date-time" {
			m.Form = ""
		}
		if !slices.Contains([]string{"", "date", "time", "unix"}, m.Form) {
			c.errorAt(format.pos, format.end, "T41", fmt.Sprintf("%s: %s is no format of a time", at.path, m.Form),
				"one of date-time, date, time, unix; or a layout of Go, such as layout=\"2006-01-02 15:04\"")
			return nil
		}
	case hasLayout:
		form, text, err := readLayout(layout.Value.Text)
		if err != nil {
			c.errorAt(layout.pos, layout.end, "T41", at.path+": layout: "+err.Error(), `write it as Go does, such as layout="2006-01-02 15:04"`)
			return nil
		}
		m.Form, m.Layout = form, text
	}
	return m
}

// layouts are the names that package time gives to layouts, and encoding/json v2 takes.
var layouts = map[string]string{
	"Layout": time.Layout, "ANSIC": time.ANSIC, "UnixDate": time.UnixDate, "RubyDate": time.RubyDate, "RFC822": time.RFC822, "RFC822Z": time.RFC822Z,
	"RFC850": time.RFC850, "RFC1123": time.RFC1123, "RFC1123Z": time.RFC1123Z, "RFC3339": time.RFC3339, "RFC3339Nano": time.RFC3339Nano,
	"Kitchen": time.Kitchen, "Stamp": time.Stamp, "StampMilli": time.StampMilli, "StampMicro": time.StampMicro, "StampNano": time.StampNano,
	"DateTime": time.DateTime, "DateOnly": time.DateOnly, "TimeOnly": time.TimeOnly,
}

// readLayout reads a layout of package time, or its name there. What has a form of its own gets that.
func readLayout(text string) (form, layout string, err error) {
	if named := layouts[text]; named != "" {
		text = named
	}
	one := time.Date(2026, time.December, 31, 23, 59, 58, 0, time.UTC)
	two := time.Date(1999, time.March, 9, 8, 7, 6, 0, time.UTC)
	read, err := time.Parse(text, one.Format(text))
	switch {
	case text == time.RFC3339 || text == time.RFC3339Nano:
		return "", "", nil
	case text == time.DateOnly:
		return "date", "", nil
	case one.Format(text) == two.Format(text):
		return "", "", fmt.Errorf("%q has no part of Go's reference time, Mon Jan 2 15:04:05 2006", text)
	case strings.Contains(text, "MST"):
		return "", "", errors.New("the name of a zone does not say its offset; write -0700 or Z07:00")
	case err != nil || read.Format(text) != one.Format(text):
		return "", "", fmt.Errorf("%q does not read back what it writes, %s", text, one.Format(text))
	}
	return "layout", text, nil
}

// durationType is time.Duration in the form that the key duration chooses (T42).
func (c *collector) durationType(t types.Type, at place) *model.Type {
	return &model.Type{Kind: model.Duration, Go: goType(t), Form: at.set.text("duration")}
}

// readTime reads a time in the form of its type, as the tool will.
func readTime(text string, t *model.Type) (model.Value, error) {
	at, err := instant(text, t)
	if err != nil {
		return model.Value{}, err
	}
	v := model.Value{Kind: model.TimeValue, JSON: model.Quote(text), Text: at.Format(time.RFC3339Nano)}
	if t.Form == "unix" {
		v.JSON = strconv.FormatInt(at.Unix(), 10)
	}
	return v, nil
}

var clock = regexp.MustCompile(`^[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$`)

// instant is the time that a text of a form means.
func instant(text string, t *model.Type) (at time.Time, err error) {
	want := "date and time with zone, e.g. 2026-01-02T15:04:05Z"
	switch t.Form {
	case "":
		at, err = time.Parse(time.RFC3339Nano, text)
	case "date":
		want = "a date, e.g. 2026-01-02"
		at, err = time.Parse(time.DateOnly, text)
	case "time":
		want = "a time with zone, e.g. 15:04:05Z"
		at, err = time.Parse("15:04:05.999999999Z07:00", text)
		if !clock.MatchString(text) {
			err = errors.New("not of RFC 3339")
		}
	case "unix":
		want = "a whole number of Unix seconds, in the years 0 to 9999"
		var v model.Value
		if v, err = readInteger(text, &model.Type{Kind: model.Int, Bits: 64}); err == nil {
			seconds, _ := strconv.ParseInt(v.Text, 10, 64)
			at = time.Unix(seconds, 0).UTC()
			if at.Year() < 0 || at.Year() > 9999 {
				err = errors.New("out of range")
			}
		}
	case "layout":
		want = "a time such as " + time.Date(2026, time.December, 31, 23, 59, 58, 0, time.UTC).Format(t.Layout)
		at, err = time.ParseInLocation(t.Layout, text, time.UTC)
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("expected %s, got %s", want, text)
	}
	return at, nil
}

// readDuration reads a duration in the form of its type, as the tool will.
func readDuration(text string, t *model.Type) (model.Value, error) {
	d, err := length(text, t)
	if err != nil {
		return model.Value{}, err
	}
	v := model.Value{Kind: model.DurationValue, JSON: model.Quote(text), Text: text, Span: d}
	if t.NumberForm() {
		v.JSON = text
	}
	return v, nil
}

// length is the duration that a text of a form means.
func length(text string, t *model.Type) (time.Duration, error) {
	switch t.Form {
	case "seconds":
		return units(text, "a number of seconds", time.Second)
	case "ms":
		return units(text, "a number of milliseconds", time.Millisecond)
	case "ns":
		return units(text, "a whole number of nanoseconds", time.Nanosecond)
	case "iso8601":
		return isoDuration(text)
	}
	d, err := time.ParseDuration(text)
	if err != nil || text[0] == '.' || text[0] == '+' { // T42 takes no .5s and no +5s
		return 0, fmt.Errorf("expected a duration such as 1h30m or 250ms, got %s", text)
	}
	return d, nil
}

// units reads a number of a unit. What is finer than a nanosecond would be lost, so it is refused here.
func units(text, want string, unit time.Duration) (time.Duration, error) {
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if !isNumber(text) || len(text) > 400 || len(exponent) > 4 {
		return 0, fmt.Errorf("expected %s, got %s", want, text)
	}
	n := new(big.Rat).Mul(rat(text), new(big.Rat).SetInt64(int64(unit)))
	switch {
	case !n.IsInt():
		return 0, fmt.Errorf("expected %s, got %s, which is finer than a nanosecond", want, text)
	case !n.Num().IsInt64():
		return 0, fmt.Errorf("%s is longer than the longest duration, 292 years", text)
	}
	return time.Duration(n.Num().Int64()), nil
}

var isoForm = regexp.MustCompile(`^(-?)P(?:([0-9]+)W|(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]{1,9})?)S)?)?)$`)

// isoDuration reads a duration of ISO 8601: a day is 24 hours, a week seven days, and years and months have no length.
func isoDuration(text string) (time.Duration, error) {
	m := isoForm.FindStringSubmatch(text)
	if m == nil || strings.HasSuffix(text, "P") || strings.HasSuffix(text, "T") {
		return 0, fmt.Errorf("expected an ISO 8601 duration such as PT1H30M, without years and months, got %s", text)
	}
	sum := new(big.Rat)
	for i, unit := range []time.Duration{7 * 24 * time.Hour, 24 * time.Hour, time.Hour, time.Minute, time.Second} {
		if part := m[2+i]; part != "" {
			sum.Add(sum, new(big.Rat).Mul(rat(part), new(big.Rat).SetInt64(int64(unit))))
		}
	}
	if sum.Cmp(new(big.Rat).SetInt64(math.MaxInt64)) > 0 {
		return 0, fmt.Errorf("%s is longer than the longest duration, 292 years", text)
	}
	if m[1] != "" {
		sum.Neg(sum)
	}
	return time.Duration(sum.Num().Int64()), nil
}

// written is a value as it stands in JSON, without quotes: the form in which a bound is kept.
func written(v model.Value) string {
	var text string
	if json.Unmarshal([]byte(v.JSON), &text) != nil {
		return v.JSON
	}
	return text
}
