# A small company in Terraform. As it stands it applies to an empty instance, such as the one that this starts:
#
#   trueup terraform install                       # puts the provider where terraform finds it
#   trueup emulator --seed none                    # empty; prints what to export: TRUEUP_URL and TRUEUP_TOKEN
#   export TF_VAR_chat_webhook=https://chat.example/hooks/1
#   terraform -chdir=examples/terraform init
#   terraform -chdir=examples/terraform apply

terraform {
  required_version = ">= 1.11"

  required_providers {
    trueup = {
      source = "trueup/trueup"
    }
  }
}

# The server and its token come from the environment, or from a stored login.
provider "trueup" {}

# What a resource does not name is left as it is on the platform: this instance has more than a hundred settings.
resource "trueup_application_settings" "instance" {
  signup_enabled             = false
  default_project_visibility = "private"
}

resource "trueup_topic" "all" {
  for_each = local.topics

  name  = each.key
  title = each.value
}

resource "trueup_group" "garden" {
  full_path                         = "garden"
  name                              = "Garden"
  description                       = "Everything that grows"
  visibility                        = "internal"
  require_two_factor_authentication = true

  # Nothing above refers to the settings, so that it comes after them has to be said.
  depends_on = [trueup_application_settings.instance]
}

# A path that is made of another group's tells Terraform which of them is made first.
resource "trueup_group" "team" {
  for_each = local.teams

  full_path   = "${trueup_group.garden.full_path}/${each.key}"
  name        = each.value.name
  description = each.value.description
  visibility  = each.value.visibility
}

resource "trueup_protected_environment" "production" {
  group = trueup_group.team["shop"].full_path
  name  = "production"

  deploy_access_levels    = [{ access_level = "maintainer" }]
  required_approval_count = 1
}

module "service" {
  source   = "./modules/service"
  for_each = local.services

  full_path    = "${trueup_group.team["shop"].full_path}/${each.key}"
  description  = each.value.description
  topics       = [for topic in each.value.topics : trueup_topic.all[topic].name]
  approvals    = { (trueup_group.team["shop"].full_path) = 1, (trueup_group.team["security"].full_path) = each.value.reviews }
  chat_webhook = var.chat_webhook
}

# Any endpoint that can be read, as typed values.
data "trueup_api" "version" {
  path = "/version"
}
