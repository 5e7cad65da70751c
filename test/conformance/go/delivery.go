package main

import (
	"time"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var deliverySections = []section{
	{"pipeline-schedules", pipelineSchedules}, {"triggers", triggers}, {"environments", environments}, {"freeze-periods", freezePeriods}, {"job-token-scope", jobTokenScope},
	{"resource-groups", resourceGroups}, {"pipelines", pipelines}, {"deployments", deployments}, {"runners", runners}, {"agents", agents}, {"releases", releases},
	{"feature-flags", featureFlags}, {"pages", pages}, {"generic-packages", genericPackages}, {"lint", lint}, {"registry", registry},
}

func pipelineSchedules(w *walk) {
	sent := &gl.CreatePipelineScheduleOptions{Description: text("nightly"), Ref: text("refs/heads/main"), Cron: text("0 1 * * *"), CronTimezone: text("UTC"), Active: no}
	schedule := got(w.PipelineSchedules.CreatePipelineSchedule(w.project.ID, sent))
	kept(sent, schedule)
	same("owner", schedule.Owner.ID, w.me.ID)
	holds("a next run", schedule.NextRunAt != nil)
	changed := &gl.EditPipelineScheduleOptions{Description: text("daily"), Cron: text("0 4 * * *"), CronTimezone: text("Europe/Berlin"), Active: yes}
	kept(changed, got(w.PipelineSchedules.EditPipelineSchedule(w.project.ID, schedule.ID, changed)))
	variable := &gl.CreatePipelineScheduleVariableOptions{Key: text("WHERE"), Value: text("here"), VariableType: gl.Ptr(gl.FileVariableType)}
	kept(variable, got(w.PipelineSchedules.CreatePipelineScheduleVariable(w.project.ID, schedule.ID, variable)))
	same("value", got(w.PipelineSchedules.EditPipelineScheduleVariable(w.project.ID, schedule.ID, "WHERE", &gl.EditPipelineScheduleVariableOptions{Value: text("there")})).Value, "there")
	same("one", len(got(w.PipelineSchedules.GetPipelineSchedule(w.project.ID, schedule.ID)).Variables), 1)
	done1(w.PipelineSchedules.DeletePipelineScheduleVariable(w.project.ID, schedule.ID, "WHERE"))
	them := w.as(got(w.Users.CreatePersonalAccessToken(w.user.ID, &gl.CreatePersonalAccessTokenOptions{Name: text("owns"), Scopes: &[]string{"api"}, ExpiresAt: inMonths(2)})).Token)
	same("another owner", got(them.PipelineSchedules.TakeOwnershipOfPipelineSchedule(w.project.ID, schedule.ID)).Owner.ID, w.user.ID)
	done1(w.PipelineSchedules.ListPipelinesTriggeredBySchedule(w.project.ID, schedule.ID, nil))
	same("one", len(got(w.PipelineSchedules.ListPipelineSchedules(w.project.ID, nil))), 1)
	done(w.PipelineSchedules.DeletePipelineSchedule(w.project.ID, schedule.ID))
	refused[*gl.PipelineSchedule](404)(w.PipelineSchedules.GetPipelineSchedule(w.project.ID, schedule.ID))
}

func triggers(w *walk) {
	trigger := got(w.PipelineTriggers.AddPipelineTrigger(w.project.ID, &gl.AddPipelineTriggerOptions{Description: text("from outside")}))
	holds("a token", trigger.Token != "" && trigger.Owner != nil && trigger.CreatedAt != nil)
	same("changed", got(w.PipelineTriggers.EditPipelineTrigger(w.project.ID, trigger.ID, &gl.EditPipelineTriggerOptions{Description: text("changed")})).Description, "changed")
	same("read", got(w.PipelineTriggers.GetPipelineTrigger(w.project.ID, trigger.ID)).Token, trigger.Token)
	same("one", len(got(w.PipelineTriggers.ListPipelineTriggers(w.project.ID, nil))), 1)
	done(w.PipelineTriggers.DeletePipelineTrigger(w.project.ID, trigger.ID))
}

func environments(w *walk) {
	agent := got(w.ClusterAgents.RegisterAgent(w.project.ID, &gl.RegisterAgentOptions{Name: text("agent")}))
	sent := &gl.CreateEnvironmentOptions{
		Name: text("review/one"), Description: text("One"), ExternalURL: text("https://one.example.org"), Tier: text("development"), ClusterAgentID: &agent.ID, KubernetesNamespace: text("space"),
		FluxResourcePath: text("HelmRelease/flux-system"), AutoStopSetting: text("with_action"),
	}
	environment := got(w.Environments.CreateEnvironment(w.project.ID, sent))
	kept(sent, environment)
	same("agent", environment.ClusterAgent.ID, agent.ID)
	same("state", environment.State, "available")
	changed := &gl.EditEnvironmentOptions{Description: text("Two"), ExternalURL: text("https://two.example.org"), Tier: text("testing"), AutoStopSetting: text("always")}
	kept(changed, got(w.Environments.EditEnvironment(w.project.ID, environment.ID, changed)))
	kept(changed, got(w.Environments.GetEnvironment(w.project.ID, environment.ID)))
	find(got(w.Environments.ListEnvironments(w.project.ID, &gl.ListEnvironmentsOptions{Name: text("review/one")})), func(e *gl.Environment) bool { return e.ID == environment.ID })
	same("stopped", got(w.Environments.StopEnvironment(w.project.ID, environment.ID, &gl.StopEnvironmentOptions{Force: yes})).State, "stopped")
	done(w.Environments.DeleteEnvironment(w.project.ID, environment.ID))
	refused[*gl.Environment](404)(w.Environments.GetEnvironment(w.project.ID, environment.ID))
	done(w.ClusterAgents.DeleteAgent(w.project.ID, agent.ID))
}

func freezePeriods(w *walk) {
	sent := &gl.CreateFreezePeriodOptions{FreezeStart: text("0 23 * * 5"), FreezeEnd: text("0 7 * * 1"), CronTimezone: text("UTC")}
	period := got(w.FreezePeriods.CreateFreezePeriodOptions(w.project.ID, sent))
	kept(sent, period)
	changed := &gl.UpdateFreezePeriodOptions{FreezeStart: text("0 22 * * 5"), CronTimezone: text("America/New_York")}
	kept(changed, got(w.FreezePeriods.UpdateFreezePeriodOptions(w.project.ID, period.ID, changed)))
	kept(changed, got(w.FreezePeriods.GetFreezePeriod(w.project.ID, period.ID)))
	same("one", len(got(w.FreezePeriods.ListFreezePeriods(w.project.ID, nil))), 1)
	done(w.FreezePeriods.DeleteFreezePeriod(w.project.ID, period.ID))
}

func jobTokenScope(w *walk) {
	friend := newProject(w, "friend", false)
	done(w.JobTokenScope.PatchProjectJobTokenAccessSettings(w.project.ID, &gl.PatchProjectJobTokenAccessSettingsOptions{Enabled: true}))
	holds("inbound", got(w.JobTokenScope.GetProjectJobTokenAccessSettings(w.project.ID)).InboundEnabled)
	same("added", got(w.JobTokenScope.AddProjectToJobScopeAllowList(w.project.ID, &gl.JobTokenInboundAllowOptions{TargetProjectID: &friend.ID})).TargetProjectID, friend.ID)
	same("itself and one", len(got(w.JobTokenScope.GetProjectJobTokenInboundAllowList(w.project.ID, nil))), 2)
	same("group", got(w.JobTokenScope.AddGroupToJobTokenAllowlist(w.project.ID, &gl.AddGroupToJobTokenAllowlistOptions{TargetGroupID: &w.group.ID})).TargetGroupID, w.group.ID)
	same("one group", len(got(w.JobTokenScope.GetJobTokenAllowlistGroups(w.project.ID, nil))), 1)
	done(w.JobTokenScope.RemoveGroupFromJobTokenAllowlist(w.project.ID, w.group.ID))
	done(w.JobTokenScope.RemoveProjectFromJobScopeAllowList(w.project.ID, friend.ID))
	// Instances from 18.0 enforce it unless they are told not to.
	done1(w.Settings.UpdateSettings(&gl.UpdateSettingsOptions{EnforceCIInboundJobTokenScopeEnabled: no}))
	done(w.JobTokenScope.PatchProjectJobTokenAccessSettings(w.project.ID, &gl.PatchProjectJobTokenAccessSettingsOptions{Enabled: false}))
	done(w.Projects.DeleteProject(friend.ID, nil))
}

func resourceGroups(w *walk) {
	done1(w.ResourceGroup.GetAllResourceGroupsForAProject(w.project.ID))
	refused[*gl.ResourceGroup](404)(w.ResourceGroup.GetASpecificResourceGroup(w.project.ID, "production"))
	refused[*gl.ResourceGroup](404)(w.ResourceGroup.EditAnExistingResourceGroup(w.project.ID, "production", &gl.EditAnExistingResourceGroupOptions{ProcessMode: gl.Ptr(gl.NewestFirst)}))
}

func pipelines(w *walk) {
	project := newProject(w, "pipelines", true)
	done1(w.RepositoryFiles.CreateFile(project.ID, ".gitlab-ci.yml", &gl.CreateFileOptions{Branch: text("main"), CommitMessage: text("CI"), Content: text("build:\n  script: [make]\ntest:\n  script: [make test]\n  when: manual\n")}))
	pipeline := got(w.Pipelines.CreatePipeline(project.ID, &gl.CreatePipelineOptions{Ref: text("main"), Variables: &[]*gl.PipelineVariableOptions{{Key: text("A"), Value: text("1"), VariableType: gl.Ptr(gl.EnvVariableType)}}}))
	same("ref", pipeline.Ref, "main")
	same("read", got(w.Pipelines.GetPipeline(project.ID, pipeline.ID)).SHA, pipeline.SHA)
	same("variables", len(got(w.Pipelines.GetPipelineVariables(project.ID, pipeline.ID))), 1)
	find(got(w.Pipelines.ListProjectPipelines(project.ID, &gl.ListProjectPipelinesOptions{Ref: text("main"), OrderBy: text("id")})), func(p *gl.PipelineInfo) bool { return p.ID == pipeline.ID })
	done1(w.Pipelines.GetLatestPipeline(project.ID, nil))
	done1(w.Pipelines.GetPipelineTestReport(project.ID, pipeline.ID))
	done1(w.Pipelines.GetPipelineTestReportSummary(project.ID, pipeline.ID))
	same("named", got(w.Pipelines.UpdatePipelineMetadata(project.ID, pipeline.ID, &gl.UpdatePipelineMetadataOptions{Name: text("by hand")})).Name, "by hand")
	jobs := got(w.Jobs.ListPipelineJobs(project.ID, pipeline.ID, nil))
	same("jobs", len(jobs), 2)
	done1(w.Jobs.ListProjectJobs(project.ID, nil))
	done1(w.Jobs.ListPipelineBridges(project.ID, pipeline.ID, nil))
	done1(w.Jobs.GetJob(project.ID, jobs[0].ID))
	done1(w.Jobs.GetTraceFile(project.ID, jobs[0].ID))
	done1(w.Jobs.PlayJob(project.ID, find(jobs, func(j *gl.Job) bool { return j.Name == "test" }).ID, &gl.PlayJobOptions{}))
	done1(w.Pipelines.CancelPipelineBuild(project.ID, pipeline.ID))
	done1(w.Pipelines.RetryPipelineBuild(project.ID, pipeline.ID))
	trigger := got(w.PipelineTriggers.AddPipelineTrigger(project.ID, &gl.AddPipelineTriggerOptions{Description: text("t")}))
	done1(w.PipelineTriggers.RunPipelineTrigger(project.ID, &gl.RunPipelineTriggerOptions{Ref: text("main"), Token: &trigger.Token, Variables: map[string]string{"B": "2"}}))
	schedule := got(w.PipelineSchedules.CreatePipelineSchedule(project.ID, &gl.CreatePipelineScheduleOptions{Description: text("s"), Ref: text("main"), Cron: text("0 1 * * *")}))
	done(w.PipelineSchedules.RunPipelineSchedule(project.ID, schedule.ID))
	done(w.Pipelines.DeletePipeline(project.ID, pipeline.ID))
	done(w.Projects.DeleteProject(project.ID, nil))
}

func deployments(w *walk) {
	head := got(w.Branches.GetBranch(w.project.ID, w.branch)).Commit.ID
	deployment := got(w.Deployments.CreateProjectDeployment(w.project.ID, &gl.CreateProjectDeploymentOptions{Environment: text("lab"), Ref: &w.branch, SHA: &head, Tag: no, Status: gl.Ptr(gl.DeploymentStatusRunning)}))
	same("environment", deployment.Environment.Name, "lab")
	same("status", got(w.Deployments.UpdateProjectDeployment(w.project.ID, deployment.ID, &gl.UpdateProjectDeploymentOptions{Status: gl.Ptr(gl.DeploymentStatusSuccess)})).Status, "success")
	done1(w.Deployments.GetProjectDeployment(w.project.ID, deployment.ID))
	done1(w.DeploymentMergeRequests.ListDeploymentMergeRequests(w.project.ID, deployment.ID, nil))
	find(got(w.Deployments.ListProjectDeployments(w.project.ID, &gl.ListProjectDeploymentsOptions{Environment: text("lab")})), func(d *gl.Deployment) bool { return d.ID == deployment.ID })
	same("last", got(w.Environments.GetEnvironment(w.project.ID, deployment.Environment.ID)).LastDeployment.ID, deployment.ID)
	done1(w.ResourceGroup.GetAllResourceGroupsForAProject(w.project.ID))
}

func runners(w *walk) {
	for _, options := range []*gl.CreateUserRunnerOptions{
		{RunnerType: text("instance_type")}, {RunnerType: text("group_type"), GroupID: &w.group.ID}, {RunnerType: text("project_type"), ProjectID: &w.project.ID},
	} {
		options.Description, options.TagList, options.MaximumTimeout, options.AccessLevel = text("a runner"), &[]string{"a", "b"}, number(3600), text("ref_protected")
		options.Paused, options.Locked, options.RunUntagged, options.MaintenanceNote = yes, yes, yes, text("a note")
		made := got(w.Users.CreateUserRunner(options))
		holds("a token", made.Token != "")
		kept(options, got(w.Runners.GetRunnerDetails(made.ID)))
		changed := &gl.UpdateRunnerDetailsOptions{Description: text("changed"), Paused: no, TagList: &[]string{"c"}, RunUntagged: no, Locked: no, AccessLevel: text("not_protected"), MaximumTimeout: number(7200), MaintenanceNote: text("no note")}
		kept(changed, got(w.Runners.UpdateRunnerDetails(made.ID, changed)))
		done(w.Runners.VerifyRegisteredRunner(&gl.VerifyRegisteredRunnerOptions{Token: &made.Token}))
		done1(w.Runners.ListRunnerJobs(made.ID, nil))
		holds("another token", *got(w.Runners.ResetRunnerAuthenticationToken(made.ID)).Token != made.Token)
		done1(w.Runners.ListAllRunners(&gl.ListRunnersOptions{TagList: &[]string{"c"}}))
		done(w.Runners.RemoveRunner(made.ID))
	}
	first := got(w.Users.CreateUserRunner(&gl.CreateUserRunnerOptions{RunnerType: text("project_type"), ProjectID: &w.project.ID, Locked: no}))
	other := newProject(w, "run", false)
	done1(w.Runners.EnableProjectRunner(other.ID, &gl.EnableProjectRunnerOptions{RunnerID: first.ID}))
	find(got(w.Runners.ListProjectRunners(other.ID, nil)), func(r *gl.Runner) bool { return r.ID == first.ID })
	done(w.Runners.DisableProjectRunner(other.ID, first.ID))
	done1(w.Runners.ListGroupsRunners(w.group.ID, nil))
	done1(w.Runners.ListRunners(nil))
	done(w.Runners.RemoveRunner(first.ID))
	done(w.Projects.DeleteProject(other.ID, nil))
	done1(w.Runners.ResetProjectRunnerRegistrationToken(w.project.ID))
	done1(w.Runners.ResetGroupRunnerRegistrationToken(w.group.ID))
	token := got(w.Runners.ResetInstanceRunnerRegistrationToken())
	registered := got(w.Runners.RegisterNewRunner(&gl.RegisterNewRunnerOptions{Token: token.Token, Description: text("registered"), TagList: &[]string{"x"}}))
	done(w.Runners.DeleteRegisteredRunner(&gl.DeleteRegisteredRunnerOptions{Token: &registered.Token}))
}

func agents(w *walk) {
	agent := got(w.ClusterAgents.RegisterAgent(w.project.ID, &gl.RegisterAgentOptions{Name: text("robot")}))
	same("project", agent.ConfigProject.ID, w.project.ID)
	done1(w.ClusterAgents.GetAgent(w.project.ID, agent.ID))
	same("one", len(got(w.ClusterAgents.ListAgents(w.project.ID, nil))), 1)
	token := got(w.ClusterAgents.CreateAgentToken(w.project.ID, agent.ID, &gl.CreateAgentTokenOptions{Name: text("t"), Description: text("words")}))
	holds("a token", token.Token != "" && token.AgentID == agent.ID)
	same("read", got(w.ClusterAgents.GetAgentToken(w.project.ID, agent.ID, token.ID)).Description, "words")
	same("one token", len(got(w.ClusterAgents.ListAgentTokens(w.project.ID, agent.ID, nil))), 1)
	done(w.ClusterAgents.RevokeAgentToken(w.project.ID, agent.ID, token.ID))
	done(w.ClusterAgents.DeleteAgent(w.project.ID, agent.ID))
}

func releases(w *walk) {
	released := time.Date(2024, 3, 4, 5, 6, 7, 0, time.UTC)
	release := got(w.Releases.CreateRelease(w.project.ID, &gl.CreateReleaseOptions{
		Name: text("One"), TagName: text("r1"), TagMessage: text("words"), Description: text("The **first**"), Ref: &w.branch, ReleasedAt: &released,
		Assets: &gl.ReleaseAssetsOptions{Links: []*gl.ReleaseAssetLinkOptions{{Name: text("log"), URL: text("https://example.org/log"), LinkType: gl.Ptr(gl.OtherLinkType)}}},
	}))
	same("links", len(release.Assets.Links), 1)
	same("sources", len(release.Assets.Sources), 4)
	same("released", release.ReleasedAt.UTC(), released)
	same("changed", got(w.Releases.UpdateRelease(w.project.ID, "r1", &gl.UpdateReleaseOptions{Name: text("Two"), Description: text("changed")})).Name, "Two")
	sent := &gl.CreateReleaseLinkOptions{Name: text("image"), URL: text("https://example.org/image"), DirectAssetPath: text("/bin/image"), LinkType: gl.Ptr(gl.ImageLinkType)}
	link := got(w.ReleaseLinks.CreateReleaseLink(w.project.ID, "r1", sent))
	kept(sent, link)
	same("renamed", got(w.ReleaseLinks.UpdateReleaseLink(w.project.ID, "r1", link.ID, &gl.UpdateReleaseLinkOptions{Name: text("picture")})).Name, "picture")
	done1(w.ReleaseLinks.GetReleaseLink(w.project.ID, "r1", link.ID))
	same("two", len(got(w.ReleaseLinks.ListReleaseLinks(w.project.ID, "r1", nil))), 2)
	done1(w.ReleaseLinks.DeleteReleaseLink(w.project.ID, "r1", link.ID))
	same("read", got(w.Releases.GetRelease(w.project.ID, "r1")).TagName, "r1")
	done1(w.Releases.GetLatestRelease(w.project.ID))
	same("one", len(got(w.Releases.ListReleases(w.project.ID, nil))), 1)
	done1(w.Releases.DeleteRelease(w.project.ID, "r1"))
	done(w.Tags.DeleteTag(w.project.ID, "r1"))
}

func featureFlags(w *walk) {
	list := got(w.FeatureFlagUserLists.CreateFeatureFlagUserList(w.project.ID, &gl.CreateFeatureFlagUserListOptions{Name: "people", UserXIDs: "1,2"}))
	same("changed", got(w.FeatureFlagUserLists.UpdateFeatureFlagUserList(w.project.ID, list.IID, &gl.UpdateFeatureFlagUserListOptions{Name: "folk", UserXIDs: "1"})).Name, "folk")
	done1(w.FeatureFlagUserLists.GetFeatureFlagUserList(w.project.ID, list.IID))
	same("one list", len(got(w.FeatureFlagUserLists.ListFeatureFlagUserLists(w.project.ID, nil))), 1)
	flag := got(w.ProjectFeatureFlags.CreateProjectFeatureFlag(w.project.ID, &gl.CreateProjectFeatureFlagOptions{
		Name: text("shiny"), Description: text("words"), Version: text("new_version_flag"), Active: yes,
		Strategies: &[]*gl.FeatureFlagStrategyOptions{
			{Name: text("userWithId"), Parameters: &gl.ProjectFeatureFlagStrategyParameter{UserIDs: "1,2"}, Scopes: &[]*gl.ProjectFeatureFlagScope{{EnvironmentScope: "production"}}},
			{Name: text("flexibleRollout"), Parameters: &gl.ProjectFeatureFlagStrategyParameter{GroupID: "default", Rollout: "50", Stickiness: "default"}},
		},
	}))
	same("strategies", len(flag.Strategies), 2)
	same("scope", flag.Strategies[0].Scopes[0].EnvironmentScope, "production")
	same("users", flag.Strategies[0].Parameters.UserIDs, "1,2")
	holds("switched off", !got(w.ProjectFeatureFlags.UpdateProjectFeatureFlag(w.project.ID, "shiny", &gl.UpdateProjectFeatureFlagOptions{Active: no})).Active)
	done1(w.ProjectFeatureFlags.GetProjectFeatureFlag(w.project.ID, "shiny"))
	same("one", len(got(w.ProjectFeatureFlags.ListProjectFeatureFlags(w.project.ID, nil))), 1)
	done(w.ProjectFeatureFlags.DeleteProjectFeatureFlag(w.project.ID, "shiny"))
	done(w.FeatureFlagUserLists.DeleteFeatureFlagUserList(w.project.ID, list.IID))
}

func pages(w *walk) {
	done1(w.Pages.UpdatePages(w.project.ID, gl.UpdatePagesOptions{PagesUniqueDomainEnabled: no, PagesHTTPSOnly: no}))
	settings := got(w.Pages.GetPages(w.project.ID))
	holds("settled", !settings.IsUniqueDomainEnabled && !settings.ForceHTTPS)
	domain := "www." + w.run + ".example.org"
	made := got(w.PagesDomains.CreatePagesDomain(w.project.ID, &gl.CreatePagesDomainOptions{Domain: &domain, AutoSslEnabled: no}))
	holds("a code", made.VerificationCode != "" && made.URL == "http://"+domain)
	holds("with certificates", got(w.PagesDomains.UpdatePagesDomain(w.project.ID, domain, &gl.UpdatePagesDomainOptions{AutoSslEnabled: yes})).AutoSslEnabled)
	done1(w.PagesDomains.GetPagesDomain(w.project.ID, domain))
	same("one", len(got(w.PagesDomains.ListPagesDomains(w.project.ID, nil))), 1)
	find(got(w.PagesDomains.ListAllPagesDomains()), func(d *gl.PagesDomain) bool { return d.Domain == domain && d.ProjectID == w.project.ID })
	done(w.PagesDomains.DeletePagesDomain(w.project.ID, domain))
	done(w.Pages.UnpublishPages(w.project.ID))
}
