package main

import (
	"fmt"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var workSections = []section{
	{"labels", labels}, {"group-labels", groupLabels}, {"milestones", milestones}, {"group-milestones", groupMilestones}, {"badges", badges}, {"issues", issues}, {"issue-links", issueLinks},
	{"issue-events", issueEvents}, {"boards", boards}, {"group-boards", groupBoards}, {"epics", epics}, {"iterations", iterations}, {"todos", todos},
}

func labels(w *walk) {
	sent := &gl.CreateLabelOptions{Name: text("kind::bug"), Color: text("#FFAABB"), Description: text("words"), Priority: number(3)}
	label := got(w.Labels.CreateLabel(w.project.ID, sent))
	kept(sent, label, "priority")
	same("own", label.IsProjectLabel, true)
	changed := got(w.Labels.UpdateLabel(w.project.ID, label.ID, &gl.UpdateLabelOptions{NewName: text("kind::flaw"), Color: text("red"), Description: text("changed")}))
	same("named colour", changed.Color, "#FF0000")
	same("by name", got(w.Labels.GetLabel(w.project.ID, "kind::flaw")).ID, label.ID)
	find(got(w.Labels.ListLabels(w.project.ID, &gl.ListLabelsOptions{WithCounts: yes, IncludeAncestorGroups: no, Search: text("flaw")})), func(l *gl.Label) bool { return l.ID == label.ID })
	holds("subscribed", got(w.Labels.SubscribeToLabel(w.project.ID, label.ID)).Subscribed)
	done(w.Labels.UnsubscribeFromLabel(w.project.ID, label.ID))
	refused[*gl.Label](409)(w.Labels.CreateLabel(w.project.ID, &gl.CreateLabelOptions{Name: text("kind::flaw"), Color: text("#112233")}))
	done(w.Labels.DeleteLabel(w.project.ID, label.ID, nil))
	promoted := got(w.Labels.CreateLabel(w.project.ID, &gl.CreateLabelOptions{Name: text("promoted"), Color: text("#112233")}))
	done(w.Labels.PromoteLabel(w.project.ID, promoted.ID))
	done(w.GroupLabels.DeleteGroupLabel(w.group.ID, "promoted", nil))
}

func groupLabels(w *walk) {
	label := got(w.GroupLabels.CreateGroupLabel(w.group.ID, &gl.CreateGroupLabelOptions{Name: text("team"), Color: text("#FFAABB"), Description: text("words")}))
	same("changed", got(w.GroupLabels.UpdateGroupLabel(w.group.ID, label.ID, &gl.UpdateGroupLabelOptions{NewName: text("crew"), Color: text("#000000")})).Name, "crew")
	done1(w.GroupLabels.GetGroupLabel(w.group.ID, "crew"))
	done1(w.GroupLabels.SubscribeToGroupLabel(w.group.ID, label.ID))
	done(w.GroupLabels.UnsubscribeFromGroupLabel(w.group.ID, label.ID))
	same("one", len(got(w.GroupLabels.ListGroupLabels(w.group.ID, nil))), 1)
	done(w.GroupLabels.DeleteGroupLabel(w.group.ID, label.ID, nil))
}

func milestones(w *walk) {
	sent := &gl.CreateMilestoneOptions{Title: text("one"), Description: text("words"), StartDate: inMonths(1), DueDate: inMonths(2)}
	milestone := got(w.Milestones.CreateMilestone(w.project.ID, sent))
	kept(sent, milestone)
	same("closed", got(w.Milestones.UpdateMilestone(w.project.ID, milestone.ID, &gl.UpdateMilestoneOptions{StateEvent: text("close"), Title: text("two")})).State, "closed")
	done1(w.Milestones.GetMilestone(w.project.ID, milestone.ID))
	find(got(w.Milestones.ListMilestones(w.project.ID, &gl.ListMilestonesOptions{State: text("closed"), IIDs: &[]int64{milestone.IID}})), func(m *gl.Milestone) bool { return m.ID == milestone.ID })
	done1(w.Milestones.GetMilestoneIssues(w.project.ID, milestone.ID, nil))
	done1(w.Milestones.GetMilestoneMergeRequests(w.project.ID, milestone.ID, nil))
	done(w.Milestones.DeleteMilestone(w.project.ID, milestone.ID))
}

func groupMilestones(w *walk) {
	sent := &gl.CreateGroupMilestoneOptions{Title: text("one"), Description: text("words"), StartDate: inMonths(1), DueDate: inMonths(2)}
	milestone := got(w.GroupMilestones.CreateGroupMilestone(w.group.ID, sent))
	kept(sent, milestone)
	same("closed", got(w.GroupMilestones.UpdateGroupMilestone(w.group.ID, milestone.ID, &gl.UpdateGroupMilestoneOptions{StateEvent: text("close")})).State, "closed")
	done1(w.GroupMilestones.GetGroupMilestone(w.group.ID, milestone.ID))
	done1(w.GroupMilestones.GetGroupMilestoneIssues(w.group.ID, milestone.ID, nil))
	done1(w.GroupMilestones.GetGroupMilestoneMergeRequests(w.group.ID, milestone.ID, nil))
	done1(w.GroupMilestones.GetGroupMilestoneBurndownChartEvents(w.group.ID, milestone.ID, nil))
	same("one", len(got(w.GroupMilestones.ListGroupMilestones(w.group.ID, nil))), 1)
	done(w.GroupMilestones.DeleteGroupMilestone(w.group.ID, milestone.ID))
}

func badges(w *walk) {
	image, link := text("https://example.org/%{project_path}.svg"), text("https://example.org/%{project_id}")
	badge := got(w.ProjectBadges.AddProjectBadge(w.project.ID, &gl.AddProjectBadgeOptions{Name: text("badge"), ImageURL: image, LinkURL: link}))
	same("rendered", badge.RenderedLinkURL, fmt.Sprint("https://example.org/", w.project.ID))
	same("kind", badge.Kind, "project")
	same("changed", got(w.ProjectBadges.EditProjectBadge(w.project.ID, badge.ID, &gl.EditProjectBadgeOptions{Name: text("other")})).Name, "other")
	own := got(w.GroupBadges.AddGroupBadge(w.group.ID, &gl.AddGroupBadgeOptions{Name: text("badge"), ImageURL: image, LinkURL: link}))
	same("both", len(got(w.ProjectBadges.ListProjectBadges(w.project.ID, nil))), 2)
	done1(w.ProjectBadges.PreviewProjectBadge(w.project.ID, &gl.ProjectBadgePreviewOptions{ImageURL: image, LinkURL: link}))
	done1(w.GroupBadges.EditGroupBadge(w.group.ID, own.ID, &gl.EditGroupBadgeOptions{Name: text("other")}))
	done1(w.GroupBadges.GetGroupBadge(w.group.ID, own.ID))
	same("one", len(got(w.GroupBadges.ListGroupBadges(w.group.ID, nil))), 1)
	done(w.GroupBadges.DeleteGroupBadge(w.group.ID, own.ID))
	done(w.ProjectBadges.DeleteProjectBadge(w.project.ID, badge.ID))
}

func newIssue(w *walk, title string) *gl.Issue {
	return got(w.Issues.CreateIssue(w.project.ID, &gl.CreateIssueOptions{Title: &title}))
}

func issues(w *walk) {
	milestone := got(w.Milestones.CreateMilestone(w.project.ID, &gl.CreateMilestoneOptions{Title: text("m")}))
	sent := &gl.CreateIssueOptions{
		Title: text("issue"), Description: text("words"), Confidential: yes, AssigneeIDs: &[]int64{w.user.ID}, MilestoneID: &milestone.ID, Labels: &gl.LabelOptions{"a", "b"}, DueDate: inMonths(1), Weight: number(3),
		IssueType: text("issue"),
	}
	issue := got(w.Issues.CreateIssue(w.project.ID, sent))
	kept(sent, issue)
	same("labels", len(issue.Labels), 2)
	same("assignee", issue.Assignees[0].ID, w.user.ID)
	same("by id", got(w.Issues.GetIssueByID(issue.ID)).IID, issue.IID)
	changed := got(w.Issues.UpdateIssue(w.project.ID, issue.IID, &gl.UpdateIssueOptions{
		Title: text("changed"), Confidential: no, AddLabels: &gl.LabelOptions{"c"}, RemoveLabels: &gl.LabelOptions{"a"}, StateEvent: text("close"), DiscussionLocked: yes, AssigneeIDs: &[]int64{0}, Weight: number(5),
	}))
	holds("closed", changed.State == "closed" && changed.ClosedBy != nil && changed.DiscussionLocked && len(changed.Assignees) == 0)
	reset := got(w.Issues.UpdateIssue(w.project.ID, issue.IID, &gl.UpdateIssueOptions{ResetDueDate: true, ResetMilestoneID: true, ResetWeight: true}))
	holds("nothing due", reset.DueDate == nil && reset.Milestone == nil)
	find(got(w.Issues.ListProjectIssues(w.project.ID, &gl.ListProjectIssuesOptions{State: text("closed"), Labels: &gl.LabelOptions{"c"}, WithLabelDetails: yes})), func(i *gl.Issue) bool { return i.LabelDetails[0].Name != "" })
	find(got(w.Issues.ListGroupIssues(w.group.ID, nil)), func(i *gl.Issue) bool { return i.ID == issue.ID })
	find(got(w.Issues.ListIssues(&gl.ListIssuesOptions{Scope: text("all"), IIDs: &[]int64{issue.IID}})), func(i *gl.Issue) bool { return i.ID == issue.ID })
	holds("no notices", !got(w.Issues.UnsubscribeFromIssue(w.project.ID, issue.IID)).Subscribed)
	holds("notices", got(w.Issues.SubscribeToIssue(w.project.ID, issue.IID)).Subscribed)
	done1(w.Issues.CreateTodo(w.project.ID, issue.IID))
	same("estimate", got(w.Issues.SetTimeEstimate(w.project.ID, issue.IID, &gl.SetTimeEstimateOptions{Duration: text("1h30m")})).TimeEstimate, 5400)
	same("spent", got(w.Issues.AddSpentTime(w.project.ID, issue.IID, &gl.AddSpentTimeOptions{Duration: text("1h")})).HumanTotalTimeSpent, "1h")
	done1(w.Issues.ResetSpentTime(w.project.ID, issue.IID))
	done1(w.Issues.ResetTimeEstimate(w.project.ID, issue.IID))
	done1(w.Issues.GetTimeSpent(w.project.ID, issue.IID))
	done1(w.Issues.GetParticipants(w.project.ID, issue.IID))
	done1(w.Issues.ListMergeRequestsClosingIssue(w.project.ID, issue.IID, nil))
	done1(w.Issues.ListMergeRequestsRelatedToIssue(w.project.ID, issue.IID, nil))
	note := got(w.Notes.CreateIssueNote(w.project.ID, issue.IID, &gl.CreateIssueNoteOptions{Body: text("fine"), Internal: yes}))
	holds("internal", note.Internal && note.Author.ID == w.me.ID && note.NoteableIID == issue.IID)
	done1(w.Notes.UpdateIssueNote(w.project.ID, issue.IID, note.ID, &gl.UpdateIssueNoteOptions{Body: text("better")}))
	find(got(w.Notes.ListIssueNotes(w.project.ID, issue.IID, nil)), func(n *gl.Note) bool { return n.System })
	award := got(w.AwardEmoji.CreateIssueAwardEmoji(w.project.ID, issue.IID, &gl.CreateAwardEmojiOptions{Name: "thumbsup"}))
	done1(w.AwardEmoji.ListIssueAwardEmoji(w.project.ID, issue.IID, nil))
	done1(w.AwardEmoji.CreateIssuesAwardEmojiOnNote(w.project.ID, issue.IID, note.ID, &gl.CreateAwardEmojiOptions{Name: "rocket"}))
	done(w.AwardEmoji.DeleteIssueAwardEmoji(w.project.ID, issue.IID, award.ID))
	done(w.Notes.DeleteIssueNote(w.project.ID, issue.IID, note.ID))
	discussion := got(w.Discussions.CreateIssueDiscussion(w.project.ID, issue.IID, &gl.CreateIssueDiscussionOptions{Body: text("talk")}))
	done1(w.Discussions.AddIssueDiscussionNote(w.project.ID, issue.IID, discussion.ID, &gl.AddIssueDiscussionNoteOptions{Body: text("more")}))
	done1(w.Discussions.ListIssueDiscussions(w.project.ID, issue.IID, nil))
	done1(w.IssuesStatistics.GetProjectIssuesStatistics(w.project.ID, nil))
	done1(w.IssuesStatistics.GetGroupIssuesStatistics(w.group.ID, nil))
	done(w.Issues.DeleteIssue(w.project.ID, issue.IID))
}

func issueLinks(w *walk) {
	one, two := newIssue(w, "one"), newIssue(w, "two")
	link := got(w.IssueLinks.CreateIssueLink(w.project.ID, one.IID, &gl.CreateIssueLinkOptions{TargetProjectID: text(fmt.Sprint(w.project.ID)), TargetIssueIID: text(fmt.Sprint(two.IID)), LinkType: text("blocks")}))
	same("type", link.LinkType, "blocks")
	related := find(got(w.IssueLinks.ListIssueRelations(w.project.ID, one.IID)), func(r *gl.IssueRelation) bool { return r.ID == two.ID })
	done1(w.IssueLinks.GetIssueLink(w.project.ID, one.IID, related.IssueLinkID))
	done1(w.IssueLinks.DeleteIssueLink(w.project.ID, one.IID, related.IssueLinkID))
	done1(w.Issues.ReorderIssue(w.project.ID, one.IID, &gl.ReorderIssueOptions{MoveAfterID: &two.ID}))
	other := newProject(w, "moved-issues", false)
	done1(w.Issues.MoveIssue(w.project.ID, two.IID, &gl.MoveIssueOptions{ToProjectID: &other.ID}))
	done(w.Projects.DeleteProject(other.ID, nil))
}

func issueEvents(w *walk) {
	issue := newIssue(w, "eventful")
	milestone := got(w.Milestones.CreateMilestone(w.project.ID, &gl.CreateMilestoneOptions{Title: text("eventful")}))
	done1(w.Issues.UpdateIssue(w.project.ID, issue.IID, &gl.UpdateIssueOptions{AddLabels: &gl.LabelOptions{"e"}, MilestoneID: &milestone.ID, StateEvent: text("close"), Weight: number(2)}))
	label := got(w.ResourceLabelEvents.ListIssueLabelEvents(w.project.ID, issue.IID, nil))
	done1(w.ResourceLabelEvents.GetIssueLabelEvent(w.project.ID, issue.IID, label[0].ID))
	same("milestone", len(got(w.ResourceMilestoneEvents.ListIssueMilestoneEvents(w.project.ID, issue.IID, nil))), 1)
	same("state", len(got(w.ResourceStateEvents.ListIssueStateEvents(w.project.ID, issue.IID, nil))), 1)
	same("weight", len(got(w.ResourceWeightEvents.ListIssueWeightEvents(w.project.ID, issue.IID, nil))), 1)
	done1(w.ResourceIterationEvents.ListIssueIterationEvents(w.project.ID, issue.IID, nil))
}
