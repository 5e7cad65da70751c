package main

import (
	"fmt"
	"strings"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var peopleSections = []section{
	{"users", users}, {"user-states", userStates}, {"ssh-keys", sshKeys}, {"gpg-keys", gpgKeys}, {"emails", emails}, {"user-status", userStatus}, {"custom-attributes", customAttributes},
	{"notifications", notifications}, {"service-accounts", serviceAccounts}, {"access-requests", accessRequests}, {"member-roles", memberRoles},
}

func users(w *walk) {
	user := newUser(w, "modified")
	sent := &gl.ModifyUserOptions{
		Name: text("Modified"), Bio: text("words"), Location: text("here"), Organization: text("us"), JobTitle: text("smith"), WebsiteURL: text("https://example.org"), ProjectsLimit: number(7), CanCreateGroup: yes, External: yes,
		PrivateProfile: yes, Note: text("a note"), Admin: yes, Linkedin: text("modified"), Twitter: text("modified"), ThemeID: number(3),
	}
	kept(sent, got(w.Users.ModifyUser(user.ID, sent)), "external", "job_title")
	read := got(w.Users.GetUser(user.ID, gl.GetUsersOptions{WithCustomAttributes: yes}))
	kept(sent, read, "external", "job_title")
	holds("administrator", read.IsAdmin && read.CreatedAt != nil && read.ConfirmedAt != nil && read.State == "active")
	find(got(w.Users.ListUsers(&gl.ListUsersOptions{Username: &user.Username})), func(u *gl.User) bool { return u.ID == user.ID })
	find(got(w.Users.ListUsers(&gl.ListUsersOptions{Search: text("modified-" + w.run), OrderBy: text("id"), Active: yes})), func(u *gl.User) bool { return u.ID == user.ID })
	done1(w.Users.GetUserMemberships(w.user.ID, nil))
	done1(w.Users.GetUserAssociationsCount(w.user.ID))
	done1(w.Users.GetUserActivities(nil))
	done1(w.Users.ListUserContributionEvents(w.me.ID, nil))
	done1(w.Events.ListCurrentUserContributionEvents(nil))
	refused[*gl.User](409)(w.Users.CreateUser(&gl.CreateUserOptions{Name: text("x"), Username: &user.Username, Email: text("other@example.org"), ForceRandomPassword: yes}))
	done1(w.Users.UploadAvatar(strings.NewReader(pixel), "me.png"))
	done1(w.Avatar.GetAvatar(&gl.GetAvatarOptions{Email: &user.Email}))
	done(w.Users.DeleteUser(user.ID))
	until(404, func() *gl.Response { _, response, _ := w.Users.GetUser(user.ID, gl.GetUsersOptions{}); return response })
}

func userStates(w *walk) {
	user := newUser(w, "states")
	is := func(state string) { same("state", got(w.Users.GetUser(user.ID, gl.GetUsersOptions{})).State, state) }
	worked(w.Users.BlockUser(user.ID))
	is("blocked")
	worked(w.Users.UnblockUser(user.ID))
	worked(w.Users.DeactivateUser(user.ID))
	is("deactivated")
	worked(w.Users.ActivateUser(user.ID))
	worked(w.Users.BanUser(user.ID))
	is("banned")
	worked(w.Users.UnbanUser(user.ID))
	is("active")
	done(w.Users.DeleteUser(user.ID))
}

func sshKeys(w *walk) {
	sent := &gl.AddSSHKeyOptions{Title: text("laptop"), Key: text(publicKey()), ExpiresAt: inMonths(6), UsageType: text("auth")}
	key := got(w.Users.AddSSHKey(sent))
	kept(sent, key, "expires_at", "key")
	holds("ends", key.ExpiresAt != nil)
	same("read", got(w.Users.GetSSHKey(key.ID)).Key, key.Key)
	find(got(w.Users.ListSSHKeys(nil)), func(k *gl.SSHKey) bool { return k.ID == key.ID })
	same("owner", got(w.Keys.GetKeyWithUser(key.ID)).User.ID, w.me.ID)
	theirs := got(w.Users.AddSSHKeyForUser(w.user.ID, &gl.AddSSHKeyOptions{Title: text("theirs"), Key: text(publicKey())}))
	done1(w.Users.GetSSHKeyForUser(w.user.ID, theirs.ID))
	same("one", len(got(w.Users.ListSSHKeysForUser(w.user.ID, nil))), 1)
	done(w.Users.DeleteSSHKeyForUser(w.user.ID, theirs.ID))
	done(w.Users.DeleteSSHKey(key.ID))
}

func gpgKeys(w *walk) {
	armored := gpgKey()
	key := got(w.Users.AddGPGKey(&gl.AddGPGKeyOptions{Key: &armored}))
	same("read", got(w.Users.GetGPGKey(key.ID)).ID, key.ID)
	same("one", len(got(w.Users.ListGPGKeys())), 1)
	done(w.Users.DeleteGPGKey(key.ID))
	theirs := got(w.Users.AddGPGKeyForUser(w.user.ID, &gl.AddGPGKeyOptions{Key: &armored}))
	done1(w.Users.GetGPGKeyForUser(w.user.ID, theirs.ID))
	same("one of theirs", len(got(w.Users.ListGPGKeysForUser(w.user.ID))), 1)
	done(w.Users.DeleteGPGKeyForUser(w.user.ID, theirs.ID))
}

func emails(w *walk) {
	email := got(w.Users.AddEmailForUser(w.user.ID, &gl.AddEmailOptions{Email: text("more-" + w.run + "@example.org"), SkipConfirmation: yes}))
	holds("confirmed", email.ConfirmedAt != nil)
	find(got(w.Users.ListEmailsForUser(w.user.ID, nil)), func(e *gl.Email) bool { return e.ID == email.ID })
	done(w.Users.DeleteEmailForUser(w.user.ID, email.ID))
	own := got(w.Users.AddEmail(&gl.AddEmailOptions{Email: text("mine-" + w.run + "@example.org")}))
	done1(w.Users.GetEmail(own.ID))
	done1(w.Users.ListEmails())
	done(w.Users.DeleteEmail(own.ID))
}

func userStatus(w *walk) {
	status := got(w.Users.SetUserStatus(&gl.UserStatusOptions{Emoji: text("coffee"), Message: text("away"), Availability: gl.Ptr(gl.Busy), ClearStatusAfter: gl.Ptr(gl.ClearStatusAfter30Minutes)}))
	holds("set", status.Emoji == "coffee" && status.Availability == gl.Busy && status.ClearStatusAt != nil)
	same("read", got(w.Users.CurrentUserStatus()).Message, "away")
	done1(w.Users.GetUserStatus(w.me.ID))
}

func customAttributes(w *walk) {
	pair := gl.CustomAttribute{Key: "place", Value: "here"}
	done1(w.CustomAttribute.SetCustomUserAttribute(w.user.ID, pair))
	done1(w.CustomAttribute.SetCustomGroupAttribute(w.group.ID, pair))
	same("set", got(w.CustomAttribute.SetCustomProjectAttribute(w.project.ID, pair)).Value, "here")
	same("read", got(w.CustomAttribute.GetCustomProjectAttribute(w.project.ID, "place")).Value, "here")
	same("in the project", len(got(w.Projects.GetProject(w.project.ID, &gl.GetProjectOptions{WithCustomAttributes: yes})).CustomAttributes), 1)
	same("of the user", len(got(w.CustomAttribute.ListCustomUserAttributes(w.user.ID))), 1)
	same("of the group", len(got(w.CustomAttribute.ListCustomGroupAttributes(w.group.ID))), 1)
	done(w.CustomAttribute.DeleteCustomUserAttribute(w.user.ID, "place"))
	done(w.CustomAttribute.DeleteCustomGroupAttribute(w.group.ID, "place"))
	done(w.CustomAttribute.DeleteCustomProjectAttribute(w.project.ID, "place"))
}

func notifications(w *walk) {
	done1(w.NotificationSettings.UpdateGlobalSettings(&gl.NotificationSettingsOptions{Level: gl.Ptr(gl.ParticipatingNotificationLevel)}))
	same("read", got(w.NotificationSettings.GetGlobalSettings()).Level, gl.ParticipatingNotificationLevel)
	custom := flags(&gl.NotificationSettingsOptions{Level: gl.Ptr(gl.CustomNotificationLevel)}, true)
	settings := got(w.NotificationSettings.UpdateSettingsForProject(w.project.ID, custom))
	kept(custom, settings.Events, "new_epic")
	done1(w.NotificationSettings.UpdateSettingsForGroup(w.group.ID, &gl.NotificationSettingsOptions{Level: gl.Ptr(gl.WatchNotificationLevel)}))
	same("watched", got(w.NotificationSettings.GetSettingsForGroup(w.group.ID)).Level, gl.WatchNotificationLevel)
}

func serviceAccounts(w *walk) {
	account := got(w.Users.CreateServiceAccountUser(&gl.CreateServiceAccountUserOptions{Name: text("Robot"), Username: text("machine-" + w.run)}))
	find(got(w.Users.ListServiceAccounts(nil)), func(a *gl.ServiceAccount) bool { return a.ID == account.ID })
	done(w.Users.DeleteUser(account.ID))
}

func accessRequests(w *walk) {
	token := got(w.Users.CreatePersonalAccessToken(w.other.ID, &gl.CreatePersonalAccessTokenOptions{Name: text("asks"), Scopes: &[]string{"api"}, ExpiresAt: inMonths(2)}))
	them := w.as(token.Token)
	done1(them.AccessRequests.RequestProjectAccess(w.project.ID))
	same("one", len(got(w.AccessRequests.ListProjectAccessRequests(w.project.ID, nil))), 1)
	same("level", got(w.AccessRequests.ApproveProjectAccessRequest(w.project.ID, w.other.ID, &gl.ApproveAccessRequestOptions{AccessLevel: level(gl.ReporterPermissions)})).AccessLevel, gl.ReporterPermissions)
	done1(them.AccessRequests.RequestGroupAccess(w.group.ID))
	done1(w.AccessRequests.ListGroupAccessRequests(w.group.ID, nil))
	done(w.AccessRequests.DenyGroupAccessRequest(w.group.ID, w.other.ID))
	done(w.ProjectMembers.DeleteProjectMember(w.project.ID, w.other.ID))
}

func memberRoles(w *walk) {
	sent := &gl.CreateMemberRoleOptions{Name: text("auditors " + w.run), Description: text("words"), BaseAccessLevel: level(gl.ReporterPermissions), ReadVulnerability: yes, AdminVulnerability: yes, AdminCICDVariables: yes, ReadCode: yes}
	role := got(w.MemberRolesService.CreateInstanceMemberRole(sent))
	kept(sent, role)
	find(got(w.MemberRolesService.ListInstanceMemberRoles()), func(r *gl.MemberRole) bool { return r.ID == role.ID })
	group := newGroup(w, "roles")
	member := got(w.GroupMembers.AddGroupMember(group.ID, &gl.AddGroupMemberOptions{UserID: &w.user.ID, AccessLevel: level(gl.ReporterPermissions), MemberRoleID: &role.ID}))
	holds(fmt.Sprint("the role of ", member.Username), member.MemberRole != nil && member.MemberRole.ID == role.ID)
	done(w.GroupMembers.RemoveGroupMember(group.ID, w.user.ID, nil))
	done(w.Groups.DeleteGroup(group.ID, nil))
	done(w.MemberRolesService.DeleteInstanceMemberRole(role.ID))
}
