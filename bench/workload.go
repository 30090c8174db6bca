package bench

import (
	"strconv"
	"strings"
)

// A Workload is one kind of call that all contenders answer.
type Workload struct {
	Name  string
	Of    func(Contender) Call
	Args  []byte // what is measured
	Wrong []byte // the same with one plain mistake near the end, for the cost of a refusal

	Misspelt []byte // the same with a word that is nearly right, for the cost of a proposal; only in S

	Allocations int // how many the generated code may make

	// What else a strict contender must take, and answer as all others do, and what it must refuse.
	Accepted, Rejected []string
}

// Workloads returns S, M and L of the specification: a question of two words, a search, and a bulk of records.
func Workloads() []Workload {
	return []Workload{workloadS(), workloadM(), workloadL()}
}

func workloadS() Workload {
	const args = `{"city":"Athens, Greece","unit":"metric"}`
	v := variants{base: args}
	return Workload{
		Name:        "S",
		Of:          func(c Contender) Call { return c.S },
		Allocations: 2,
		Args:        []byte(args),
		Wrong:       []byte(v.with(`"metric"`, `5`)),
		Misspelt:    []byte(v.with(`"metric"`, `"metrik"`)),
		Accepted: append(v.spaced(),
			v.with("metric", "imperial"),
			v.with("Athens, Greece", `S\u00e3o Paulo`),
			v.with("Athens, Greece", "\u00c5rhus \U0001F327"),
			v.with("Athens, Greece", `a \"quoted\\ name\n`),
			v.with("Athens, Greece", strings.Repeat("\u00e5", 100)),
			v.with(`"city"`, `"cit\u0079"`),
			`{"unit":"imperial","city":"Reno"}`,
		),
		Rejected: append(v.broken(),
			"", " ", "[]", `"text"`, "5", "{}",
			v.with("Athens, Greece", ""),
			v.with("Athens, Greece", strings.Repeat("\u00e5", 101)),
			v.with("Athens, Greece", "\xff"),
			v.with("Athens, Greece", `\ud800`),
			v.with("Athens, Greece", "two\nlines"),
			v.with(`"Athens, Greece"`, "null"),
			v.with(`"Athens, Greece"`, "7"),
			v.with(`"metric"`, `"Metric"`),
			v.with(`"metric"`, `"metrik"`),
			v.with(`"metric"`, `["metric"]`),
			v.with(`"city":"Athens, Greece",`, ""),
			v.with(`"city"`, `"City"`),
			v.with(`}`, `,"days":3}`),
			v.with(`}`, `,"city":"Reno"}`),
		),
	}
}

func workloadM() Workload {
	const args = `{"query":"harbour lighthouses","box":{"near":"the outer islands and the fjords of the western coast, between Bergen and Stavanger","radius":125.5,"low":-20,"high":850},` +
		`"kinds":["synop","buoy","ship","radar","profiler"],"labels":{"owner":"met.no","network":"coastal","grade":"first class","team":"sea"},` +
		`"unit":"metric","since":"2026-11-01T06:30:00Z","limit":25,"alive":true}`
	v := variants{base: args}
	return Workload{
		Name:        "M",
		Of:          func(c Contender) Call { return c.M },
		Allocations: 14,
		Args:        []byte(args),
		Wrong:       []byte(v.with(`"limit":25`, `"limit":250`)),
		Accepted: append(v.spaced(),
			v.with("2026-11-01T06:30:00Z", "2024-02-29T23:59:59.123456789+05:30"),
			v.with(`"since":"2026-11-01T06:30:00Z",`, ""),
			v.with(`"2026-11-01T06:30:00Z"`, "null"),
			v.with(`,"high":850`, ""),
			v.with(`850`, "null"),
			v.with(`850`, "9.0e3"),
			v.with(`,"limit":25`, ""),
			v.with(`25,`, "null,"),
			v.with(`25,`, "1.0e1,"),
			v.with(`,"alive":true`, ""),
			v.with(`:true`, ":null"),
			v.with(`125.5`, "1e-3"),
			v.with(`125.5`, "20000"),
			v.with(`"synop","buoy","ship","radar","profiler"`, `"one"`),
			v.with(`"owner":"met.no","network":"coastal","grade":"first class","team":"sea"`, ""),
		),
		Rejected: append(v.broken(),
			v.with("harbour lighthouses", ""),
			v.with(`"harbour lighthouses"`, "null"),
			v.with(`"query":"harbour lighthouses",`, ""),
			v.with(`"near":`, `"Near":`),
			v.with(`"radius":125.5,`, ""),
			v.with("125.5", "0"),
			v.with("125.5", "20000.01"),
			v.with("125.5", `"125.5"`),
			v.with("-20", "-501"),
			v.with("-20", "0.5"),
			v.with("850", "9001"),
			v.with("850", `"850"`),
			v.with(`"low":-20`, `"low":-20,"low":-20`),
			v.with(`"synop","buoy","ship","radar","profiler"`, ""),
			v.with(`["synop","buoy","ship","radar","profiler"]`, "null"),
			v.with(`["synop","buoy","ship","radar","profiler"]`, `"synop"`),
			v.with(`"buoy"`, "null"),
			v.with(`"buoy"`, strings.Repeat(`"x",`, 10)+`"buoy"`),
			v.with(`"coastal"`, "7"),
			v.with(`"network":"coastal"`, `"owner":"coastal"`),
			v.with(`{"owner":"met.no","network":"coastal","grade":"first class","team":"sea"}`, "[]"),
			v.with(`"metric"`, `"kelvin"`),
			v.with("2026-11-01T06:30:00Z", "2026-11-01"),
			v.with("2026-11-01T06:30:00Z", "2026-02-30T06:30:00Z"),
			v.with("2026-11-01T06:30:00Z", "2026-11-01 06:30:00Z"),
			v.with(`"limit":25`, `"limit":0`),
			v.with(`"limit":25`, `"limit":101`),
			v.with(`"limit":25`, `"limit":2.5`),
			v.with(`"limit":25`, `"limit":99999999999999999999`),
			v.with(`:true`, ":1"),
			v.with(`"alive"`, `"live"`),
		),
	}
}

// readings is how many records L has.
const readings = 500

func workloadL() Workload {
	b := []byte(`{"readings":[`)
	for i := range readings {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"id":`...)
		b = strconv.AppendInt(b, int64(100_000+7*i), 10)
		b = append(b, `,"station":"Station `...)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, `","place":"Drammen","source":"sensor`...)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, `@met.no","temp":`...)
		b = strconv.AppendFloat(b, float64(i%41)-15.25, 'f', -1, 64)
		b = append(b, `,"wind":`...)
		b = strconv.AppendInt(b, int64(i%70), 10)
		b = append(b, `,"unit":"metric","final":`...)
		b = strconv.AppendBool(b, i%3 != 0)
		b = append(b, '}')
	}
	args := string(append(b, "]}"...))
	v := variants{base: args}
	return Workload{
		Name:        "L",
		Of:          func(c Contender) Call { return c.L },
		Allocations: 3*readings + 10,
		Args:        []byte(args),
		Wrong:       []byte(v.withLast(`"metric"`, `5`)),
		Accepted: append(v.spaced(),
			v.with("100007", "9007199254740993"),
			v.with("100007", "9223372036854775000"),
			v.with("Drammen", ""),
			v.withLast(`"source"`, `"sourc\u0065"`),
		),
		Rejected: append(v.broken(),
			`{"readings":[]}`, `{"readings":null}`, `{"readings":{}}`, `{"readings":[{}]}`, `{"readings":[null]}`,
			v.withLast(`"metric"`, `"metrik"`),
			v.withLast(`"Drammen"`, `null`),
			v.withLast(`"place":"Drammen",`, ``),
			v.withLast(`"place"`, `"Place"`),
			v.withLast(`"place"`, `"station"`),
			v.with("100007", "0"),
			v.with("100007", "9223372036854775808"),
			v.with("-14.25", "-100.5"),
			v.with("-14.25", "1e2000"),
			v.with("-14.25", "-014.25"),
			v.with(`"wind":1,`, `"wind":401,`),
			v.with(":true", `:"true"`),
		),
	}
}

// variants are texts that differ from a base in one place.
type variants struct{ base string }

// with replaces the first old, which must be there.
func (v variants) with(old, new string) string {
	return v.at(strings.Index(v.base, old), old, new)
}

func (v variants) withLast(old, new string) string {
	return v.at(strings.LastIndex(v.base, old), old, new)
}

func (v variants) at(i int, old, new string) string {
	if i < 0 {
		panic("bench: " + old + " is not in the arguments")
	}
	return v.base[:i] + new + v.base[i+len(old):]
}

// spaced returns texts that mean the same as the base.
func (v variants) spaced() []string {
	return []string{
		v.base,
		" " + v.base + "\n",
		strings.NewReplacer(`":`, "\" :\t", `,"`, "\r\n, \"", `{`, "{ ", `}`, " }").Replace(v.base),
	}
}

// broken returns texts that are not JSON, or not only.
func (v variants) broken() []string {
	return []string{
		v.base + "}",
		v.base + v.base,
		v.base[:len(v.base)-1],
		v.base[:len(v.base)/2],
		v.with(":", ""),
		v.with(`,"`, ` "`),
		v.with(`,"`, `,,"`),
		v.withLast("}", ",}"),
		v.with(`"`, "'"),
		"\ufeff" + v.base,
		"[" + v.base + "]",
	}
}
