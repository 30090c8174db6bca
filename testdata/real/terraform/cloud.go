// Package terraform works on the organizations of a Terraform platform, which live in memory.
//
// Its tools have the names and arguments of those of a widely used server. Every name on the wire is the Go name in
// snake case, so the package says so once and carries no tags.
//
//tool:defaults access=trusted names=snake
package terraform

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Cloud is a Terraform platform. It is safe for concurrent use.
type Cloud struct {
	mu   sync.Mutex
	orgs map[string]*organization
}

type organization struct {
	projects   []Project
	workspaces map[string]*workspace
	runs       []Run // the newest last
}

type workspace struct {
	variables []Variable
}

// NewCloud returns a platform with one organization, acme, that has two workspaces and has run something in both.
func NewCloud() *Cloud {
	return &Cloud{orgs: map[string]*organization{"acme": {
		projects:   []Project{{ID: "prj-1", Name: "Default Project", ExecutionMode: "remote"}},
		workspaces: map[string]*workspace{"network": {}, "web-prod": {}},
		runs: []Run{
			{ID: "run-1", Workspace: "network", Status: Applied, Message: "First light", Author: "ada"},
			{ID: "run-2", Workspace: "web-prod", Status: Errored, Message: "Two more servers", Author: "bob"},
			{ID: "run-3", Workspace: "web-prod", Status: Planned, Message: "Two more servers, again", Author: "bob"},
		},
	}}}
}

// organization returns an organization. The caller holds the lock.
func (c *Cloud) organization(name string) (*organization, error) {
	org, ok := c.orgs[name]
	if !ok {
		return nil, fmt.Errorf("there is no organization %q", name)
	}
	return org, nil
}

func (o *organization) workspace(name string) (*workspace, error) {
	w, ok := o.workspaces[name]
	if !ok {
		return nil, fmt.Errorf("there is no workspace %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(o.workspaces)), ", "))
	}
	return w, nil
}
