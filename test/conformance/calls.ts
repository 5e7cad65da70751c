import { get, pairFor, post, PUBLIC, CONFIDENTIAL, codeFor, SECRET, VERIFIER, Visitor } from "../emulator/oauth.js";
import type { CallOptions, Platform } from "../emulator/platform.js";

export interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

/** How an endpoint is called with success on the default seed, which has the same ids at every start. */
export type Call = (platform: Platform) => Promise<Outcome>;

const to =
  (method: string, path: string, options: CallOptions = {}): Call =>
  (platform) =>
    platform.call(method, path, options);

const json = (method: string, path: string, body: unknown, token?: string): Call =>
  to(method, path, { json: body, ...(token === undefined ? {} : { token }) });

const form = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

const job = { token: "", headers: { "JOB-TOKEN": "job-token-of-website" } };
const WEBSITE = "/projects/acme-labs%2Fwebsite";
const API = "/projects/acme-labs%2Fplatform%2Fapi";
const TOOLKIT = "/projects/open-source%2Ftoolkit";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** The first thread of a list and its first note. */
async function thread(platform: Platform, path: string): Promise<{ id: string; note: number }> {
  const { body } = await platform.call("GET", `${path}/discussions`);
  const [first] = body as { id: string; notes: { id: number }[] }[];
  return { id: first?.id ?? "", note: first?.notes[0]?.id ?? 0 };
}

/** The six operations on discussions of one noteable; `template` is as the description writes it. */
function discussions(template: string, path: string): [string, Call][] {
  const on =
    (method: string, rest: (found: { id: string; note: number }) => string, body?: object): Call =>
    async (platform) => {
      const found = await thread(platform, path);
      const sent = body === undefined ? {} : { json: { ...body, note_id: found.note } };
      return platform.call(method, `${path}/discussions/${rest(found)}`, sent);
    };
  const note = `${template}/discussions/{discussion_id}/notes/{note_id}`;
  return [
    [`GET ${template}/discussions`, to("GET", `${path}/discussions`)],
    [`GET ${template}/discussions/{discussion_id}`, on("GET", ({ id }) => id)],
    [`POST ${template}/discussions`, json("POST", `${path}/discussions`, { body: "And what of this?" })],
    [`POST ${template}/discussions/{discussion_id}/notes`, on("POST", ({ id }) => `${id}/notes`, { body: "Well said" })],
    [`PUT ${note}`, on("PUT", ({ id, note: at }) => `${id}/notes/${at}`, { body: "Better said" })],
    [`DELETE ${note}`, on("DELETE", ({ id, note: at }) => `${id}/notes/${at}`)],
  ];
}

/** Does one thing first, so that the other can succeed. */
const after =
  (first: Call, then: Call): Call =>
  async (platform) => {
    const { status, body } = await first(platform);
    if (status >= 400) throw new Error(`what comes first answers ${status} ${JSON.stringify(body)}`);
    return then(platform);
  };

/** A person signs in and approves; the browser is sent on with a code. */
const authorize: Call = async (platform) => {
  const visitor = new Visitor(platform);
  await visitor.signIn(PUBLIC, "alice");
  return { status: (await visitor.submit(PUBLIC, { decision: "approve" })).status, body: undefined };
};

const oauth: [string, Call][] = [
  ["GET /oauth/authorize", authorize],
  [
    "POST /oauth/token",
    async (platform) =>
      post(platform, "/oauth/token", {
        grant_type: "authorization_code",
        client_id: PUBLIC.client_id,
        redirect_uri: PUBLIC.redirect_uri,
        code: await codeFor(platform),
        code_verifier: VERIFIER,
      }),
  ],
  ["GET /oauth/token/info", async (platform) => get(platform, "/oauth/token/info", (await pairFor(platform)).access)],
  [
    "POST /oauth/revoke",
    async (platform) => {
      const { access } = await pairFor(platform, CONFIDENTIAL);
      return post(platform, "/oauth/revoke", { client_id: CONFIDENTIAL.client_id, client_secret: SECRET, token: access });
    },
  ],
  [
    "GET /oauth/userinfo",
    async (platform) => get(platform, "/oauth/userinfo", (await pairFor(platform, { ...PUBLIC, scope: "openid" })).access),
  ],
];

const jobs: [string, Call][] = [
  ["GET /projects/{id}/jobs", to("GET", `${WEBSITE}/jobs`)],
  ["GET /projects/{id}/pipelines/{pipeline_id}/jobs", to("GET", `${WEBSITE}/pipelines/9/jobs`)],
  ["GET /projects/{id}/pipelines/{pipeline_id}/bridges", to("GET", `${API}/pipelines/13/bridges`)],
  ["GET /job", to("GET", "/job", job)],
  ["GET /job/allowed_agents", to("GET", "/job/allowed_agents", job)],
  ["GET /projects/{id}/jobs/{job_id}", to("GET", `${WEBSITE}/jobs/31`)],
  ["GET /projects/{id}/jobs/{job_id}/trace", to("GET", `${WEBSITE}/jobs/31/trace`)],
  ["POST /projects/{id}/jobs/{job_id}/cancel", to("POST", `${WEBSITE}/jobs/30/cancel`)],
  ["POST /projects/{id}/jobs/{job_id}/retry", to("POST", `${WEBSITE}/jobs/17/retry`)],
  ["POST /projects/{id}/jobs/{job_id}/erase", to("POST", `${WEBSITE}/jobs/31/erase`)],
];

const deployment = { environment: "preview", ref: "main", tag: false, status: "running" };

/** A call on the first deployment with a status. */
const onDeployment =
  (status: string, rest: string, method: string, options: CallOptions = {}): Call =>
  async (platform) => {
    const { body } = await platform.call("GET", `${API}/deployments?status=${status}`);
    const [first] = body as { id: number }[];
    return platform.call(method, `${API}/deployments/${first?.id}${rest}`, options);
  };

const deployments: [string, Call][] = [
  ["GET /projects/{id}/deployments", to("GET", `${API}/deployments`)],
  ["GET /projects/{id}/deployments/{deployment_id}", onDeployment("success", "", "GET")],
  [
    "POST /projects/{id}/deployments",
    async (platform) => {
      const { body } = await platform.call("GET", `${WEBSITE}/repository/branches/main`);
      return platform.call("POST", `${WEBSITE}/deployments`, {
        json: { ...deployment, sha: (body as { commit: { id: string } }).commit.id },
      });
    },
  ],
  ["PUT /projects/{id}/deployments/{deployment_id}", onDeployment("running", "", "PUT", { json: { status: "success" } })],
  ["DELETE /projects/{id}/deployments/{deployment_id}", to("DELETE", `${WEBSITE}/deployments/1`)],
  ["GET /projects/{id}/deployments/{deployment_id}/merge_requests", to("GET", `${WEBSITE}/deployments/3/merge_requests`)],
  [
    "POST /projects/{id}/deployments/{deployment_id}/approval",
    onDeployment("blocked", "/approval", "POST", { json: { status: "approved" }, token: "token-of-alice" }),
  ],
];

const GROUP = "/groups/acme-labs%2Fplatform";

const environments: [string, Call][] = [
  ["GET /groups/{id}/protected_environments", to("GET", `${GROUP}/protected_environments`)],
  ["GET /groups/{id}/protected_environments/{name}", to("GET", `${GROUP}/protected_environments/staging`)],
  [
    "POST /groups/{id}/protected_environments",
    json("POST", `${GROUP}/protected_environments`, { name: "testing", deploy_access_levels: [{ access_level: 40 }] }),
  ],
  ["DELETE /groups/{id}/protected_environments/{name}", to("DELETE", `${GROUP}/protected_environments/staging`)],
];

const releases: [string, Call][] = [
  ["GET /projects/{id}/releases", to("GET", `${WEBSITE}/releases`)],
  ["GET /projects/{id}/releases/{tag_name}", to("GET", `${WEBSITE}/releases/v1.0.0`)],
  ["POST /projects/{id}/releases", json("POST", `${WEBSITE}/releases`, { tag_name: "v9.0.0", ref: "main" })],
  ["POST /projects/{id}/releases/{tag_name}/evidence", to("POST", `${WEBSITE}/releases/v1.0.0/evidence`)],
  ["PUT /projects/{id}/releases/{tag_name}", json("PUT", `${WEBSITE}/releases/v1.0.0`, { name: "First of all" })],
];

const packages: [string, Call][] = [
  ["GET /projects/{id}/packages", to("GET", `${TOOLKIT}/packages`)],
  ["GET /groups/{id}/packages", to("GET", "/groups/open-source/packages")],
  ["GET /projects/{id}/packages/{package_id}", to("GET", `${TOOLKIT}/packages/1`)],
  ["GET /projects/{id}/packages/{package_id}/package_files", to("GET", `${TOOLKIT}/packages/1/package_files`)],
  ["DELETE /projects/{id}/packages/{package_id}", to("DELETE", `${TOOLKIT}/packages/1`)],
  [
    "DELETE /projects/{id}/packages/{package_id}/package_files/{package_file_id}",
    to("DELETE", `${TOOLKIT}/packages/1/package_files/1`),
  ],
];

const ofMerge = `${WEBSITE}/merge_requests/2`;
const MERGE = "/projects/{id}/merge_requests/{merge_request_iid}";

const approvals: [string, Call][] = [
  ["GET /projects/{id}/approvals", to("GET", `${API}/approvals`)],
  ["POST /projects/{id}/approvals", json("POST", `${API}/approvals`, { reset_approvals_on_push: false })],
  ["GET /projects/{id}/approval_rules", to("GET", `${API}/approval_rules`)],
  ["GET /projects/{id}/approval_rules/{approval_rule_id}", to("GET", `${API}/approval_rules/2`)],
  [
    "POST /projects/{id}/approval_rules",
    json("POST", `${API}/approval_rules`, { name: "Peers", approvals_required: 1, user_ids: [2] }),
  ],
  [
    "PUT /projects/{id}/approval_rules/{approval_rule_id}",
    json("PUT", `${API}/approval_rules/2`, { name: "Security", approvals_required: 1 }),
  ],
  ["DELETE /projects/{id}/approval_rules/{approval_rule_id}", to("DELETE", `${API}/approval_rules/2`)],
  [`GET ${MERGE}/approvals`, to("GET", `${ofMerge}/approvals`)],
  [`POST ${MERGE}/approvals`, json("POST", `${ofMerge}/approvals`, { approvals_required: 1 })],
  [`GET ${MERGE}/approval_state`, to("GET", `${ofMerge}/approval_state`)],
  [`GET ${MERGE}/approval_rules`, to("GET", `${API}/merge_requests/1/approval_rules`)],
];

const instance: [string, Call][] = [
  ["GET /application/settings", to("GET", "/application/settings")],
  ["PUT /application/settings", json("PUT", "/application/settings", { default_branch_name: "trunk" })],
  ["GET /application/appearance", to("GET", "/application/appearance")],
  ["PUT /application/appearance", json("PUT", "/application/appearance", { title: "Acme" })],
  ["GET /topics", to("GET", "/topics")],
  ["GET /topics/{id}", to("GET", "/topics/1")],
  ["POST /topics", json("POST", "/topics", { name: "rust", title: "Rust" })],
  ["PUT /topics/{id}", json("PUT", "/topics/1", { title: "Typed" })],
  ["DELETE /topics/{id}", to("DELETE", "/topics/1")],
  ["GET /projects/{id}/integrations", to("GET", `${WEBSITE}/integrations`)],
  [
    "PUT /projects/{id}/integrations/{slug}",
    json("PUT", `${WEBSITE}/integrations/emails-on-push`, { recipients: "a@example.com" }),
  ],
  ["DELETE /projects/{id}/integrations/{slug}", to("DELETE", `${WEBSITE}/integrations/external-wiki`)],
  ["GET /projects/{id}/integrations/{slug}", to("GET", `${WEBSITE}/integrations/external-wiki`)],
];

const ISSUE = "/projects/{id}/issues/{issue_iid}";
const ofIssue = `${WEBSITE}/issues/1`;
const incident = `${WEBSITE}/issues/2`;

const issues: [string, Call][] = [
  ["GET /issues", to("GET", "/issues?scope=all")],
  ["GET /groups/{id}/issues", to("GET", "/groups/acme-labs/issues")],
  ["GET /projects/{id}/issues", to("GET", `${WEBSITE}/issues`)],
  [`POST ${ISSUE}/unsubscribe`, after(to("POST", `${ofIssue}/subscribe`), to("POST", `${ofIssue}/unsubscribe`))],
  [`POST ${ISSUE}/todo`, to("POST", `${ofIssue}/todo`)],
  [`POST ${ISSUE}/notes`, json("POST", `${ofIssue}/notes`, { body: "Too big for one.\n/promote" })],
  [`POST ${ISSUE}/time_estimate`, json("POST", `${ofIssue}/time_estimate`, { duration: "3h30m" })],
  [`POST ${ISSUE}/reset_time_estimate`, to("POST", `${ofIssue}/reset_time_estimate`)],
  [`POST ${ISSUE}/add_spent_time`, json("POST", `${ofIssue}/add_spent_time`, { duration: "1h" })],
  [`POST ${ISSUE}/reset_spent_time`, to("POST", `${ofIssue}/reset_spent_time`)],
  [`GET ${ISSUE}/time_stats`, to("GET", `${ofIssue}/time_stats`)],
  [`GET ${ISSUE}/related_merge_requests`, to("GET", `${WEBSITE}/issues/3/related_merge_requests`)],
  [`GET ${ISSUE}/closed_by`, to("GET", `${WEBSITE}/issues/3/closed_by`)],
  [`GET ${ISSUE}/participants`, to("GET", `${ofIssue}/participants`)],
  [`GET ${ISSUE}/user_agent_detail`, to("GET", `${ofIssue}/user_agent_detail`)],
  [
    `POST ${ISSUE}/metric_images`,
    (platform) =>
      platform.call("POST", `${incident}/metric_images`, {
        body: form({ file: new File([PNG], "load.png", { type: "image/png" }) }),
      }),
  ],
  [`GET ${ISSUE}/metric_images`, to("GET", `${incident}/metric_images`)],
];

const mergeRequests: [string, Call][] = [
  ["GET /merge_requests", to("GET", "/merge_requests?scope=all")],
  ["GET /projects/{id}/merge_requests", to("GET", `${WEBSITE}/merge_requests`)],
  ["GET /groups/{id}/merge_requests", to("GET", "/groups/acme-labs/merge_requests")],
  [`PUT ${MERGE}/merge`, after(to("POST", `${ofMerge}/approve`, { token: "token-of-alice" }), to("PUT", `${ofMerge}/merge`))],
  [`GET ${MERGE}/merge_ref`, to("GET", `${ofMerge}/merge_ref`)],
  [
    `POST ${MERGE}/cancel_merge_when_pipeline_succeeds`,
    to("POST", "/projects/acme-labs%2Fhandbook/merge_requests/3/cancel_merge_when_pipeline_succeeds"),
  ],
  [`PUT ${MERGE}/rebase`, to("PUT", `${ofMerge}/rebase`)],
  [`GET ${MERGE}/closes_issues`, to("GET", `${ofMerge}/closes_issues`)],
  [`POST ${MERGE}/subscribe`, to("POST", `${ofMerge}/subscribe`)],
  [`POST ${MERGE}/unsubscribe`, after(to("POST", `${ofMerge}/subscribe`), to("POST", `${ofMerge}/unsubscribe`))],
  [`GET ${MERGE}/discussions`, to("GET", `${ofMerge}/discussions`)],
];

const groupsAndProjects: [string, Call][] = [
  ["GET /groups", to("GET", "/groups")],
  ["GET /groups/{id}/subgroups", to("GET", "/groups/acme-labs/subgroups")],
  ["GET /groups/{id}/descendant_groups", to("GET", "/groups/acme-labs/descendant_groups")],
  ["GET /groups/{id}/projects", to("GET", "/groups/acme-labs/projects")],
  ["GET /groups/{id}/projects/shared", to("GET", "/groups/acme-labs%2Fmobile/projects/shared")],
  ["GET /groups/{id}", to("GET", "/groups/acme-labs")],
  ["GET /projects", to("GET", "/projects")],
  ["GET /users/{user_id}/projects", to("GET", "/users/alice/projects")],
];

/** One call for every endpoint of the documents. */
export const calls: ReadonlyMap<string, Call> = new Map([
  ...oauth,
  ...jobs,
  ...deployments,
  ...environments,
  ...releases,
  ...packages,
  ...approvals,
  ...instance,
  ...issues,
  ...mergeRequests,
  ...discussions(ISSUE, ofIssue),
  ...discussions("/projects/{id}/snippets/{snippet_id}", `${WEBSITE}/snippets/1`),
  ...discussions("/groups/{id}/epics/{epic_id}", "/groups/acme-labs/epics/1"),
  ...groupsAndProjects,
]);
