import { file, picture, ref, secret } from "../../src/core/placeholders.js";
import type { Plan, Result } from "../../src/core/plan.js";

const hash = (digit: string): string => digit.repeat(64);

/** A plan with every shape that the document has. */
export const samplePlan: Plan = {
  format: "trueup.plan/1",
  instance: { url: "https://platform.example.com", version: "15.4.0", tier: "premium", dialect: "neutral" },
  root: "trueup",
  summary: { create: 1, update: 5, delete: 1, unchanged: 12 },
  changes: [
    {
      address: "appearance",
      kind: "appearance",
      action: "update",
      source: "settings.yaml:3:1",
      attributes: [
        {
          path: "logo",
          before: picture("/uploads/logo.png", hash("a")),
          after: file("assets/logo.png", hash("1")),
          source: "settings.yaml:4:3",
        },
        {
          path: "description",
          before: "Welcome.\nWrite to help@example.com.\n",
          after: "Welcome.\nAsk in the chat.\n",
          source: "settings.yaml:5:3",
        },
      ],
      kept: [],
      unverifiable: [],
      fingerprint: `sha256:${hash("b")}`,
      calls: ["c1"],
    },
    {
      address: "group:acme/platform",
      kind: "group",
      action: "move",
      source: "groups.yaml:2:3",
      from: "acme/infra",
      attributes: [{ path: "name", before: "Infra", after: "Platform", source: "groups.yaml:3:5" }],
      kept: [],
      unverifiable: [],
      fingerprint: `sha256:${hash("c")}`,
      calls: ["c2"],
    },
    {
      address: "project:acme/new",
      kind: "project",
      action: "create",
      source: "projects.yaml:2:3",
      attributes: [
        { path: "path", after: "acme/new", source: "projects.yaml:2:3" },
        { path: "id", after: { $unknown: true } },
        {
          path: "import_url",
          after: secret("https://bot:${env:IMPORT_TOKEN}@example.com/x.git"),
          source: "projects.yaml:4:5",
        },
      ],
      kept: [],
      unverifiable: [{ path: "import_url", reason: "the server never returns it", source: "projects.yaml:4:5" }],
      fingerprint: `sha256:${hash("d")}`,
      calls: ["c3", "c4"],
    },
    {
      address: "project:acme/web",
      kind: "project",
      action: "update",
      source: "projects.yaml:10:3",
      attributes: [
        { path: "merge_method", before: "merge", after: "ff", source: "projects.yaml:12:5" },
        { path: "topics", before: ["go", "web"], after: ["web", "typescript"], source: "projects.yaml:13:5" },
        { path: "container_expiration_policy.enabled", before: false, after: true, source: "projects.yaml:15:7" },
        { path: "description", before: null, after: "", source: "projects.yaml:16:5" },
      ],
      kept: [{ path: "issues_template", value: "Say what you saw." }],
      unverifiable: [{ path: "runners_token", reason: "the server never returns it", source: "projects.yaml:17:5" }],
      fingerprint: `sha256:${hash("e")}`,
      calls: ["c5"],
    },
    {
      address: "project:acme/back",
      kind: "project",
      action: "restore",
      source: "projects.yaml:20:3",
      attributes: [],
      kept: [],
      unverifiable: [],
      fingerprint: `sha256:${hash("f")}`,
      calls: ["c6"],
    },
    {
      address: "approval_rule:acme/web:Coverage",
      kind: "approval_rule",
      action: "update",
      source: "projects.yaml:18:7",
      identity: { rule_type: "report_approver" },
      attributes: [{ path: "approvals_required", before: 1, after: 2, source: "projects.yaml:19:9" }],
      kept: [],
      unverifiable: [],
      fingerprint: `sha256:${hash("8")}`,
      calls: ["c8"],
    },
    {
      address: "topic:old",
      kind: "topic",
      action: "delete",
      attributes: [{ path: "title", before: "Old" }],
      kept: [],
      unverifiable: [],
      fingerprint: `sha256:${hash("0")}`,
      calls: ["c7"],
    },
  ],
  calls: [
    {
      id: "c1",
      method: "PUT",
      path: "/application/appearance",
      params: {},
      body: { logo: file("assets/logo.png", hash("1")), description: "Welcome.\nAsk in the chat.\n" },
      after: [],
    },
    {
      id: "c2",
      method: "PUT",
      path: "/groups/{group}",
      params: { group: 7 },
      body: { path: "platform", name: "Platform" },
      after: [],
    },
    {
      id: "c3",
      method: "POST",
      path: "/projects",
      params: {},
      body: { path: "new", import_url: secret("https://bot:${env:IMPORT_TOKEN}@example.com/x.git") },
      after: ["c2"],
      wait: { for: "import", read: "GET /projects/{project}/import" },
    },
    {
      id: "c4",
      method: "POST",
      path: "/projects/{project}/approval_rules",
      params: { project: ref("c3", "id") },
      body: {
        name: "Security",
        protected_branch_ids: [{ $lookup: "GET /projects/{project}/protected_branches/main", field: "id" }],
        nested: { deep: [1, null, true] },
      },
      after: ["c3"],
    },
    { id: "c5", method: "PUT", path: "/projects/{project}", params: { project: 42 }, body: { merge_method: "ff" }, after: [] },
    { id: "c6", method: "POST", path: "/projects/{project}/restore", params: { project: 43 }, after: [] },
    {
      id: "c8",
      method: "PUT",
      path: "/projects/{project}/approval_rules/{approval_rule}",
      params: { project: 42, approval_rule: 5 },
      body: { approvals_required: 2 },
      after: [],
      chain: "approvals of project:acme/web",
      wait: { for: "branch_protection", read: "GET /projects/{project}/protected_branches/main" },
    },
    { id: "c7", method: "DELETE", path: "/topics/{topic}", params: { topic: 9 }, after: ["c5"] },
  ],
  warnings: [
    {
      rule: "tier.assumed",
      message: "the tier was not shown; premium is assumed",
      addresses: ["project:acme/web"],
      source: "projects.yaml:10:3",
    },
  ],
  refusals: [],
  digest: `sha256:${hash("9")}`,
  stats: { requests: 14 },
};

/** A plan with nothing to do. */
export const emptyPlan: Plan = {
  ...samplePlan,
  summary: { create: 0, update: 0, delete: 0, unchanged: 12 },
  changes: [],
  calls: [],
  warnings: [],
};

/** A plan that may not be applied. */
export const refusedPlan: Plan = {
  ...samplePlan,
  warnings: [],
  changes: samplePlan.changes.slice(-1),
  calls: samplePlan.calls.slice(-1),
  refusals: [
    {
      rule: "guard.max-deletes",
      message: "12 deletes are more than the 10 that are allowed; say --max-deletes 12 if that is meant",
      addresses: Array.from({ length: 12 }, (_, index) => `topic:t${index + 1}`),
      source: "topics.yaml:30:1",
    },
    { rule: "tier", message: "needs tier ultimate", addresses: [] },
  ],
};

/** A plan with nothing to do that was asked how much of the instance the files declare. */
export const coveredPlan: Plan = {
  ...emptyPlan,
  coverage: {
    kinds: [
      { kind: "topic", live: 2, managed: 2 },
      { kind: "project", live: 1000, managed: 999 },
      { kind: "approval_rule", live: 3, managed: 0 },
    ],
    unmanaged: [
      "project:acme/old",
      "approval_rule:acme/old:Any: one",
      "approval_rule:acme/old:Security",
      "approval_rule:acme/web:Security",
    ],
    gaps: ["group:acme/gone is scheduled for deletion"],
  },
};

/** A result with every shape that the document has. */
export const sampleResult: Result = {
  format: "trueup.result/1",
  outcomes: [
    { address: "topic:typescript", action: "create", status: "done", source: "topics.yaml:2:3" },
    { address: "project:acme/web", action: "update", status: "done" },
    {
      address: "group:acme",
      action: "create",
      status: "failed",
      code: "api.refused",
      error: {
        method: "POST",
        path: "/groups",
        status: 400,
        message: 'Failed to save group {:path=>["has already been taken"]}',
      },
      source: "groups.yaml:2:3",
    },
    {
      address: "topic:lost",
      action: "delete",
      status: "failed",
      code: "api.reply_lost",
      error: {
        method: "DELETE",
        path: "/topics/9",
        status: 0,
        message: "DELETE /topics/9 got no complete reply: the connection was closed",
      },
    },
    { address: "topic:stale", action: "delete", status: "failed" },
    {
      address: "project:acme/new",
      action: "create",
      status: "skipped",
      code: "apply.skipped",
      because: "group:acme",
      source: "projects.yaml:2:3",
    },
    { address: "project:acme/late", action: "create", status: "skipped", code: "interrupted", because: "interrupted" },
    {
      address: "approval_rule:acme/web:Security",
      action: "update",
      status: "not_stuck",
      code: "not_stuck",
      notStuck: [
        {
          path: "users",
          asked: ["alice", "bob"],
          live: ["alice"],
          cause: "the server drops users that are not members of the project",
          source: "projects.yaml:14:5",
        },
        { path: "password", asked: secret("${env:PASSWORD}"), cause: "unknown" },
      ],
      source: "projects.yaml:11:3",
    },
  ],
  interrupted: true,
  stats: { requests: 21, calls: 6 },
};
