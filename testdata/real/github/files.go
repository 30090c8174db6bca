package github

import (
	"context"
	"fmt"
)

// Entry is a file or folder of a repository.
type Entry struct {
	Path string `json:"path"`
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
}

// NewFile is a file to write.
type NewFile struct {
	Path    string `json:"path"`    // where the file goes
	Content string `json:"content"` // its whole text
}

// BlameRange is a run of lines that one commit has written.
type BlameRange struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Commit string `json:"commit"`
}

// BlameQuery says which lines of a file to trace.
type BlameQuery struct {
	Repo
	Path      string `json:"path"`                              // the file
	Ref       string `json:"ref,omitempty"`                     // branch, tag or commit to look at, the default branch unless given
	StartLine int    `json:"start_line,omitempty" tool:"min=1"` // first line, from 1
	EndLine   int    `json:"end_line,omitempty" tool:"min=1"`   // last line
	Cursor
}

// GetFileContents returns a file, or what is in a folder.
//
//tool:name=get_file_contents readonly
//tool:param repo flat
//tool:param ref,sha,fields optional
func (c *Client) GetFileContents(ctx context.Context, repo Repo,
	//tool:default="/"
	path string, // the file or folder
	ref string, // branch, tag or pull request to look at, such as refs/heads/main
	sha string, // commit to look at; wins over ref
	fields []EntryField, // what to show of each entry of a folder, everything unless given
) ([]Entry, error) {
	return []Entry{{Path: path, Type: "dir"}}, nil
}

// GetRepositoryTree lists the files of a repository.
//
//tool:name=get_repository_tree readonly names=snake
//tool:param repo flat
//tool:param treeSHA,pathFilter optional
func (c *Client) GetRepositoryTree(ctx context.Context, repo Repo,
	treeSHA string, // tree, commit, branch or tag to look at, the default branch unless given
	//tool:default=false
	recursive bool, // goes into folders
	pathFilter string, // only paths that begin with this
) ([]Entry, error) {
	return []Entry{{Path: pathFilter + "README.md", Type: "file"}}, nil
}

// GetFileBlame tells which commit has written each line of a file.
//
//tool:name=get_file_blame readonly
func (c *Client) GetFileBlame(ctx context.Context, q BlameQuery) ([]BlameRange, error) {
	return []BlameRange{{From: max(q.StartLine, 1), To: max(q.EndLine, 1), Commit: "c0ffee"}}, nil
}

// CreateOrUpdateFile writes one file, in a commit of its own.
//
//tool:name=create_or_update_file names=snake
//tool:param repo flat
func (c *Client) CreateOrUpdateFile(ctx context.Context, repo Repo,
	path string, // where the file goes
	content string, // its whole text
	message string, // message of the commit
	branch string, // branch that gets the commit
	//tool:optional
	sha string, // blob that the file has now; needed to replace a file
	//tool:default=false
	allowSymlinkWrite bool, // writes through a symbolic link instead of refusing it
) (string, error) {
	return fmt.Sprintf("%s: wrote %s on %s", repo, path, branch), nil
}

// DeleteFile deletes one file, in a commit of its own.
//
//tool:name=delete_file destructive
//tool:param repo flat
func (c *Client) DeleteFile(ctx context.Context, repo Repo,
	path string, // the file
	message string, // message of the commit
	branch string, // branch that gets the commit
) error {
	return nil
}

// PushFiles writes several files in one commit.
//
//tool:name=push_files
//tool:param repo flat
func (c *Client) PushFiles(ctx context.Context, repo Repo,
	branch string, // branch that gets the commit
	files []NewFile, // what to write
	message string, // message of the commit
) (string, error) {
	return fmt.Sprintf("%s: wrote %d files on %s", repo, len(files), branch), nil
}
