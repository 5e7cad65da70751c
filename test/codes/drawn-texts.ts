/** Exact texts of the messages that `drawn-functions.ts` provokes, by code. */
export const drawnTexts: Readonly<Record<string, string>> = {
  "api.reply_lost": [
    "Error: POST /topics got no complete reply: other side closed [api.reply_lost]",
    "  hint: It may have taken effect all the same: look what is there now before you send it again.",
    "",
  ].join("\n"),
  "parameter.invalid": ["Error: POST /topics cannot send a number as title. [parameter.invalid]", ""].join("\n"),
  "login.ended": [
    "Error: the stored login of http://127.0.0.1:PORT is over: the server does not renew it any more [login.ended]",
    "  hint: Run trueup auth login --url http://127.0.0.1:PORT",
    "",
  ].join("\n"),
  "resource.gone": [
    "Error: project:acme/web is not there any more [resource.gone]",
    "  hint: Something else has deleted or renamed it since it was read: plan again.",
    "",
  ].join("\n"),
  "facts.corrections": [
    'Error: "colour" is no word of a correction [facts.corrections]',
    "  at facts/corrections.yaml: entry 1",
    "  hint: see the head of facts/corrections.yaml",
    "",
  ].join("\n"),
  "files.invalid": ["Error: 1 error in the desired-state files [files.invalid]", ""].join("\n"),
  "pipeline.workflow-permissions": [
    "[pipeline.workflow-permissions]",
    '  The workflow .github/workflows/trueup.yml has no "permissions: {}" at the top. So a job that names none has more than',
    "  it needs.",
    "  Change it: .github/workflows/trueup.yml: permissions: {} at the top, and permissions in each job",
  ].join("\n"),
  "pipeline.code-owner-approval": [
    "[pipeline.code-owner-approval]",
    "  A change to files that CODEOWNERS names is merged without their owners.",
    "  Change it: Settings, Rules, Rulesets, for the default branch: Require review from Code Owners",
  ].join("\n"),
  "pipeline.audit-token": [
    "[pipeline.audit-token]",
    "  The token of this audit has the scope api. The audit only reads, so read_api suffices.",
    "  Change it: a token with the scope read_api for TRUEUP_AUDIT_TOKEN",
  ].join("\n"),
  "delete.permanent": [
    "WARNING Application settings cannot be deleted and stays as it is",
    "What it was before Terraform managed it is not known, so nothing is put back. Terraform only forgets it.",
    "[delete.permanent]",
  ].join("\n"),
  "destroy.files": [
    "WARNING What the files declare stays as it is",
    "A destroy only makes Terraform forget the files: nothing on the platform is deleted or put back.",
    "[destroy.files]",
  ].join("\n"),
};
