import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/core/json.js";
import { top } from "./command-line.js";
import { described } from "./github-forge.js";

/** A file as the API shows it. */
export function shownFile(text: string): JsonObject {
  return { ...described.examples["content-file"], content: Buffer.from(text).toString("base64") };
}

/** The environment that only these branches may use; any branch where none are named. */
export function environment(name: string, policy: JsonObject | null): JsonObject {
  return { ...described.examples.environment, name, protection_rules: [], deployment_branch_policy: policy };
}

/** The parameters of a rule that pull requests need. */
export const reviews = {
  required_approving_review_count: 1,
  dismiss_stale_reviews_on_push: true,
  require_last_push_approval: true,
  require_code_owner_review: true,
  required_review_thread_resolution: false,
} as const;

/** The rules of a branch: these reviews, and a whole history. */
export function rulesOf(parameters: JsonObject, ...more: readonly string[]): readonly JsonObject[] {
  return [{ type: "pull_request", parameters }, ...(more.length === 0 ? ["non_fast_forward"] : more).map((type) => ({ type }))];
}

/** What the API shows of a repository with the settings of docs/gitops.md, by paths below it. */
export function rightSettings(): Map<string, unknown> {
  const selected = { protected_branches: false, custom_branch_policies: true };
  const policies = { total_count: 1, branch_policies: [{ id: 1, name: "main", type: "branch" }] };
  // The published example, and the repositories that it tells of, lack what the published schema asks of them.
  const { parent: _, source: _from, template_repository: _like, ...example } = described.examples["full-repository"];
  const repository = { ...example, language: "TypeScript", default_branch: "main", full_name: "acme/desired" };
  return new Map<string, unknown>([
    ["", { ...repository, private: false, visibility: "public" }],
    ["/rules/branches/main", rulesOf(reviews)],
    ...["trueup-plan", "trueup-apply", "trueup-drift"].flatMap((name): [string, unknown][] => [
      [`/environments/${name}`, environment(name, selected)],
      [`/environments/${name}/deployment-branch-policies`, policies],
    ]),
    ["/actions/permissions/workflow", { default_workflow_permissions: "read", can_approve_pull_request_reviews: false }],
    ["/actions/permissions/fork-pr-contributor-approval", { approval_policy: "all_external_contributors" }],
    ["/actions/secrets", { total_count: 0, secrets: [] }],
    ["/contents/.github/CODEOWNERS", shownFile("/trueup.yaml @acme/platform\n/.github/ @acme/platform\n")],
    ["/contents/.github/workflows/trueup.yml", shownFile(readFileSync(join(top, "examples/ci/github/trueup.yml"), "utf8"))],
  ]);
}
