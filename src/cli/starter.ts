/** The files that `trueup init` writes, by their path. They validate, and plan on the embedded platform, as they stand. */
export const starter: Readonly<Record<string, string>> = {
  ".gitignore": `# The embedded platform, a server of today with nothing on it, keeps its state here (trueup plan --emulator).
.trueup/
`,
  "trueup.yaml": `# yaml-language-server: $schema=trueup/project.schema.json
#
# The project file: which servers there are, and how trueup is run here. What a command line or a variable of the environment says goes before it, and
# everything in it may be left out.
version: 1

# Files and directories of desired state, relative to this file.
paths: [trueup]

# The servers, by names of your own: trueup plan --instance staging. Tokens stand in no file: token_env names the variable that holds one.
# default_instance: staging
# instances:
#   staging:
#     url: https://staging.example.com
#     token_env: STAGING_TOKEN
#     ca: certificates/staging.pem # where an authority of your own signs for the server
#   production:
#     url: https://platform.example.com
#     token_env: PRODUCTION_TOKEN
#     concurrency: 16
#     freeze: # nothing is applied from Friday to Monday
#       - { from: "0 0 * * 5", until: "0 0 * * 1", timezone: Europe/Berlin, reason: weekend }

# What options are where nobody gives them: for every command that has the option, or for one.
# defaults:
#   timeout: 60
#   plan: { format: markdown }

# Which file may say what (words, or globs of full paths), and which variables it may send. CODEOWNERS says who answers for the files.
# scopes:
#   trueup/instance.yaml: [settings, instance, delete_undeclared]
#   trueup/teams/shop/**: { may: ["acme/shop/**"], env: ["SHOP_*"] }
`,
  "trueup/instance.yaml": `# yaml-language-server: $schema=./trueup.schema.json
#
# The desired state of your platform. What these files say is made true by \`trueup apply\`; what they do not mention is left alone.
# All *.yaml files of this directory are read and merged, so cut them as you like.
version: 1

# Pin the instance, so that these files can never be applied to another one:
# instance:
#   url: https://platform.example.com

# Settings of the whole instance, by the names of the API. Each one that stands here is managed, the others are left as they are.
# application_settings:
#   default_branch_protection: 2
#   signup_enabled: false
#
#   # A secret is never written down: it comes from the environment (or from a file) when it is needed.
#   spamfilter_enabled: true
#   spamfilter_api_key: \${env:SPAM_KEY}
`,
  "trueup/groups.yaml": `# yaml-language-server: $schema=./trueup.schema.json
version: 1

groups:
  # The full path is the name. A group below this one would be example/platform.
  example:
    name: Example
    description: Our first group
    visibility: private # or internal, or public

projects:
  example/hello:
    description: Our first project
    visibility: private
    initialize_with_readme: true
    merge_method: ff
    only_allow_merge_if_pipeline_succeeds: true

# Nothing is deleted because it is missing here. To delete one thing, say so:
#   example/old: { ensure: absent }
# To delete all that no file declares, say where:
# delete_undeclared:
#   projects: ["example/sandbox/*"]
`,
};
