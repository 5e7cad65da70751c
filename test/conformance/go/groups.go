package main

import (
	"fmt"
	"strings"
	"time"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var groupSections = []section{
	{"groups", groups}, {"group-attributes", groupAttributes}, {"group-members", groupMembers}, {"group-shares", groupShares},
	{"group-links", groupLinks}, {"group-hooks", groupHooks}, {"group-push-rules", groupPushRules}, {"group-service-accounts", groupServiceAccounts},
	{"group-exports", groupExports}, {"group-avatar", groupAvatar},
}

func groups(w *walk) {
	group := newGroup(w, "groups")
	sub := got(w.Groups.CreateGroup(&gl.CreateGroupOptions{Name: text("Sub"), Path: text("sub"), ParentID: &group.ID}))
	same("full path", sub.FullPath, group.FullPath+"/sub")
	same("parent", sub.ParentID, group.ID)
	same("by path", got(w.Groups.GetGroup(sub.FullPath, nil)).ID, sub.ID)
	find(got(w.Groups.ListSubGroups(group.ID, nil)), func(g *gl.Group) bool { return g.ID == sub.ID })
	find(got(w.Groups.ListDescendantGroups(group.ID, &gl.ListDescendantGroupsOptions{Search: text("Sub")})), func(g *gl.Group) bool { return g.ID == sub.ID })
	find(got(w.Groups.ListGroups(&gl.ListGroupsOptions{Search: text(group.Path), Statistics: yes})), func(g *gl.Group) bool { return g.ID == group.ID })
	find(got(w.Groups.SearchGroup(group.Path)), func(g *gl.Group) bool { return g.ID == group.ID })
	same("no projects", len(got(w.Groups.ListGroupProjects(group.ID, &gl.ListGroupProjectsOptions{IncludeSubGroups: yes}))), 0)
	same("none shared", len(got(w.Groups.ListGroupSharedProjects(group.ID, nil))), 0)
	moved := got(w.Groups.TransferSubGroup(sub.ID, nil))
	same("a group of its own", moved.ParentID, 0)
	same("moved back", got(w.Groups.TransferSubGroup(sub.ID, &gl.TransferSubGroupOptions{GroupID: &group.ID})).FullPath, group.FullPath+"/sub")
	project := newProject(w, "moving", false)
	done1(w.Groups.TransferGroup(group.ID, project.ID))
	same("project moved", got(w.Projects.GetProject(project.ID, nil)).Namespace.FullPath, group.FullPath)
	done(w.Groups.DeleteGroup(sub.ID, nil))
	if marked := got(w.Groups.GetGroup(sub.ID, nil)); marked.MarkedForDeletionOn != nil {
		done1(w.Groups.RestoreGroup(sub.ID))
		done(w.Groups.DeleteGroup(sub.ID, nil))
		marked = got(w.Groups.GetGroup(sub.ID, nil))
		done(w.Groups.DeleteGroup(sub.ID, &gl.DeleteGroupOptions{PermanentlyRemove: yes, FullPath: &marked.FullPath}))
	}
	until(404, func() *gl.Response { _, response, _ := w.Groups.GetGroup(sub.ID, nil); return response })
	done(w.Groups.DeleteGroup(group.ID, nil))
}

func groupAttributes(w *walk) {
	sent := flags(&gl.CreateGroupOptions{
		Name: text("Attributes"), Path: text("attributes-" + w.run), Description: text("All of them"), Visibility: gl.Ptr(gl.PublicVisibility), DefaultBranch: text("trunk"),
		ProjectCreationLevel: gl.Ptr(gl.DeveloperProjectCreation), SubGroupCreationLevel: gl.Ptr(gl.MaintainerSubGroupCreationLevelValue), TwoFactorGracePeriod: number(12),
		DefaultBranchProtectionDefaults: &gl.DefaultBranchProtectionDefaultsOptions{
			AllowedToPush:  &[]*gl.GroupAccessLevel{{AccessLevel: gl.Ptr(gl.DeveloperPermissions)}},
			AllowedToMerge: &[]*gl.GroupAccessLevel{{AccessLevel: gl.Ptr(gl.DeveloperPermissions)}}, AllowForcePush: yes, DeveloperCanInitialPush: no,
		},
	}, true, "emails_disabled", "membership_lock", "require_two_factor_authentication", "experiment_features_enabled")
	group := got(w.Groups.CreateGroup(sent))
	read := got(w.Groups.GetGroup(group.ID, nil))
	kept(sent, read, "name")
	if defaults := read.DefaultBranchProtectionDefaults; defaults == nil {
		note(0, "no defaults of the protection")
	} else {
		holds("force pushes are allowed", defaults.AllowForcePush)
		same("levels", len(defaults.AllowedToPush), 1)
		same("level", *defaults.AllowedToPush[0].AccessLevel, gl.DeveloperPermissions)
	}
	changed := flags(&gl.UpdateGroupOptions{
		Name: text("Attributes 2"), Description: text("Changed"), ProjectCreationLevel: gl.Ptr(gl.NoOneProjectCreation), SharedRunnersSetting: gl.Ptr(gl.DisabledAndOverridableSharedRunnersSettingValue),
		WikiAccessLevel: gl.Ptr(gl.DisabledAccessControl), IPRestrictionRanges: text("10.0.0.0/8,192.168.0.0/16"), AllowedEmailDomainsList: text("example.org,example.com"), MaxArtifactsSize: number(20),
	}, true, "emails_disabled", "auto_ban_user_on_excessive_projects_download", "step_up_auth_required_oauth_provider", "duo_features_enabled", "lock_duo_features_enabled",
		"experiment_features_enabled", "require_two_factor_authentication")
	// The reply of a change is shorter than what a read shows, as that of a creation is.
	got(w.Groups.UpdateGroup(group.ID, changed))
	kept(changed, got(w.Groups.GetGroup(group.ID, nil)))
	back := flags(&gl.UpdateGroupOptions{Path: text("attributes2-" + w.run)}, false, "emails_disabled", "duo_features_enabled", "lock_duo_features_enabled")
	got(w.Groups.UpdateGroup(group.ID, back))
	kept(back, got(w.Groups.GetGroup(group.ID, nil)))
	settings := &gl.UpdateGroupMergeRequestApprovalSettingsOptions{AllowAuthorApproval: yes, RetainApprovalsOnPush: no, AllowCommitterApproval: yes, AllowOverridesToApproverListPerMergeRequest: no}
	approvals := got(w.MergeRequestApprovalSettings.UpdateGroupMergeRequestApprovalSettings(group.ID, settings))
	holds("authors approve", approvals.AllowAuthorApproval.Value)
	holds("approvals are reset", !got(w.MergeRequestApprovalSettings.GetGroupMergeRequestApprovalSettings(group.ID)).RetainApprovalsOnPush.Value)
	done1(w.GroupSecuritySettings.UpdateSecretPushProtectionEnabledSetting(group.ID, gl.UpdateGroupSecuritySettingsOptions{SecretPushProtectionEnabled: yes}))
	done(w.Groups.DeleteGroup(group.ID, nil))
}

func groupMembers(w *walk) {
	group := newGroup(w, "members")
	ends := time.Now().AddDate(1, 0, 0).Format("2006-01-02")
	member := got(w.GroupMembers.AddGroupMember(group.ID, &gl.AddGroupMemberOptions{UserID: &w.user.ID, AccessLevel: gl.Ptr(gl.DeveloperPermissions), ExpiresAt: &ends}))
	same("level", member.AccessLevel, gl.DeveloperPermissions)
	same("end", fmt.Sprint(member.ExpiresAt), ends)
	done1(w.GroupMembers.AddGroupMember(group.ID, &gl.AddGroupMemberOptions{Username: &w.other.Username, AccessLevel: gl.Ptr(gl.MinimalAccessPermissions)}))
	read := got(w.GroupMembers.GetGroupMember(group.ID, w.user.ID))
	same("user", read.Username, w.user.Username)
	same("inherited", got(w.GroupMembers.GetInheritedGroupMember(group.ID, w.user.ID)).ID, w.user.ID)
	same("changed", got(w.GroupMembers.EditGroupMember(group.ID, w.user.ID, &gl.EditGroupMemberOptions{AccessLevel: gl.Ptr(gl.ReporterPermissions), ExpiresAt: text("")})).AccessLevel, gl.ReporterPermissions)
	holds("no end", got(w.GroupMembers.GetGroupMember(group.ID, w.user.ID)).ExpiresAt == nil)
	same("three", len(got(w.Groups.ListGroupMembers(group.ID, nil))), 3)
	same("three in all", len(got(w.Groups.ListAllGroupMembers(group.ID, nil))), 3)
	find(got(w.Groups.ListBillableGroupMembers(group.ID, nil)), func(m *gl.BillableGroupMember) bool { return m.ID == w.user.ID })
	done1(w.Groups.ListMembershipsForBillableGroupMember(group.ID, w.user.ID, nil))
	refused[*gl.GroupMember](409)(w.GroupMembers.AddGroupMember(group.ID, &gl.AddGroupMemberOptions{UserID: &w.user.ID, AccessLevel: gl.Ptr(gl.DeveloperPermissions)}))
	done(w.GroupMembers.RemoveGroupMember(group.ID, w.user.ID, &gl.RemoveGroupMemberOptions{SkipSubresources: yes}))
	refused[*gl.GroupMember](404)(w.GroupMembers.GetGroupMember(group.ID, w.user.ID))
	invited := got(w.Invites.GroupInvites(group.ID, &gl.InvitesOptions{Email: text("guest@example.net"), AccessLevel: gl.Ptr(gl.GuestPermissions)}))
	same("invited", invited.Status, "success")
	same("pending", len(got(w.Invites.ListPendingGroupInvitations(group.ID, nil))), 1)
	done(w.Groups.DeleteGroup(group.ID, nil))
}

func groupShares(w *walk) {
	partner := newGroup(w, "partner")
	ends := gl.ISOTime(time.Now().AddDate(0, 6, 0))
	shared := got(w.Groups.ShareGroupWithGroup(w.group.ID, &gl.ShareGroupWithGroupOptions{GroupID: &partner.ID, GroupAccess: gl.Ptr(gl.ReporterPermissions), ExpiresAt: &ends}))
	share := find(shared.SharedWithGroups, func(s gl.SharedWithGroup) bool { return s.GroupID == partner.ID })
	same("level", share.GroupAccessLevel, int64(gl.ReporterPermissions))
	same("path", share.GroupFullPath, partner.FullPath)
	same("read", len(got(w.Groups.GetGroup(w.group.ID, nil)).SharedWithGroups), 1)
	done(w.Groups.UnshareGroupFromGroup(w.group.ID, partner.ID))
	done1(w.GroupMembers.ShareWithGroup(w.group.ID, &gl.ShareWithGroupOptions{GroupID: &partner.ID, GroupAccess: gl.Ptr(gl.GuestPermissions)}))
	done(w.GroupMembers.DeleteShareWithGroup(w.group.ID, partner.ID))
	done(w.Groups.DeleteGroup(partner.ID, nil))
}

func groupLinks(w *walk) {
	saml := got(w.Groups.AddGroupSAMLLink(w.group.ID, &gl.AddGroupSAMLLinkOptions{SAMLGroupName: text("saml group"), AccessLevel: gl.Ptr(gl.DeveloperPermissions)}))
	same("name", saml.Name, "saml group")
	same("level", saml.AccessLevel, gl.DeveloperPermissions)
	same("read", got(w.Groups.GetGroupSAMLLink(w.group.ID, "saml group")).Name, "saml group")
	same("one", len(got(w.Groups.ListGroupSAMLLinks(w.group.ID))), 1)
	done(w.Groups.DeleteGroupSAMLLink(w.group.ID, "saml group"))
	ldap := got(w.Groups.AddGroupLDAPLink(w.group.ID, &gl.AddGroupLDAPLinkOptions{CN: text("crew"), Provider: text("ldapmain"), GroupAccess: gl.Ptr(gl.DeveloperPermissions)}))
	same("cn", ldap.CN, "crew")
	same("level", ldap.GroupAccess, gl.DeveloperPermissions)
	done1(w.Groups.AddGroupLDAPLink(w.group.ID, &gl.AddGroupLDAPLinkOptions{Filter: text("(employeeType=*)"), Provider: text("ldapmain"), GroupAccess: gl.Ptr(gl.GuestPermissions)}))
	same("two", len(got(w.Groups.ListGroupLDAPLinks(w.group.ID))), 2)
	same("shown in the group", len(got(w.Groups.GetGroup(w.group.ID, nil)).LDAPGroupLinks), 2)
	done(w.Groups.DeleteGroupLDAPLinkWithCNOrFilter(w.group.ID, &gl.DeleteGroupLDAPLinkWithCNOrFilterOptions{Filter: text("(employeeType=*)"), Provider: text("ldapmain")}))
	done(w.Groups.DeleteGroupLDAPLinkForProvider(w.group.ID, "ldapmain", "crew"))
}

func groupHooks(w *walk) {
	sent := flags(&gl.AddGroupHookOptions{
		URL: text("https://hooks.example.org/" + w.run), Name: text("Hook"), Description: text("What happens"), Token: text("s3cret"), PushEventsBranchFilter: text("release/*"), BranchFilterStrategy: text("wildcard"),
		CustomWebhookTemplate: text("{}"), CustomHeaders: &[]*gl.HookCustomHeader{{Key: "X-One", Value: "1"}},
	}, true, "emoji_events")
	hook := got(w.Groups.AddGroupHook(w.group.ID, sent))
	kept(sent, hook)
	kept(sent, got(w.Groups.GetGroupHook(w.group.ID, hook.ID)))
	same("headers", len(hook.CustomHeaders), 1)
	changed := flags(&gl.EditGroupHookOptions{URL: sent.URL}, false)
	kept(changed, got(w.Groups.EditGroupHook(w.group.ID, hook.ID, changed)))
	done(w.Groups.SetGroupCustomHeader(w.group.ID, hook.ID, "X-Two", &gl.SetHookCustomHeaderOptions{Value: text("2")}))
	done(w.Groups.DeleteGroupCustomHeader(w.group.ID, hook.ID, "X-Two"))
	done(w.Groups.SetGroupHookURLVariable(w.group.ID, hook.ID, "place", &gl.SetHookURLVariableOptions{Value: text(w.run)}))
	done(w.Groups.DeleteGroupHookURLVariable(w.group.ID, hook.ID, "place"))
	same("one", len(got(w.Groups.ListGroupHooks(w.group.ID, nil))), 1)
	done(w.Groups.DeleteGroupHook(w.group.ID, hook.ID))
}

func groupPushRules(w *walk) {
	group := newGroup(w, "push-rules")
	sent := flags(&gl.AddGroupPushRuleOptions{AuthorEmailRegex: text("@example.org$"), BranchNameRegex: text("^(feature|fix)/"), CommitMessageRegex: text("ref"), FileNameRegex: text("exe$"),
		CommitMessageNegativeRegex: text("wip"), MaxFileSize: number(7)}, true)
	kept(sent, got(w.Groups.AddGroupPushRule(group.ID, sent)))
	kept(sent, got(w.Groups.GetGroupPushRules(group.ID)))
	changed := flags(&gl.EditGroupPushRuleOptions{MaxFileSize: number(0), CommitMessageRegex: text("")}, false)
	kept(changed, got(w.Groups.EditGroupPushRule(group.ID, changed)))
	done(w.Groups.DeleteGroupPushRule(group.ID))
	done(w.Groups.DeleteGroup(group.ID, nil))
}

func groupServiceAccounts(w *walk) {
	account := got(w.Groups.CreateServiceAccount(w.group.ID, &gl.CreateServiceAccountOptions{Name: text("Robot"), Username: text("robot-" + w.run)}))
	same("name", account.UserName, "robot-"+w.run)
	same("changed", got(w.Groups.UpdateServiceAccount(w.group.ID, account.ID, &gl.UpdateServiceAccountOptions{Name: text("Robot 2")})).Name, "Robot 2")
	find(got(w.Groups.ListServiceAccounts(w.group.ID, nil)), func(a *gl.GroupServiceAccount) bool { return a.ID == account.ID })
	token := got(w.Groups.CreateServiceAccountPersonalAccessToken(w.group.ID, account.ID, &gl.CreateServiceAccountPersonalAccessTokenOptions{Name: text("t"), Scopes: &[]string{"api"}}))
	holds("a token", token.Token != "" && token.UserID == account.ID)
	find(got(w.Groups.ListServiceAccountPersonalAccessTokens(w.group.ID, account.ID, nil)), func(t *gl.PersonalAccessToken) bool { return t.ID == token.ID })
	next := got(w.Groups.RotateServiceAccountPersonalAccessToken(w.group.ID, account.ID, token.ID, nil))
	done(w.Groups.RevokeServiceAccountPersonalAccessToken(w.group.ID, account.ID, next.ID))
	done(w.Groups.DeleteServiceAccount(w.group.ID, account.ID, &gl.DeleteServiceAccountOptions{HardDelete: yes}))
}

func groupExports(w *walk) {
	done(w.GroupImportExport.ScheduleExport(w.group.ID))
	until(200, func() *gl.Response { _, response, _ := w.GroupImportExport.ExportDownload(w.group.ID); return response })
	done1(w.GroupReleases.ListGroupReleases(w.group.ID, nil))
	done1(w.Groups.ListProvisionedUsers(w.group.ID, nil))
}

func groupAvatar(w *walk) {
	group := got(w.Groups.UploadAvatar(w.group.ID, strings.NewReader(pixel), "avatar.png"))
	holds("an avatar: "+group.AvatarURL, strings.HasSuffix(group.AvatarURL, "/avatar.png"))
	done1(w.Groups.DownloadAvatar(w.group.ID))
	same("none", got(w.Groups.UpdateGroup(w.group.ID, &gl.UpdateGroupOptions{Avatar: &gl.GroupAvatar{}})).AvatarURL, "")
}
