package main

import (
	"strconv"
	"strings"
	"time"
)

// limitsJSON is what stands around a call of a tool, in the list of --format json. What is not declared is left out.
type limitsJSON struct {
	Timeout     string `json:"timeout,omitempty"` // of a call, as Go writes durations; so are the other times
	Hard        bool   `json:"hard,omitempty"`    // what does not stop in time is left behind
	Attempt     string `json:"attempt,omitempty"` // of one attempt
	Retries     int    `json:"retries,omitempty"` // besides the first attempt
	Backoff     string `json:"backoff,omitempty"`
	Rate        string `json:"rate,omitempty"` // as a directive writes it: 10/s
	Concurrency int    `json:"concurrency,omitempty"`
	Cache       string `json:"cache,omitempty"`
	Output      int64  `json:"output,omitempty"` // bytes
}

// limits are what the tool declares; nil for nothing.
func (t listedTool) limits() *limitsJSON {
	l := t.Limits
	j := limitsJSON{
		Timeout: span(l.Timeout), Hard: l.Hard, Attempt: span(l.Attempt), Retries: l.Retries,
		Concurrency: l.Concurrency, Cache: span(l.Cache), Output: l.Output,
	}
	if l.Backoff != nil {
		j.Backoff = l.Backoff.String()
	}
	if l.Rate != 0 {
		j.Rate = strconv.Itoa(l.Rate) + "/" + strings.TrimPrefix(span(l.RatePer), "1")
	}
	if j == (limitsJSON{}) {
		return nil
	}
	return &j
}

// limitsText is the same on one line, as a directive says it.
func (t listedTool) limitsText() string {
	j := t.limits()
	if j == nil {
		return ""
	}
	var words []string
	say := func(key, value string) {
		if value != "" && value != "0" {
			words = append(words, key+"="+value)
		}
	}
	say("timeout", j.Timeout)
	if j.Hard {
		words = append(words, "hard")
	}
	say("attempt", j.Attempt)
	say("retries", strconv.Itoa(j.Retries))
	say("rate", j.Rate)
	say("concurrency", strconv.Itoa(j.Concurrency))
	say("cache", j.Cache)
	say("maxoutput", strconv.FormatInt(j.Output, 10))
	return strings.Join(words, " ")
}

// span writes a time without the parts that are zero: 5m, not 5m0s; "" for none.
func span(d time.Duration) string {
	if d == 0 {
		return ""
	}
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
