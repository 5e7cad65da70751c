output "projects" {
  description = "Number of each service's project, by its full path."
  value       = { for service in module.service : service.full_path => service.id }
}

output "release" {
  description = "Release of the server."
  value       = data.trueup_api.version.result.version
}
