package diag

// providerRules are the codes of what //tool:defaults providers= demands: the limits of those that the tools are offered to
// (schema.md section 8).
var providerRules = []Rule{
	{
		Code: "Q1", Title: "what a provider cannot read",
		Explain: "Each provider gets the schema in the keywords that it knows, for one that it does not know fails the whole request. What the others mean goes into the description of the place, which a model may overlook; the decoder still checks it. Too many tools for one request are an error.",
		Example: "//tool:name=search\n//tool:param query min=3\nfunc Search(query string) error // Gemini knows no minLength",
		Fix:     "//tool:name=search\n//tool:param query min=3\n//tool:allow Q1 the function says how long a query is\nfunc Search(query string) error",
	},
	{
		Code: "C20", Title: "a tool that cannot be strict",
		Explain: "In a strict form every object is closed and every place has a type, so maps, any and, for OpenAI, oneOf have none; nor has recursion for Anthropic. strict=on demands the strict form, strict=auto takes it where it loses nothing but annotations. The strict tools of one Anthropic request share a budget: 20 tools, 24 properties that may be left out, 16 unions.",
		Example: "//tool:name=label strict=on\nfunc Label(labels map[string]string) error",
		Fix:     "//tool:name=label strict=auto\nfunc Label(labels map[string]string) error",
	},
	{
		Code: "T81", Title: "too many values for a strict form",
		Explain: "OpenAI's strict mode takes 1000 enum values in a schema, and 15 000 bytes in an enum of more than 250.",
		Example: "//tool:name=fly strict=on\nfunc Fly(airport Airport) error // thousands of constants",
		Fix:     "//tool:name=fly strict=off\nfunc Fly(airport Airport) error",
	},
}
