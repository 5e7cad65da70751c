variable "full_path" {
  description = "Full path of the project."
  type        = string
}

variable "description" {
  description = "What the service is about."
  type        = string
}

variable "topics" {
  description = "Names of topics."
  type        = set(string)
  default     = []
}

variable "approvals" {
  description = "Approvals that a merge request needs, by the full path of the group that gives them."
  type        = map(number)
  default     = {}
}

variable "chat_webhook" {
  description = "Address that messages are posted to."
  type        = string
  sensitive   = true
  ephemeral   = true
}
