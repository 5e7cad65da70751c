output "full_path" {
  description = "Full path of the project."
  value       = trueup_project.service.full_path
}

output "id" {
  description = "Number of the project."
  value       = trueup_project.service.id
}
