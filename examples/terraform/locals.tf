locals {
  topics = {
    payments   = "Payments"
    typescript = "TypeScript"
  }

  teams = {
    security = { name = "Security", description = "Says no, and how to get to yes", visibility = "private" }
    shop     = { name = "Shop", description = "Sells rakes", visibility = "internal" }
  }

  # The reviews are those of the security team, beside one of the shop's own.
  services = {
    checkout = { description = "Takes the money", topics = ["payments", "typescript"], reviews = 2 }
    search   = { description = "Finds rakes", topics = ["typescript"], reviews = 0 }
    web      = { description = "The storefront", topics = ["typescript"], reviews = 1 }
  }
}
