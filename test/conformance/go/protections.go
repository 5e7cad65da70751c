package main

import gl "gitlab.com/gitlab-org/api/client-go"

var protectionSections = []section{
	{"protected-branches", protectedBranches}, {"group-protected-branches", groupProtectedBranches}, {"protected-tags", protectedTags},
	{"protected-environments", protectedEnvironments}, {"group-protected-environments", groupProtectedEnvironments}, {"approvals", approvals}, {"approval-rules", approvalRules},
	{"status-checks", statusChecks}, {"protected-packages", protectedPackages}, {"protected-containers", protectedContainers},
}

func level(value gl.AccessLevelValue) *gl.AccessLevelValue { return &value }

func protectedBranches(w *walk) {
	plain := got(w.ProtectedBranches.ProtectRepositoryBranches(w.project.ID, &gl.ProtectRepositoryBranchesOptions{
		Name: text("plain/*"), PushAccessLevel: level(gl.NoPermissions), MergeAccessLevel: level(gl.DeveloperPermissions), UnprotectAccessLevel: level(gl.MaintainerPermissions), AllowForcePush: yes,
	}))
	same("push", plain.PushAccessLevels[0].AccessLevel, gl.NoPermissions)
	same("push in words", plain.PushAccessLevels[0].AccessLevelDescription, "No one")
	same("merge", plain.MergeAccessLevels[0].AccessLevel, gl.DeveloperPermissions)
	same("unprotect", plain.UnprotectAccessLevels[0].AccessLevel, gl.MaintainerPermissions)
	holds("force", plain.AllowForcePush)
	key := got(w.DeployKeys.AddDeployKey(w.project.ID, &gl.AddDeployKeyOptions{Title: text("pusher"), Key: text(publicKey()), CanPush: yes}))
	rich := got(w.ProtectedBranches.ProtectRepositoryBranches(w.project.ID, &gl.ProtectRepositoryBranchesOptions{
		Name: text("rich"), CodeOwnerApprovalRequired: yes,
		AllowedToPush:      &[]*gl.BranchPermissionOptions{{UserID: &w.user.ID}, {DeployKeyID: &key.ID}, {AccessLevel: level(gl.DeveloperPermissions)}},
		AllowedToMerge:     &[]*gl.BranchPermissionOptions{{AccessLevel: level(gl.DeveloperPermissions)}, {AccessLevel: level(gl.MaintainerPermissions)}},
		AllowedToUnprotect: &[]*gl.BranchPermissionOptions{{AccessLevel: level(gl.MaintainerPermissions)}},
	}))
	same("pushers", len(rich.PushAccessLevels), 3)
	same("mergers", len(rich.MergeAccessLevels), 2)
	find(rich.PushAccessLevels, func(l *gl.BranchAccessDescription) bool { return l.UserID == w.user.ID })
	find(rich.PushAccessLevels, func(l *gl.BranchAccessDescription) bool { return l.DeployKeyID == key.ID })
	holds("owners of code", rich.CodeOwnerApprovalRequired)
	first := find(rich.MergeAccessLevels, func(l *gl.BranchAccessDescription) bool { return l.AccessLevel == gl.DeveloperPermissions })
	changed := got(w.ProtectedBranches.UpdateProtectedBranch(w.project.ID, "rich", &gl.UpdateProtectedBranchOptions{
		AllowForcePush: yes, CodeOwnerApprovalRequired: no, AllowedToMerge: &[]*gl.BranchPermissionOptions{{ID: &first.ID, Destroy: yes}},
	}))
	same("one merger", len(changed.MergeAccessLevels), 1)
	holds("force", changed.AllowForcePush && !changed.CodeOwnerApprovalRequired)
	same("read", len(got(w.ProtectedBranches.GetProtectedBranch(w.project.ID, "rich")).PushAccessLevels), 3)
	find(got(w.ProtectedBranches.ListProtectedBranches(w.project.ID, &gl.ListProtectedBranchesOptions{Search: text("pl")})), func(b *gl.ProtectedBranch) bool { return b.Name == "plain/*" })
	refused[*gl.ProtectedBranch](409)(w.ProtectedBranches.ProtectRepositoryBranches(w.project.ID, &gl.ProtectRepositoryBranchesOptions{Name: text("rich")}))
	done(w.ProtectedBranches.UnprotectRepositoryBranches(w.project.ID, "rich"))
	done(w.ProtectedBranches.UnprotectRepositoryBranches(w.project.ID, "plain/*"))
	refused[*gl.ProtectedBranch](404)(w.ProtectedBranches.GetProtectedBranch(w.project.ID, "rich"))
}

func groupProtectedBranches(w *walk) {
	branch := got(w.GroupProtectedBranches.ProtectRepositoryBranches(w.group.ID, &gl.ProtectGroupRepositoryBranchesOptions{
		Name: text("stable"), AllowForcePush: yes, CodeOwnerApprovalRequired: yes,
		AllowedToPush: &[]*gl.GroupBranchPermissionOptions{{AccessLevel: level(gl.MaintainerPermissions)}, {AccessLevel: level(gl.DeveloperPermissions)}}, MergeAccessLevel: level(gl.DeveloperPermissions),
		UnprotectAccessLevel: level(gl.MaintainerPermissions),
	}))
	same("pushers", len(branch.PushAccessLevels), 2)
	same("mergers", branch.MergeAccessLevels[0].AccessLevel, gl.DeveloperPermissions)
	changed := got(w.GroupProtectedBranches.UpdateProtectedBranch(w.group.ID, "stable", &gl.UpdateGroupProtectedBranchOptions{
		AllowForcePush: no, AllowedToPush: &[]*gl.GroupBranchPermissionOptions{{ID: &branch.PushAccessLevels[0].ID, Destroy: yes}},
	}))
	same("pusher", len(changed.PushAccessLevels), 1)
	same("read", got(w.GroupProtectedBranches.GetProtectedBranch(w.group.ID, "stable")).AllowForcePush, false)
	find(got(w.GroupProtectedBranches.ListProtectedBranches(w.group.ID, nil)), func(b *gl.GroupProtectedBranch) bool { return b.Name == "stable" })
	find(got(w.ProtectedBranches.ListProtectedBranches(w.project.ID, nil)), func(b *gl.ProtectedBranch) bool { return b.Name == "stable" })
	done(w.GroupProtectedBranches.UnprotectRepositoryBranches(w.group.ID, "stable"))
}

func protectedTags(w *walk) {
	plain := got(w.ProtectedTags.ProtectRepositoryTags(w.project.ID, &gl.ProtectRepositoryTagsOptions{Name: text("v*"), CreateAccessLevel: level(gl.DeveloperPermissions)}))
	same("level", plain.CreateAccessLevels[0].AccessLevel, gl.DeveloperPermissions)
	rich := got(w.ProtectedTags.ProtectRepositoryTags(w.project.ID, &gl.ProtectRepositoryTagsOptions{
		Name: text("rich"), CreateAccessLevel: level(gl.NoPermissions), AllowedToCreate: &[]*gl.TagsPermissionOptions{{UserID: &w.user.ID}, {AccessLevel: level(gl.MaintainerPermissions)}},
	}))
	find(rich.CreateAccessLevels, func(l *gl.TagAccessDescription) bool { return l.UserID == w.user.ID })
	same("read", len(got(w.ProtectedTags.GetProtectedTag(w.project.ID, "rich")).CreateAccessLevels), len(rich.CreateAccessLevels))
	same("two", len(got(w.ProtectedTags.ListProtectedTags(w.project.ID, nil))), 2)
	done(w.ProtectedTags.UnprotectRepositoryTags(w.project.ID, "v*"))
	done(w.ProtectedTags.UnprotectRepositoryTags(w.project.ID, "rich"))
}

func protectedEnvironments(w *walk) {
	environment := got(w.ProtectedEnvironments.ProtectRepositoryEnvironments(w.project.ID, &gl.ProtectRepositoryEnvironmentsOptions{
		Name: text("production"), DeployAccessLevels: &[]*gl.EnvironmentAccessOptions{{AccessLevel: level(gl.DeveloperPermissions)}, {UserID: &w.user.ID}},
		ApprovalRules: &[]*gl.EnvironmentApprovalRuleOptions{{AccessLevel: level(gl.MaintainerPermissions), RequiredApprovalCount: number(2)}},
	}))
	same("deployers", len(environment.DeployAccessLevels), 2)
	same("approvals", environment.ApprovalRules[0].RequiredApprovalCount, 2)
	user := find(environment.DeployAccessLevels, func(l *gl.EnvironmentAccessDescription) bool { return l.UserID == w.user.ID })
	changed := got(w.ProtectedEnvironments.UpdateProtectedEnvironments(w.project.ID, "production", &gl.UpdateProtectedEnvironmentsOptions{
		Name: text("production"), DeployAccessLevels: &[]*gl.UpdateEnvironmentAccessOptions{{ID: &user.ID, Destroy: yes}},
		ApprovalRules: &[]*gl.UpdateEnvironmentApprovalRuleOptions{{ID: &environment.ApprovalRules[0].ID, RequiredApprovalCount: number(1)}},
	}))
	same("deployer", len(changed.DeployAccessLevels), 1)
	same("approval", changed.ApprovalRules[0].RequiredApprovalCount, 1)
	same("read", got(w.ProtectedEnvironments.GetProtectedEnvironment(w.project.ID, "production")).Name, "production")
	same("one", len(got(w.ProtectedEnvironments.ListProtectedEnvironments(w.project.ID, nil))), 1)
	done(w.ProtectedEnvironments.UnprotectEnvironment(w.project.ID, "production"))
}

func groupProtectedEnvironments(w *walk) {
	environment := got(w.GroupProtectedEnvironments.ProtectGroupEnvironment(w.group.ID, &gl.ProtectGroupEnvironmentOptions{
		Name: text("staging"), DeployAccessLevels: &[]*gl.GroupEnvironmentAccessOptions{{AccessLevel: level(gl.MaintainerPermissions)}},
		ApprovalRules: &[]*gl.GroupEnvironmentApprovalRuleOptions{{AccessLevel: level(gl.MaintainerPermissions), RequiredApprovalCount: number(1)}},
	}))
	same("deployers", environment.DeployAccessLevels[0].AccessLevel, gl.MaintainerPermissions)
	done1(w.GroupProtectedEnvironments.UpdateGroupProtectedEnvironment(w.group.ID, "staging", &gl.UpdateGroupProtectedEnvironmentOptions{
		Name: text("staging"), DeployAccessLevels: &[]*gl.UpdateGroupEnvironmentAccessOptions{{ID: &environment.DeployAccessLevels[0].ID, AccessLevel: level(gl.DeveloperPermissions)}},
	}))
	done1(w.GroupProtectedEnvironments.GetGroupProtectedEnvironment(w.group.ID, "staging"))
	same("one", len(got(w.GroupProtectedEnvironments.ListGroupProtectedEnvironments(w.group.ID, nil))), 1)
	done(w.GroupProtectedEnvironments.UnprotectGroupEnvironment(w.group.ID, "staging"))
}

func approvals(w *walk) {
	project := newProject(w, "approvals", true)
	for _, to := range []bool{true, false} {
		sent := flags(&gl.ChangeApprovalConfigurationOptions{}, to, "selective_code_owner_removals")
		kept(sent, got(w.Projects.ChangeApprovalConfiguration(project.ID, sent)))
		kept(sent, got(w.Projects.GetApprovalConfiguration(project.ID)))
	}
	done1(w.MergeRequestApprovalSettings.GetProjectMergeRequestApprovalSettings(project.ID))
	settings := got(w.MergeRequestApprovalSettings.UpdateProjectMergeRequestApprovalSettings(project.ID, &gl.UpdateProjectMergeRequestApprovalSettingsOptions{AllowAuthorApproval: no, RetainApprovalsOnPush: yes}))
	holds("settled", !settings.AllowAuthorApproval.Value && settings.RetainApprovalsOnPush.Value)
	done(w.Projects.DeleteProject(project.ID, nil))
}

func approvalRules(w *walk) {
	branch := got(w.ProtectedBranches.GetProtectedBranch(w.project.ID, w.branch))
	rule := got(w.Projects.CreateProjectApprovalRule(w.project.ID, &gl.CreateProjectLevelRuleOptions{
		Name: text("rule"), ApprovalsRequired: number(2), UserIDs: &[]int64{w.user.ID}, GroupIDs: &[]int64{w.group.ID}, ProtectedBranchIDs: &[]int64{branch.ID}, RuleType: text("regular"),
	}))
	same("approvals", rule.ApprovalsRequired, 2)
	same("type", rule.RuleType, "regular")
	same("users", len(rule.Users), 1)
	same("groups", len(rule.Groups), 1)
	same("branches", len(rule.ProtectedBranches), 1)
	same("approvers", len(rule.EligibleApprovers), 2)
	same("read", got(w.Projects.GetProjectApprovalRule(w.project.ID, rule.ID)).Name, "rule")
	changed := got(w.Projects.UpdateProjectApprovalRule(w.project.ID, rule.ID, &gl.UpdateProjectLevelRuleOptions{
		Name: text("rule 2"), ApprovalsRequired: number(0), UserIDs: &[]int64{}, GroupIDs: &[]int64{}, ProtectedBranchIDs: &[]int64{}, AppliesToAllProtectedBranches: yes,
	}))
	holds("for all", changed.AppliesToAllProtectedBranches)
	same("no users", len(changed.Users), 0)
	any := got(w.Projects.CreateProjectApprovalRule(w.project.ID, &gl.CreateProjectLevelRuleOptions{Name: text("any"), ApprovalsRequired: number(1), RuleType: text("any_approver")}))
	same("type", any.RuleType, "any_approver")
	named := got(w.Projects.CreateProjectApprovalRule(w.project.ID, &gl.CreateProjectLevelRuleOptions{Name: text("Coverage-Check"), ApprovalsRequired: number(1), RuleType: text("report_approver"), ReportType: text("code_coverage"), Usernames: &[]string{w.user.Username}}))
	same("reports", named.ReportType, "code_coverage")
	same("three", len(got(w.Projects.GetProjectApprovalRules(w.project.ID, nil))), 3)
	for _, id := range []int64{rule.ID, any.ID, named.ID} {
		done(w.Projects.DeleteProjectApprovalRule(w.project.ID, id))
	}
}

func statusChecks(w *walk) {
	branch := got(w.ProtectedBranches.GetProtectedBranch(w.project.ID, w.branch))
	check := got(w.ExternalStatusChecks.CreateProjectExternalStatusCheck(w.project.ID, &gl.CreateProjectExternalStatusCheckOptions{
		Name: text("check"), ExternalURL: text("https://checks.example.org"), SharedSecret: text("s3cret"), ProtectedBranchIDs: &[]int64{branch.ID},
	}))
	same("branches", len(check.ProtectedBranches), 1)
	holds("a secret", check.HMAC)
	done1(w.ExternalStatusChecks.UpdateProjectExternalStatusCheck(w.project.ID, check.ID, &gl.UpdateProjectExternalStatusCheckOptions{Name: text("check 2"), ExternalURL: text("https://checks.example.org/2")}))
	same("renamed", got(w.ExternalStatusChecks.ListProjectExternalStatusChecks(w.project.ID, nil))[0].Name, "check 2")
	done(w.ExternalStatusChecks.DeleteProjectExternalStatusCheck(w.project.ID, check.ID, nil))
}

// The client reads and sends levels of package rules as numbers, which are words: it can list where there is none.
func protectedPackages(w *walk) {
	same("none", len(got(w.ProtectedPackages.ListPackageProtectionRules(w.project.ID, nil))), 0)
}

func protectedContainers(w *walk) {
	sent := &gl.CreateContainerRegistryProtectionRuleOptions{
		RepositoryPathPattern: text(w.project.PathWithNamespace + "/x*"), MinimumAccessLevelForPush: gl.Ptr(gl.ProtectionRuleAccessLevelMaintainer), MinimumAccessLevelForDelete: gl.Ptr(gl.ProtectionRuleAccessLevelOwner),
	}
	rule := got(w.ContainerRegistryProtectionRules.CreateContainerRegistryProtectionRule(w.project.ID, sent))
	kept(sent, rule)
	changed := &gl.UpdateContainerRegistryProtectionRuleOptions{MinimumAccessLevelForPush: gl.Ptr(gl.ProtectionRuleAccessLevelAdmin)}
	kept(changed, got(w.ContainerRegistryProtectionRules.UpdateContainerRegistryProtectionRule(w.project.ID, rule.ID, changed)))
	same("one", len(got(w.ContainerRegistryProtectionRules.ListContainerRegistryProtectionRules(w.project.ID))), 1)
	done(w.ContainerRegistryProtectionRules.DeleteContainerRegistryProtectionRule(w.project.ID, rule.ID))
}
