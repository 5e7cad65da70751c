import { expect, it, onTestFinished } from "vitest";
import { json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { describeTerraform, terraform } from "./command.js";
import { startProviderFor } from "./installation.js";

interface Told {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly range?: { readonly start: { readonly line: number } };
}

/** What the real terraform says of a configuration when it validates it: line, severity, what and what is allowed. */
async function told(configuration: string): Promise<string[]> {
  const place = directory({ "main.tf": configuration });
  const provider = await startProviderFor(place, {});
  onTestFinished(() => provider.close());
  const { stdout } = await terraform(["validate", "-json"], place, provider.env);
  const { diagnostics } = json(stdout) as { readonly diagnostics: readonly Told[] };
  return diagnostics
    .map(
      ({ severity, summary, detail, range }) => `${range?.start.line}: ${severity}: ${summary} | ${detail.split("\n")[0] ?? ""}`,
    )
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

const wrong = `terraform {
  required_providers {
    trueup = { source = "trueup/trueup" }
  }
}
resource "trueup_project" "web" {
  full_path    = "acme/web"
  wiki_enabled = false
  visibility   = "publik"
  import_url   = "https://bot:hunter2@example.com/web.git"
  container_expiration_policy = {
    keep_n = -3
  }
  shared_with_groups = [
    { group = "acme", access_level = "admin" },
  ]
  unset = ["descripton"]
}
resource "trueup_integration" "both" {
  project       = "web"
  external_wiki = { external_wiki_url = "wiki" }
  discord       = { webhook = "s3cret-hook" }
}
resource "trueup_integration" "none" {
  project = "acme/web"
}
resource "trueup_approval_rule" "many" {
  project            = "acme/web"
  name               = var.not_known_yet
  approvals_required = 101
}
variable "not_known_yet" {
  type = string
}
`;

describeTerraform("mistakes in a configuration", () => {
  it("are all told by the real terraform at their line, before anything is planned, and no value that may be secret is quoted", async () => {
    const lines = await told(wrong);
    expect(lines.map((line) => line.replace(/(?<=one of asana), .*/, ""))).toEqual([
      "8: warning: wiki_enabled is deprecated | Use wiki_access_level in its place.",
      "9: error: visibility: must be one of private, internal, public | Did you mean public?",
      expect.stringMatching(/^10: warning: import_url: the address holds a password/),
      "11: error: container_expiration_policy.keep_n: must be at least 1 | [schema.minimum]",
      expect.stringMatching(/^14: error: shared_with_groups\.0\.access_level: must be one of guest, planner, reporter/),
      '17: error: unset.0: there is no attribute "descripton" | Did you mean description?',
      expect.stringMatching(/^20: error: project: "web": the full path must begin with a namespace/),
      "21: error: external_wiki: discord is given too: one resource is one of them | Allowed: a resource of its own for each",
      "24: error: it does not say what it is | Allowed: one of asana",
      "30: error: approvals_required: must be at most 100 | [schema.maximum]",
    ]);
    expect(lines.join("\n")).not.toMatch(/hunter2|s3cret-hook/);
  });
});
