package main

import (
	"reflect"
	"strings"
	"time"

	gl "gitlab.com/gitlab-org/api/client-go"
)

var instanceSections = []section{
	{"metadata", metadata}, {"broadcast-messages", broadcastMessages}, {"topics", topics}, {"applications", applications}, {"system-hooks", systemHooks}, {"features", features}, {"plan-limits", planLimits},
	{"project-aliases", projectAliases}, {"templates", templates}, {"namespaces", namespaces}, {"search", search}, {"audit-events", auditEvents}, {"license", license}, {"runner-controllers", runnerControllers},
}

var settingSections = []section{{"settings", settings}, {"appearance", appearance}}

func metadata(w *walk) {
	data := got(w.Metadata.GetMetadata())
	holds("a version", data.Version != "" && data.Revision != "" && data.Version == got(w.Version.GetVersion()).Version)
	done1(w.Sidekiq.GetQueueMetrics())
	done1(w.Sidekiq.GetProcessMetrics())
	done1(w.Sidekiq.GetJobStats())
	done1(w.Sidekiq.GetCompoundMetrics())
	holds("markup", strings.Contains(got(w.Markdown.Render(&gl.RenderOptions{Text: text("**b**"), GitlabFlavouredMarkdown: yes})).HTML, "<strong>"))
	done1(w.GeoNodes.ListGeoNodes(nil))
	done1(w.GeoSites.ListGeoSites(nil))
}

func broadcastMessages(w *walk) {
	starts := time.Now().UTC().Truncate(time.Second)
	ends := starts.Add(24 * time.Hour)
	sent := &gl.CreateBroadcastMessageOptions{
		Message: text("read me"), StartsAt: &starts, EndsAt: &ends, TargetAccessLevels: []gl.AccessLevelValue{gl.GuestPermissions, gl.DeveloperPermissions}, TargetPath: text("*/welcome"), BroadcastType: text("notification"), Dismissable: yes, Theme: text("light-red"),
	}
	message := got(w.BroadcastMessage.CreateBroadcastMessage(sent))
	kept(sent, message, "starts_at", "ends_at")
	holds("times", message.StartsAt.UTC().Equal(starts) && message.EndsAt.UTC().Equal(ends) && message.Active)
	changed := &gl.UpdateBroadcastMessageOptions{Message: text("read this"), TargetAccessLevels: []gl.AccessLevelValue{gl.MaintainerPermissions}, Dismissable: no, Theme: text("blue")}
	kept(changed, got(w.BroadcastMessage.UpdateBroadcastMessage(message.ID, changed)))
	done1(w.BroadcastMessage.GetBroadcastMessage(message.ID))
	find(got(w.BroadcastMessage.ListBroadcastMessages(nil)), func(m *gl.BroadcastMessage) bool { return m.ID == message.ID })
	done(w.BroadcastMessage.DeleteBroadcastMessage(message.ID))
}

func topics(w *walk) {
	sent := &gl.CreateTopicOptions{Name: text("topic-" + w.run), Title: text("Topic"), Description: text("words"), Avatar: &gl.TopicAvatar{Filename: "a.png", Image: strings.NewReader(pixel)}}
	topic := got(w.Topics.CreateTopic(sent))
	kept(sent, topic)
	holds("avatar", strings.HasSuffix(topic.AvatarURL, "/a.png"))
	same("none", got(w.Topics.UpdateTopic(topic.ID, &gl.UpdateTopicOptions{Title: text("Changed"), Avatar: &gl.TopicAvatar{}})).AvatarURL, "")
	same("read", got(w.Topics.GetTopic(topic.ID)).Title, "Changed")
	find(got(w.Topics.ListTopics(&gl.ListTopicsOptions{Search: sent.Name})), func(t *gl.Topic) bool { return t.ID == topic.ID })
	done(w.Topics.DeleteTopic(topic.ID))
}

func applications(w *walk) {
	application := got(w.Applications.CreateApplication(&gl.CreateApplicationOptions{Name: text("app"), RedirectURI: text("https://app.example.org"), Scopes: text("api read_user"), Confidential: no}))
	holds("a secret", application.Secret != "" && application.ApplicationID != "" && !application.Confidential)
	find(got(w.Applications.ListApplications(nil)), func(a *gl.Application) bool { return a.ID == application.ID })
	done(w.Applications.DeleteApplication(application.ID))
}

func systemHooks(w *walk) {
	sent := flags(&gl.AddHookOptions{URL: text("https://hooks.example.org/system"), Token: text("s3cret")}, true)
	hook := got(w.SystemHooks.AddHook(sent))
	kept(sent, hook)
	done1(w.SystemHooks.GetHook(hook.ID))
	done1(w.SystemHooks.TestHook(hook.ID))
	find(got(w.SystemHooks.ListHooks()), func(h *gl.Hook) bool { return h.ID == hook.ID })
	done(w.SystemHooks.DeleteHook(hook.ID))
}

func features(w *walk) {
	same("on", got(w.Features.SetFeatureFlag("walk_"+w.run, &gl.SetFeatureFlagOptions{Value: true, Force: true})).State, "on")
	find(got(w.Features.ListFeatures()), func(f *gl.Feature) bool { return f.Name == "walk_"+w.run })
	done(w.Features.DeleteFeatureFlag("walk_" + w.run))
}

func planLimits(w *walk) {
	sent := &gl.ChangePlanLimitOptions{PlanName: text("default"), ConanMaxFileSize: number(10), NPMMaxFileSize: number(11), TerraformModuleMaxFileSize: number(12)}
	kept(sent, got(w.PlanLimits.ChangePlanLimits(sent)))
	kept(sent, got(w.PlanLimits.GetCurrentPlanLimits(nil)))
}

func projectAliases(w *walk) {
	alias := got(w.ProjectAliases.CreateProjectAlias(&gl.CreateProjectAliasOptions{Name: text("alias-" + w.run), ProjectID: w.project.ID}))
	same("project", got(w.ProjectAliases.GetProjectAlias(alias.Name)).ProjectID, w.project.ID)
	find(got(w.ProjectAliases.ListProjectAliases()), func(a *gl.ProjectAlias) bool { return a.ID == alias.ID })
	done(w.ProjectAliases.DeleteProjectAlias(alias.Name))
}

func templates(w *walk) {
	done1(w.GitIgnoreTemplates.ListTemplates(nil))
	done1(w.GitIgnoreTemplates.GetTemplate("Go"))
	done1(w.CIYMLTemplate.ListAllTemplates(nil))
	done1(w.CIYMLTemplate.GetTemplate("Go"))
	done1(w.DockerfileTemplate.ListTemplates(nil))
	find(got(w.LicenseTemplates.ListLicenseTemplates(&gl.ListLicenseTemplatesOptions{Popular: yes})), func(l *gl.LicenseTemplate) bool { return l.Key == "mit" })
	holds("words", got(w.LicenseTemplates.GetLicenseTemplate("mit", &gl.GetLicenseTemplateOptions{Fullname: text("Ann")})).Content != "")
}

func namespaces(w *walk) {
	find(got(w.Namespaces.ListNamespaces(&gl.ListNamespacesOptions{Search: &w.group.Path})), func(n *gl.Namespace) bool { return n.ID == w.group.ID && n.Kind == "group" })
	same("path", got(w.Namespaces.GetNamespace(w.group.ID)).FullPath, w.group.FullPath)
	holds("taken", got(w.Namespaces.NamespaceExists(w.group.Path, nil)).Exists)
	done1(w.Namespaces.SearchNamespace(w.group.Path))
}

func search(w *walk) {
	find(got(w.Search.Projects(w.project.Path, &gl.SearchOptions{})), func(p *gl.Project) bool { return p.ID == w.project.ID })
	done1(w.Search.ProjectsByGroup(w.group.ID, w.project.Path, &gl.SearchOptions{}))
	done1(w.Search.Issues("one", &gl.SearchOptions{}))
	done1(w.Search.IssuesByProject(w.project.ID, "one", &gl.SearchOptions{}))
	done1(w.Search.MergeRequests("talk", &gl.SearchOptions{}))
	done1(w.Search.Milestones("m", &gl.SearchOptions{}))
	done1(w.Search.SnippetTitles("snippet", &gl.SearchOptions{}))
	done1(w.Search.Users("first", &gl.SearchOptions{}))
	done1(w.Search.UsersByProject(w.project.ID, "first", &gl.SearchOptions{}))
	done1(w.Search.BlobsByProject(w.project.ID, "shared", &gl.SearchOptions{}))
	done1(w.Search.CommitsByProject(w.project.ID, "Initial", &gl.SearchOptions{}))
	done1(w.Search.NotesByProject(w.project.ID, "fine", &gl.SearchOptions{}))
	done1(w.Search.WikiBlobsByProject(w.project.ID, "words", &gl.SearchOptions{}))
}

func auditEvents(w *walk) {
	event := got(w.AuditEvents.ListInstanceAuditEvents(nil))[0]
	done1(w.AuditEvents.GetInstanceAuditEvent(event.ID))
	own := got(w.AuditEvents.ListGroupAuditEvents(w.group.ID, nil))
	done1(w.AuditEvents.GetGroupAuditEvent(w.group.ID, own[0].ID))
	same("entity", own[0].EntityID, w.group.ID)
	events := got(w.AuditEvents.ListProjectAuditEvents(w.project.ID, nil))
	done1(w.AuditEvents.GetProjectAuditEvent(w.project.ID, events[0].ID))
}

func license(w *walk) {
	holds("a plan", got(w.License.GetLicense()).Plan != "")
}

func runnerControllers(w *walk) {
	controller := got(w.RunnerControllers.CreateRunnerController(&gl.CreateRunnerControllerOptions{Description: text("words"), State: gl.Ptr(gl.RunnerControllerStateDisabled)}))
	done1(w.RunnerControllers.UpdateRunnerController(controller.ID, &gl.UpdateRunnerControllerOptions{Description: text("changed")}))
	done1(w.RunnerControllers.GetRunnerController(controller.ID))
	done1(w.RunnerControllers.ListRunnerControllers(nil))
	token := got(w.RunnerControllerTokens.CreateRunnerControllerToken(controller.ID, &gl.CreateRunnerControllerTokenOptions{Description: text("t")}))
	done1(w.RunnerControllerTokens.GetRunnerControllerToken(controller.ID, token.ID))
	done1(w.RunnerControllerTokens.ListRunnerControllerTokens(controller.ID, nil))
	done(w.RunnerControllerTokens.RevokeRunnerControllerToken(controller.ID, token.ID))
	done1(w.RunnerControllerScopes.AddRunnerControllerInstanceScope(controller.ID))
	done1(w.RunnerControllerScopes.ListRunnerControllerScopes(controller.ID))
	done(w.RunnerControllerScopes.RemoveRunnerControllerInstanceScope(controller.ID))
	done(w.RunnerControllers.DeleteRunnerController(controller.ID))
}

// Every setting can be sent as it is shown; every flag that needs no other setting can be turned, and back.
func settings(w *walk) {
	before := got(w.Settings.GetSettings())
	alone := []string{"akismet_enabled", "asset_proxy_enabled", "eks_integration_enabled", "elasticsearch_search", "elasticsearch_indexing", "elasticsearch_aws", "elasticsearch_pause_indexing", "email_restrictions_enabled",
		"external_authorization_service_enabled", "external_pipeline_validation_service_url", "gitpod_enabled", "housekeeping_enabled", "kroki_enabled", "mailgun_events_enabled", "plantuml_enabled", "recaptcha_enabled",
		"login_recaptcha_protection_enabled", "shared_runners_enabled", "slack_app_enabled", "snowplow_enabled", "sourcegraph_enabled", "spam_check_endpoint_enabled", "terms", "enforce_terms", "require_two_factor_authentication",
		"password_authentication_enabled_for_git", "password_authentication_enabled_for_web", "signup_enabled", "diagramsnet_enabled", "admin_mode", "maintenance_mode", "require_admin_approval_after_user_signup", "prometheus_metrics_enabled", "domain_denylist_enabled",
		"disable_personal_access_tokens", "silent_mode_enabled", "gitlab_dedicated_instance", "unique_ips_limit_enabled",
		"in_product_marketing_emails_enabled", "enforce_pat_expiration", "enforce_ssh_key_expiration", "performance_bar_enabled", "housekeeping_bitmaps_enabled", "pseudonymizer_enabled", "delayed_group_deletion",
		"delayed_project_deletion", "send_user_confirmation_email", "web_ide_clientside_preview_enabled"}
	for _, turn := range []bool{true, false} {
		options := &gl.UpdateSettingsOptions{}
		shown := map[string]reflect.Value{}
		fields(before, "json", shown)
		into := reflect.ValueOf(options).Elem()
		for i := range into.NumField() {
			name, _, _ := strings.Cut(into.Type().Field(i).Tag.Get("url"), ",")
			value, known := shown[name]
			if field := into.Field(i); known && value.IsValid() && field.Type() == reflect.TypeOf(yes) && value.Kind() == reflect.Bool && !strings.HasPrefix(name, "throttle_") && !strings.Contains(" "+strings.Join(alone, " ")+" ", " "+name+" ") {
				field.Set(reflect.ValueOf(gl.Ptr(value.Bool() != turn)))
			} else if field.Type() == reflect.TypeOf(number(0)) && known && value.IsValid() && value.Kind() == reflect.Int64 && value.Int() > 0 {
				field.Set(reflect.ValueOf(number(value.Int())))
			}
		}
		kept(options, got(w.Settings.UpdateSettings(options)))
		kept(options, got(w.Settings.GetSettings()))
	}
}

func appearance(w *walk) {
	sent := &gl.ChangeAppearanceOptions{
		Title: text("Title"), Description: text("words"), PWAName: text("Name"), PWAShortName: text("N"), PWADescription: text("more"), MemberGuidelines: text("be kind"), NewProjectGuidelines: text("be brief"), ProfileImageGuidelines: text("be small"),
		HeaderMessage: text("head"), FooterMessage: text("foot"), MessageBackgroundColor: text("#112233"), MessageFontColor: text("#445566"), EmailHeaderAndFooterEnabled: yes,
	}
	kept(sent, got(w.Appearance.ChangeAppearance(sent)))
	kept(sent, got(w.Appearance.GetAppearance()))
}
