package github

import "context"

// Commit is one change of a repository.
type Commit struct {
	SHA     string `json:"sha"`
	Message string `json:"message,omitempty"`
	Author  string `json:"author,omitempty"`
}

// Release is a version that others use.
type Release struct {
	Tag  string `json:"tag_name"`
	Name string `json:"name,omitempty"`
}

// Tag is a name for one commit.
type Tag struct {
	Name   string `json:"name"`
	Commit string `json:"commit"`
}

// Depth says how much of a commit to show.
type Depth string

const (
	NoChanges Depth = "none"       // the message alone
	Stats     Depth = "stats"      // how many lines of which files have changed
	FullPatch Depth = "full_patch" // the changed lines themselves
)

// CommitQuery says which commits to list, and what to show of them.
type CommitQuery struct {
	Repo
	SHA    string        `json:"sha,omitempty"`    // branch, tag or commit to begin with, the default branch unless given
	Author string        `json:"author,omitempty"` // only commits of this person, by login or mail address
	Path   string        `json:"path,omitempty"`   // only commits that change this file or folder
	Since  string        `json:"since,omitempty"`  // only commits after this time, such as 2026-03-01T09:00:00Z
	Until  string        `json:"until,omitempty"`  // only commits before this time
	Fields []CommitField `json:"fields,omitempty"` // what to show of each commit, everything unless given
	Paging
}

// GetCommit shows one commit.
//
//tool:name=get_commit readonly
//tool:param repo,paging flat
func (c *Client) GetCommit(ctx context.Context, repo Repo,
	sha string, // the commit, or a branch or tag
	//tool:default=Stats
	detail Depth, // how much of the changes to show
	paging Paging,
) (Commit, error) {
	return Commit{SHA: sha, Message: "Cool the nozzle", Author: "ada"}, nil
}

// ListCommits lists the commits of a branch, the newest first.
//
//tool:name=list_commits readonly
func (c *Client) ListCommits(ctx context.Context, q CommitQuery) ([]Commit, error) {
	return []Commit{{SHA: "c0ffee", Message: "Cool the nozzle", Author: "ada"}}, nil
}

// ListReleases lists the releases of a repository, the newest first.
//
//tool:name=list_releases readonly
//tool:param repo,paging flat
func (c *Client) ListReleases(ctx context.Context, repo Repo,
	//tool:optional
	fields []ReleaseField, // what to show of each release, everything unless given
	paging Paging,
) ([]Release, error) {
	return []Release{{Tag: "v1.2.0"}, {Tag: "v1.1.0"}}, nil
}

// GetLatestRelease shows the newest release of a repository.
//
//tool:name=get_latest_release readonly
//tool:param repo flat
func (c *Client) GetLatestRelease(ctx context.Context, repo Repo) (Release, error) {
	return Release{Tag: "v1.2.0", Name: "Cooler"}, nil
}

// GetReleaseByTag shows the release that a tag belongs to.
//
//tool:name=get_release_by_tag readonly
//tool:param repo flat
func (c *Client) GetReleaseByTag(ctx context.Context, repo Repo,
	tag string, // name of the tag, such as v1.2.0
) (Release, error) {
	return Release{Tag: tag}, nil
}

// ListTags lists the tags of a repository.
//
//tool:name=list_tags readonly
//tool:param repo,paging flat
func (c *Client) ListTags(ctx context.Context, repo Repo, paging Paging) ([]Tag, error) {
	return []Tag{{Name: "v1.2.0", Commit: "c0ffee"}}, nil
}

// GetTag shows what a tag stands for.
//
//tool:name=get_tag readonly
//tool:param repo flat
func (c *Client) GetTag(ctx context.Context, repo Repo,
	tag string, // name of the tag, such as v1.2.0
) (Tag, error) {
	return Tag{Name: tag, Commit: "c0ffee"}, nil
}
