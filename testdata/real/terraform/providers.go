package terraform

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Registry is one of the two registries that an organization uses.
type Registry string

const (
	PrivateRegistry Registry = "private" // the organization's own providers
	PublicRegistry  Registry = "public"  // public providers that the organization has chosen
)

// Provider is a plugin that lets Terraform manage one kind of system.
type Provider struct {
	Namespace string
	Name      string
	Registry  Registry
	Versions  []string // the newest first
}

// SearchPrivateProviders finds providers that an organization offers to its workspaces.
//
//tool:readonly
func SearchPrivateProviders(ctx context.Context,
	terraformOrgName string, // organization whose providers to search
	//tool:optional
	searchQuery string, // part of the provider's name, in any case; every provider matches none
	//tool:default=PrivateRegistry
	registryName Registry, // where to search
	//tool:optional min=1 max=100
	pageSize int, // how many providers a page has
	//tool:optional min=1
	pageNumber int, // which page, from 1
) (providers []Provider, total int, err error) {
	all, ok := catalog()[terraformOrgName]
	if !ok {
		return nil, 0, fmt.Errorf("there is no organization %q", terraformOrgName)
	}
	found := slices.DeleteFunc(all, func(p Provider) bool {
		return p.Registry != registryName || !strings.Contains(strings.ToLower(p.Name), strings.ToLower(searchQuery))
	})
	if pageSize == 0 {
		pageSize = 20
	}
	from := min(max(pageNumber-1, 0)*pageSize, len(found))
	return found[from:min(from+pageSize, len(found))], len(found), nil
}

// GetPrivateProviderDetails shows a provider that an organization offers to its workspaces.
//
//tool:readonly
func GetPrivateProviderDetails(ctx context.Context,
	terraformOrgName string, // organization that offers the provider
	privateProviderNamespace string, // who has published the provider
	privateProviderName string, // name of the provider
	//tool:default=PrivateRegistry
	registryName Registry, // where the provider is kept
	//tool:default=true
	includeVersions bool, // lists the versions too
) (Provider, error) {
	for _, p := range catalog()[terraformOrgName] {
		if p.Namespace == privateProviderNamespace && p.Name == privateProviderName && p.Registry == registryName {
			if !includeVersions {
				p.Versions = nil
			}
			return p, nil
		}
	}
	return Provider{}, fmt.Errorf("%s has no %s provider %s/%s", terraformOrgName, registryName, privateProviderNamespace, privateProviderName)
}

// catalog returns the providers of each organization, a fresh copy at every call.
func catalog() map[string][]Provider {
	return map[string][]Provider{"acme": {
		{Namespace: "acme", Name: "anvil", Registry: PrivateRegistry, Versions: []string{"2.1.0", "2.0.0"}},
		{Namespace: "acme", Name: "rocket", Registry: PrivateRegistry, Versions: []string{"0.3.1"}},
		{Namespace: "acme", Name: "rocket-fuel", Registry: PrivateRegistry, Versions: []string{"0.9.0"}},
		{Namespace: "commons", Name: "dns", Registry: PublicRegistry, Versions: []string{"5.0.2", "4.4.0"}},
	}}
}

// Page is one page of a listing.
type Page struct {
	PageSize   int `json:",omitempty" tool:"min=1 max=100"` // how many items a page has
	PageNumber int `json:",omitempty" tool:"min=1"`         // which page, from 1
}

// SearchPrivateModules finds modules that an organization keeps for itself.
//
//tool:name=search_private_modules readonly
//tool:param page flat
func (c *Cloud) SearchPrivateModules(ctx context.Context,
	terraformOrgName string, // organization whose modules to search
	//tool:optional
	searchQuery string, // part of the module's name; every module matches none
	page Page,
) ([]Module, error) {
	return []Module{{ID: fmt.Sprintf("%s/%s/aws", terraformOrgName, searchQuery), Version: "1.0.0"}}, nil
}

// GetPrivateModuleDetails shows the inputs, outputs and versions of a module of an organization.
//
//tool:name=get_private_module_details readonly
func (c *Cloud) GetPrivateModuleDetails(ctx context.Context,
	terraformOrgName string, // organization that offers the module
	privateModuleID string, // identifier from search_private_modules
	//tool:default=PrivateRegistry
	registryName Registry, // where the module is kept
	//tool:optional
	privateModuleVersion string, // version to look at, the newest unless given
) (Module, error) {
	return Module{ID: privateModuleID, Version: privateModuleVersion}, nil
}
