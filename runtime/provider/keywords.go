package provider

// column is a column of the table of keywords: what one kind of schema may say (schema.md 8.2).
type column int8

const (
	noColumn column = iota - 1 // all keywords pass
	openai
	openaiStrict
	anthropic
	anthropicStrict
	gemini
	legacy
	columns
)

// What becomes of a keyword, by the letter in its cell.
const (
	passes = '=' // stays as it is; schemas inside are projected
	said   = 's' // goes, and its meaning moves into the description
	gone   = 'd' // goes without a word: models have no use for it
	own    = '*' // has a rule of its own in the projection
	never  = '!' // makes a strict form impossible
)

// The kinds of values. A keyword whose value is of another kind goes everywhere, because a schema that is not valid fails
// the whole request.
const (
	anyValue   = '*'
	aNumber    = 'n'
	aCount     = 'i'
	aText      = 't'
	aBool      = 'b'
	aList      = 'l'
	aSchema    = '1'
	schemaList = 'L'
	schemaMap  = 'M'
	anyObject  = 'o'
)

// keyword is one row of the table.
type keyword struct {
	name       string
	value      byte   // what kind of value it has
	cells      string // a letter for each column
	annotation bool   // says nothing about which values are valid, so that a strict form may do without it
}

// keywords is the table of schema.md 8.2: each keyword that a projection knows. What is not in it goes everywhere, apart
// from x- extensions, which those take that take every keyword.
//
//	openai, openaiStrict, anthropic, anthropicStrict, gemini, legacy
var keywords = [...]keyword{
	{"$ref", aText, "******", false},
	{"$defs", schemaMap, "******", false},
	{"type", anyValue, "******", false},
	{"title", aText, "======", true},
	{"description", aText, "******", true},
	{"enum", aList, "******", false},
	{"const", anyValue, "====**", false},
	{"anyOf", schemaList, "******", false},
	{"oneOf", schemaList, "=!=***", false},
	{"allOf", schemaList, "=s==ss", false},
	{"not", aSchema, "=s=sss", false},
	{"if", aSchema, "=s=sss", false},
	{"then", aSchema, "=s=sss", false},
	{"else", aSchema, "=s=sss", false},
	{"dependentRequired", anyObject, "=s=sss", false},
	{"dependentSchemas", schemaMap, "=s=sss", false},

	{"properties", schemaMap, "******", false},
	{"required", aList, "******", false},
	{"additionalProperties", aSchema, "******", false},
	{"patternProperties", schemaMap, "=s=sss", false},
	{"propertyNames", aSchema, "=s=sss", false},
	{"unevaluatedProperties", aSchema, "=s=sss", false},
	{"minProperties", aCount, "=s=ss=", false},
	{"maxProperties", aCount, "=s=ss=", false},
	{"propertyOrdering", aList, "dddddd", true}, // Google's; made anew from the properties

	{"items", aSchema, "******", false},
	{"prefixItems", schemaList, "=s=s=s", false},
	{"unevaluatedItems", aSchema, "=s=sss", false},
	{"minItems", aCount, "===*==", false},
	{"maxItems", aCount, "===s==", false},
	{"uniqueItems", aBool, "=s=sss", false},
	{"contains", aSchema, "=s=sss", false},
	{"minContains", aCount, "=s=sss", false},
	{"maxContains", aCount, "=s=sss", false},

	{"minimum", aNumber, "===s==", false},
	{"maximum", aNumber, "===s==", false},
	{"exclusiveMinimum", aNumber, "===ss*", false},
	{"exclusiveMaximum", aNumber, "===ss*", false},
	{"multipleOf", aNumber, "===sss", false},

	{"minLength", aCount, "=s=ss=", false},
	{"maxLength", aCount, "=s=ss=", false},
	{"pattern", aText, "====s=", false},
	{"format", aText, "=*=*=*", false},
	{"contentEncoding", aText, "=s=sss", true},
	{"contentMediaType", aText, "=s=sss", true},
	{"contentSchema", aSchema, "=d=ddd", true},

	{"default", anyValue, "=s=sss", true},
	{"examples", aList, "=s=ss*", true},
	{"example", anyValue, "dddddd", true}, // OpenAPI's; legacy gets one from examples
	{"deprecated", aBool, "=s=sss", true},
	{"readOnly", aBool, "=d=ddd", true},
	{"writeOnly", aBool, "=d=ddd", true},
	{"nullable", aBool, "dddddd", true}, // OpenAPI's; read as the type null before the table is asked
	{"$comment", aText, "dddddd", true},
	{"$schema", aText, "dddddd", true},
	{"$id", aText, "dddddd", true},
	{"$anchor", aText, "dddddd", true},
	{"$dynamicAnchor", aText, "dddddd", true},
	{"$dynamicRef", aText, "ssssss", false}, // no provider follows it
	{"$vocabulary", anyObject, "dddddd", true},
}

// row returns the row of a keyword, or nil.
func row(name string) *keyword {
	for i := range keywords {
		if keywords[i].name == name {
			return &keywords[i]
		}
	}
	return nil
}

// The formats of strings that a column takes; nil: all.
var formatsOf = [columns][]string{
	openaiStrict:    {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"},
	anthropicStrict: {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri"},
	legacy:          {"date-time", "enum", "int32", "int64", "float", "double"},
}

// fits reports whether v is of the kind that the keyword's row names.
func (k *keyword) fits(v *node) bool {
	switch k.value {
	case aNumber:
		return v.kind == 0 && isNumber(v.text)
	case aCount:
		return v.kind == 0 && digits(v.text) == len(v.text) && isNumber(v.text) && len(v.text) < 19 // what an int64 holds
	case aText:
		return v.kind == '"'
	case aBool:
		return v.text == "true" || v.text == "false"
	case aList:
		return v.kind == '[' && len(v.items) > 0 || v.kind == '[' && k.name == "required"
	case aSchema:
		return isSchema(v)
	case schemaList:
		for i := range v.items {
			if !isSchema(&v.items[i]) {
				return false
			}
		}
		return v.kind == '[' && len(v.items) > 0
	case schemaMap:
		for i := range v.members {
			if !isSchema(&v.members[i].value) {
				return false
			}
		}
		return v.kind == '{'
	case anyObject:
		return v.kind == '{'
	}
	return true
}

// isSchema reports whether v can be a schema: an object, true or false.
func isSchema(v *node) bool { return v.kind == '{' || v.text == "true" || v.text == "false" }
