package main

import (
	"time"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var secretSections = []section{
	{"project-variables", projectVariables}, {"group-variables", groupVariables}, {"instance-variables", instanceVariables}, {"deploy-keys", deployKeys}, {"deploy-tokens", deployTokens},
	{"project-access-tokens", projectAccessTokens}, {"group-access-tokens", groupAccessTokens}, {"personal-access-tokens", personalAccessTokens},
}

func projectVariables(w *walk) {
	sent := flags(&gl.CreateProjectVariableOptions{Key: text("KEY"), Value: text("value-of-12"), Description: text("words"), EnvironmentScope: text("*"), VariableType: gl.Ptr(gl.EnvVariableType)}, true, "masked_and_hidden")
	kept(sent, got(w.ProjectVariables.CreateVariable(w.project.ID, sent)))
	scoped := &gl.CreateProjectVariableOptions{Key: text("KEY"), Value: text("other"), EnvironmentScope: text("production/*"), VariableType: gl.Ptr(gl.FileVariableType)}
	kept(scoped, got(w.ProjectVariables.CreateVariable(w.project.ID, scoped)))
	filter := &gl.VariableFilter{EnvironmentScope: "production/*"}
	same("read", got(w.ProjectVariables.GetVariable(w.project.ID, "KEY", &gl.GetProjectVariableOptions{Filter: filter})).Value, "other")
	refused[*gl.ProjectVariable](409)(w.ProjectVariables.GetVariable(w.project.ID, "KEY", nil))
	changed := &gl.UpdateProjectVariableOptions{Value: text("third"), Description: text("changed"), Filter: filter, EnvironmentScope: text("production/*"), Protected: no, Masked: no, Raw: no}
	kept(changed, got(w.ProjectVariables.UpdateVariable(w.project.ID, "KEY", changed)))
	same("two", len(got(w.ProjectVariables.ListVariables(w.project.ID, nil))), 2)
	hidden := got(w.ProjectVariables.CreateVariable(w.project.ID, &gl.CreateProjectVariableOptions{Key: text("HIDDEN"), Value: text("value-of-12"), MaskedAndHidden: yes}))
	holds("hidden", hidden.Hidden && hidden.Masked && hidden.Value == "")
	refused[*gl.ProjectVariable](400)(w.ProjectVariables.CreateVariable(w.project.ID, &gl.CreateProjectVariableOptions{Key: text("SHORT"), Value: text("x"), Masked: yes}))
	done(w.ProjectVariables.RemoveVariable(w.project.ID, "HIDDEN", nil))
	done(w.ProjectVariables.RemoveVariable(w.project.ID, "KEY", &gl.RemoveProjectVariableOptions{Filter: filter}))
	done(w.ProjectVariables.RemoveVariable(w.project.ID, "KEY", &gl.RemoveProjectVariableOptions{Filter: &gl.VariableFilter{EnvironmentScope: "*"}}))
	refused[*gl.ProjectVariable](404)(w.ProjectVariables.GetVariable(w.project.ID, "KEY", nil))
}

func groupVariables(w *walk) {
	sent := flags(&gl.CreateGroupVariableOptions{Key: text("KEY"), Value: text("value-of-12"), Description: text("words"), EnvironmentScope: text("stage"), VariableType: gl.Ptr(gl.EnvVariableType)}, true, "masked_and_hidden")
	kept(sent, got(w.GroupVariables.CreateVariable(w.group.ID, sent)))
	changed := &gl.UpdateGroupVariableOptions{Value: text("third"), Filter: &gl.VariableFilter{EnvironmentScope: "stage"}, Protected: no, Masked: no, Raw: no}
	kept(changed, got(w.GroupVariables.UpdateVariable(w.group.ID, "KEY", changed)))
	done1(w.GroupVariables.GetVariable(w.group.ID, "KEY", &gl.GetGroupVariableOptions{Filter: &gl.VariableFilter{EnvironmentScope: "stage"}}))
	same("one", len(got(w.GroupVariables.ListVariables(w.group.ID, nil))), 1)
	done(w.GroupVariables.RemoveVariable(w.group.ID, "KEY", nil))
}

func instanceVariables(w *walk) {
	sent := flags(&gl.CreateInstanceVariableOptions{Key: text("KEY_" + w.run), Value: text("value-of-12"), Description: text("words"), VariableType: gl.Ptr(gl.EnvVariableType)}, true)
	kept(sent, got(w.InstanceVariables.CreateVariable(sent)))
	changed := flags(&gl.UpdateInstanceVariableOptions{Value: text("third"), VariableType: gl.Ptr(gl.FileVariableType)}, false)
	kept(changed, got(w.InstanceVariables.UpdateVariable(*sent.Key, changed)))
	done1(w.InstanceVariables.GetVariable(*sent.Key))
	find(got(w.InstanceVariables.ListVariables(nil)), func(v *gl.InstanceVariable) bool { return v.Key == *sent.Key })
	done(w.InstanceVariables.RemoveVariable(*sent.Key))
}

func deployKeys(w *walk) {
	ends := time.Now().AddDate(1, 0, 0).UTC().Truncate(time.Second)
	sent := &gl.AddDeployKeyOptions{Title: text("key"), Key: text(publicKey()), CanPush: yes, ExpiresAt: &ends}
	key := got(w.DeployKeys.AddDeployKey(w.project.ID, sent))
	kept(sent, key, "key", "expires_at")
	same("ends", key.ExpiresAt.UTC(), ends)
	holds("fingerprints", key.Fingerprint != "" && key.FingerprintSHA256 != "")
	changed := got(w.DeployKeys.UpdateDeployKey(w.project.ID, key.ID, &gl.UpdateDeployKeyOptions{Title: text("renamed"), CanPush: no}))
	holds("changed", changed.Title == "renamed" && !changed.CanPush)
	same("read", got(w.DeployKeys.GetDeployKey(w.project.ID, key.ID)).Title, "renamed")
	other := newProject(w, "keyed", false)
	done1(w.DeployKeys.EnableDeployKey(other.ID, key.ID))
	find(got(w.DeployKeys.ListProjectDeployKeys(other.ID, nil)), func(k *gl.ProjectDeployKey) bool { return k.ID == key.ID })
	find(got(w.DeployKeys.ListAllDeployKeys(nil)), func(k *gl.InstanceDeployKey) bool { return k.ID == key.ID })
	done1(w.DeployKeys.AddInstanceDeployKey(&gl.AddInstanceDeployKeyOptions{Title: text("for all"), Key: text(publicKey())}))
	done1(w.DeployKeys.ListUserProjectDeployKeys(w.me.ID, nil))
	done(w.DeployKeys.DeleteDeployKey(other.ID, key.ID))
	done(w.DeployKeys.DeleteDeployKey(w.project.ID, key.ID))
	refused[*gl.ProjectDeployKey](404)(w.DeployKeys.GetDeployKey(w.project.ID, key.ID))
	done(w.Projects.DeleteProject(other.ID, nil))
}

func deployTokens(w *walk) {
	ends := time.Now().AddDate(1, 0, 0).UTC().Truncate(time.Second)
	scopes := []string{"read_repository", "read_registry", "write_registry", "read_package_registry", "write_package_registry"}
	token := got(w.DeployTokens.CreateProjectDeployToken(w.project.ID, &gl.CreateProjectDeployTokenOptions{Name: text("token"), Username: text("puller"), ExpiresAt: &ends, Scopes: &scopes}))
	holds("a token", token.Token != "" && token.Username == "puller" && token.ExpiresAt.UTC().Equal(ends))
	same("scopes", len(token.Scopes), 5)
	same("read", got(w.DeployTokens.GetProjectDeployToken(w.project.ID, token.ID)).Name, "token")
	same("one", len(got(w.DeployTokens.ListProjectDeployTokens(w.project.ID, nil))), 1)
	own := got(w.DeployTokens.CreateGroupDeployToken(w.group.ID, &gl.CreateGroupDeployTokenOptions{Name: text("token"), Scopes: &scopes}))
	holds("a name", own.Username != "")
	done1(w.DeployTokens.GetGroupDeployToken(w.group.ID, own.ID))
	same("one of the group", len(got(w.DeployTokens.ListGroupDeployTokens(w.group.ID, nil))), 1)
	find(got(w.DeployTokens.ListAllDeployTokens()), func(t *gl.DeployToken) bool { return t.ID == own.ID })
	done(w.DeployTokens.DeleteProjectDeployToken(w.project.ID, token.ID))
	done(w.DeployTokens.DeleteGroupDeployToken(w.group.ID, own.ID))
}

func inMonths(months int) *gl.ISOTime {
	return gl.Ptr(gl.ISOTime(time.Now().AddDate(0, months, 0).UTC().Truncate(24 * time.Hour)))
}

func projectAccessTokens(w *walk) {
	sent := &gl.CreateProjectAccessTokenOptions{Name: text("token"), Description: text("words"), Scopes: &[]string{"api", "read_repository"}, AccessLevel: gl.Ptr(gl.DeveloperPermissions), ExpiresAt: inMonths(2)}
	token := got(w.ProjectAccessTokens.CreateProjectAccessToken(w.project.ID, sent))
	kept(sent, token)
	same("read", got(w.ProjectAccessTokens.GetProjectAccessToken(w.project.ID, token.ID)).UserID, token.UserID)
	bot := got(w.as(token.Token).Users.CurrentUser())
	same("bot", bot.ID, token.UserID)
	find(got(w.ProjectAccessTokens.ListProjectAccessTokens(w.project.ID, nil)), func(t *gl.ProjectAccessToken) bool { return t.ID == token.ID })
	next := got(w.ProjectAccessTokens.RotateProjectAccessToken(w.project.ID, token.ID, &gl.RotateProjectAccessTokenOptions{ExpiresAt: inMonths(3)}))
	holds("another", next.Token != token.Token && next.ID != token.ID)
	done(w.ProjectAccessTokens.RevokeProjectAccessToken(w.project.ID, next.ID))
}

func groupAccessTokens(w *walk) {
	sent := &gl.CreateGroupAccessTokenOptions{Name: text("token"), Description: text("words"), Scopes: &[]string{"api"}, AccessLevel: gl.Ptr(gl.OwnerPermissions), ExpiresAt: inMonths(2)}
	token := got(w.GroupAccessTokens.CreateGroupAccessToken(w.group.ID, sent))
	kept(sent, token)
	done1(w.GroupAccessTokens.GetGroupAccessToken(w.group.ID, token.ID))
	find(got(w.GroupAccessTokens.ListGroupAccessTokens(w.group.ID, nil)), func(t *gl.GroupAccessToken) bool { return t.ID == token.ID })
	next := got(w.GroupAccessTokens.RotateGroupAccessToken(w.group.ID, token.ID, nil))
	done(w.GroupAccessTokens.RevokeGroupAccessToken(w.group.ID, next.ID))
}

func personalAccessTokens(w *walk) {
	sent := &gl.CreatePersonalAccessTokenOptions{Name: text("token"), Description: text("words"), Scopes: &[]string{"api", "read_user"}, ExpiresAt: inMonths(2)}
	token := got(w.Users.CreatePersonalAccessToken(w.user.ID, sent))
	kept(sent, token)
	same("user", token.UserID, w.user.ID)
	done1(w.PersonalAccessTokens.GetSinglePersonalAccessToken())
	same("read", got(w.PersonalAccessTokens.GetSinglePersonalAccessTokenByID(token.ID)).Name, "token")
	find(got(w.PersonalAccessTokens.ListPersonalAccessTokens(&gl.ListPersonalAccessTokensOptions{UserID: &w.user.ID, State: text("active")})), func(t *gl.PersonalAccessToken) bool { return t.ID == token.ID })
	next := got(w.PersonalAccessTokens.RotatePersonalAccessTokenByID(token.ID, &gl.RotatePersonalAccessTokenOptions{ExpiresAt: inMonths(3)}))
	done(w.PersonalAccessTokens.RevokePersonalAccessTokenByID(next.ID))
	holds("revoked", got(w.PersonalAccessTokens.GetSinglePersonalAccessTokenByID(next.ID)).Revoked)
	impersonation := got(w.Users.CreateImpersonationToken(w.user.ID, &gl.CreateImpersonationTokenOptions{Name: text("as them"), Scopes: &[]string{"api"}, ExpiresAt: gl.Ptr(time.Now().AddDate(0, 2, 0))}))
	holds("a token", impersonation.Token != "" && impersonation.Active)
	done1(w.Users.GetImpersonationToken(w.user.ID, impersonation.ID))
	find(got(w.Users.GetAllImpersonationTokens(w.user.ID, nil)), func(t *gl.ImpersonationToken) bool { return t.ID == impersonation.ID })
	done(w.Users.RevokeImpersonationToken(w.user.ID, impersonation.ID))
}
