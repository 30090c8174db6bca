package github

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
)

// Listing is what a listing of the automation shows.
type Listing string

const (
	ListWorkflows Listing = "list_workflows"              // every workflow of the repository
	ListRuns      Listing = "list_workflow_runs"          // runs of one workflow, or of all
	ListJobs      Listing = "list_workflow_jobs"          // jobs of one run
	ListArtifacts Listing = "list_workflow_run_artifacts" // files that one run has left
)

// RunStatus is how far a run has come.
type RunStatus string

const (
	Queued     RunStatus = "queued"
	InProgress RunStatus = "in_progress"
	Completed  RunStatus = "completed"
	Requested  RunStatus = "requested"
	Waiting    RunStatus = "waiting"
)

// Attempts selects jobs by the attempt they belong to.
type Attempts string

const (
	LatestAttempt Attempts = "latest" // the last attempt of each job
	AllAttempts   Attempts = "all"    // earlier ones too
)

// Event is what starts a run.
type Event string

const (
	OnBranchProtectionRule     Event = "branch_protection_rule"
	OnCheckRun                 Event = "check_run"
	OnCheckSuite               Event = "check_suite"
	OnCreate                   Event = "create"
	OnDelete                   Event = "delete"
	OnDeployment               Event = "deployment"
	OnDeploymentStatus         Event = "deployment_status"
	OnDiscussion               Event = "discussion"
	OnDiscussionComment        Event = "discussion_comment"
	OnFork                     Event = "fork"
	OnWikiChange               Event = "gollum"
	OnIssueComment             Event = "issue_comment"
	OnIssues                   Event = "issues"
	OnLabel                    Event = "label"
	OnMergeGroup               Event = "merge_group"
	OnMilestone                Event = "milestone"
	OnPageBuild                Event = "page_build"
	OnPublic                   Event = "public"
	OnPullRequest              Event = "pull_request"
	OnPullRequestReview        Event = "pull_request_review"
	OnPullRequestReviewComment Event = "pull_request_review_comment"
	OnPullRequestTarget        Event = "pull_request_target"
	OnPush                     Event = "push"
	OnRegistryPackage          Event = "registry_package"
	OnRelease                  Event = "release"
	OnRepositoryDispatch       Event = "repository_dispatch"
	OnSchedule                 Event = "schedule"
	OnStatus                   Event = "status"
	OnWatch                    Event = "watch"
	OnWorkflowCall             Event = "workflow_call"
	OnWorkflowDispatch         Event = "workflow_dispatch"
	OnWorkflowRun              Event = "workflow_run"
)

// RunFilter keeps some runs. A field that is not given keeps them all.
type RunFilter struct {
	Actor  string    `json:"actor,omitempty"`  // login of the person who started the run
	Branch string    `json:"branch,omitempty"` // branch that the run is for
	Event  Event     `json:"event,omitempty"`  // what started the run
	Status RunStatus `json:"status,omitempty"` // how far the run has come
}

// JobFilter keeps some jobs.
type JobFilter struct {
	Filter Attempts `json:"filter,omitempty"` // which attempts to show, the latest unless given
}

// Automation is what ListActions returns: the kind that was asked for.
type Automation struct {
	Total     int        `json:"total_count"` // on all pages
	Workflows []Workflow `json:"workflows,omitempty"`
	Runs      []Run      `json:"workflow_runs,omitempty"`
	Jobs      []Job      `json:"jobs,omitempty"`
	Artifacts []Artifact `json:"artifacts,omitempty"`
}

// Workflow is a file that says what to do when something happens.
type Workflow struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Path string `json:"path"`
}

// Run is one execution of a workflow.
type Run struct {
	ID       int64     `json:"id"`
	Workflow int64     `json:"workflow_id"`
	Branch   string    `json:"head_branch"`
	Actor    string    `json:"actor"`
	Event    Event     `json:"event"`
	Status   RunStatus `json:"status"`
}

// Job is one part of a run.
type Job struct {
	ID      int64  `json:"id"`
	Run     int64  `json:"run_id"`
	Name    string `json:"name"`
	Attempt int    `json:"run_attempt"`
	Passed  bool   `json:"passed"`
}

// Artifact is a file that a run has left.
type Artifact struct {
	ID    int64  `json:"id"`
	Run   int64  `json:"run_id"`
	Name  string `json:"name"`
	Bytes int64  `json:"size_in_bytes"`
}

type actions struct {
	workflows []Workflow
	runs      []Run
	jobs      []Job
	artifacts []Artifact
}

// ListActions lists the workflows of a repository, their runs, or the jobs and artifacts of one run.
//
//tool:name=actions_list readonly names=snake
//tool:param resourceID optional
//tool:param page optional min=1
//tool:param perPage optional min=1 max=100
func (c *Client) ListActions(ctx context.Context,
	method Listing, // what to list
	owner string, // account that the repository belongs to
	repo string, // name of the repository, without the owner
	// Whose things to list: the number or file name of a workflow for its runs, the number of a run for its jobs and
	// artifacts. Workflows need none, and without one the runs of all workflows are listed.
	resourceID string,
	//tool:nest
	workflowRunsFilter *RunFilter, // which runs to list; only for list_workflow_runs
	//tool:nest
	workflowJobsFilter *JobFilter, // which jobs to list; only for list_workflow_jobs
	page int, // which page of the listing, from 1
	perPage int, // how many items a page has
) (Automation, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, err := c.find(owner, repo)
	if err != nil {
		return Automation{}, err
	}
	return r.actions.list(method, resourceID, workflowRunsFilter, workflowJobsFilter, page, perPage)
}

func (a actions) list(method Listing, resource string, runs *RunFilter, jobs *JobFilter, number, size int) (Automation, error) {
	if method == ListWorkflows {
		return Automation{Total: len(a.workflows), Workflows: page(a.workflows, number, size)}, nil
	}
	if method == ListRuns {
		found := a.runsOf(resource, runs)
		return Automation{Total: len(found), Runs: page(found, number, size)}, nil
	}
	run, err := strconv.ParseInt(resource, 10, 64)
	if err != nil {
		return Automation{}, fmt.Errorf("%s needs the number of a run as resource_id, got %q", method, resource)
	}
	if method == ListJobs {
		found := a.jobsOf(run, jobs)
		return Automation{Total: len(found), Jobs: page(found, number, size)}, nil
	}
	found := slices.DeleteFunc(slices.Clone(a.artifacts), func(f Artifact) bool { return f.Run != run })
	return Automation{Total: len(found), Artifacts: page(found, number, size)}, nil
}

func (a actions) runsOf(workflow string, filter *RunFilter) []Run {
	if filter == nil {
		filter = new(RunFilter)
	}
	var found []Run
	for _, run := range a.runs {
		if (workflow == "" || workflow == strconv.FormatInt(run.Workflow, 10) || workflow == a.file(run.Workflow)) &&
			(filter.Actor == "" || filter.Actor == run.Actor) &&
			(filter.Branch == "" || filter.Branch == run.Branch) &&
			(filter.Event == "" || filter.Event == run.Event) &&
			(filter.Status == "" || filter.Status == run.Status) {
			found = append(found, run)
		}
	}
	return found
}

// file returns the file name of a workflow, without its folder.
func (a actions) file(workflow int64) string {
	for _, w := range a.workflows {
		if w.ID == workflow {
			return path.Base(w.Path)
		}
	}
	return ""
}

func (a actions) jobsOf(run int64, filter *JobFilter) []Job {
	latest := map[string]int{}
	for _, job := range a.jobs {
		if job.Run == run {
			latest[job.Name] = max(latest[job.Name], job.Attempt)
		}
	}
	all := filter != nil && filter.Filter == AllAttempts
	var found []Job
	for _, job := range a.jobs {
		if job.Run == run && (all || job.Attempt == latest[job.Name]) {
			found = append(found, job)
		}
	}
	return found
}
