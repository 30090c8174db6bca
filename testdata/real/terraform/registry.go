package terraform

import (
	"context"
	"fmt"
	"strings"
)

// DocumentType is a kind of page in the documentation of a provider.
type DocumentType string

const (
	ResourcePages     DocumentType = "resources"      // what the provider manages
	DataSourcePages   DocumentType = "data-sources"   // what it can look up
	FunctionPages     DocumentType = "functions"      // functions that it adds to the language
	GuidePages        DocumentType = "guides"         // longer texts on one task
	OverviewPages     DocumentType = "overview"       // the front page
	ActionPages       DocumentType = "actions"        // things that it does without managing them
	ListResourcePages DocumentType = "list-resources" // what it can list
)

// Module is a piece of configuration that others have published.
type Module struct {
	ID          string
	Version     string
	Description string
}

// Policy is a set of rules that others have published.
type Policy struct {
	ID    string
	Title string
}

// Document is one page of the documentation of a provider.
type Document struct {
	ID    string
	Title string
	Type  DocumentType
}

// Capabilities counts what a version of a provider offers, by kind.
type Capabilities struct {
	Version string
	Counts  map[DocumentType]int
}

// GetLatestModuleVersion returns the newest version of a public module.
//
//tool:readonly
func GetLatestModuleVersion(ctx context.Context,
	modulePublisher string, // who has published the module, such as "terraform-aws-modules"
	moduleName string, // what the module sets up, such as "vpc"
	moduleProvider string, // provider that it is for, such as "aws"
) (string, error) {
	return "5.21.0", nil
}

// GetLatestProviderVersion returns the newest version of a public provider.
//
//tool:readonly
func GetLatestProviderVersion(ctx context.Context,
	namespace string, // who has published the provider, such as "hashicorp"
	name string, // name of the provider, such as "aws"
) (string, error) {
	return "6.9.0", nil
}

// SearchModules finds public modules that fit a description, the most used first.
//
//tool:readonly
func SearchModules(ctx context.Context,
	moduleQuery string, // words to look for, such as "private network"
	//tool:default=0 min=0
	currentOffset int, // how many modules to pass over, for the next page
) ([]Module, error) {
	return []Module{{ID: "acme/" + strings.ReplaceAll(moduleQuery, " ", "-") + "/aws/1.0.0", Version: "1.0.0"}}, nil
}

// GetModuleDetails shows the inputs, outputs and examples of a public module.
//
//tool:readonly
func GetModuleDetails(ctx context.Context,
	moduleID string, // identifier from search_modules, such as "acme/vpc/aws/1.0.0"
) (Module, error) {
	return Module{ID: moduleID, Version: moduleID[strings.LastIndexByte(moduleID, '/')+1:]}, nil
}

// SearchPolicies finds public policies that fit a description.
//
//tool:readonly
func SearchPolicies(ctx context.Context,
	policyQuery string, // words to look for, such as "encryption at rest"
) ([]Policy, error) {
	return []Policy{{ID: "policies/acme/" + policyQuery, Title: policyQuery}}, nil
}

// GetPolicyDetails shows the rules of a public policy and how to use them.
//
//tool:readonly
func GetPolicyDetails(ctx context.Context,
	terraformPolicyID string, // identifier from search_policies
) (Policy, error) {
	return Policy{ID: terraformPolicyID}, nil
}

// SearchProviders finds pages in the documentation of a public provider.
//
//tool:readonly
func SearchProviders(ctx context.Context,
	providerName string, // name of the provider, such as "aws"
	providerNamespace string, // who has published it, such as "hashicorp"
	serviceSlug string, // what to look for, one short word such as "s3"
	providerDocumentType DocumentType, // kind of page to look for
	//tool:optional
	providerVersion string, // version of the provider, the newest unless given
) ([]Document, error) {
	title := fmt.Sprintf("%s_%s", providerName, serviceSlug)
	return []Document{{ID: "1001", Title: title, Type: providerDocumentType}}, nil
}

// GetProviderDetails returns one page of the documentation of a provider, as Markdown.
//
//tool:readonly
func GetProviderDetails(ctx context.Context,
	providerDocID string, // number of the page, from search_providers
) (string, error) {
	return "# Page " + providerDocID, nil
}

// GetProviderCapabilities tells what a public provider offers: how many resources, data sources, functions and so on.
//
//tool:readonly
func GetProviderCapabilities(ctx context.Context,
	namespace string, // who has published the provider, such as "hashicorp"
	name string, // name of the provider, such as "aws"
	//tool:optional
	version string, // version to look at, the newest unless given
) (Capabilities, error) {
	return Capabilities{Version: version, Counts: map[DocumentType]int{ResourcePages: 2, FunctionPages: 1}}, nil
}
