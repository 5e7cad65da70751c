package main

import (
	"fmt"
	"reflect"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var integrationSections = []section{{"integrations", integrations}, {"group-integrations", groupIntegrations}}

// Sends an integration, and holds what is shown of it against what was sent: its properties, and its events.
func integrated[O, S any](name string, sent *O, set func(*O) (S, *gl.Response, error), read func() (S, *gl.Response, error), remove func() (*gl.Response, error)) {
	done1(set(sent))
	shown := got(read())
	holds(name+" is active", reflect.Indirect(reflect.ValueOf(shown)).FieldByName("Active").Bool())
	if properties := reflect.Indirect(reflect.ValueOf(shown)).FieldByName("Properties"); properties.IsValid() {
		kept(sent, properties.Interface(), "webhook", "token", "password", "api_key", "push_events", "tag_push_events", "issues_events", "merge_requests_events", "pipeline_events", "commit_events")
	}
	kept(sent, shown)
	done(remove())
}

func integrations(w *walk) {
	id, s := w.project.ID, w.Services
	at := func(path string) *string { return text("https://tools.example.org/" + path) }
	integrated("jira", &gl.SetJiraServiceOptions{URL: at("jira"), APIURL: at("api"), Username: text("me"), Password: text("s3cret"), CommitEvents: yes, MergeRequestsEvents: no, JiraIssueTransitionID: text("3"), CommentOnEventEnabled: no, JiraAuthType: number(0), JiraIssuePrefix: text("A"), JiraIssueRegex: text("[0-9]+"), IssuesEnabled: yes, ProjectKeys: &[]string{"A", "B"}},
		func(o *gl.SetJiraServiceOptions) (*gl.JiraService, *gl.Response, error) {
			return s.SetJiraService(id, o)
		}, func() (*gl.JiraService, *gl.Response, error) { return s.GetJiraService(id) }, func() (*gl.Response, error) { return s.DeleteJiraService(id) })
	integrated("slack", &gl.SetSlackServiceOptions{WebHook: at("hook"), Username: text("me"), Channel: text("all"), NotifyOnlyBrokenPipelines: yes, BranchesToBeNotified: text("all"), PushEvents: yes, PushChannel: text("push"), IssuesEvents: no, IssueChannel: text("issues"), PipelineEvents: yes, PipelineChannel: text("ci"), WikiPageEvents: yes, WikiPageChannel: text("wiki")},
		func(o *gl.SetSlackServiceOptions) (*gl.SlackService, *gl.Response, error) {
			return s.SetSlackService(id, o)
		}, func() (*gl.SlackService, *gl.Response, error) { return s.GetSlackService(id) }, func() (*gl.Response, error) { return s.DeleteSlackService(id) })
	integrated("mattermost", &gl.SetMattermostServiceOptions{WebHook: at("hook"), Username: text("me"), Channel: text("all"), NotifyOnlyBrokenPipelines: yes, BranchesToBeNotified: text("default"), PushEvents: yes, PushChannel: text("push")},
		func(o *gl.SetMattermostServiceOptions) (*gl.MattermostService, *gl.Response, error) {
			return s.SetMattermostService(id, o)
		}, func() (*gl.MattermostService, *gl.Response, error) { return s.GetMattermostService(id) }, func() (*gl.Response, error) { return s.DeleteMattermostService(id) })
	integrated("teams", &gl.SetMicrosoftTeamsServiceOptions{WebHook: at("hook"), NotifyOnlyBrokenPipelines: yes, BranchesToBeNotified: text("protected"), PushEvents: no, IssuesEvents: yes},
		func(o *gl.SetMicrosoftTeamsServiceOptions) (*gl.MicrosoftTeamsService, *gl.Response, error) {
			return s.SetMicrosoftTeamsService(id, o)
		}, func() (*gl.MicrosoftTeamsService, *gl.Response, error) { return s.GetMicrosoftTeamsService(id) }, func() (*gl.Response, error) { return s.DeleteMicrosoftTeamsService(id) })
	integrated("emails", &gl.SetEmailsOnPushServiceOptions{Recipients: text("a@example.org b@example.org"), DisableDiffs: yes, SendFromCommitterEmail: no, PushEvents: yes, TagPushEvents: yes, BranchesToBeNotified: text("default_and_protected")},
		func(o *gl.SetEmailsOnPushServiceOptions) (*gl.EmailsOnPushService, *gl.Response, error) {
			return s.SetEmailsOnPushService(id, o)
		}, func() (*gl.EmailsOnPushService, *gl.Response, error) { return s.GetEmailsOnPushService(id) }, func() (*gl.Response, error) { return s.DeleteEmailsOnPushService(id) })
	integrated("pipelines", &gl.SetPipelinesEmailServiceOptions{Recipients: text("a@example.org"), NotifyOnlyBrokenPipelines: no, BranchesToBeNotified: text("all"), PipelineEvents: yes},
		func(o *gl.SetPipelinesEmailServiceOptions) (*gl.PipelinesEmailService, *gl.Response, error) {
			return s.SetPipelinesEmailService(id, o)
		}, func() (*gl.PipelinesEmailService, *gl.Response, error) { return s.GetPipelinesEmailService(id) }, func() (*gl.Response, error) { return s.DeletePipelinesEmailService(id) })
	integrated("tracker", &gl.SetCustomIssueTrackerServiceOptions{NewIssueURL: at("new"), IssuesURL: at(":id"), ProjectURL: at("project")},
		func(o *gl.SetCustomIssueTrackerServiceOptions) (*gl.CustomIssueTrackerService, *gl.Response, error) {
			return s.SetCustomIssueTrackerService(id, o)
		}, func() (*gl.CustomIssueTrackerService, *gl.Response, error) { return s.GetCustomIssueTrackerService(id) }, func() (*gl.Response, error) { return s.DeleteCustomIssueTrackerService(id) })
	integrated("redmine", &gl.SetRedmineServiceOptions{NewIssueURL: at("new"), IssuesURL: at(":id"), ProjectURL: at("project")},
		func(o *gl.SetRedmineServiceOptions) (*gl.RedmineService, *gl.Response, error) {
			return s.SetRedmineService(id, o)
		}, func() (*gl.RedmineService, *gl.Response, error) { return s.GetRedmineService(id) }, func() (*gl.Response, error) { return s.DeleteRedmineService(id) })
	integrated("youtrack", &gl.SetYouTrackServiceOptions{IssuesURL: at(":id"), ProjectURL: at("project")},
		func(o *gl.SetYouTrackServiceOptions) (*gl.YouTrackService, *gl.Response, error) {
			return s.SetYouTrackService(id, o)
		}, func() (*gl.YouTrackService, *gl.Response, error) { return s.GetYouTrackService(id) }, func() (*gl.Response, error) { return s.DeleteYouTrackService(id) })
	integrated("wiki", &gl.SetExternalWikiServiceOptions{ExternalWikiURL: at("wiki")},
		func(o *gl.SetExternalWikiServiceOptions) (*gl.ExternalWikiService, *gl.Response, error) {
			return s.SetExternalWikiService(id, o)
		}, func() (*gl.ExternalWikiService, *gl.Response, error) { return s.GetExternalWikiService(id) }, func() (*gl.Response, error) { return s.DeleteExternalWikiService(id) })
	integrated("github", &gl.SetGithubServiceOptions{Token: text("s3cret"), RepositoryURL: text("https://github.com/a/b"), StaticContext: yes},
		func(o *gl.SetGithubServiceOptions) (*gl.GithubService, *gl.Response, error) {
			return s.SetGithubService(id, o)
		}, func() (*gl.GithubService, *gl.Response, error) { return s.GetGithubService(id) }, func() (*gl.Response, error) { return s.DeleteGithubService(id) })
	integrated("jenkins", &gl.SetJenkinsCIServiceOptions{URL: at("jenkins"), ProjectName: text("p"), Username: text("me"), Password: text("s3cret"), PushEvents: yes, MergeRequestsEvents: yes, TagPushEvents: no, EnableSSLVerification: no},
		func(o *gl.SetJenkinsCIServiceOptions) (*gl.JenkinsCIService, *gl.Response, error) {
			return s.SetJenkinsCIService(id, o)
		}, func() (*gl.JenkinsCIService, *gl.Response, error) { return s.GetJenkinsCIService(id) }, func() (*gl.Response, error) { return s.DeleteJenkinsCIService(id) })
	integrated("matrix", &gl.SetMatrixServiceOptions{Hostname: at(""), Token: text("s3cret"), Room: text("!room:example.org"), BranchesToBeNotified: text("all"), PushEvents: yes},
		func(o *gl.SetMatrixServiceOptions) (*gl.MatrixService, *gl.Response, error) {
			return s.SetMatrixService(id, o)
		}, func() (*gl.MatrixService, *gl.Response, error) { return s.GetMatrixService(id) }, func() (*gl.Response, error) { return s.DeleteMatrixService(id) })
	integrated("telegram", &gl.SetTelegramServiceOptions{Token: text("s3cret"), Room: text("-1000"), NotifyOnlyBrokenPipelines: no, BranchesToBeNotified: text("default"), PushEvents: no, PipelineEvents: yes},
		func(o *gl.SetTelegramServiceOptions) (*gl.TelegramService, *gl.Response, error) {
			return s.SetTelegramService(id, o)
		}, func() (*gl.TelegramService, *gl.Response, error) { return s.GetTelegramService(id) }, func() (*gl.Response, error) { return s.DeleteTelegramService(id) })
	integrated("harbor", &gl.SetHarborServiceOptions{URL: at("harbor"), ProjectName: text("p"), Username: text("me"), Password: text("s3cret")},
		func(o *gl.SetHarborServiceOptions) (*gl.HarborService, *gl.Response, error) {
			return s.SetHarborService(id, o)
		}, func() (*gl.HarborService, *gl.Response, error) { return s.GetHarborService(id) }, func() (*gl.Response, error) { return s.DeleteHarborService(id) })
	integrated("discord", &gl.SetDiscordServiceOptions{WebHook: at("hook"), BranchesToBeNotified: text("all"), PushEvents: yes},
		func(o *gl.SetDiscordServiceOptions) (*gl.DiscordService, *gl.Response, error) {
			return s.SetDiscordService(id, o)
		}, func() (*gl.DiscordService, *gl.Response, error) { return s.GetDiscordService(id) }, func() (*gl.Response, error) { return s.DeleteDiscordService(id) })
	integrated("datadog", &gl.SetDataDogServiceOptions{APIKey: text("0123456789abcdef0123456789abcdef"), DataDogEnv: text("e"), DataDogService: text("s"), DataDogSite: text("datadoghq.com"), DataDogTags: text("a:b"), ArchiveTraceEvents: yes},
		func(o *gl.SetDataDogServiceOptions) (*gl.DataDogService, *gl.Response, error) {
			return s.SetDataDogService(id, o)
		}, func() (*gl.DataDogService, *gl.Response, error) { return s.GetDataDogService(id) }, func() (*gl.Response, error) { return s.DeleteDataDogService(id) })
	same("none is left", fmt.Sprint(len(got(s.ListServices(id)))), "0")
}

func groupIntegrations(w *walk) {
	id, s := w.group.ID, w.Integrations
	integrated("slack", &gl.SetGroupSlackOptions{Webhook: text("https://tools.example.org/hook"), Username: text("me"), PushEvents: yes, BranchesToBeNotified: text("all")},
		func(o *gl.SetGroupSlackOptions) (*gl.SlackIntegration, *gl.Response, error) {
			return s.SetGroupSlackSettings(id, o)
		}, func() (*gl.SlackIntegration, *gl.Response, error) { return s.GetGroupSlackSettings(id) }, func() (*gl.Response, error) { return s.DisableGroupSlack(id) })
	integrated("jira", &gl.SetUpJiraOptions{URL: text("https://tools.example.org/jira"), Username: text("me"), Password: text("s3cret"), CommitEvents: yes},
		func(o *gl.SetUpJiraOptions) (*gl.Integration, *gl.Response, error) { return s.SetUpGroupJira(id, o) }, func() (*gl.Integration, *gl.Response, error) { return s.GetGroupJiraSettings(id) }, func() (*gl.Response, error) { return s.DisableGroupJira(id) })
	integrated("harbor", &gl.SetUpHarborOptions{URL: text("https://tools.example.org"), ProjectName: text("p"), Username: text("me"), Password: text("s3cret")},
		func(o *gl.SetUpHarborOptions) (*gl.Integration, *gl.Response, error) {
			return s.SetUpGroupHarbor(id, o)
		}, func() (*gl.Integration, *gl.Response, error) { return s.GetGroupHarborSettings(id) }, func() (*gl.Response, error) { return s.DisableGroupHarbor(id) })
	done1(s.ListActiveGroupIntegrations(id, nil))
}
