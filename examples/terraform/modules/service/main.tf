# One service: its project, how its merge requests are approved, and who hears of its pipelines.

terraform {
  required_providers {
    trueup = {
      source = "trueup/trueup"
    }
  }
}

resource "trueup_project" "service" {
  full_path              = var.full_path
  description            = var.description
  visibility             = "internal"
  topics                 = var.topics
  initialize_with_readme = true # only looked at when the project is made
  merge_method           = "ff"

  only_allow_merge_if_pipeline_succeeds = true
}

resource "trueup_approval_settings" "service" {
  project                        = trueup_project.service.full_path
  reset_approvals_on_push        = true
  merge_requests_author_approval = false
}

resource "trueup_approval_rule" "team" {
  for_each = { for group, count in var.approvals : group => count if count > 0 }

  project            = trueup_project.service.full_path
  name               = title(basename(each.key))
  approvals_required = each.value
  groups             = [each.key]
}

resource "trueup_integration" "chat" {
  project = trueup_project.service.full_path

  pumble = {
    # Write-only: it is sent, and kept nowhere. When it changes, raise the number.
    webhook                      = var.chat_webhook
    webhook_version              = 1
    notify_only_broken_pipelines = true
  }
}
