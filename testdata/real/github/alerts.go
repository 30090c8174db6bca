package github

import "context"

// CodeSeverity is how bad a finding in code is.
type CodeSeverity string

const (
	CodeCritical CodeSeverity = "critical"
	CodeHigh     CodeSeverity = "high"
	CodeMedium   CodeSeverity = "medium"
	CodeLow      CodeSeverity = "low"
	CodeWarning  CodeSeverity = "warning"
	CodeNote     CodeSeverity = "note"
	CodeError    CodeSeverity = "error"
)

// Alert is something that a scan has found.
type Alert struct {
	Number  int    `json:"number"`
	State   string `json:"state"`
	Summary string `json:"summary,omitempty"`
}

// CodeAlertQuery says which findings in code to list. A field that is not given keeps them all.
type CodeAlertQuery struct {
	State    string       `json:"state" tool:"enum=open,closed,dismissed,fixed default=open"` // how they stand
	Ref      string       `json:"ref,omitempty"`                                              // branch, tag or pull request that was scanned
	Severity CodeSeverity `json:"severity,omitempty"`                                         // how bad they are
	Tool     string       `json:"tool_name,omitempty"`                                        // name of the scanner
}

// SecretQuery says which secrets to list. A field that is not given keeps them all.
type SecretQuery struct {
	State      string `json:"state,omitempty" tool:"enum=open,resolved"` // how they stand
	SecretType string `json:"secret_type,omitempty"`                     // kinds of secret, with commas between
	// How they were resolved.
	Resolution string `json:"resolution,omitempty" tool:"enum=false_positive,wont_fix,revoked,pattern_edited,pattern_deleted,used_in_tests"`
}

// GetCodeQualityFinding shows one remark on the quality of the code.
//
//tool:name=get_code_quality_finding readonly
//tool:param repo flat
func (c *Client) GetCodeQualityFinding(ctx context.Context, repo Repo,
	findingNumber int, // number of the remark
) (Alert, error) {
	return Alert{Number: findingNumber, State: "open"}, nil
}

// GetCodeScanningAlert shows one security finding in the code.
//
//tool:name=get_code_scanning_alert readonly
//tool:param repo flat
func (c *Client) GetCodeScanningAlert(ctx context.Context, repo Repo,
	alertNumber int, // number of the finding
) (Alert, error) {
	return Alert{Number: alertNumber, State: "open"}, nil
}

// ListCodeScanningAlerts lists the security findings in the code.
//
//tool:name=list_code_scanning_alerts readonly
//tool:param repo,query,paging flat
func (c *Client) ListCodeScanningAlerts(ctx context.Context, repo Repo, query CodeAlertQuery, paging Paging) ([]Alert, error) {
	return []Alert{{Number: 1, State: query.State, Summary: "Query is built from user input"}}, nil
}

// GetDependabotAlert shows one dependency that is known to be vulnerable.
//
//tool:name=get_dependabot_alert readonly
//tool:param repo flat
func (c *Client) GetDependabotAlert(ctx context.Context, repo Repo,
	alertNumber int, // number of the alert
) (Alert, error) {
	return Alert{Number: alertNumber, State: "open"}, nil
}

// ListDependabotAlerts lists the dependencies that are known to be vulnerable.
//
//tool:name=list_dependabot_alerts readonly
//tool:param repo,cursor flat
func (c *Client) ListDependabotAlerts(ctx context.Context, repo Repo,
	//tool:enum=open,fixed,dismissed,auto_dismissed default=open
	state string, // only alerts in this state
	//tool:enum=low,medium,high,critical optional
	severity string, // only alerts that are this bad
	cursor Cursor,
) ([]Alert, error) {
	return []Alert{{Number: 1, State: state, Summary: "left-panel below 1.3"}}, nil
}

// GetSecretScanningAlert shows one secret that somebody has committed.
//
//tool:name=get_secret_scanning_alert readonly
//tool:param repo flat
func (c *Client) GetSecretScanningAlert(ctx context.Context, repo Repo,
	alertNumber int, // number of the alert
) (Alert, error) {
	return Alert{Number: alertNumber, State: "open"}, nil
}

// ListSecretScanningAlerts lists the secrets that somebody has committed.
//
//tool:name=list_secret_scanning_alerts readonly
//tool:param repo,query,paging flat
func (c *Client) ListSecretScanningAlerts(ctx context.Context, repo Repo, query SecretQuery, paging Paging) ([]Alert, error) {
	return []Alert{{Number: 1, State: "open", Summary: "A token in .env"}}, nil
}
