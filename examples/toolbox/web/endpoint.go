package web

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/http/httpguts"
)

// Place is where something stands in a request.
type Place string

// The places.
const (
	InPath   Place = "path"   // for {name} in the endpoint's URL; of parameters only
	InQuery  Place = "query"  // behind the ?
	InHeader Place = "header" // as a header
	InBody   Place = "body"   // in the JSON object that is the body; of parameters only
	AsBasic  Place = "basic"  // as the password of basic authentication, whose user is Name; of credentials only
)

// Endpoint is one request that a host permits. All of it is the host's but for the values of Params.
type Endpoint struct {
	Name   string            // that models say: ^[a-z][a-z0-9_]{0,63}$
	Does   string            // what it is good for, one sentence: models read it
	Method Method            // "" is GET
	URL    string            // https or http, with {param} as a whole element of its path where a parameter belongs, and perhaps a query
	Header map[string]string // sent with each request
	Params []Param           // that models choose
	Auth   []Credential      // that models never see

	// Private permits an address that is private, or of this machine.
	Private bool
}

// Credential is a secret, and where it is sent.
type Credential struct {
	In     Place  // InHeader, InQuery or AsBasic
	Name   string // of the header or the query parameter, or the user
	Prefix string // before the secret, such as "Bearer "
	Secret Secret // of 8 to 8192 bytes of UTF-8, so that it can be told from other text
}

// Kind is what a parameter must be.
type Kind string

// The kinds.
const (
	Text    Kind = "text" // "" is text
	Integer Kind = "integer"
	Number  Kind = "number"
	Boolean Kind = "boolean" // true or false
)

// Param is a parameter of an [Endpoint]. A model gives it as text; in a body it is sent as what it is.
type Param struct {
	Name     string
	Does     string // what it means: models read it
	In       Place  // "" is InQuery
	Kind     Kind
	Required bool           // InPath it is in any case
	Enum     []string       // the values allowed; nil: any
	Pattern  *regexp.Regexp // that must match all of a text; nil: any
	Max      int            // bytes of a value; 0 is 1000
}

var endpointName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// valid says all that is wrong with an endpoint.
func (e *Endpoint) valid() error {
	var all []error
	wrong := func(format string, args ...any) {
		all = append(all, fmt.Errorf("web.NewAPI: endpoint %q: %s", e.Name, fmt.Sprintf(format, args...)))
	}
	if !endpointName.MatchString(e.Name) {
		wrong("its name is not %s", endpointName)
	}
	u, err := url.Parse(e.URL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || strings.ContainsAny(u.Host+u.RawQuery, "{}") {
		wrong("its URL is none of https or http, has a user, or {} outside of the path")
		return errors.Join(all...)
	}
	if u.Scheme == "http" && len(e.Auth) > 0 && !e.Private {
		wrong("a credential would be sent without encryption; use https, or Private")
	}
	if !slices.Contains([]Method{"", GET, HEAD, POST, PUT, PATCH, DELETE}, e.Method) {
		wrong("method %s", e.Method)
	}
	for name, value := range e.Header {
		if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			wrong("header %q", name)
		}
	}
	open := map[string]bool{}
	for element := range strings.SplitSeq(u.Path, "/") {
		if name, ok := strings.CutPrefix(element, "{"); ok && strings.HasSuffix(name, "}") {
			open[strings.TrimSuffix(name, "}")] = true
		} else if strings.ContainsAny(element, "{}") {
			wrong("{} is not a whole element of the path")
		}
	}
	seen := map[string]bool{}
	for _, p := range e.Params {
		switch {
		case p.Name == "" || seen[p.Name]:
			wrong("parameter %q is there twice or has no name", p.Name)
		case p.In == InPath && !open[p.Name]:
			wrong("parameter %q is not in the path of the URL", p.Name)
		case p.In == InBody && (e.Method == "" || e.Method == GET || e.Method == HEAD):
			wrong("parameter %q: there is no body with this method", p.Name)
		case p.In == InHeader && !httpguts.ValidHeaderFieldName(p.Name):
			wrong("parameter %q is no name of a header", p.Name)
		case !slices.Contains([]Place{"", InPath, InQuery, InHeader, InBody}, p.In):
			wrong("parameter %q: place %s", p.Name, p.In)
		case !slices.Contains([]Kind{"", Text, Integer, Number, Boolean}, p.Kind):
			wrong("parameter %q: kind %s", p.Name, p.Kind)
		}
		seen[p.Name] = true
		if p.In == InPath {
			delete(open, p.Name)
		}
	}
	for name := range open {
		wrong("no parameter for {%s}", name)
	}
	for _, c := range e.Auth {
		if c.Secret == nil || !slices.Contains([]Place{InHeader, InQuery, AsBasic}, c.In) || c.In == InHeader && !httpguts.ValidHeaderFieldName(c.Name) {
			wrong("credential %q has no secret or no place", c.Name)
		}
		for _, p := range e.Params { // a parameter must not take a credential's place
			if p.In == c.In && strings.EqualFold(p.Name, c.Name) || p.In == "" && c.In == InQuery && p.Name == c.Name ||
				c.In == AsBasic && p.In == InHeader && strings.EqualFold(p.Name, "Authorization") {
				wrong("parameter %q has the place of a credential", p.Name)
			}
		}
	}
	return errors.Join(all...)
}

// accept says what is wrong with a value; "" if nothing is.
func (p *Param) accept(value string) string {
	most := p.Max
	if most == 0 {
		most = 1000
	}
	var err error
	switch p.Kind {
	case Integer:
		if _, err = strconv.ParseInt(value, 10, 64); !jsonNumber.MatchString(value) { // it is JSON in a body: no + before it
			err = strconv.ErrSyntax
		}
	case Number:
		if !jsonNumber.MatchString(value) {
			err = strconv.ErrSyntax
		}
	case Boolean:
		if value != "true" && value != "false" {
			err = strconv.ErrSyntax
		}
	}
	switch {
	case err != nil && p.Kind == Boolean:
		return "expected true or false"
	case err != nil:
		return "expected a text that is one " + string(p.Kind) + ", such as \"5\""
	case p.Enum != nil && !slices.Contains(p.Enum, value):
		return "expected one of " + strings.Join(p.Enum, ", ")
	case len(value) > most:
		return "expected at most " + strconv.Itoa(most) + " bytes, got " + strconv.Itoa(len(value))
	case p.Pattern != nil && !whole(p.Pattern, value):
		return "expected a text that matches " + p.Pattern.String()
	case p.In == InPath && (value == "" || value == "." || value == ".."):
		return "expected a name, got " + strconv.Quote(value)
	case p.In == InHeader && !httpguts.ValidHeaderFieldValue(value):
		return "expected a text without line breaks and other control characters"
	}
	return ""
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?$`)

func whole(pattern *regexp.Regexp, value string) bool {
	return regexp.MustCompile(`\A(?:` + pattern.String() + `)\z`).MatchString(value)
}

// attach puts a secret into a request.
func (c *Credential) attach(secret string, header http.Header, query url.Values) error {
	if len(secret) < 8 || len(secret) > 8<<10 || !utf8.ValidString(secret) || !httpguts.ValidHeaderFieldValue(secret) && c.In != InQuery {
		return errors.New("the secret of credential " + strconv.Quote(c.Name) + " has less than 8 bytes or more than 8192, or control characters")
	}
	switch c.In {
	case InHeader:
		header.Set(c.Name, c.Prefix+secret)
	case InQuery:
		query.Set(c.Name, c.Prefix+secret)
	case AsBasic:
		header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(c.Name+":"+c.Prefix+secret)))
	}
	return nil
}
