package github

// EntryField names a part of a file or folder that a listing can show.
type EntryField string

const (
	EntryType        EntryField = "type"
	EntryName        EntryField = "name"
	EntryPath        EntryField = "path"
	EntrySize        EntryField = "size"
	EntrySHA         EntryField = "sha"
	EntryURL         EntryField = "url"
	EntryGitURL      EntryField = "git_url"
	EntryHTMLURL     EntryField = "html_url"
	EntryDownloadURL EntryField = "download_url"
)

// CommitField names a part of a commit that a listing can show.
type CommitField string

const (
	CommitSHA       CommitField = "sha"
	CommitHTMLURL   CommitField = "html_url"
	CommitCommit    CommitField = "commit"
	CommitAuthor    CommitField = "author"
	CommitCommitter CommitField = "committer"
)

// ReleaseField names a part of a release that a listing can show.
type ReleaseField string

const (
	ReleaseID          ReleaseField = "id"
	ReleaseTagName     ReleaseField = "tag_name"
	ReleaseName        ReleaseField = "name"
	ReleaseBody        ReleaseField = "body"
	ReleaseHTMLURL     ReleaseField = "html_url"
	ReleasePublishedAt ReleaseField = "published_at"
	ReleasePrerelease  ReleaseField = "prerelease"
	ReleaseDraft       ReleaseField = "draft"
	ReleaseAuthor      ReleaseField = "author"
)

// PullField names a part of a pull request that a listing can show.
type PullField string

const (
	PullNumber             PullField = "number"
	PullTitle              PullField = "title"
	PullBody               PullField = "body"
	PullState              PullField = "state"
	PullDraft              PullField = "draft"
	PullMerged             PullField = "merged"
	PullMergeableState     PullField = "mergeable_state"
	PullHTMLURL            PullField = "html_url"
	PullUser               PullField = "user"
	PullLabels             PullField = "labels"
	PullAssignees          PullField = "assignees"
	PullRequestedReviewers PullField = "requested_reviewers"
	PullMergedBy           PullField = "merged_by"
	PullHead               PullField = "head"
	PullBase               PullField = "base"
	PullAdditions          PullField = "additions"
	PullDeletions          PullField = "deletions"
	PullChangedFiles       PullField = "changed_files"
	PullCommits            PullField = "commits"
	PullComments           PullField = "comments"
	PullCreatedAt          PullField = "created_at"
	PullUpdatedAt          PullField = "updated_at"
	PullClosedAt           PullField = "closed_at"
	PullMergedAt           PullField = "merged_at"
	PullMilestone          PullField = "milestone"
)

// CodeField names a part of a file that a search can show.
type CodeField string

const (
	CodeName        CodeField = "name"
	CodePath        CodeField = "path"
	CodeSHA         CodeField = "sha"
	CodeRepository  CodeField = "repository"
	CodeTextMatches CodeField = "text_matches"
)

// FoundIssueField names a part of an issue that a search can show.
type FoundIssueField string

const (
	IssueFoundNumber            FoundIssueField = "number"
	IssueFoundTitle             FoundIssueField = "title"
	IssueFoundBody              FoundIssueField = "body"
	IssueFoundState             FoundIssueField = "state"
	IssueFoundStateReason       FoundIssueField = "state_reason"
	IssueFoundDraft             FoundIssueField = "draft"
	IssueFoundLocked            FoundIssueField = "locked"
	IssueFoundHTMLURL           FoundIssueField = "html_url"
	IssueFoundUser              FoundIssueField = "user"
	IssueFoundAuthorAssociation FoundIssueField = "author_association"
	IssueFoundLabels            FoundIssueField = "labels"
	IssueFoundAssignee          FoundIssueField = "assignee"
	IssueFoundAssignees         FoundIssueField = "assignees"
	IssueFoundMilestone         FoundIssueField = "milestone"
	IssueFoundComments          FoundIssueField = "comments"
	IssueFoundReactions         FoundIssueField = "reactions"
	IssueFoundCreatedAt         FoundIssueField = "created_at"
	IssueFoundUpdatedAt         FoundIssueField = "updated_at"
	IssueFoundClosedAt          FoundIssueField = "closed_at"
	IssueFoundClosedBy          FoundIssueField = "closed_by"
	IssueFoundType              FoundIssueField = "type"
	IssueFoundRepositoryURL     FoundIssueField = "repository_url"
	IssueFoundPullRequest       FoundIssueField = "pull_request"
	IssueFoundFieldValues       FoundIssueField = "field_values"
)

// FoundPullField names a part of a pull request that a search can show.
type FoundPullField string

const (
	PullFoundNumber            FoundPullField = "number"
	PullFoundTitle             FoundPullField = "title"
	PullFoundBody              FoundPullField = "body"
	PullFoundState             FoundPullField = "state"
	PullFoundStateReason       FoundPullField = "state_reason"
	PullFoundDraft             FoundPullField = "draft"
	PullFoundLocked            FoundPullField = "locked"
	PullFoundHTMLURL           FoundPullField = "html_url"
	PullFoundUser              FoundPullField = "user"
	PullFoundAuthorAssociation FoundPullField = "author_association"
	PullFoundLabels            FoundPullField = "labels"
	PullFoundAssignee          FoundPullField = "assignee"
	PullFoundAssignees         FoundPullField = "assignees"
	PullFoundMilestone         FoundPullField = "milestone"
	PullFoundComments          FoundPullField = "comments"
	PullFoundReactions         FoundPullField = "reactions"
	PullFoundCreatedAt         FoundPullField = "created_at"
	PullFoundUpdatedAt         FoundPullField = "updated_at"
	PullFoundClosedAt          FoundPullField = "closed_at"
	PullFoundClosedBy          FoundPullField = "closed_by"
	PullFoundPullRequest       FoundPullField = "pull_request"
	PullFoundRepositoryURL     FoundPullField = "repository_url"
)
