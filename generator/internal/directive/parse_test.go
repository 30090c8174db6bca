package directive_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/toolgen/toolgen/generator/internal/directive"
)

// accepted are lines without problems, with what they mean in the plainest spelling: "" where that is the line itself.
var accepted = []struct {
	name string
	at   Target
	line string
	want string
}{
	// The first word.
	{"name=", OnFunc, "//tool:name=get_forecast access=public readonly", ""},
	{"a blank for the first =", OnFunc, "//tool:name get_forecast access=public readonly", "//tool:name=get_forecast access=public readonly"},
	{"several blanks and a tab", OnFunc, "//tool:name \t get_forecast", "//tool:name=get_forecast"},
	{"a flag takes no value after a blank", OnFunc, "//tool:readonly hidden", ""},
	{"a blank for = with another first key", OnFunc, "//tool:description two", "//tool:description=two"},
	{"with a quoted value", OnFunc, `//tool:description "two words" readonly`, `//tool:description="two words" readonly`},
	{"with a value that has = in it", OnFunc, "//tool:description a=b", "//tool:description=a=b"},
	{"only for the first key", OnParam, "//tool:default 3 min=1", "//tool:default=3 min=1"},
	{"no name", OnFunc, "//tool:access=public", ""},
	{"a tool called like a flag", OnFunc, "//tool:name readonly", "//tool:name=readonly"},

	// Flags.
	{"true and false", OnFunc, "//tool:readonly=true destructive=false openworld=false", ""},
	{"false contradicts nothing", OnFunc, "//tool:readonly destructive=false", ""},
	{"S18 explicit false", OnFunc, "//tool:name=del readonly=false destructive=false idempotent=true", ""},

	// Values.
	{"quoted", OnFunc, `//tool:description="say \"hi\", then a,b=c"`, ""},
	{"raw", OnFunc, "//tool:description=`say \"hi\"`", `//tool:description="say \"hi\""`},
	{"empty text", OnFunc, `//tool:description=""`, ""},
	{"quoted where no quotes are needed", OnFunc, `//tool:access="public"`, ""},
	{"a list", OnFunc, "//tool:permissions=fs.read,fs.write", ""},
	{"a list with quoted items", OnFunc, `//tool:depends=git,"a b",c`, ""},
	{"a list of one quoted item", OnFunc, `//tool:depends="a,b"`, ""},
	{"sizes and durations", OnFunc, "//tool:estmemory=64MiB esttime=1m30s", ""},
	{"a JSON array with blanks", OnParam, `//tool:default=["a", "b"] unique`, ""},
	{"a JSON object with blanks", OnParam, `//tool:default={"a": {"b": [1, 2]}} optional`, ""},
	{"brackets that are no JSON", OnParam, "//tool:pattern=[a-z]{2,8} min=1", ""},
	{"a bracket and a quote", OnParam, `//tool:pattern=[^"]+ title="x"`, ""},
	{"a quote inside a word", OnParam, `//tool:default=5"x`, ""},
	{"other alphabets", OnParam, "//tool:title=天气 description=été", ""},
	{"a constant's name", OnParam, "//tool:default=Metric", ""},
	{"all of a parameter", OnParam, "//tool:name=user_id title=T description=D optional default=3 min=1 max=14 multipleOf=2 example=4 deprecated", ""},
	{"rules across properties, several on a line", OnType, "//tool:exactlyOneOf=id;name exactlyOneOf=from;to atMostOneOf=a;b;c", ""},
	{"rules across arguments", OnFunc, `//tool:atLeastOneOf="id; two words" readonly`, ""},
	{"bounds", OnParam, "//tool:gt=0 lt=1e3", ""},
	{"bounds of a duration", OnParam, "//tool:min=-1h30m max=2026-01-02T15:04:05Z", ""},

	// Lines of their own.
	{"param", OnFunc, "//tool:param days default=3 min=1 max=14", ""},
	{"param with several names", OnFunc, "//tool:param query,tags optional", ""},
	{"param with a JSON name", OnFunc, `//tool:param "a b",user-id optional`, ""},
	{"result", OnFunc, `//tool:result description="one entry a day"`, ""},
	{"example", OnFunc, `//tool:example {"city": "Paris", "days": 2}`, ""},
	{"example with =", OnFunc, `//tool:example={"city":"Paris"}`, `//tool:example {"city":"Paris"}`},
	{"example of a parameter", OnParam, "//tool:example=Paris", ""},
	{"limitation", OnFunc, "//tool:limitation only  \"Europe\", no = sign", ""},
	{"limitation as a literal", OnFunc, `//tool:limitation "a\tb"`, ""},
	{"limitation that begins with a quote", OnFunc, `//tool:limitation "Fast" mode only`, ""},
	{"allow", OnFunc, "//tool:allow K14 the name is public", ""},
	{"allow, lower case", OnFunc, "//tool:allow k14  the name is public", "//tool:allow K14 the name is public"},
	{"enum", OnType, "//tool:enum", ""},
	{"enum open", OnType, "//tool:enum open", ""},
	{"schema of a type", OnType, `//tool:schema {"type": ["string", "null"]}`, ""},
	{"schema of a value", OnParam, `//tool:schema={"type": "object"} optional`, ""},
	{"map", OnPackage, `//tool:map example.com/geo/v2.Point={"type": "string"}`, ""},
	{"map with blanks", OnPackage, `//tool:map example.com/geo.Point= {"type":"string"}`, `//tool:map example.com/geo.Point={"type":"string"}`},
	{"skip", OnConst, "//tool:skip", ""},
	{"union types", OnType, "//tool:union Circle,geo.Box", ""},
	{"union types and a key", OnType, "//tool:union Circle,\"Pair[int,string]\" key=kind", ""},
	{"union key", OnType, "//tool:union key=kind", ""},
	{"union value", OnType, "//tool:union value=circle", ""},
	{"union in place", OnParam, "//tool:union Circle,Square", "//tool:union=Circle,Square"},
	{"defaults", OnPackage, "//tool:defaults access=trusted names=snake func=AgentTools category=agent docs=required readonly", ""},
	{"the longest name", OnFunc, "//tool:name=" + strings.Repeat("a", 64), ""},
}

func TestParseAccepts(t *testing.T) {
	for _, c := range accepted {
		t.Run(c.name, func(t *testing.T) {
			want := c.want
			if want == "" {
				want = c.line
			}
			line, problems := Parse(c.line, c.at)
			require.Empty(t, problems)
			require.Equal(t, want, line.String())

			for _, tail := range []string{"\r", " ", "\t \r", "   \t"} {
				again, problems := Parse(c.line+tail, c.at)
				require.Empty(t, problems, "%q", tail)
				require.Equal(t, line, again, "%q", tail)
			}
			for _, e := range line.Entries {
				source := c.line[e.Value.Start:e.Value.End]
				require.Equal(t, e.Key.Text, c.line[e.Key.Start:e.Key.End])
				require.Equal(t, e.Value.Quoted, e.HasValue && strings.ContainsAny(source[:1], "\"`") && source != e.Value.Text)
				require.NotNil(t, e.Def)
			}
		})
	}
}

// refused are lines with exactly one problem. «» marks its place in the line.
var refused = []struct {
	name string
	at   Target
	line string
	code string
	want string // the message
	fix  string
}{
	// Unknown keys.
	{"a misspelt key", OnFunc, "//tool:name=f «acess=public» readonly", CodeUnknownKey,
		"unknown key acess; did you mean access?", "//tool:name=f access=public readonly"},
	{"a misspelt first key", OnFunc, "//tool:«nme x» readonly", CodeUnknownKey, "unknown key nme; did you mean name?", "//tool:name x readonly"},
	{"another case", OnFunc, "//tool:name=f «readOnly»", CodeUnknownKey, "unknown key readOnly; did you mean readonly?", "//tool:name=f readonly"},
	{"dashes", OnFunc, "//tool:name=f «--readonly»", CodeUnknownKey, "unknown key --readonly; did you mean readonly?", "//tool:name=f readonly"},
	{"two letters swapped", OnParam, "//tool:«optinoal»", CodeUnknownKey, "unknown key optinoal; did you mean optional?", "//tool:optional"},
	{"nothing near", OnFunc, "//tool:name=f «colour=red»", CodeUnknownKey, "unknown key colour", "toolgen explain lists the keys"},
	{"near a key of another target", OnPackage, "//tool:defaults «nme=x»", CodeUnknownKey,
		"unknown key nme; did you mean name? It belongs on a function, on a parameter or on a field", ""},
	{"the name without name=", OnFunc, "//tool:«get_forecast» readonly", CodeUnknownKey,
		"unknown key get_forecast; a tool's name follows name=", "//tool:name=get_forecast readonly"},
	{"a name of another library", OnParam, "//tool:«minLength=3» max=9", CodeUnknownKey, "minLength is called min here", "//tool:min=3 max=9"},
	{"wrap", OnParam, "//tool:«wrap»", CodeUnknownKey, "wrap is called nest here", "//tool:nest"},
	{"a name of another library, elsewhere", OnFunc, "//tool:name=f «minimum=3»", CodeUnknownKey,
		"minimum is called min here, and belongs on a parameter or on a field", "//tool:name=f min=3"},
	{"a key with its value turned round", OnFunc, "//tool:«additive=true»", CodeUnknownKey, "additive is called destructive=false here", ""},
	{"words after a bare value", OnFunc, "//tool:param days default=a «b»", CodeUnknownKey,
		"unknown key b; quote the value", `//tool:param days default="a b"`},
	{"many words, then a flag", OnFunc, "//tool:description=Says «hello to all» readonly", CodeUnknownKey,
		"unknown key hello; quote the value", `//tool:description="Says hello to all" readonly`},
	{"words that are keys among them", OnParam, "//tool:description=the «max value» optional", CodeUnknownKey,
		"unknown key value; quote the value", `//tool:description="the max value" optional`},
	{"words after a blank for =", OnFunc, "//tool:description Says «hello»", CodeUnknownKey,
		"unknown key hello; quote the value", `//tool:description "Says hello"`},
	{"one word that is nearly a key", OnParam, "//tool:default=a «requird»", CodeUnknownKey,
		"unknown key requird; did you mean required?", "//tool:default=a required"},
	{"JSON that does not end", OnParam, `//tool:default={"a": «1» min=2`, CodeUnknownKey, "unknown key 1; quote the value, which is no complete JSON", `//tool:default="{\"a\": 1" min=2`},
	{"a literal for a key", OnFunc, `//tool:readonly «"a b"»`, CodeUnknownKey, `unknown key "a b"`, "toolgen explain lists the keys"},
	{"a comment after it", OnFunc, "//tool:name=f «// the best, min=1»", CodeUnknownKey, "no comment can follow a directive on its line", "//tool:name=f"},
	{"a colon for =", OnFunc, "//tool:«name:f»", CodeUnknownKey, "unknown key name:f; a value follows =, not :", "//tool:name=f"},
	{"a comma after a flag", OnParam, "//tool:«optional,min=1»", CodeUnknownKey, "unknown key optional,min; keys are separated by blanks", "//tool:optional min=1"},

	// Keys and lines of other targets.
	{"a parameter's key on a function", OnFunc, "//tool:name=f «min=1»", CodeElsewhere,
		"min belongs on a parameter or on a field, not on a function", "//tool:param NAME min=1"},
	{"a function's key on a parameter", OnParam, "//tool:«access=public»", CodeElsewhere,
		"access belongs on a function or in the package comment, not on a parameter", "in the function's comment: //tool:access=public"},
	{"a parameter's key on a type", OnType, "//tool:«min=1»", CodeElsewhere, "min belongs on a parameter or on a field, not on a type", ""},
	{"a function's key in param", OnFunc, "//tool:param days «readonly»", CodeElsewhere,
		"readonly belongs on a function or in the package comment, not on a parameter", "in the function's comment: //tool:readonly"},
	{"flat on a field", OnField, "//tool:«flat»", CodeElsewhere, "flat belongs on a parameter, not on a field", ""},
	{"param on a parameter", OnParam, "//tool:«param days min=1 max=2»", CodeElsewhere, "param belongs on a function, not on a parameter", "//tool:min=1 max=2"},
	{"defaults on a function", OnFunc, "//tool:«defaults access=public»", CodeElsewhere, "defaults belongs in the package comment, not on a function", ""},
	{"skip on a type", OnType, "//tool:«skip»", CodeElsewhere, "skip belongs on a constant, not on a type", ""},
	{"a package's key on a function", OnFunc, "//tool:«func=AgentTools»", CodeElsewhere,
		"func belongs in the package comment, not on a function", "//tool:defaults func=AgentTools in the package comment"},
	{"a key in the package comment", OnPackage, "//tool:«access=public names=snake»", CodeElsewhere,
		"the keys of a package stand on a line //tool:defaults", "//tool:defaults access=public names=snake"},

	// Known, not supported yet.
	{"a key of a parameter", OnFunc, "//tool:param id «header=Region»", CodeLater, "header is not supported yet; it comes with the MCP server", ""},
	{"items", OnParam, "//tool:min=1 «items.header=Region»", CodeLater, "items.header is not supported yet; it comes with the MCP server", ""},
	{"items that contradict each other", OnParam, "//tool:items.optional «items.required»", CodeAgainst, "items.required contradicts items.optional", "keep one of the two"},
	{"a map", OnParam, `//tool:«map=entries» optional`, CodeLater, "map is not supported yet; it comes with more argument types", ""},
	{"a schema that is cut", OnType, `//tool:schema {"type«"»`, CodeValue, "the schema is not JSON: unexpected end of JSON input", ""},
	{"a schema that is no object", OnType, `//tool:schema «true»`, CodeValue, "a schema is a JSON object", ""},
	{"a schema behind =", OnType, `//tool:schema«=»{"type":"string"}`, CodeIncomplete, "a blank follows schema, not =", `//tool:schema {"type":"string"}`},
	{"a mapping without a type", OnPackage, `//tool:map «{"type":"string"}»`, CodeIncomplete, "//tool:map needs the import path of a type, = and its schema", ""},
	{"a mapping without a schema", OnPackage, `//tool:map «example.com/geo.Point»`, CodeIncomplete, "//tool:map needs the import path of a type, = and its schema", ""},
	{"a mapping to nothing", OnPackage, `//tool:«map example.com/geo.Point=»`, CodeIncomplete, "text is missing after //tool:map example.com/geo.Point=", ""},
	{"elsewhere too", OnFunc, "//tool:«tags=validate»", CodeLater,
		"tags is not supported yet; it comes with other libraries' tags, and belongs in the package comment", ""},

	// Twice, and against each other.
	{"twice", OnFunc, "//tool:name=a «name=b»", CodeTwice, "name is set twice on this line", "keep one of the two"},
	{"the same twice", OnFunc, "//tool:readonly «readonly»", CodeTwice, "readonly is set twice on this line", "keep one of the two"},
	{"a name twice", OnType, "//tool:exactlyOneOf=«id;name;id»", CodeTwice, "exactlyOneOf has id twice", "keep one of the two"},
	{"one name", OnType, "//tool:atMostOneOf=«id»", CodeValue, "atMostOneOf is two names or more with ; between, got id", "write it as //tool:atMostOneOf=id;name"},
	{"no name", OnFunc, "//tool:atLeastOneOf=«id;;name»", CodeValue, "atLeastOneOf is names with ; between, got id;;name", "write it as //tool:atLeastOneOf=id;name"},
	{"names with commas", OnType, "//tool:exactlyOneOf=«id,name»", CodeValue, "exactlyOneOf is two names or more with ; between, got id,name", "//tool:exactlyOneOf=id;name"},
	{"names with blanks", OnType, "//tool:exactlyOneOf=«id; name»", CodeQuoting, "the items of a list have no blanks between them", "//tool:exactlyOneOf=id;name"},
	{"a type twice", OnType, "//tool:union A,«A»", CodeTwice, "A is named twice on this line", ""},
	{"blanks between types", OnType, "//tool:union A,« »B", CodeQuoting, "the names have no blank between them", "//tool:union A,B"},
	{"a union that says nothing", OnType, "//tool:«union»", CodeIncomplete, "//tool:union says nothing", "write it as //tool:union Circle,Square"},
	{"a misspelt key of a union", OnType, "//tool:union A,B «kye=kind»", CodeUnknownKey, "unknown key kye; did you mean key?", "//tool:union A,B key=kind"},
	{"a parameter twice", OnFunc, "//tool:param a,b,«a» optional", CodeTwice, "a is named twice on this line", ""},
	{"required and optional", OnParam, "//tool:required «optional»", CodeAgainst, "optional contradicts required", "keep one of the two"},
	{"required and a default", OnParam, "//tool:default=3 «required»", CodeAgainst, "required contradicts default", "keep one of the two"},
	{"readonly and destructive", OnFunc, "//tool:destructive «readonly=true»", CodeAgainst, "readonly contradicts destructive", "keep one of the two"},
	{"flat and nest", OnParam, "//tool:flat «nest»", CodeAgainst, "nest contradicts flat", "keep one of the two"},

	// Values.
	{"a flag", OnFunc, "//tool:readonly=«yes»", CodeValue, "readonly is true or false, got yes", ""},
	{"one of", OnFunc, "//tool:access=«pubic» readonly", CodeValue,
		"access is public, trusted, admin or system, got pubic; did you mean public?", "//tool:access=public readonly"},
	{"one of, nothing near", OnFunc, "//tool:category=«x»", CodeValue, "category is execution, network, agent or specialized, got x", ""},
	{"a duration without unit", OnFunc, "//tool:esttime=«5»", CodeValue, "esttime is a duration, got 5", "write a unit: 5s"},
	{"a duration of another form", OnFunc, "//tool:esttime=«PT1H»", CodeValue, "esttime is a duration, got PT1H", "write it as 250ms, 30s or 1h30m"},
	{"a duration below zero", OnFunc, "//tool:esttime=«-5s»", CodeValue, "esttime is more than 0, got -5s", ""},
	{"a timeout without unit", OnFunc, "//tool:timeout=«5»", CodeValue, "timeout is a duration, got 5", "write a unit: 5s"},
	{"a timeout below zero", OnFunc, "//tool:timeout=«-5s»", CodeValue, "timeout is 0 or more, got -5s", ""},
	{"a rate without a span", OnFunc, "//tool:rate=«10»", CodeValue, "rate is a number of calls in a span of time, got 10", "write it as 10/s, 600/m or 5/250ms"},
	{"a rate in words", OnFunc, "//tool:rate=«10/sec»", CodeValue, "rate is a number of calls in a span of time, got 10/sec", "write it as 10/s, 600/m or 5/250ms"},
	{"a rate of nothing", OnFunc, "//tool:rate=«0/s»", CodeValue, "rate is 1 to 1000000 calls in a span above 0, got 0/s", "write it as 10/s, 600/m or 5/250ms"},
	{"a rate with a sign", OnFunc, "//tool:rate=«+5/s»", CodeValue, "rate is a number of calls in a span of time, got +5/s", "write it as 10/s, 600/m or 5/250ms"},
	{"a rate in no time", OnFunc, "//tool:rate=«5/-1s»", CodeValue, "rate is 1 to 1000000 calls in a span above 0, got 5/-1s", "write it as 10/s, 600/m or 5/250ms"},
	{"retries below zero", OnFunc, "//tool:retries=«-1»", CodeValue, "retries is 0 or more, got -1", ""},
	{"errors in other words", OnFunc, "//tool:errors=«hidden»", CodeValue, "errors is opaque or shown, got hidden", ""},
	{"a secret with a default", OnParam, "//tool:secret «default=x»", CodeAgainst, "default contradicts secret", "keep one of the two"},
	{"a size in MB", OnFunc, "//tool:estmemory=«5MB»", CodeValue, "estmemory is a size in bytes, got 5MB", "write it as 4096, 64KiB or 10MiB"},
	{"a size that is too large", OnFunc, "//tool:estmemory=«9000000000GiB»", CodeValue, "estmemory is a size in bytes, got 9000000000GiB", "it is too large"},
	{"no Go name", OnFunc, "//tool:go=«getForecast»", CodeValue, "go is an exported Go identifier, got getForecast", ""},
	{"an empty bound", OnParam, `//tool:min=«""»`, CodeValue, "min is empty", ""},
	{"an example that is no object", OnFunc, "//tool:example «[1]»", CodeValue,
		"an example is a JSON object with the arguments of a call", `write it as //tool:example {"city":"Paris"}`},
	{"an example that is no JSON", OnFunc, `//tool:example {"a":1,«}»`, CodeValue,
		"the example is not JSON: invalid character '}' looking for beginning of object key string", `write it as //tool:example {"city":"Paris"}`},
	{"an example that is cut", OnFunc, `//tool:example {"a":«1»`, CodeValue,
		"the example is not JSON: unexpected end of JSON input", `write it as //tool:example {"city":"Paris"}`},
	{"a code that does not exist", OnFunc, "//tool:allow «X99» why not", CodeValue, "there is no code X99", "use the code in brackets at the end of the warning"},
	{"values of a type's enum", OnType, "//tool:enum«=low,high»", CodeValue, "the values of a type's enum are its constants; the line takes none", "//tool:enum"},

	// No value.
	{"no value", OnFunc, "//tool:name=f «access» readonly", CodeNoValue, "access needs a value", "write it as //tool:access=trusted"},
	{"nothing after =", OnFunc, "//tool:«title»= readonly", CodeNoValue, "", ""},
	{"no value for a blank", OnFunc, "//tool:«description» access=public", CodeNoValue, "description needs a value",
		`write it as //tool:description="Says hello."; empty text is description=""`},
	{"blanks around =", OnFunc, "//tool:name« = »f readonly", CodeNoValue, "no blanks around =", "//tool:name=f readonly"},
	{"a blank after =", OnFunc, "//tool:name=f access«= »public", CodeNoValue, "no blanks around =", "//tool:name=f access=public"},
	{"a blank before =", OnFunc, "//tool:name=f access« =»public", CodeNoValue, "no blanks around =", "//tool:name=f access=public"},
	{"= alone at the end", OnFunc, "//tool:name« =»", CodeNoValue, "name needs a value", ""},
	{"no key", OnFunc, "//tool:name=f «=x» readonly", CodeNoValue, "a key is missing before =", ""},

	// Quotes and lists.
	{"an open quote", OnFunc, `//tool:name=f description=«"a readonly»`, CodeQuoting, "the quote is not closed on this line", ""},
	{"an open raw quote", OnFunc, "//tool:name=f description=«`a readonly»", CodeQuoting, "the quote is not closed on this line", ""},
	{"an open quote for a key", OnFunc, `//tool:name=f «"a readonly»`, CodeQuoting, "the quote is not closed on this line", ""},
	{"text after a quote", OnFunc, `//tool:description="a"«b» readonly`, CodeQuoting, "text follows the closing quote: b",
		`put a blank after the quote, or write \" for a quote inside`},
	{"a part quoted", OnFunc, `//tool:description=«a,"b c"» readonly`, CodeQuoting, "a part of the value of description is quoted; quote the whole",
		`//tool:description="a,\"b c\"" readonly`},
	{"no escape", OnParam, `//tool:pattern=«"^\d+$"» min=1`, CodeQuoting, `"^\d+$" is no Go string literal: \ begins an escape there`, "//tool:pattern=`^\\d+$` min=1"},
	{"single quotes", OnFunc, "//tool:description=«'two words'»", CodeQuoting, "' is no quote of Go text", "write \"...\" or `...`"},
	{"typographic quotes", OnFunc, "//tool:description=«“two words”»", CodeQuoting, "“ is no quote of Go text", "write \"...\" or `...`"},
	{"single quotes in a list", OnParam, "//tool:enum=«a,'b'»", CodeQuoting, "' is no quote of Go text", ""},
	{"blanks in a list", OnParam, "//tool:enum=«x, y, z» optional", CodeQuoting, "the items of a list have no blanks between them", "//tool:enum=x,y,z optional"},
	{"brackets around a list", OnParam, `//tool:enum=«["x", "y"]» optional`, CodeQuoting,
		"a list is written without brackets, its items with commas between", `//tool:enum="x","y" optional`},
	{"an empty item", OnParam, "//tool:enum=«x,,y»", CodeQuoting, `the list has an empty item; write "" where it is meant`, ""},
	{"a comma at the end", OnParam, "//tool:enum=«x,»", CodeQuoting, `the list has an empty item; write "" where it is meant`, ""},
	{"commas between keys", OnParam, "//tool:min=1«,»max=2", CodeQuoting, "keys are separated by blanks; quote the value where , belongs to it", "//tool:min=1 max=2"},
	{"a semicolon between keys", OnParam, "//tool:min=1«;»max=2", CodeQuoting, "keys are separated by blanks; quote the value where ; belongs to it", "//tool:min=1 max=2"},
	{"blanks between names", OnFunc, "//tool:param query,« »tags optional", CodeQuoting, "the names have no blank between them", "//tool:param query,tags optional"},
	{"G14 a continuation", OnFunc, `//tool:name=f description="a «\»`, CodeQuoting, `a directive does not go on after \`, ""},
	{"G14 a continuation of text", OnFunc, `//tool:limitation Europe «\»`, CodeQuoting, `a directive does not go on after \`, ""},

	// Characters.
	{"G18 a no-break space", OnFunc, "//tool:name=f«\u00a0»readonly", CodeCharacter, "U+00A0 is no plain blank; quote it where it is meant", "//tool:name=f readonly"},
	{"G18 an ideographic space", OnFunc, "//tool:description=天气«\u3000»查询", CodeCharacter, "U+3000 is no plain blank; quote it where it is meant", "//tool:description=天气 查询"},
	{"G18 at the end", OnFunc, "//tool:readonly«\u3000»", CodeCharacter, "U+3000 is no plain blank; quote it where it is meant", "//tool:readonly"},
	{"a zero-width space", OnFunc, "//tool:name=get«\u200b»_x", CodeCharacter, "U+200B cannot be seen here; quote it where it is meant", "//tool:name=get_x"},
	{"a form feed", OnFunc, "//tool:name=f«\f»readonly", CodeCharacter, "U+000C is no plain blank; quote it where it is meant", "//tool:name=f readonly"},
	{"G18 invalid UTF-8", OnFunc, "//tool:description=a«\xff»b", CodeCharacter, "the directive is not valid UTF-8", "save the file as UTF-8"},
	{"invalid UTF-8 by an escape", OnFunc, `//tool:description=«"\xff"»`, CodeCharacter, `"\xff" is not valid UTF-8`, ""},
	{"a control character in text", OnFunc, "//tool:limitation a«\x1b»[0m", CodeCharacter, "there is a control character in the text", ""},

	// Lines that are not whole.
	{"param alone", OnFunc, "//tool:«param»", CodeIncomplete, "//tool:param names no parameter", "write it as //tool:param days default=3"},
	{"param without keys", OnFunc, "//tool:«param days»", CodeIncomplete, "//tool:param says nothing about days", ""},
	{"param with =", OnFunc, "//tool:param«=»days default=3", CodeIncomplete, "a blank follows param, not =", "//tool:param days default=3"},
	{"param with a value for the name", OnFunc, "//tool:param «days=3»", CodeIncomplete, "the names of the parameters come first: //tool:param NAMES key=value", ""},
	{"param without a name", OnFunc, `//tool:param «""» optional`, CodeIncomplete, "//tool:param names no parameter", ""},
	{"param with an open quote", OnFunc, `//tool:param «"days optional»`, CodeQuoting, "the quote is not closed on this line", ""},
	{"param with brackets", OnFunc, `//tool:param «["a","b"]» optional`, CodeQuoting,
		"a list is written without brackets, its items with commas between", `//tool:param "a","b" optional`},
	{"text that is no literal", OnFunc, `//tool:limitation «"\d"»`, CodeQuoting, `"\d" is no Go string literal: \ begins an escape there`, "//tool:limitation `\\d`"},
	{"result alone", OnFunc, "//tool:«result»", CodeIncomplete, "//tool:result says nothing", ""},
	{"defaults alone", OnPackage, "//tool:«defaults»", CodeIncomplete, "//tool:defaults says nothing", ""},
	{"example alone", OnFunc, "//tool:«example»", CodeIncomplete, "text is missing after //tool:example", ""},
	{"limitation alone", OnFunc, `//tool:«limitation ""»`, CodeIncomplete, "text is missing after //tool:limitation", ""},
	{"allow alone", OnFunc, "//tool:«allow»", CodeIncomplete, "//tool:allow needs a code and a reason", ""},
	{"allow without a reason", OnFunc, "//tool:«allow K14»", CodeIncomplete, "text is missing after //tool:allow K14", ""},

	// Names.
	{"a name with a blank in it", OnFunc, `//tool:name=«"my tool!"»`, CodeName, `the tool name "my tool!" has ' ' in it`, ""},
	{"G18 a name in another alphabet", OnFunc, "//tool:name=«天气» readonly", CodeName, "the tool name 天气 has '天' in it", ""},
	{"N07 a long name", OnFunc, "//tool:name=«" + strings.Repeat("a", 65) + "»", CodeName,
		"the tool name " + strings.Repeat("a", 40) + "... is longer than 64 characters: it has 65", ""},
	{"no name at all", OnFunc, `//tool:name=«""»`, CodeName, "a tool needs a name", ""},
	{"no JSON name at all", OnParam, `//tool:name=«""»`, CodeValue, "name is empty", ""},

	// No directives at all.
	{"a near-miss", OnFunc, "«// tool:name=f»", CodeNearMiss, "this is no directive: nothing stands between // and tool:, and no blank after it", "//tool:name=f"},
	{"prose", OnFunc, "«// the hammer»", CodeNearMiss, "this is no //tool: directive", ""},
}

// place removes the marks from a line and returns where they were.
func place(t *testing.T, marked string) (line string, start, end int) {
	t.Helper()
	start = strings.Index(marked, "«")
	end = strings.Index(marked, "»") - len("«")
	require.True(t, 0 <= start && start <= end, marked)
	return strings.NewReplacer("«", "", "»", "").Replace(marked), start, end
}

func TestParseRefuses(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			line, start, end := place(t, c.line)
			_, problems := Parse(line, c.at)
			require.Len(t, problems, 1)
			p := problems[0]
			require.Equal(t, c.code, p.Code)
			require.Equal(t, line[start:end], line[p.Start:p.End])
			require.Equal(t, start, p.Start)
			if c.want != "" {
				require.Equal(t, c.want, p.Message)
			}
			if c.fix != "" {
				require.Equal(t, c.fix, p.Fix)
			}
		})
	}
}

// A fix that is a whole line mends the line: what it says parses, or at least no longer has that problem.
func TestFixesMend(t *testing.T) {
	for _, c := range refused {
		line, _, _ := place(t, c.line)
		_, problems := Parse(line, c.at)
		for _, p := range problems {
			if !strings.HasPrefix(p.Fix, "//tool:") || strings.Contains(p.Fix, "NAME") || c.code == CodeElsewhere || strings.Contains(p.Message, "belongs") {
				continue
			}
			_, again := Parse(p.Fix, c.at)
			for _, q := range again {
				require.NotEqual(t, p.Code, q.Code, "%s: %s", c.name, p.Fix)
			}
		}
	}
}

// Every mistake of a line is told in one run, in its order, and what is right is still read.
func TestParseReportsAll(t *testing.T) {
	line, problems := Parse("//tool:name=f acess=public category=netwrk tags=validate readonly esttime=5 title=T", OnFunc)
	var codes []string
	for _, p := range problems {
		codes = append(codes, p.Code)
	}
	require.Equal(t, []string{CodeUnknownKey, CodeValue, CodeLater, CodeValue}, codes)
	require.Equal(t, "//tool:name=f readonly title=T", line.String())
}

func TestParseTag(t *testing.T) {
	for _, c := range []struct{ tag, want, code, message, fix string }{
		{tag: "min=1 max=14", want: "min=1 max=14"},
		{tag: ` optional  default="a b" `, want: `optional default="a b"`},
		{tag: `enum=a,"b c"`, want: `enum=a,"b c"`},
		{tag: "example=3", want: "example=3"},
		{tag: "", code: CodeIncomplete, message: "the tag says nothing", fix: `write it as tool:"min=1 max=14", or remove it`},
		{tag: "optional,min=1", code: CodeUnknownKey, message: "unknown key optional,min; keys are separated by blanks", fix: `tool:"optional min=1"`},
		{tag: "min 1", code: CodeNoValue, message: "min needs a value"},
		{tag: "mini=1", code: CodeUnknownKey, message: "unknown key mini; did you mean min?", fix: `tool:"min=1"`},
		{tag: `descriptoin="a b"`, code: CodeUnknownKey, message: "unknown key descriptoin; did you mean description?", fix: `tool:"description=\"a b\""`},
		{tag: "header=Region", code: CodeLater, message: "header is not supported yet; it comes with the MCP server"},
		{tag: "readonly", code: CodeElsewhere, message: "readonly belongs on a function or in the package comment, not on a field"},
		{tag: "title=a\xff", code: CodeCharacter, message: "the directive is not valid UTF-8"},
		{tag: `title=a \`, code: CodeQuoting, message: `a directive does not go on after \`},
		{tag: "a\nb", code: CodeCharacter, message: "U+000A is no plain blank; quote it where it is meant"},
	} {
		t.Run(c.tag, func(t *testing.T) {
			entries, problems := ParseTag(c.tag, OnField)
			if c.code == "" {
				require.Empty(t, problems)
				var parts []string
				for _, e := range entries {
					parts = append(parts, e.String())
				}
				require.Equal(t, c.want, strings.Join(parts, " "))
				return
			}
			require.NotEmpty(t, problems)
			require.Equal(t, c.code, problems[0].Code)
			require.Equal(t, c.message, problems[0].Message)
			if c.fix != "" {
				require.Equal(t, c.fix, problems[0].Fix)
			}
		})
	}
}
