import type { CodeArea } from "./area.js";

/** Messages of the Terraform provider. */
export const area: CodeArea = {
  name: "terraform",
  title: "Messages of the Terraform provider",
  description: "The provider, its configuration, its state and its installation.",
  entries: {
    "create.only": {
      means: "The server takes an attribute only when it creates the resource.",
      cause: "The configuration changes such an attribute of an existing resource, and the change sends nothing.",
      remedy: "Undo the change, or replace the resource with `terraform apply -replace`.",
    },
    "data.missing": {
      means: "The resource of a data source does not exist.",
      cause: "The name is misspelled, or the token cannot see it.",
      remedy: "Correct the name. Refer to resources of the same configuration by their attributes.",
    },
    "data.path": {
      means: "The path of a data source is not known yet.",
      cause: "It comes from a resource that does not exist yet.",
      remedy: "Create that resource first.",
    },
    "delete.permanent": {
      means: "The platform has no way to delete this resource.",
      cause: "A destroy of settings that always exist puts back their earlier values. Here they are not known.",
      remedy: "Set the values that you want before the destroy, or change them by hand.",
    },
    "delete.protected": {
      means: "The resource is protected from deletion.",
      cause: "`deletion_protection` is true, and a destroy or a replacement would delete it.",
      remedy: "If it is meant, set `deletion_protection = false` and apply before.",
    },
    "destroy.files": {
      means: "A destroy of `trueup_desired_state` deletes nothing.",
      cause: "Terraform forgets the files, and the server keeps all that they declare.",
      remedy: "Declare `ensure: absent` for what you want deleted, and apply before the destroy.",
    },
    "files.paths": {
      means: "`trueup_desired_state` needs either `path` or `paths`.",
      cause: "Both are given, or neither is.",
      remedy: "Give one of them.",
    },
    "import.ambiguous": {
      means: "The text of the import names several resources.",
      cause: "The server allows resources with equal names.",
      remedy: "Use one of the forms that the hint lists.",
    },
    "import.files": {
      means: "A directory of files cannot be imported.",
      cause: "The resource takes over what exists by itself.",
      remedy: "Write the resource down and apply.",
    },
    "import.unknown": {
      means: "The resource to import does not exist.",
      cause: "The name is misspelled, or the token cannot see it.",
      remedy: "Use one of the forms that the hint lists.",
    },
    "parent.none": {
      means: "The resource does not say which parent it belongs to.",
      cause: "None of the attributes for the parent is given.",
      remedy: "Give one of them.",
    },
    "parent.several": {
      means: "The resource names two parents.",
      cause: "Two of the attributes for the parent are given.",
      remedy: "Keep one of them. Write a second resource for the other parent.",
    },
    "provider.unknown": {
      means: "The configuration of the provider is not known yet.",
      cause: "Its values come from resources that do not exist yet.",
      remedy: "Create them first with `terraform apply -target`, or write the values down.",
    },
    "provider.value": {
      means: "An argument of the block `provider` has a wrong value.",
      cause: "It is misspelled, or out of its range.",
      remedy: "Give a value that the message allows.",
    },
    "replace.data": {
      means: "Terraform will delete a resource with all that it holds, and create it again.",
      cause: "A changed attribute can only be set by a new resource.",
      remedy: "Undo the change, or set `deletion_protection` to prevent the replacement.",
    },
    "resource.elsewhere": {
      means: "The resource is not where the plan expected it.",
      cause: "The move of its group or project did not take place.",
      remedy: "Plan again.",
    },
    "resource.exists": {
      means: "The resource exists already.",
      cause: "Somebody created it, or it belongs to another state.",
      remedy: "Import it, or choose another name.",
    },
    "resource.gone": {
      means: "The resource does not exist any more.",
      cause: "Something deleted or renamed it.",
      remedy: "Plan again.",
    },
    "resource.other": {
      means: "The path now belongs to another resource.",
      cause: "The old resource moved or was deleted, and a new resource took its path.",
      remedy: "Plan again.",
    },
    "resource.restored": {
      means: "The resource was restored in place of a new resource.",
      cause: "Its deletion was scheduled, so the server still had it with its contents.",
      remedy: "Check whether the contents are wanted.",
    },
    "resource.twice": {
      means: "Two resources of the configuration manage the same resource of the server.",
      cause: "Both name the same path and key.",
      remedy: "Keep one of them, and run `terraform state rm` for the other.",
    },
    "secret.stored": {
      means: "Terraform keeps a secret in its plans and state.",
      cause: "The attribute holds a secret and is not write-only.",
      remedy: "Use the write-only attribute that the message names.",
    },
    "shape.none": {
      means: "The resource does not say what it is.",
      cause: "None of the blocks that decide it is given.",
      remedy: "Give one of the blocks that the message lists.",
    },
    "shape.several": {
      means: "The resource is of two forms at once.",
      cause: "Two blocks are given that exclude each other.",
      remedy: "Keep one of them. Write a second resource for the other.",
    },
    "terraform.bundle": {
      means: "This installation of trueup lacks the provider.",
      cause: "The checkout was not built, or the installation is incomplete.",
      remedy: "Run `npm run build` in a checkout, or install trueup again.",
    },
    "terraform.home": {
      means: "There is no home directory for the provider.",
      cause: "The environment names none.",
      remedy: "Name a directory: `trueup terraform install --dir DIR`.",
    },
    "terraform.install": {
      means: "trueup cannot write the provider.",
      cause: "The directory is read-only, or the disk is full.",
      remedy: "Name another directory with `--dir`.",
    },
    "terraform.json": {
      means: "Terraform sent JSON that is malformed.",
      cause: "The state was changed by hand, or Terraform has a fault.",
      remedy: "Restore the state from a backup.",
    },
    "terraform.number": {
      means: "Terraform sent a number that is malformed.",
      cause: "The state was changed by hand, or Terraform has a fault.",
      remedy: "Restore the state from a backup.",
    },
    "terraform.platform": {
      means: "The provider cannot run on this platform.",
      cause: "Terraform starts only native programs on Windows, or the name of the platform is wrong.",
      remedy: "Run Terraform on Linux or macOS, for example in WSL.",
    },
    "terraform.state_version": {
      means: "A newer provider wrote the state.",
      cause: "The provider of this run is older.",
      remedy: "Use that version of the provider, or a newer version.",
    },
    "terraform.type": {
      means: "The provider has no such resource.",
      cause: "The configuration was written for a newer version.",
      remedy: "Update the provider.",
    },
    "terraform.value": {
      means: "Terraform sent a value of the wrong type.",
      cause: "The state does not fit the schema of the provider.",
      remedy: "Refresh the state, or restore it from a backup.",
    },
    "terraform.write-only": {
      means: "This Terraform is too old for write-only attributes.",
      cause: "Terraform before 1.11 stores secrets in its plans and state.",
      remedy: "Upgrade Terraform, or remove the attribute.",
    },
    "unset.given": {
      means: "An attribute has a value and is unset.",
      cause: "`unset` lists an attribute that is given too.",
      remedy: "Keep one of the two.",
    },
    "unset.name": {
      means: "`unset` lists a name that is no attribute.",
      cause: "The name is misspelled, or the attribute cannot be unset.",
      remedy: "Correct or remove the name.",
    },
  },
};
