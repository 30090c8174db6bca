package terraform

import (
	"context"
	"fmt"
)

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
