// Package projected checks what package provider makes of schemas and tools, against the tables of schema.md section 8 written
// down a second time: tests of several modules share it. It knows nothing of how a projection is made.
package projected

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/provider"
)

// The keywords that a format takes, written down a second time: from schema.md 8.2, not from the table of the package.
var closed = map[string][]string{
	"core":           strings.Fields("type properties required description title enum anyOf items"),
	"openai":         strings.Fields("$ref $defs additionalProperties const oneOf allOf not if then else dependentRequired dependentSchemas patternProperties propertyNames unevaluatedProperties minProperties maxProperties prefixItems unevaluatedItems minItems maxItems uniqueItems contains minContains maxContains minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format contentEncoding contentMediaType contentSchema default examples deprecated readOnly writeOnly"),
	"openai-strict":  strings.Fields("$ref $defs additionalProperties const minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern format"),
	"claude-strict":  strings.Fields("$ref $defs additionalProperties const allOf minItems pattern format"),
	"gemini":         strings.Fields("$ref $defs additionalProperties propertyOrdering prefixItems minItems maxItems minimum maximum format"),
	"gemini-legacy":  strings.Fields("propertyOrdering nullable example minItems maxItems minimum maximum minLength maxLength minProperties maxProperties pattern format"),
	"strict formats": strings.Fields("date-time time date duration email hostname ipv4 ipv6 uuid"),
	"claude formats": strings.Fields("date-time time date duration email hostname ipv4 ipv6 uuid uri"),
	"legacy formats": strings.Fields("date-time enum int32 int64 float double"),
	"root forbids":   strings.Fields("anyOf oneOf allOf not enum const $ref"),
	"legacy types":   strings.Fields("OBJECT ARRAY STRING NUMBER INTEGER BOOLEAN NULL"),
	"types":          strings.Fields("object array string number integer boolean null"),
}

// What a property may be called.
var (
	geminiNames    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)
	anthropicNames = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
)

// profile is what the checker demands of a projection.
type profile struct {
	keywords, formats, types []string
	extensions               bool // x- keywords
	strict                   bool // every object is closed and every place has a type
	complete                 bool // every property is required
	lists                    bool // of types
	lonely                   bool // nothing beside a reference
	ordered                  bool // propertyOrdering is there
	texts                    bool // enums have strings only
	names                    *regexp.Regexp
}

func profileOf(f provider.Format, strict bool) profile {
	words := func(names ...string) (all []string) {
		for _, name := range names {
			all = append(all, closed[name]...)
		}
		return all
	}
	switch {
	case f == provider.Gemini:
		return profile{keywords: words("core", "gemini"), types: closed["types"], lonely: true, ordered: true, names: geminiNames}
	case f == provider.GeminiLegacy:
		return profile{keywords: words("core", "gemini-legacy"), formats: closed["legacy formats"], types: closed["legacy types"], ordered: true, texts: true, names: geminiNames}
	case f == provider.Anthropic || f == provider.Bedrock:
		p := profile{keywords: words("core", "openai"), types: closed["types"], lists: true, extensions: true, names: anthropicNames}
		if strict {
			p.keywords, p.formats, p.strict, p.extensions, p.lonely = words("core", "claude-strict"), closed["claude formats"], true, false, true
		}
		return p
	case strict:
		return profile{keywords: words("core", "openai-strict"), formats: closed["strict formats"], types: closed["types"], strict: true, complete: true, lists: true, lonely: true}
	}
	return profile{keywords: words("core", "openai"), types: closed["types"], lists: true, extensions: true}
}

// Check walks a projection and returns what is wrong with it.
func Check(schema []byte, f provider.Format, strict bool) []string {
	var root map[string]any
	dec := json.NewDecoder(strings.NewReader(string(schema)))
	dec.UseNumber()
	if err := dec.Decode(&root); err != nil {
		return []string{err.Error()}
	}
	if strings.HasPrefix(string(f), "mcp") {
		return nil
	}
	c := checker{profile: profileOf(f, strict), root: root}
	for _, name := range closed["root forbids"] {
		if root[name] != nil {
			c.fault("root", name)
		}
	}
	if kind, _ := root["type"].(string); strings.ToLower(kind) != "object" {
		c.fault("root", "is no object")
	}
	c.schema("root", root)
	return c.faults
}

type checker struct {
	profile
	root   map[string]any
	faults []string
}

func (c *checker) fault(path, what string) { c.faults = append(c.faults, path+": "+what) }

func (c *checker) schema(path string, v any) {
	s, ok := v.(map[string]any)
	if !ok {
		c.fault(path, "is no object")
		return
	}
	for name, value := range s {
		if !slices.Contains(c.keywords, name) && !(c.extensions && strings.HasPrefix(name, "x-")) {
			c.fault(path, "keyword "+name)
		}
		switch name {
		case "properties", "$defs", "patternProperties", "dependentSchemas":
			for key, sub := range value.(map[string]any) {
				if name == "properties" && c.names != nil && !c.names.MatchString(key) {
					c.fault(path, "name "+key)
				}
				c.schema(path+"."+key, sub)
			}
		case "anyOf", "oneOf", "allOf", "prefixItems":
			for i, sub := range value.([]any) {
				c.schema(path+"."+name+strconv.Itoa(i), sub)
			}
		case "items", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
			c.schema(path+"."+name, value)
		case "additionalProperties":
			if value != false {
				c.schema(path+".*", value)
			}
		case "$ref":
			key, local := strings.CutPrefix(value.(string), "#/$defs/")
			if defs, _ := c.root["$defs"].(map[string]any); !local || defs[key] == nil {
				c.fault(path, "reference "+value.(string))
			}
			if c.lonely && len(s) > 1 {
				c.fault(path, "something beside $ref")
			}
		case "format":
			if c.formats != nil && !slices.Contains(c.formats, value.(string)) {
				c.fault(path, "format "+value.(string))
			}
		case "enum":
			for _, v := range value.([]any) {
				if _, text := v.(string); c.texts && !text {
					c.fault(path, "an enum that is not of strings")
				}
			}
		}
	}
	c.typed(path, s)
	if c.strict && c.closes(s) {
		c.objects(path, s)
	}
	if properties, _ := s["properties"].(map[string]any); c.ordered && len(properties) > 0 {
		if order, _ := s["propertyOrdering"].([]any); len(order) != len(properties) {
			c.fault(path, "propertyOrdering")
		}
	}
}

func (c *checker) typed(path string, s map[string]any) {
	kinds := []any{s["type"]}
	if list, is := s["type"].([]any); is {
		kinds = list
		if !c.lists {
			c.fault(path, "a list of types")
		}
	}
	for _, kind := range kinds {
		switch kind := kind.(type) {
		case nil:
			if (c.strict || c.texts) && s["anyOf"] == nil && s["$ref"] == nil && s["allOf"] == nil {
				c.fault(path, "no type")
			}
		case string:
			if !slices.Contains(c.types, kind) {
				c.fault(path, "type "+kind)
			}
			if strings.ToLower(kind) == "array" && s["items"] == nil && s["prefixItems"] == nil {
				c.fault(path, "an array without items")
			}
		default:
			c.fault(path, "type")
		}
	}
}

func (c *checker) closes(s map[string]any) bool {
	if kinds, list := s["type"].([]any); list {
		return slices.Contains(kinds, any("object"))
	}
	return s["type"] == "object"
}

func (c *checker) objects(path string, s map[string]any) {
	more, has := s["additionalProperties"]
	if _, values := more.(map[string]any); !has || more != false && (c.complete || !values) {
		c.fault(path, "an open object")
	}
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	if c.complete && len(required) != len(properties) {
		c.fault(path, "required is not complete")
	}
	for _, name := range required {
		if properties[name.(string)] == nil {
			c.fault(path, "required is not declared: "+name.(string))
		}
	}
}
