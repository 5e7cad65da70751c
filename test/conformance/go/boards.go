package main

import gl "gitlab.com/gitlab-org/api/client-go"

func boards(w *walk) {
	label := got(w.Labels.CreateLabel(w.project.ID, &gl.CreateLabelOptions{Name: text("list"), Color: text("#112233")}))
	milestone := got(w.Milestones.CreateMilestone(w.project.ID, &gl.CreateMilestoneOptions{Title: text("board")}))
	board := got(w.Boards.CreateIssueBoard(w.project.ID, &gl.CreateIssueBoardOptions{Name: text("board")}))
	changed := got(w.Boards.UpdateIssueBoard(w.project.ID, board.ID, &gl.UpdateIssueBoardOptions{Name: text("plank"), AssigneeID: &w.user.ID, MilestoneID: &milestone.ID, Labels: &gl.LabelOptions{"list"}, Weight: number(2), HideBacklogList: yes}))
	holds("scope", changed.Name == "plank" && changed.Assignee.ID == w.user.ID && changed.Milestone.ID == milestone.ID && len(changed.Labels) == 1 && changed.Weight == 2 && changed.HideBacklogList)
	list := got(w.Boards.CreateIssueBoardList(w.project.ID, board.ID, &gl.CreateIssueBoardListOptions{LabelID: &label.ID}))
	same("label", list.Label.Name, "list")
	people := got(w.Boards.CreateIssueBoardList(w.project.ID, board.ID, &gl.CreateIssueBoardListOptions{AssigneeID: &w.user.ID}))
	same("assignee", people.Assignee.ID, w.user.ID)
	done1(w.Boards.CreateIssueBoardList(w.project.ID, board.ID, &gl.CreateIssueBoardListOptions{MilestoneID: &milestone.ID}))
	same("moved", got(w.Boards.UpdateIssueBoardList(w.project.ID, board.ID, list.ID, &gl.UpdateIssueBoardListOptions{Position: number(1)})).Position, 1)
	done1(w.Boards.GetIssueBoardList(w.project.ID, board.ID, list.ID))
	same("lists", len(got(w.Boards.GetIssueBoardLists(w.project.ID, board.ID, nil))), 3)
	done(w.Boards.DeleteIssueBoardList(w.project.ID, board.ID, list.ID))
	done1(w.Boards.GetIssueBoard(w.project.ID, board.ID))
	find(got(w.Boards.ListIssueBoards(w.project.ID, nil)), func(b *gl.IssueBoard) bool { return b.ID == board.ID })
	done(w.Boards.DeleteIssueBoard(w.project.ID, board.ID))
	done(w.Labels.DeleteLabel(w.project.ID, label.ID, nil))
}

func groupBoards(w *walk) {
	label := got(w.GroupLabels.CreateGroupLabel(w.group.ID, &gl.CreateGroupLabelOptions{Name: text("lists"), Color: text("#112233")}))
	board := got(w.GroupIssueBoards.CreateGroupIssueBoard(w.group.ID, &gl.CreateGroupIssueBoardOptions{Name: text("board")}))
	done1(w.GroupIssueBoards.UpdateIssueBoard(w.group.ID, board.ID, &gl.UpdateGroupIssueBoardOptions{Name: text("plank"), Labels: &gl.LabelOptions{"lists"}}))
	list := got(w.GroupIssueBoards.CreateGroupIssueBoardList(w.group.ID, board.ID, &gl.CreateGroupIssueBoardListOptions{LabelID: &label.ID}))
	done1(w.GroupIssueBoards.GetGroupIssueBoardList(w.group.ID, board.ID, list.ID))
	same("lists", len(got(w.GroupIssueBoards.ListGroupIssueBoardLists(w.group.ID, board.ID, nil))), 1)
	done(w.GroupIssueBoards.DeleteGroupIssueBoardList(w.group.ID, board.ID, list.ID))
	done1(w.GroupIssueBoards.GetGroupIssueBoard(w.group.ID, board.ID))
	find(got(w.GroupIssueBoards.ListGroupIssueBoards(w.group.ID, nil)), func(b *gl.GroupIssueBoard) bool { return b.ID == board.ID })
	done(w.GroupIssueBoards.DeleteIssueBoard(w.group.ID, board.ID))
	done(w.GroupLabels.DeleteGroupLabel(w.group.ID, "lists", nil))
}

func epics(w *walk) {
	sent := &gl.CreateEpicOptions{Title: text("epic"), Description: text("words"), Labels: &gl.LabelOptions{"big"}, Color: text("#112233"), Confidential: no, StartDateIsFixed: yes, StartDateFixed: inMonths(1), DueDateIsFixed: yes, DueDateFixed: inMonths(2)}
	epic := got(w.Epics.CreateEpic(w.group.ID, sent))
	kept(sent, epic)
	same("changed", got(w.Epics.UpdateEpic(w.group.ID, epic.IID, &gl.UpdateEpicOptions{Title: text("saga"), StateEvent: text("close")})).State, "closed")
	done1(w.Epics.GetEpic(w.group.ID, epic.IID))
	find(got(w.Epics.ListGroupEpics(w.group.ID, nil)), func(e *gl.Epic) bool { return e.ID == epic.ID })
	issue := newIssue(w, "of an epic")
	assignment := got(w.EpicIssues.AssignEpicIssue(w.group.ID, epic.IID, issue.ID))
	find(got(w.EpicIssues.ListEpicIssues(w.group.ID, epic.IID, nil)), func(i *gl.Issue) bool { return i.ID == issue.ID })
	done1(w.EpicIssues.RemoveEpicIssue(w.group.ID, epic.IID, assignment.ID))
	done1(w.Epics.GetEpicLinks(w.group.ID, epic.IID))
	note := got(w.Notes.CreateEpicNote(w.group.ID, epic.IID, &gl.CreateEpicNoteOptions{Body: text("fine")}))
	done1(w.Notes.ListEpicNotes(w.group.ID, epic.IID, nil))
	done(w.Notes.DeleteEpicNote(w.group.ID, epic.IID, note.ID))
	done1(w.Discussions.CreateEpicDiscussion(w.group.ID, epic.IID, &gl.CreateEpicDiscussionOptions{Body: text("talk")}))
	done1(w.Discussions.ListGroupEpicDiscussions(w.group.ID, epic.IID, nil))
	done1(w.ResourceLabelEvents.ListGroupEpicLabelEvents(w.group.ID, epic.ID, nil))
	done1(w.GroupEpicBoards.ListGroupEpicBoards(w.group.ID, nil))
	done(w.Epics.DeleteEpic(w.group.ID, epic.IID))
}

func iterations(w *walk) {
	same("none", len(got(w.GroupIterations.ListGroupIterations(w.group.ID, &gl.ListGroupIterationsOptions{State: text("all")}))), 0)
}

func todos(w *walk) {
	issue := newIssue(w, "to do")
	todo := got(w.Issues.CreateTodo(w.project.ID, issue.IID))
	find(got(w.Todos.ListTodos(&gl.ListTodosOptions{State: text("pending")})), func(t *gl.Todo) bool { return t.ID == todo.ID })
	done(w.Todos.MarkTodoAsDone(todo.ID))
	done(w.Todos.MarkAllTodosAsDone())
}
