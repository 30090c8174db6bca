package github

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// AdvisoryType says where an advisory comes from.
type AdvisoryType string

const (
	Reviewed   AdvisoryType = "reviewed"   // somebody has checked it
	Malware    AdvisoryType = "malware"    // the package itself does harm
	Unreviewed AdvisoryType = "unreviewed" // taken over from another database
)

// Severity is how bad a vulnerability is.
type Severity string

const (
	SeverityUnknown  Severity = "unknown"
	SeverityLow      Severity = "low"
	SeverityMedium   Severity = "medium"
	SeverityHigh     Severity = "high"
	SeverityCritical Severity = "critical"
)

// Ecosystem is where packages come from.
type Ecosystem string

const (
	InActions  Ecosystem = "actions"
	InComposer Ecosystem = "composer"
	InErlang   Ecosystem = "erlang"
	InGo       Ecosystem = "go"
	InMaven    Ecosystem = "maven"
	InNpm      Ecosystem = "npm"
	InNuGet    Ecosystem = "nuget"
	InOther    Ecosystem = "other"
	InPip      Ecosystem = "pip"
	InPub      Ecosystem = "pub"
	InRubyGems Ecosystem = "rubygems"
	InRust     Ecosystem = "rust"
)

// AdvisoryQuery says which advisories to list. A field that is not given keeps them all.
//
// Dates are a day such as 2026-03-01, or two with ".." between them, both included.
type AdvisoryQuery struct {
	GHSA      string       `json:"ghsaId,omitempty"`             // one advisory by its own identifier
	CVE       string       `json:"cveId,omitempty"`              // one advisory by its CVE number
	Type      AdvisoryType `json:"type" tool:"default=Reviewed"` // where advisories come from
	Ecosystem Ecosystem    `json:"ecosystem,omitempty"`          // where the affected packages come from
	Severity  Severity     `json:"severity,omitempty"`           // how bad they are
	CWEs      []string     `json:"cwes,omitempty"`               // only these kinds of weakness, by number: 79 or CWE-79
	Withdrawn *bool        `json:"isWithdrawn"`                  // true for withdrawn advisories alone, false for those that stand
	Affects   string       `json:"affects,omitempty"`            // affected packages, with commas between: NAME or NAME@VERSION
	Published string       `json:"published,omitempty"`          // when they came out, a day or FROM..TO
	Updated   string       `json:"updated,omitempty"`            // when they were last changed, a day or FROM..TO
	Modified  string       `json:"modified,omitempty"`           // when they came out or were changed, a day or FROM..TO
}

// Advisory describes one vulnerability.
type Advisory struct {
	GHSA      string       `json:"ghsa_id"`
	CVE       string       `json:"cve_id,omitempty"`
	Type      AdvisoryType `json:"type"`
	Summary   string       `json:"summary"`
	Severity  Severity     `json:"severity"`
	Ecosystem Ecosystem    `json:"ecosystem"`
	Packages  []string     `json:"packages"`
	CWEs      []string     `json:"cwes"`
	Published string       `json:"published"`
	Updated   string       `json:"updated"`
	Withdrawn bool         `json:"withdrawn,omitempty"`
}

// ListGlobalSecurityAdvisories lists known vulnerabilities of public packages.
//
//tool:readonly
func ListGlobalSecurityAdvisories(ctx context.Context, q AdvisoryQuery) ([]Advisory, error) {
	var found []Advisory
	for _, a := range advisories() {
		if q.matches(a) {
			found = append(found, a)
		}
	}
	return found, nil
}

// GetGlobalSecurityAdvisory shows one known vulnerability of a public package.
//
//tool:readonly
func GetGlobalSecurityAdvisory(ctx context.Context,
	ghsaId string, // its own identifier, such as GHSA-aaaa-0001
) (Advisory, error) {
	all := advisories()
	i := slices.IndexFunc(all, func(a Advisory) bool { return a.GHSA == ghsaId })
	if i < 0 {
		return Advisory{}, fmt.Errorf("there is no advisory %q", ghsaId)
	}
	return all[i], nil
}

// OwnAdvisories says which advisories of a repository or an organization to list, and how.
type OwnAdvisories struct {
	State     string `json:"state,omitempty" tool:"enum=triage,draft,published,closed"` // how they stand
	Sort      string `json:"sort,omitempty" tool:"enum=created,updated,published"`      // what to sort by
	Direction Order  `json:"direction,omitempty"`                                       // which end comes first
}

// ListRepositorySecurityAdvisories lists the vulnerabilities that a repository has told of.
//
//tool:name=list_repository_security_advisories readonly
//tool:param repo,which flat
func (c *Client) ListRepositorySecurityAdvisories(ctx context.Context, repo Repo, which OwnAdvisories) ([]Advisory, error) {
	return advisories()[:1], nil
}

// ListOrgRepositorySecurityAdvisories lists the vulnerabilities that the repositories of an organization have told of.
//
//tool:name=list_org_repository_security_advisories readonly
//tool:param which flat
func (c *Client) ListOrgRepositorySecurityAdvisories(ctx context.Context,
	org string, // the organization
	which OwnAdvisories,
) ([]Advisory, error) {
	return advisories()[:1], nil
}

// advisories is the whole database, in the order of publication.
func advisories() []Advisory {
	return []Advisory{
		{GHSA: "GHSA-aaaa-0001", CVE: "CVE-2026-0001", Type: Reviewed, Summary: "Reads past the end of a header", Severity: SeverityHigh, Ecosystem: InGo, Packages: []string{"example.org/wire"}, CWEs: []string{"CWE-125"}, Published: "2026-01-10", Updated: "2026-02-01"},
		{GHSA: "GHSA-aaaa-0002", CVE: "CVE-2026-0002", Type: Reviewed, Summary: "Shows markup of strangers", Severity: SeverityMedium, Ecosystem: InNpm, Packages: []string{"left-panel"}, CWEs: []string{"CWE-79", "CWE-116"}, Published: "2026-01-20", Updated: "2026-01-20"},
		{GHSA: "GHSA-aaaa-0003", Type: Malware, Summary: "Sends environment variables away", Severity: SeverityCritical, Ecosystem: InNpm, Packages: []string{"left-pamel"}, CWEs: []string{"CWE-506"}, Published: "2026-02-03", Updated: "2026-02-03"},
		{GHSA: "GHSA-aaaa-0004", Type: Reviewed, Summary: "Turned out to be a feature", Severity: SeverityLow, Ecosystem: InPip, Packages: []string{"snakepit"}, CWEs: []string{}, Published: "2026-02-20", Updated: "2026-03-02", Withdrawn: true},
	}
}

func (q AdvisoryQuery) matches(a Advisory) bool {
	return q.Type == a.Type &&
		(q.GHSA == "" || q.GHSA == a.GHSA) &&
		(q.CVE == "" || q.CVE == a.CVE) &&
		(q.Ecosystem == "" || q.Ecosystem == a.Ecosystem) &&
		(q.Severity == "" || q.Severity == a.Severity) &&
		(q.Withdrawn == nil || *q.Withdrawn == a.Withdrawn) &&
		(len(q.CWEs) == 0 || slices.ContainsFunc(q.CWEs, a.isWeakness)) &&
		(q.Affects == "" || slices.ContainsFunc(strings.Split(q.Affects, ","), a.affects)) &&
		within(a.Published, q.Published) &&
		within(a.Updated, q.Updated) &&
		(within(a.Published, q.Modified) || within(a.Updated, q.Modified))
}

func (a Advisory) isWeakness(cwe string) bool {
	return slices.Contains(a.CWEs, "CWE-"+strings.TrimPrefix(cwe, "CWE-"))
}

func (a Advisory) affects(dependency string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(dependency), "@")
	return slices.Contains(a.Packages, name)
}

// within reports whether a day lies in a period: a day, FROM..TO, or "" for always. Days compare as their text does.
func within(day, period string) bool {
	if period == "" {
		return true
	}
	from, to, isRange := strings.Cut(period, "..")
	if !isRange {
		to = from
	}
	return from <= day && day <= to
}
