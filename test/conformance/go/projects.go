package main

import (
	"encoding/base64"
	"strings"
	"time"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var projectSections = []section{
	{"projects", projects}, {"project-attributes", projectAttributes}, {"project-lists", projectLists}, {"project-members", projectMembers}, {"project-shares", projectShares},
	{"project-hooks", projectHooks}, {"project-push-rules", projectPushRules}, {"project-avatar", projectAvatar}, {"forks", forks}, {"project-exports", projectExports},
	{"project-security", projectSecurity}, {"pull-mirrors", pullMirrors}, {"push-mirrors", pushMirrors}, {"project-uploads", projectUploads},
}

var pixel = string(must64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))

func must64(words string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(words)
	worked(err)
	return bytes
}

func projects(w *walk) {
	project := newProject(w, "projects", true)
	same("branch", project.DefaultBranch, "main")
	same("readme", project.ReadmeURL != "", true)
	same("namespace", project.Namespace.ID, w.group.ID)
	holds("not archived", !project.Archived)
	holds("archived", got(w.Projects.ArchiveProject(project.ID)).Archived)
	holds("not archived again", !got(w.Projects.UnarchiveProject(project.ID)).Archived)
	same("a star", got(w.Projects.StarProject(project.ID)).StarCount, 1)
	find(got(w.Projects.ListProjectStarrers(project.ID, nil)), func(s *gl.ProjectStarrer) bool { return s.User.ID == w.me.ID })
	same("no star", got(w.Projects.UnstarProject(project.ID)).StarCount, 0)
	group := newGroup(w, "target")
	same("moved", got(w.Projects.TransferProject(project.ID, &gl.TransferProjectOptions{Namespace: group.FullPath})).PathWithNamespace, group.FullPath+"/"+project.Path)
	same("moved by id", got(w.Projects.TransferProject(project.ID, &gl.TransferProjectOptions{Namespace: w.group.ID})).Namespace.ID, w.group.ID)
	done(w.Projects.StartHousekeepingProject(project.ID))
	done1(w.Projects.GetRepositoryStorage(project.ID))
	done1(w.Projects.GetProjectLanguages(project.ID))
	own := got(w.Projects.CreateProjectForUser(w.user.ID, &gl.CreateProjectForUserOptions{Name: text("own " + w.run)}))
	same("owner", own.Owner.ID, w.user.ID)
	done(w.Projects.DeleteProject(own.ID, nil))
	done(w.Projects.DeleteProject(project.ID, nil))
	marked := got(w.Projects.GetProject(project.ID, nil))
	if marked != nil && marked.MarkedForDeletionOn != nil {
		done1(w.Projects.RestoreProject(project.ID))
		done(w.Projects.DeleteProject(project.ID, nil))
		marked = got(w.Projects.GetProject(project.ID, nil))
		done(w.Projects.DeleteProject(project.ID, &gl.DeleteProjectOptions{PermanentlyRemove: yes, FullPath: &marked.PathWithNamespace}))
	}
	until(404, func() *gl.Response { _, response, _ := w.Projects.GetProject(project.ID, nil); return response })
	done(w.Groups.DeleteGroup(group.ID, nil))
}

// Attributes that are settled by others, by what the server has, or that the older name of another one.
var settledElsewhere = []string{"mirror", "mirror_trigger_builds", "emails_disabled", "use_custom_template", "initialize_with_readme", "issues_enabled", "jobs_enabled", "merge_requests_enabled",
	"snippets_enabled", "wiki_enabled", "container_registry_enabled", "public_builds", "operations_access_level", "requirements_access_level", "restrict_user_defined_variables", "packages_enabled",
	"only_mirror_protected_branches", "mirror_overwrites_diverged_branches", "auto_duo_code_review_enabled", "service_desk_enabled", "prevent_merge_without_jira_issue", "merge_trains_skip_train_allowed",
	"merge_pipelines_enabled", "merge_trains_enabled"}

func projectAttributes(w *walk) {
	sent := levels(flags(&gl.CreateProjectOptions{
		Name: text("Attributes " + w.run), Path: text("attributes-" + w.run), NamespaceID: &w.group.ID, Description: text("All of them"), DefaultBranch: text("trunk"), InitializeWithReadme: yes,
		Visibility: gl.Ptr(gl.PublicVisibility), Topics: &[]string{"foo", "bar"}, MergeMethod: gl.Ptr(gl.FastForwardMerge), SquashOption: gl.Ptr(gl.SquashOptionDefaultOn), BuildTimeout: number(600),
		BuildGitStrategy: text("fetch"), AutoCancelPendingPipelines: text("enabled"), AutoDevopsDeployStrategy: text("continuous"), CIConfigPath: text("ci/main.yml@a/b"),
		SuggestionCommitMessage: text("suggest"), MergeCommitTemplate: text("merge %{title}"), SquashCommitTemplate: text("squash"), IssueBranchTemplate: text("%{id}-%{title}"), BuildCoverageRegex: text("a+"),
		ResourceGroupDefaultProcessMode: gl.Ptr(gl.OldestFirst), ExternalAuthorizationClassificationLabel: text("label"),
		ContainerExpirationPolicyAttributes: &gl.ContainerExpirationPolicyAttributes{Cadence: text("1month"), KeepN: number(5), OlderThan: text("14d"), NameRegexDelete: text(".*"), NameRegexKeep: text("keep"), Enabled: yes},
	}, true, settledElsewhere...), gl.EnabledAccessControl, "operations_access_level", "requirements_access_level")
	project := got(w.Projects.CreateProject(sent))
	differ := []string{"emails_disabled", "path", "topics", "tag_list", "container_expiration_policy_attributes", "build_coverage_regex", "ci_config_path"}
	kept(sent, project, differ...)
	kept(sent, got(w.Projects.GetProject(project.ID, nil)), differ...)
	same("topics", strings.Join(project.Topics, " "), "foo bar")
	same("kept tags", project.ContainerExpirationPolicy.KeepN, 5)
	changed := levels(flags(&gl.EditProjectOptions{
		Name: text("Changed " + w.run), Description: text(""), CIDefaultGitDepth: number(7), CIIdTokenSubClaimComponents: &[]string{"project_path"}, CIRestrictPipelineCancellationRole: gl.Ptr(gl.AccessControlValue("maintainer")),
		CIPipelineVariablesMinimumOverrideRole: gl.Ptr(gl.CIPipelineVariablesMinimumOverrideRoleValue("maintainer")), CIDeletePipelinesInSeconds: number(86400), MaxArtifactsSize: number(90), Topics: &[]string{},
		MergeMethod: gl.Ptr(gl.RebaseMerge), SquashOption: gl.Ptr(gl.SquashOptionNever), MergeRequestsTemplate: text("MR"), IssuesTemplate: text("Issue"), BuildTimeout: number(3600),
	}, false, settledElsewhere...), gl.PrivateAccessControl, "operations_access_level", "requirements_access_level")
	kept(changed, got(w.Projects.EditProject(project.ID, changed)), differ...)
	read := got(w.Projects.GetProject(project.ID, &gl.GetProjectOptions{License: yes, Statistics: yes, WithCustomAttributes: yes}))
	kept(changed, read, differ...)
	same("no topics", len(read.Topics), 0)
	holds("statistics", read.Statistics != nil && read.Statistics.CommitCount == 1)
	done(w.Projects.DeleteProject(project.ID, nil))
}

func projectLists(w *walk) {
	has := func(p *gl.Project) bool { return p.ID == w.project.ID }
	find(got(w.Projects.ListProjects(&gl.ListProjectsOptions{Search: &w.project.Path, Membership: yes, OrderBy: text("name"), Sort: text("asc"), Statistics: yes})), has)
	find(got(w.Projects.ListProjects(&gl.ListProjectsOptions{Search: &w.project.Path, Simple: yes, MinAccessLevel: gl.Ptr(gl.MaintainerPermissions), Visibility: gl.Ptr(gl.PublicVisibility)})), has)
	find(got(w.Groups.ListGroupProjects(w.group.ID, &gl.ListGroupProjectsOptions{Search: &w.project.Path, WithShared: no})), has)
	done1(w.Projects.ListUserProjects(w.me.ID, nil))
	done1(w.Projects.ListUserContributedProjects(w.me.ID, nil))
	done1(w.Projects.ListUserStarredProjects(w.me.ID, nil))
	find(got(w.Projects.ListProjectsUsers(w.project.ID, nil)), func(u *gl.ProjectUser) bool { return u.ID == w.me.ID })
	find(got(w.Projects.ListProjectsGroups(w.project.ID, nil)), func(g *gl.ProjectGroup) bool { return g.ID == w.group.ID })
	done1(w.Projects.ListProjectsInvitedGroups(w.project.ID, nil))
	done1(w.Events.ListProjectVisibleEvents(w.project.ID, nil))
	done1(w.AuditEvents.ListProjectAuditEvents(w.project.ID, nil))
	done1(w.Packages.ListProjectPackages(w.project.ID, nil))
	done1(w.ProjectIterations.ListProjectIterations(w.project.ID, nil))
	done1(w.AccessRequests.ListProjectAccessRequests(w.project.ID, nil))
	done1(w.ProjectTemplates.ListTemplates(w.project.ID, "licenses", nil))
	done1(w.ProjectTemplates.GetProjectTemplate(w.project.ID, "licenses", "mit"))
}

func projectMembers(w *walk) {
	project := newProject(w, "members", false)
	ends := time.Now().AddDate(1, 0, 0).Format("2006-01-02")
	member := got(w.ProjectMembers.AddProjectMember(project.ID, &gl.AddProjectMemberOptions{UserID: &w.user.ID, AccessLevel: gl.Ptr(gl.DeveloperPermissions), ExpiresAt: &ends}))
	same("level", member.AccessLevel, gl.DeveloperPermissions)
	done1(w.ProjectMembers.AddProjectMember(project.ID, &gl.AddProjectMemberOptions{Username: &w.other.Username, AccessLevel: gl.Ptr(gl.OwnerPermissions)}))
	same("changed", got(w.ProjectMembers.EditProjectMember(project.ID, w.user.ID, &gl.EditProjectMemberOptions{AccessLevel: gl.Ptr(gl.MaintainerPermissions)})).AccessLevel, gl.MaintainerPermissions)
	same("read", got(w.ProjectMembers.GetProjectMember(project.ID, w.user.ID)).Username, w.user.Username)
	same("inherited", got(w.ProjectMembers.GetInheritedProjectMember(project.ID, w.me.ID)).AccessLevel, gl.OwnerPermissions)
	same("two", len(got(w.ProjectMembers.ListProjectMembers(project.ID, nil))), 2)
	find(got(w.ProjectMembers.ListAllProjectMembers(project.ID, &gl.ListProjectMembersOptions{Query: &w.me.Username})), func(m *gl.ProjectMember) bool { return m.ID == w.me.ID })
	done(w.ProjectMembers.DeleteProjectMember(project.ID, w.user.ID))
	refused[*gl.ProjectMember](404)(w.ProjectMembers.GetProjectMember(project.ID, w.user.ID))
	done1(w.Invites.ProjectInvites(project.ID, &gl.InvitesOptions{Email: text("guest@example.net"), AccessLevel: gl.Ptr(gl.GuestPermissions)}))
	same("pending", len(got(w.Invites.ListPendingProjectInvitations(project.ID, nil))), 1)
	done(w.Projects.DeleteProject(project.ID, nil))
}

func projectShares(w *walk) {
	partner := newGroup(w, "partners")
	done(w.Projects.ShareProjectWithGroup(w.project.ID, &gl.ShareWithGroupOptions{GroupID: &partner.ID, GroupAccess: gl.Ptr(gl.DeveloperPermissions)}))
	share := find(got(w.Projects.GetProject(w.project.ID, nil)).SharedWithGroups, func(s gl.ProjectSharedWithGroup) bool { return s.GroupID == partner.ID })
	same("level", share.GroupAccessLevel, int64(gl.DeveloperPermissions))
	find(got(w.Projects.ListProjectsInvitedGroups(w.project.ID, nil)), func(g *gl.ProjectGroup) bool { return g.ID == partner.ID })
	find(got(w.Groups.ListGroupSharedProjects(partner.ID, nil)), func(p *gl.Project) bool { return p.ID == w.project.ID })
	done(w.Projects.DeleteSharedProjectFromGroup(w.project.ID, partner.ID))
	done(w.Groups.DeleteGroup(partner.ID, nil))
}

func projectHooks(w *walk) {
	sent := flags(&gl.AddProjectHookOptions{
		URL: text("https://hooks.example.org/" + w.run), Name: text("Hook"), Description: text("What happens"), Token: text("s3cret"), PushEventsBranchFilter: text("release/*"), BranchFilterStrategy: text("wildcard"),
		CustomWebhookTemplate: text("{}"), CustomHeaders: &[]*gl.HookCustomHeader{{Key: "X-One", Value: "1"}},
	}, true)
	hook := got(w.Projects.AddProjectHook(w.project.ID, sent))
	kept(sent, hook)
	same("project", hook.ProjectID, w.project.ID)
	kept(sent, got(w.Projects.GetProjectHook(w.project.ID, hook.ID)))
	changed := flags(&gl.EditProjectHookOptions{URL: sent.URL}, false)
	kept(changed, got(w.Projects.EditProjectHook(w.project.ID, hook.ID, changed)))
	done(w.Projects.SetProjectCustomHeader(w.project.ID, hook.ID, "X-Two", &gl.SetHookCustomHeaderOptions{Value: text("2")}))
	done(w.Projects.DeleteProjectCustomHeader(w.project.ID, hook.ID, "X-Two"))
	done(w.Projects.SetProjectWebhookURLVariable(w.project.ID, hook.ID, "place", &gl.SetProjectWebhookURLVariableOptions{Value: text(w.run)}))
	done(w.Projects.DeleteProjectWebhookURLVariable(w.project.ID, hook.ID, "place"))
	same("one", len(got(w.Projects.ListProjectHooks(w.project.ID, nil))), 1)
	done(w.Projects.DeleteProjectHook(w.project.ID, hook.ID))
	refused[*gl.ProjectHook](404)(w.Projects.GetProjectHook(w.project.ID, hook.ID))
}

func projectPushRules(w *walk) {
	sent := flags(&gl.AddProjectPushRuleOptions{AuthorEmailRegex: text("@example.org$"), BranchNameRegex: text("^(feature|fix)/"), CommitMessageRegex: text("ref"), FileNameRegex: text("exe$"),
		CommitMessageNegativeRegex: text("wip"), MaxFileSize: number(7)}, true)
	kept(sent, got(w.Projects.AddProjectPushRule(w.project.ID, sent)))
	kept(sent, got(w.Projects.GetProjectPushRules(w.project.ID)))
	changed := flags(&gl.EditProjectPushRuleOptions{MaxFileSize: number(0), CommitMessageRegex: text("")}, false)
	kept(changed, got(w.Projects.EditProjectPushRule(w.project.ID, changed)))
	done(w.Projects.DeleteProjectPushRule(w.project.ID))
}

func projectAvatar(w *walk) {
	holds("an avatar", strings.HasSuffix(got(w.Projects.UploadAvatar(w.project.ID, strings.NewReader(pixel), "avatar.png")).AvatarURL, "/avatar.png"))
	done1(w.Projects.DownloadAvatar(w.project.ID))
	same("none", got(w.Projects.EditProject(w.project.ID, &gl.EditProjectOptions{Avatar: &gl.ProjectAvatar{}})).AvatarURL, "")
}

func forks(w *walk) {
	fork := got(w.Projects.ForkProject(w.project.ID, &gl.ForkProjectOptions{Path: text("fork-" + w.run), Name: text("Fork " + w.run), NamespaceID: &w.group.ID, Visibility: gl.Ptr(gl.PublicVisibility)}))
	same("parent", fork.ForkedFromProject.ID, w.project.ID)
	for range 40 {
		if fork = got(w.Projects.GetProject(fork.ID, nil)); fork.ImportStatus == "finished" {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	same("import", fork.ImportStatus, "finished")
	find(got(w.Projects.ListProjectForks(w.project.ID, nil)), func(p *gl.Project) bool { return p.ID == fork.ID })
	done(w.Projects.DeleteProjectForkRelation(fork.ID))
	done1(w.Projects.CreateProjectForkRelation(fork.ID, w.project.ID))
	done(w.Projects.DeleteProject(fork.ID, nil))
}

func projectExports(w *walk) {
	done(w.ProjectImportExport.ScheduleExport(w.project.ID, nil))
	for range 40 {
		if status := got(w.ProjectImportExport.ExportStatus(w.project.ID)); status == nil || status.ExportStatus == "finished" {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	archive := got(w.ProjectImportExport.ExportDownload(w.project.ID))
	status := got(w.ProjectImportExport.ImportFromFile(strings.NewReader(string(archive)), &gl.ImportFileOptions{Namespace: &w.group.FullPath, Path: text("imported-" + w.run)}))
	done1(w.ProjectImportExport.ImportStatus(status.ID))
}

func projectSecurity(w *walk) {
	holds("switched on", got(w.ProjectSecuritySettings.UpdateSecretPushProtectionEnabledSetting(w.project.ID, gl.UpdateProjectSecuritySettingsOptions{SecretPushProtectionEnabled: yes})).SecretPushProtectionEnabled)
	holds("is on", got(w.ProjectSecuritySettings.ListProjectSecuritySettings(w.project.ID)).SecretPushProtectionEnabled)
}

func pullMirrors(w *walk) {
	sent := &gl.ConfigureProjectPullMirrorOptions{Enabled: yes, URL: text("https://git.example.org/a/b.git"), AuthUser: text("me"), AuthPassword: text("s3cret"), MirrorTriggerBuilds: yes, OnlyMirrorProtectedBranches: yes}
	project := newProject(w, "mirrored", false)
	details := got(w.Projects.ConfigureProjectPullMirror(project.ID, sent))
	holds("an id", details.ID > 0)
	holds("without the password: "+details.URL, !strings.Contains(details.URL, "s3cret") && strings.Contains(details.URL, "git.example.org"))
	done1(w.Projects.GetProjectPullMirrorDetails(project.ID))
	done(w.Projects.StartMirroringProject(project.ID))
	read := got(w.Projects.GetProject(project.ID, nil))
	holds("mirror", read.Mirror && read.MirrorTriggerBuilds && read.OnlyMirrorProtectedBranches)
	done(w.Projects.DeleteProject(project.ID, nil))
}

func pushMirrors(w *walk) {
	sent := &gl.AddProjectMirrorOptions{URL: text("https://me:s3cret@git.example.org/a/b.git"), Enabled: yes, KeepDivergentRefs: yes, OnlyProtectedBranches: no, MirrorBranchRegex: text("^release/"), AuthMethod: text("password")}
	mirror := got(w.ProjectMirrors.AddProjectMirror(w.project.ID, sent))
	kept(sent, mirror, "url")
	same("url", mirror.URL, "https://*****:*****@git.example.org/a/b.git")
	kept(sent, got(w.ProjectMirrors.GetProjectMirror(w.project.ID, mirror.ID)), "url")
	changed := &gl.EditProjectMirrorOptions{Enabled: no, KeepDivergentRefs: no, OnlyProtectedBranches: yes, MirrorBranchRegex: text("")}
	kept(changed, got(w.ProjectMirrors.EditProjectMirror(w.project.ID, mirror.ID, changed)))
	done1(w.ProjectMirrors.EditProjectMirror(w.project.ID, mirror.ID, &gl.EditProjectMirrorOptions{Enabled: yes}))
	done(w.ProjectMirrors.ForcePushMirrorUpdate(w.project.ID, mirror.ID))
	same("one", len(got(w.ProjectMirrors.ListProjectMirror(w.project.ID, nil))), 1)
	done(w.ProjectMirrors.DeleteProjectMirror(w.project.ID, mirror.ID))
	keyed := got(w.ProjectMirrors.AddProjectMirror(w.project.ID, &gl.AddProjectMirrorOptions{URL: text("ssh://git@git.example.org/a/b.git"), AuthMethod: text("ssh_public_key")}))
	holds("a key", strings.HasPrefix(got(w.ProjectMirrors.GetProjectMirrorPublicKey(w.project.ID, keyed.ID)).PublicKey, "ssh-"))
	done(w.ProjectMirrors.DeleteProjectMirror(w.project.ID, keyed.ID))
}

func projectUploads(w *walk) {
	file := got(w.ProjectMarkdownUploads.UploadProjectMarkdown(w.project.ID, strings.NewReader("words"), "words.txt"))
	upload := find(got(w.ProjectMarkdownUploads.ListProjectMarkdownUploads(w.project.ID)), func(u *gl.ProjectMarkdownUpload) bool { return u.Filename == "words.txt" })
	same("content", string(got(w.ProjectMarkdownUploads.DownloadProjectMarkdownUploadByID(w.project.ID, upload.ID))), "words")
	secret := strings.Split(file.URL, "/")[2]
	same("by secret", string(got(w.ProjectMarkdownUploads.DownloadProjectMarkdownUploadBySecretAndFilename(w.project.ID, secret, "words.txt"))), "words")
	done(w.ProjectMarkdownUploads.DeleteProjectMarkdownUploadBySecretAndFilename(w.project.ID, secret, "words.txt"))
	done1(w.GroupMarkdownUploads.ListGroupMarkdownUploads(w.group.ID, nil))
	secure := got(w.SecureFiles.CreateSecureFile(w.project.ID, strings.NewReader("words"), &gl.CreateSecureFileOptions{Name: text("secure.txt")}))
	same("checksum", got(w.SecureFiles.ShowSecureFileDetails(w.project.ID, secure.ID)).Checksum, secure.Checksum)
	done1(w.SecureFiles.DownloadSecureFile(w.project.ID, secure.ID))
	same("one", len(got(w.SecureFiles.ListProjectSecureFiles(w.project.ID, nil))), 1)
	done(w.SecureFiles.RemoveSecureFile(w.project.ID, secure.ID))
}
