package main

import (
	"time"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var reviewSections = []section{{"merge-requests", mergeRequests}, {"merge-request-approvals", mergeRequestApprovals}, {"merge-request-talk", mergeRequestTalk}, {"merges", merges}}

// A merge request of a branch of its own with one changed file.
func newMergeRequest(w *walk, branch string) *gl.MergeRequest {
	done1(w.Commits.CreateCommit(w.project.ID, &gl.CreateCommitOptions{
		Branch: &branch, StartBranch: &w.branch, CommitMessage: text("work on " + branch), Actions: []*gl.CommitActionOptions{{Action: gl.Ptr(gl.FileCreate), FilePath: text(branch + ".txt"), Content: text("one\ntwo\n")}},
	}))
	return got(w.MergeRequests.CreateMergeRequest(w.project.ID, &gl.CreateMergeRequestOptions{
		Title: text("Draft: " + branch), Description: text("words"), SourceBranch: &branch, TargetBranch: &w.branch, Labels: &gl.LabelOptions{"a"}, AssigneeIDs: &[]int64{w.user.ID}, ReviewerIDs: &[]int64{w.me.ID},
		RemoveSourceBranch: yes, Squash: yes, AllowCollaboration: yes,
	}))
}

func mergeRequests(w *walk) {
	request := newMergeRequest(w, "changes")
	holds("a draft", request.Draft && request.State == "opened" && request.Squash && request.ForceRemoveSourceBranch)
	holds("people", request.Assignees[0].ID == w.user.ID && request.Reviewers[0].ID == w.me.ID && request.Author.ID == w.me.ID)
	read := got(w.MergeRequests.GetMergeRequest(w.project.ID, request.IID, &gl.GetMergeRequestsOptions{IncludeDivergedCommitsCount: yes, IncludeRebaseInProgress: yes, RenderHTML: yes}))
	holds("commits", read.SHA != "" && read.DiffRefs.HeadSha == read.SHA && read.ChangesCount == "1")
	changed := got(w.MergeRequests.UpdateMergeRequest(w.project.ID, request.IID, &gl.UpdateMergeRequestOptions{Title: text("ready"), Description: text(""), AddLabels: &gl.LabelOptions{"b"}, DiscussionLocked: yes, Squash: no, ReviewerIDs: &[]int64{}}))
	holds("changed", !changed.Draft && len(changed.Labels) == 2 && changed.DiscussionLocked && !changed.Squash && len(changed.Reviewers) == 0)
	one := func(r *gl.BasicMergeRequest) bool { return r.ID == request.ID }
	find(got(w.MergeRequests.ListProjectMergeRequests(w.project.ID, &gl.ListProjectMergeRequestsOptions{State: text("opened"), SourceBranch: text("changes")})), one)
	find(got(w.MergeRequests.ListGroupMergeRequests(w.group.ID, nil)), one)
	find(got(w.MergeRequests.ListMergeRequests(&gl.ListMergeRequestsOptions{Scope: text("all")})), one)
	same("commits", len(got(w.MergeRequests.GetMergeRequestCommits(w.project.ID, request.IID, nil))), 1)
	same("diffs", len(got(w.MergeRequests.ListMergeRequestDiffs(w.project.ID, request.IID, nil))), 1)
	holds("raw", len(got(w.MergeRequests.ShowMergeRequestRawDiffs(w.project.ID, request.IID, nil))) > 0)
	done1(w.MergeRequests.GetMergeRequestParticipants(w.project.ID, request.IID))
	done1(w.MergeRequests.GetMergeRequestReviewers(w.project.ID, request.IID))
	done1(w.MergeRequests.ListMergeRequestPipelines(w.project.ID, request.IID))
	done1(w.MergeRequests.GetIssuesClosedOnMerge(w.project.ID, request.IID, nil))
	done1(w.MergeRequests.ListRelatedIssues(w.project.ID, request.IID, nil))
	versions := got(w.MergeRequests.GetMergeRequestDiffVersions(w.project.ID, request.IID, nil))
	done1(w.MergeRequests.GetSingleMergeRequestDiffVersion(w.project.ID, request.IID, versions[0].ID, nil))
	holds("no notices", !got(w.MergeRequests.UnsubscribeFromMergeRequest(w.project.ID, request.IID)).Subscribed)
	holds("notices", got(w.MergeRequests.SubscribeToMergeRequest(w.project.ID, request.IID)).Subscribed)
	done1(w.MergeRequests.CreateTodo(w.project.ID, request.IID))
	done1(w.MergeRequests.SetTimeEstimate(w.project.ID, request.IID, &gl.SetTimeEstimateOptions{Duration: text("1h")}))
	done1(w.MergeRequests.GetTimeSpent(w.project.ID, request.IID))
	done1(w.MergeRequests.GetMergeRequestDependencies(w.project.ID, request.IID))
	done1(w.MergeRequestContextCommits.ListMergeRequestContextCommits(w.project.ID, request.IID))
	done(w.MergeRequests.RebaseMergeRequest(w.project.ID, request.IID, &gl.RebaseMergeRequestOptions{SkipCI: yes}))
	same("closed", got(w.MergeRequests.UpdateMergeRequest(w.project.ID, request.IID, &gl.UpdateMergeRequestOptions{StateEvent: text("close")})).State, "closed")
	done1(w.ResourceStateEvents.ListMergeStateEvents(w.project.ID, request.IID, nil))
	done1(w.ResourceLabelEvents.ListMergeRequestsLabelEvents(w.project.ID, request.IID, nil))
	done1(w.ResourceMilestoneEvents.ListMergeMilestoneEvents(w.project.ID, request.IID, nil))
	done(w.MergeRequests.DeleteMergeRequest(w.project.ID, request.IID))
	done(w.Branches.DeleteBranch(w.project.ID, "changes"))
}

func mergeRequestApprovals(w *walk) {
	request := newMergeRequest(w, "approved")
	rule := got(w.MergeRequestApprovals.CreateApprovalRule(w.project.ID, request.IID, &gl.CreateMergeRequestApprovalRuleOptions{Name: text("rule"), ApprovalsRequired: number(1), UserIDs: &[]int64{w.user.ID}}))
	same("changed", got(w.MergeRequestApprovals.UpdateApprovalRule(w.project.ID, request.IID, rule.ID, &gl.UpdateMergeRequestApprovalRuleOptions{Name: text("rule 2"), ApprovalsRequired: number(0)})).Name, "rule 2")
	find(got(w.MergeRequestApprovals.GetApprovalRules(w.project.ID, request.IID)), func(r *gl.MergeRequestApprovalRule) bool { return r.ID == rule.ID })
	done1(w.MergeRequestApprovals.GetApprovalState(w.project.ID, request.IID))
	done1(w.MergeRequestApprovals.GetConfiguration(w.project.ID, request.IID))
	token := got(w.Users.CreateImpersonationToken(w.user.ID, &gl.CreateImpersonationTokenOptions{Name: text("approver"), Scopes: &[]string{"api"}, ExpiresAt: gl.Ptr(time.Time(*inMonths(2)))}))
	them := w.as(token.Token)
	same("approved", len(got(them.MergeRequestApprovals.ApproveMergeRequest(w.project.ID, request.IID, &gl.ApproveMergeRequestOptions{SHA: &request.SHA})).ApprovedBy), 1)
	done(them.MergeRequestApprovals.UnapproveMergeRequest(w.project.ID, request.IID))
	done(w.MergeRequestApprovals.DeleteApprovalRule(w.project.ID, request.IID, rule.ID))
	done1(w.ExternalStatusChecks.ListProjectMergeRequestExternalStatusChecks(w.project.ID, request.IID, nil))
	done(w.MergeRequests.DeleteMergeRequest(w.project.ID, request.IID))
	done(w.Branches.DeleteBranch(w.project.ID, "approved"))
}

func mergeRequestTalk(w *walk) {
	request := newMergeRequest(w, "talk")
	note := got(w.Notes.CreateMergeRequestNote(w.project.ID, request.IID, &gl.CreateMergeRequestNoteOptions{Body: text("fine")}))
	done1(w.Notes.UpdateMergeRequestNote(w.project.ID, request.IID, note.ID, &gl.UpdateMergeRequestNoteOptions{Body: text("better")}))
	done1(w.Notes.ListMergeRequestNotes(w.project.ID, request.IID, nil))
	refs := got(w.MergeRequests.GetMergeRequest(w.project.ID, request.IID, nil)).DiffRefs
	discussion := got(w.Discussions.CreateMergeRequestDiscussion(w.project.ID, request.IID, &gl.CreateMergeRequestDiscussionOptions{
		Body: text("here"), Position: &gl.PositionOptions{BaseSHA: &refs.BaseSha, StartSHA: &refs.StartSha, HeadSHA: &refs.HeadSha, PositionType: text("text"), NewPath: text("talk.txt"), OldPath: text("talk.txt"), NewLine: number(1)},
	}))
	holds("on a line", discussion.Notes[0].Position != nil && discussion.Notes[0].Resolvable)
	resolved := got(w.Discussions.ResolveMergeRequestDiscussion(w.project.ID, request.IID, discussion.ID, &gl.ResolveMergeRequestDiscussionOptions{Resolved: yes}))
	holds("resolved", resolved.Notes[0].Resolved)
	done1(w.Discussions.ListMergeRequestDiscussions(w.project.ID, request.IID, nil))
	draft := got(w.DraftNotes.CreateDraftNote(w.project.ID, request.IID, &gl.CreateDraftNoteOptions{Note: text("later")}))
	done1(w.DraftNotes.UpdateDraftNote(w.project.ID, request.IID, draft.ID, &gl.UpdateDraftNoteOptions{Note: text("soon")}))
	done1(w.DraftNotes.ListDraftNotes(w.project.ID, request.IID, nil))
	done(w.DraftNotes.PublishDraftNote(w.project.ID, request.IID, draft.ID))
	award := got(w.AwardEmoji.CreateMergeRequestAwardEmoji(w.project.ID, request.IID, &gl.CreateAwardEmojiOptions{Name: "rocket"}))
	done(w.AwardEmoji.DeleteMergeRequestAwardEmoji(w.project.ID, request.IID, award.ID))
	done(w.Notes.DeleteMergeRequestNote(w.project.ID, request.IID, note.ID))
	done(w.MergeRequests.DeleteMergeRequest(w.project.ID, request.IID))
}

func merges(w *walk) {
	request := newMergeRequest(w, "merged")
	done1(w.MergeRequests.UpdateMergeRequest(w.project.ID, request.IID, &gl.UpdateMergeRequestOptions{Title: text("merged")}))
	merged := got(w.MergeRequests.AcceptMergeRequest(w.project.ID, request.IID, &gl.AcceptMergeRequestOptions{MergeCommitMessage: text("merge"), Squash: no, ShouldRemoveSourceBranch: yes, SHA: &request.SHA}))
	holds("merged", merged.State == "merged" && merged.MergeCommitSHA != "" && merged.MergedAt != nil && merged.MergeUser.ID == w.me.ID)
}
