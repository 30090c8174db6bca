package tooltest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// readSpec reports whether there is a Spec to work with.
func (c *contract) readSpec() (ok bool) {
	c.tb.Helper()
	defer func() {
		if v := recover(); v != nil {
			c.breach("spec", "Spec panicked: %v", v)
			ok = false
		}
	}()
	c.spec = c.tool.Spec()
	if c.spec == nil {
		c.breach("spec", "Spec returned nil")
		return false
	}
	if c.tool.Spec() != c.spec {
		c.breach("same spec", "Spec returned another pointer at the second call")
	}
	return true
}

var names = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// checkSpec looks at what the tool says of itself, and reads the schemas. It reports whether there are any to go by.
func (c *contract) checkSpec() bool {
	c.tb.Helper()
	s := c.spec
	if !names.MatchString(s.Name) {
		c.breach("name", "the name %q is not %s", s.Name, names)
	}
	if !slices.Contains([]runtime.Category{"", runtime.Execution, runtime.Network, runtime.Agent, runtime.Specialized}, s.Category) {
		c.breach("category", "there is no category %q", s.Category)
	}
	if s.Access > runtime.System {
		c.breach("access", "there is no level %d", s.Access)
	}
	if min(int64(s.Limits.Timeout), s.Limits.Memory, s.Limits.Disk, s.Limits.Output, int64(s.Estimate.Time), int64(s.Estimate.CPU), s.Estimate.Memory) < 0 {
		c.breach("negative", "a limit or an estimate is negative: %+v, %+v", s.Limits, s.Estimate)
	}
	for _, words := range slices.Concat([]string{s.Title, s.Description}, s.Limitations, s.Dependencies, s.Permissions) {
		if !utf8.ValidString(words) {
			c.breach("words", "what it says of itself is not UTF-8: %q", words)
		}
	}
	c.input = c.readSchema("Input", cmp.Or(s.Input, `{"type":"object","properties":{},"additionalProperties":false}`))
	if c.input != nil && c.input["type"] != "object" {
		c.breach("no object", `Input does not say "type":"object" at its top`)
	}
	if s.Output != "" {
		c.output = c.readSchema("Output", s.Output)
	}
	return c.input != nil && (c.output != nil || s.Output == "")
}

// readSchema reads a schema and reports everything in it that is no JSON Schema.
func (c *contract) readSchema(which, text string) schema {
	c.tb.Helper()
	if err := strictJSON(text); err != nil {
		c.breach(which, "%s is not one JSON value: %v", which, err)
		return nil
	}
	root, ok := parse(text).(map[string]any)
	if !ok {
		c.breach(which, "%s is not a JSON object", which)
		return nil
	}
	sound := true
	malformed(root, root, which, func(path, what string) {
		sound = false
		c.breach(path+what, "%s: %s", path, what)
	})
	if !sound {
		return nil
	}
	return root
}

// strictJSON reports what of a text is no JSON, or what stands in it twice.
func strictJSON(text string) error {
	cursor := codec.Open([]byte(`{"schema":` + text + `}`))
	for cursor.Object(); cursor.Field(); {
		cursor.Raw()
	}
	return cursor.Close()
}

var types = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// malformed reports what is wrong with the form of a schema, by keyword (JSON Schema 2020-12).
func malformed(v any, root schema, path string, report func(path, what string)) {
	if _, ok := v.(bool); ok {
		return
	}
	s, ok := v.(map[string]any)
	if !ok {
		report(path, "a schema is an object, true or false")
		return
	}
	for _, keyword := range slices.Sorted(maps.Keys(s)) {
		value := s[keyword]
		at := path + "." + keyword
		object, isObject := value.(map[string]any)
		list, isList := value.([]any)
		number, isNumber := value.(json.Number)
		switch keyword {
		case "type":
			for _, name := range schema(s).types() {
				if !slices.Contains(types, name) {
					report(at, fmt.Sprintf("there is no type %q", name))
				}
			}
			if schema(s).types() == nil || isList && !distinct(list) {
				report(at, "it is the name of a type, or several different ones")
			}
		case "properties", "$defs", "patternProperties":
			if !isObject {
				report(at, "it is an object of schemas")
			}
			for _, name := range slices.Sorted(maps.Keys(object)) {
				malformed(object[name], root, at+"."+name, report)
			}
		case "additionalProperties", "items", "propertyNames", "not", "contains":
			malformed(value, root, at, report)
		case "anyOf", "oneOf", "allOf", "prefixItems":
			if !isList || len(list) == 0 {
				report(at, "it is a list of schemas that is not empty")
			}
			for i, item := range list {
				malformed(item, root, fmt.Sprintf("%s[%d]", at, i), report)
			}
		case "required":
			names := schema(s).required()
			if !isList || !distinct(list) || slices.ContainsFunc(list, func(v any) bool { _, ok := v.(string); return !ok }) {
				report(at, "it is a list of different names")
			}
			for _, name := range names {
				if _, known := schema(s).properties()[name]; !known && s["additionalProperties"] == false {
					report(at, fmt.Sprintf("%q is required and not allowed", name))
				}
			}
		case "enum":
			if !isList || len(list) == 0 || !distinct(list) {
				report(at, "it is a list of different values that is not empty")
			}
		case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
			if whole, ok := new(big.Int).SetString(string(number), 10); !isNumber || !ok || whole.Sign() < 0 {
				report(at, "it is a whole number that is not negative")
			}
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
			if !isNumber || keyword == "multipleOf" && !strings.ContainsAny(string(number), "123456789") {
				report(at, "it is a number")
			}
		case "uniqueItems", "deprecated", "readOnly", "writeOnly":
			if _, ok := value.(bool); !ok {
				report(at, "it is true or false")
			}
		case "pattern":
			if expr, ok := value.(string); !ok {
				report(at, "it is a text")
			} else if _, err := regexp.Compile(expr); err != nil {
				report(at, "it is no regular expression: "+err.Error())
			}
		case "$ref":
			if ref, ok := value.(string); !ok || strings.HasPrefix(ref, "#") && schema(s).resolve(root) == nil {
				report(at, fmt.Sprintf("it leads nowhere: %v", value))
			}
		case "default":
			if found := schema(s).violation(value, root, "the default"); found != "" {
				report(at, found)
			}
		case "title", "description", "format", "$comment", "$schema", "$id", "contentEncoding", "contentMediaType":
			if _, ok := value.(string); !ok {
				report(at, "it is a text")
			}
		}
	}
}

// distinct reports whether no two of the values are the same.
func distinct(values []any) bool {
	seen := map[string]bool{}
	for _, v := range values {
		if seen[text(v)] {
			return false
		}
		seen[text(v)] = true
	}
	return true
}
