# Ephemeral: it is in no plan and no state.
variable "chat_webhook" {
  description = "Address that messages to the team's chat room are posted to. Who has it can post there."
  type        = string
  sensitive   = true
  ephemeral   = true
}
