package suite

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A node is one schema inside a group's, with what its references are relative to.
type node struct {
	doc   *document
	path  string // JSON pointer in the group's schema
	value any
	base  *url.URL
}

// A document is the schema of a group.
type document struct {
	ids     map[string]*node // by absolute URI without a fragment
	anchors map[string]*node // by absolute URI with the fragment
	nodes   map[string]*node // by path: one pointer stands for one place
}

// home is what the URIs of a schema without $id are relative to.
const home = "suite://group/schema.json"

func newDocument(schema any) *node {
	base, _ := url.Parse(home)
	d := &document{ids: map[string]*node{}, anchors: map[string]*node{}, nodes: map[string]*node{}}
	root := d.at("", schema, base)
	d.ids[home] = root
	d.index(root)
	return root
}

// at is the node of a place.
func (d *document) at(path string, value any, base *url.URL) *node {
	if n := d.nodes[path]; n != nil {
		return n
	}
	if id, ok := member(value, "$id").(string); ok {
		if u, err := base.Parse(id); err == nil {
			base = u
		}
	}
	n := &node{doc: d, path: path, value: value, base: base}
	d.nodes[path] = n
	return n
}

// index finds the names of a schema and of all schemas in it.
func (d *document) index(n *node) {
	bare := *n.base
	bare.Fragment = ""
	if _, ok := n.get("$id").(string); ok {
		d.ids[bare.String()] = n
	}
	if anchor, ok := n.get("$anchor").(string); ok {
		d.anchors[bare.String()+"#"+anchor] = n
	}
	for _, c := range n.children() {
		d.index(c)
	}
}

func member(value any, key string) any {
	object, _ := value.(map[string]any)
	return object[key]
}

// get is the value of a keyword, nil where it is absent.
func (n *node) get(key string) any { return member(n.value, key) }

// child is a schema below a keyword.
func (n *node) child(keys ...string) *node {
	value, path := n.value, n.path
	for _, key := range keys {
		path += "/" + escapePointer.Replace(key)
		switch v := value.(type) {
		case map[string]any:
			value = v[key]
		case []any:
			i, _ := strconv.Atoi(key)
			value = v[i]
		}
	}
	return n.doc.at(path, value, n.base)
}

// list are the schemas of a keyword that has a list of them.
func (n *node) list(key string) []*node {
	var out []*node
	values, _ := n.get(key).([]any)
	for i := range values {
		out = append(out, n.child(key, strconv.Itoa(i)))
	}
	return out
}

// table are the schemas of a keyword that has them by name.
func (n *node) table(key string) map[string]*node {
	out := map[string]*node{}
	values, _ := n.get(key).(map[string]any)
	for name := range values {
		out[name] = n.child(key, name)
	}
	return out
}

// children are all schemas directly below a schema.
func (n *node) children() []*node {
	var out []*node
	object, _ := n.value.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch key {
		case "items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
			out = append(out, n.child(key))
		case "anyOf", "oneOf", "allOf", "prefixItems":
			out = append(out, n.list(key)...)
		case "properties", "patternProperties", "$defs", "dependentSchemas":
			table := n.table(key)
			for _, name := range slices.Sorted(maps.Keys(table)) {
				out = append(out, table[name])
			}
		}
	}
	return out
}

var (
	escapePointer   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")
)

// resolve is the schema that a reference means, nil for one outside the group.
func (n *node) resolve(ref string) *node {
	u, err := n.base.Parse(ref)
	if err != nil {
		return nil
	}
	fragment := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	if fragment != "" && !strings.HasPrefix(fragment, "/") {
		return n.doc.anchors[u.String()+"#"+fragment]
	}
	at := n.doc.ids[u.String()]
	if at == nil || fragment == "" {
		return at
	}
	for _, key := range strings.Split(fragment[1:], "/") {
		key = unescapePointer.Replace(key)
		switch v := at.value.(type) {
		case map[string]any:
			if _, ok := v[key]; !ok {
				return nil
			}
		case []any:
			if i, err := strconv.Atoi(key); err != nil || i < 0 || i >= len(v) {
				return nil
			}
		default:
			return nil
		}
		at = at.child(key)
	}
	return at
}
