package main

import (
	"strings"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var repositorySections = []section{
	{"files", files}, {"commits", commits}, {"branches", branches}, {"tags", tags}, {"trees", trees}, {"wikis", wikis}, {"group-wikis", groupWikis}, {"snippets", snippets}, {"project-snippets", projectSnippets},
}

func files(w *walk) {
	made := got(w.RepositoryFiles.CreateFile(w.project.ID, "docs/über file.md", &gl.CreateFileOptions{
		Branch: text("files"), StartBranch: &w.branch, Encoding: text("base64"), Content: text("d29yZHM="), CommitMessage: text("add"), AuthorName: text("Ann"), AuthorEmail: text("ann@example.org"), ExecuteFilemode: yes,
	}))
	same("path", made.FilePath, "docs/über file.md")
	file := got(w.RepositoryFiles.GetFile(w.project.ID, "docs/über file.md", &gl.GetFileOptions{Ref: text("files")}))
	same("content", file.Content, "d29yZHM=")
	holds("executable", file.ExecuteFilemode && file.Size == 5 && file.Encoding == "base64")
	meta := got(w.RepositoryFiles.GetFileMetaData(w.project.ID, "docs/über file.md", &gl.GetFileMetaDataOptions{Ref: text("files")}))
	holds("the same in headers", meta.SHA256 == file.SHA256 && meta.BlobID == file.BlobID && meta.LastCommitID == file.LastCommitID && meta.ExecuteFilemode)
	same("raw", string(got(w.RepositoryFiles.GetRawFile(w.project.ID, "docs/über file.md", &gl.GetRawFileOptions{Ref: text("files")}))), "words")
	done1(w.RepositoryFiles.GetRawFileMetaData(w.project.ID, "docs/über file.md", &gl.GetRawFileOptions{Ref: text("files")}))
	same("blame", got(w.RepositoryFiles.GetFileBlame(w.project.ID, "docs/über file.md", &gl.GetFileBlameOptions{Ref: text("files")}))[0].Lines[0], "words")
	done1(w.RepositoryFiles.UpdateFile(w.project.ID, "docs/über file.md", &gl.UpdateFileOptions{Branch: text("files"), Content: text("more"), CommitMessage: text("change"), LastCommitID: &file.LastCommitID, ExecuteFilemode: no}))
	refused[*gl.FileInfo](400)(w.RepositoryFiles.UpdateFile(w.project.ID, "docs/über file.md", &gl.UpdateFileOptions{Branch: text("files"), Content: text("late"), CommitMessage: text("late"), LastCommitID: &file.LastCommitID}))
	done(w.RepositoryFiles.DeleteFile(w.project.ID, "docs/über file.md", &gl.DeleteFileOptions{Branch: text("files"), CommitMessage: text("remove")}))
	refused[*gl.File](404)(w.RepositoryFiles.GetFile(w.project.ID, "docs/über file.md", &gl.GetFileOptions{Ref: text("files")}))
	done(w.Branches.DeleteBranch(w.project.ID, "files"))
}

func commits(w *walk) {
	commit := got(w.Commits.CreateCommit(w.project.ID, &gl.CreateCommitOptions{
		Branch: text("commits"), StartBranch: &w.branch, CommitMessage: text("two files"), AuthorName: text("Ann"), AuthorEmail: text("ann@example.org"),
		Actions: []*gl.CommitActionOptions{{Action: gl.Ptr(gl.FileCreate), FilePath: text("a.txt"), Content: text("a\n")}, {Action: gl.Ptr(gl.FileCreate), FilePath: text("b.txt"), Content: text("b\n")}},
	}))
	holds("stats", commit.Stats != nil && commit.Stats.Additions == 2)
	same("author", commit.AuthorName, "Ann")
	same("read", got(w.Commits.GetCommit(w.project.ID, commit.ID, &gl.GetCommitOptions{Stats: yes})).ShortID, commit.ShortID)
	find(got(w.Commits.ListCommits(w.project.ID, &gl.ListCommitsOptions{RefName: text("commits"), WithStats: yes, Trailers: yes})), func(c *gl.Commit) bool { return c.ID == commit.ID })
	same("diffs", len(got(w.Commits.GetCommitDiff(w.project.ID, commit.ID, nil))), 2)
	find(got(w.Commits.GetCommitRefs(w.project.ID, commit.ID, &gl.GetCommitRefsOptions{Type: text("all")})), func(r *gl.CommitRef) bool { return r.Name == "commits" })
	same("comment", got(w.Commits.PostCommitComment(w.project.ID, commit.ID, &gl.PostCommitCommentOptions{Note: text("fine"), Path: text("a.txt"), Line: number(1), LineType: text("new")})).Note, "fine")
	same("one comment", len(got(w.Commits.GetCommitComments(w.project.ID, commit.ID, nil))), 1)
	status := got(w.Commits.SetCommitStatus(w.project.ID, commit.ID, &gl.SetCommitStatusOptions{State: gl.Success, Name: text("outside"), TargetURL: text("https://ci.example.org"), Description: text("good"), Coverage: gl.Ptr(98.5)}))
	same("state", status.Status, "success")
	same("one status", len(got(w.Commits.GetCommitStatuses(w.project.ID, commit.ID, nil))), 1)
	done1(w.Commits.ListMergeRequestsByCommit(w.project.ID, commit.ID))
	done1(w.Branches.CreateBranch(w.project.ID, &gl.CreateBranchOptions{Branch: text("picked"), Ref: &w.branch}))
	picked := got(w.Commits.CherryPickCommit(w.project.ID, commit.ID, &gl.CherryPickCommitOptions{Branch: text("picked")}))
	done1(w.Commits.RevertCommit(w.project.ID, picked.ID, &gl.RevertCommitOptions{Branch: text("picked")}))
	refused[*gl.GPGSignature](404)(w.Commits.GetGPGSignature(w.project.ID, commit.ID))
	same("compared", len(got(w.Repositories.Compare(w.project.ID, &gl.CompareOptions{From: &w.branch, To: text("commits")})).Diffs), 2)
	same("base", got(w.Repositories.MergeBase(w.project.ID, &gl.MergeBaseOptions{Ref: &[]string{w.branch, "commits"}})).ID, commit.ParentIDs[0])
	find(got(w.Repositories.Contributors(w.project.ID, nil)), func(c *gl.Contributor) bool { return c.Commits > 0 })
	done(w.Branches.DeleteBranch(w.project.ID, "picked"))
	done(w.Branches.DeleteBranch(w.project.ID, "commits"))
}

func branches(w *walk) {
	branch := got(w.Branches.CreateBranch(w.project.ID, &gl.CreateBranchOptions{Branch: text("feature/one.x"), Ref: &w.branch}))
	holds("at the commit", branch.Commit.ID != "" && !branch.Default && branch.CanPush && !branch.Protected)
	same("read", got(w.Branches.GetBranch(w.project.ID, "feature/one.x")).WebURL, branch.WebURL)
	find(got(w.Branches.ListBranches(w.project.ID, &gl.ListBranchesOptions{Search: text("^feat"), Regex: nil})), func(b *gl.Branch) bool { return b.Name == "feature/one.x" })
	done(w.Branches.DeleteBranch(w.project.ID, "feature/one.x"))
	refused[*gl.Branch](404)(w.Branches.GetBranch(w.project.ID, "feature/one.x"))
	done(w.Branches.DeleteMergedBranches(w.project.ID))
}

func tags(w *walk) {
	tag := got(w.Tags.CreateTag(w.project.ID, &gl.CreateTagOptions{TagName: text("t1"), Ref: &w.branch, Message: text("first")}))
	holds("annotated", tag.Message == "first" && tag.Target != tag.Commit.ID)
	same("plain", got(w.Tags.CreateTag(w.project.ID, &gl.CreateTagOptions{TagName: text("t2"), Ref: &w.branch})).Message, "")
	done1(w.Tags.GetTag(w.project.ID, "t1"))
	find(got(w.Tags.ListTags(w.project.ID, &gl.ListTagsOptions{Search: text("^t"), OrderBy: text("name")})), func(t *gl.Tag) bool { return t.Name == "t2" })
	done(w.Tags.DeleteTag(w.project.ID, "t1"))
	done(w.Tags.DeleteTag(w.project.ID, "t2"))
}

func trees(w *walk) {
	readme := find(got(w.Repositories.ListTree(w.project.ID, &gl.ListTreeOptions{Ref: &w.branch, Recursive: yes})), func(n *gl.TreeNode) bool { return n.Path == "README.md" })
	holds("raw", len(got(w.Repositories.RawBlobContent(w.project.ID, readme.ID))) > 0)
	holds("blob", len(got(w.Repositories.Blob(w.project.ID, readme.ID))) > 0)
	holds("archive", len(got(w.Repositories.Archive(w.project.ID, &gl.ArchiveOptions{Format: text("zip")}))) > 0)
}

func wikis(w *walk) {
	page := got(w.Wikis.CreateWikiPage(w.project.ID, &gl.CreateWikiPageOptions{Title: text("First page"), Content: text("words"), Format: gl.Ptr(gl.WikiFormatMarkdown)}))
	same("slug", page.Slug, "First-page")
	done1(w.Wikis.EditWikiPage(w.project.ID, page.Slug, &gl.EditWikiPageOptions{Title: text("First page"), Content: text("more")}))
	same("content", got(w.Wikis.GetWikiPage(w.project.ID, page.Slug, &gl.GetWikiPageOptions{RenderHTML: yes})).Encoding, "UTF-8")
	same("one", len(got(w.Wikis.ListWikis(w.project.ID, &gl.ListWikisOptions{WithContent: yes}))), 1)
	done1(w.Wikis.UploadWikiAttachment(w.project.ID, strings.NewReader("words"), "words.txt", nil))
	done(w.Wikis.DeleteWikiPage(w.project.ID, page.Slug))
}

func groupWikis(w *walk) {
	page := got(w.GroupWikis.CreateGroupWikiPage(w.group.ID, &gl.CreateGroupWikiPageOptions{Title: text("Page"), Content: text("words")}))
	done1(w.GroupWikis.EditGroupWikiPage(w.group.ID, page.Slug, &gl.EditGroupWikiPageOptions{Title: text("Page"), Content: text("more")}))
	same("content", got(w.GroupWikis.GetGroupWikiPage(w.group.ID, page.Slug, nil)).Content, "more")
	same("one", len(got(w.GroupWikis.ListGroupWikis(w.group.ID, nil))), 1)
	done(w.GroupWikis.DeleteGroupWikiPage(w.group.ID, page.Slug))
}

func snippets(w *walk) {
	snippet := got(w.Snippets.CreateSnippet(&gl.CreateSnippetOptions{
		Title: text("snippet"), Description: text("words"), Visibility: gl.Ptr(gl.PrivateVisibility), Files: &[]*gl.CreateSnippetFileOptions{{FilePath: text("a.txt"), Content: text("a")}, {FilePath: text("b.txt"), Content: text("b")}},
	}))
	same("files", len(snippet.Files), 2)
	same("author", snippet.Author.ID, w.me.ID)
	changed := got(w.Snippets.UpdateSnippet(snippet.ID, &gl.UpdateSnippetOptions{Title: text("changed"), Files: &[]*gl.UpdateSnippetFileOptions{{Action: text("update"), FilePath: text("a.txt"), Content: text("aa")}, {Action: text("delete"), FilePath: text("b.txt")}}}))
	same("one file", len(changed.Files), 1)
	same("content", string(got(w.Snippets.SnippetContent(snippet.ID))), "aa")
	same("file", string(got(w.Snippets.SnippetFileContent(snippet.ID, "main", "a.txt"))), "aa")
	find(got(w.Snippets.ListSnippets(nil)), func(s *gl.Snippet) bool { return s.ID == snippet.ID })
	done1(w.Snippets.ExploreSnippets(nil))
	find(got(w.Snippets.ListAllSnippets(nil)), func(s *gl.Snippet) bool { return s.ID == snippet.ID })
	done(w.Snippets.DeleteSnippet(snippet.ID))
}

func projectSnippets(w *walk) {
	snippet := got(w.ProjectSnippets.CreateSnippet(w.project.ID, &gl.CreateProjectSnippetOptions{Title: text("snippet"), Visibility: gl.Ptr(gl.PublicVisibility), Files: &[]*gl.CreateSnippetFileOptions{{FilePath: text("a.txt"), Content: text("a")}}}))
	same("project", snippet.ProjectID, w.project.ID)
	done1(w.ProjectSnippets.UpdateSnippet(w.project.ID, snippet.ID, &gl.UpdateProjectSnippetOptions{Title: text("changed"), Files: &[]*gl.UpdateSnippetFileOptions{{Action: text("move"), FilePath: text("c.txt"), PreviousPath: text("a.txt")}}}))
	same("moved", got(w.ProjectSnippets.GetSnippet(w.project.ID, snippet.ID)).FileName, "c.txt")
	done1(w.ProjectSnippets.SnippetContent(w.project.ID, snippet.ID))
	same("one", len(got(w.ProjectSnippets.ListSnippets(w.project.ID, nil))), 1)
	note := got(w.Notes.CreateSnippetNote(w.project.ID, snippet.ID, &gl.CreateSnippetNoteOptions{Body: text("fine")}))
	done1(w.Notes.UpdateSnippetNote(w.project.ID, snippet.ID, note.ID, &gl.UpdateSnippetNoteOptions{Body: text("better")}))
	same("one note", len(got(w.Notes.ListSnippetNotes(w.project.ID, snippet.ID, nil))), 1)
	award := got(w.AwardEmoji.CreateSnippetAwardEmoji(w.project.ID, snippet.ID, &gl.CreateAwardEmojiOptions{Name: "rocket"}))
	done(w.AwardEmoji.DeleteSnippetAwardEmoji(w.project.ID, snippet.ID, award.ID))
	done(w.Notes.DeleteSnippetNote(w.project.ID, snippet.ID, note.ID))
	discussion := got(w.Discussions.CreateSnippetDiscussion(w.project.ID, snippet.ID, &gl.CreateSnippetDiscussionOptions{Body: text("talk")}))
	done1(w.Discussions.AddSnippetDiscussionNote(w.project.ID, snippet.ID, discussion.ID, &gl.AddSnippetDiscussionNoteOptions{Body: text("and more")}))
	done(w.ProjectSnippets.DeleteSnippet(w.project.ID, snippet.ID))
}
