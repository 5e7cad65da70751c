// Servers that fail, people who may not, and what does not stick.
import { join } from "node:path";

const files = {
  topics: { one: { title: "One" }, two: { title: "Two", avatar: "./one.png" } },
  groups: { acme: { name: "Acme", visibility: "internal" }, "acme/platform": { name: "Platform", visibility: "internal" } },
  projects: {
    "acme/site": { visibility: "internal", approval_rules: { One: { approvals_required: 1, users: ["root"] } } },
    "acme/platform/web": { visibility: "internal" },
  },
};
const later = {
  ...files,
  groups: { ...files.groups, acme: { name: "Acme", visibility: "internal", description: "Later" } },
  topics: { one: { title: "Uno" } },
};
/** Faults of a platform, by what they are called here; what strikes only some of several requests is asked for one at a time. */
const faults = {
  "lost-post": ["POST /projects reset=after times=1"],
  "lost-put": ["PUT /groups/{id} reset=after times=1", "PUT /topics/{id} reset=after times=2"],
  "busy-server": ["* /groups/acme status=503 times=2", "POST /topics status=429 retry-after=0 times=2"],
  "refused-post": ["POST /groups status=422 skip=1"],
  "broken-post": ["POST /projects status=500 times=9"],
  "truncated-reply": ["POST /groups truncate times=1", "GET /topics truncate times=1"],
  "reset-before": ["POST /topics reset=before times=3"],
  "denied-list": ["GET /projects/{id}/approval_rules status=403"],
  "missing-list": ["GET /projects/{id}/integrations status=404", "GET /topics status=500"],
  "denied-settings": ["GET /application/settings status=403"],
  "denied-license": ["GET /license status=403", "GET /metadata status=404"],
};
const once = ["--yes", "--json", "--concurrency", "1"];

export function failing() {
  return [
    ...Object.entries(faults).map(([name, lines]) => ({ name: `failing/${name}`, run: (kit) => faulty(kit, lines) })),
    ...["neutral", "vendor"].map((dialect) => ({
      name: `failing/no-administrator-${dialect}`,
      run: (kit) => asSomebody(kit, dialect),
    })),
    { name: "failing/nobody", run: asNobody },
    { name: "failing/does-not-stick", run: doesNotStick },
    { name: "failing/stale-plan", run: stalePlan },
    { name: "failing/other-server", run: otherServer },
    { name: "failing/slow-worker", run: slowWorker },
  ];
}

async function faulty(kit, lines) {
  kit.file("one.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]));
  await kit.server({ faults: lines.map((line) => kit.fault(line)) });
  for (const [turn, state] of [files, later].entries()) {
    kit.file("trueup.json", state);
    await kit.run(`state-${turn}.plan`, ["plan", "trueup.json", "--json", "--concurrency", "1"]);
    await kit.run(`state-${turn}.result`, ["apply", "trueup.json", ...once]);
  }
  await kit.run("left.plan", ["drift", "trueup.json", "--unmanaged", "--concurrency", "1"]);
  if (!lines.some((line) => line.startsWith("GET"))) return;
  await kit.run("export.text", ["export", "--out", "exported", "--concurrency", "1"]);
  kit.keep("exported", "exported");
}

/** A maintainer of one group, who sees a part and may change less. */
async function asSomebody(kit, dialect) {
  const token = "glpat-token-of-alice-in-the-comparison";
  const users = [{ username: "alice", token }, { username: "bob" }];
  const groups = [
    { full_path: "acme", members: { alice: 40 } },
    { full_path: "acme/one" },
    { full_path: "hidden", visibility: "private" },
  ];
  const projects = ["acme/web", "acme/one/api", "hidden/secret", "alice/own"].map((path_with_namespace) => ({
    path_with_namespace,
  }));
  await kit.server({ dialect, seed: { users, groups, projects } });
  kit.set({ TRUEUP_TOKEN: token });
  await kit.run("export.text", ["export", "--out", "exported"]);
  kit.keep("exported", "exported");
  await kit.run("export-under.text", ["export", "--out", "under", "--under", "acme", "--under", "alice"]);
  kit.keep("under", "under");
  kit.file("trueup.json", {
    application_settings: { signup_enabled: false },
    topics: { one: { title: "One" } },
    groups: {
      acme: { description: "Mine", protected_environments: { production: { deploy_access_levels: [{ user: "bob" }] } } },
      hidden: { description: "Seen?" },
      own: { name: "Own" },
    },
    projects: {
      "acme/web": { description: "Mine", approval_rules: { One: { approvals_required: 1, users: ["bob"] } } },
      "alice/own": { description: "Mine" },
      "alice/new": {},
    },
  });
  await kit.run("all.plan", ["plan", "trueup.json", "--json", "--unmanaged"]);
  await kit.run("own.plan", ["plan", "trueup.json", "--unmanaged", "--target", "project:**"]);
  await kit.run("own.result", ["apply", "trueup.json", "--target", "project:alice/*", "--target", "group:own", ...once]);
}

async function asNobody(kit) {
  const server = await kit.server();
  kit.file("trueup.json", { ...files, topics: {} });
  for (const TRUEUP_TOKEN of ["glpat-token-that-nobody-has", ""]) {
    kit.set({ TRUEUP_TOKEN });
    await kit.run("plan.text", ["plan", "trueup.json"]);
    await kit.run("export.text", ["export", "--json"]);
  }
  kit.set({ TRUEUP_TOKEN: server.token, TRUEUP_URL: server.url.replace(/\d+$/, "9") });
  await kit.run("no-server.text", ["plan", "trueup.json", "--concurrency", "1"]);
}

/** The platform keeps a value of its own where something above decides, and drops without a word what is only for others. */
async function doesNotStick(kit) {
  const groups = [{ full_path: "acme" }, { full_path: "acme/sub" }];
  const server = await kit.server({ seed: { groups, projects: [{ path_with_namespace: "acme/web" }] } });
  await server.call("PUT", "/groups/acme", { lfs_enabled: false, emails_disabled: true });
  await server.call("PUT", "/application/settings", {
    disable_overriding_approvers_per_merge_request: true,
    keep_latest_artifact: false,
  });
  kit.file("trueup.json", {
    application_settings: { disabled_oauth_sign_in_sources: ["nobody-knows-it"] },
    groups: { "acme/sub": { prevent_sharing_groups_outside_hierarchy: true, lfs_enabled: true, emails_disabled: false } },
    projects: {
      "acme/web": {
        lfs_enabled: true,
        keep_latest_artifact: true,
        emails_disabled: false,
        approval_settings: { disable_overriding_approvers_per_merge_request: false },
      },
    },
  });
  await kit.run("state.plan", ["plan", "trueup.json", "--json"]);
  await kit.run("state.result", ["apply", "trueup.json", ...once]);
  await kit.run("state-text.result", ["apply", "trueup.json", "--yes", "--concurrency", "1"]);
}

/** What changed between a plan and its apply. */
async function stalePlan(kit) {
  const server = await kit.server();
  kit.file("one.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]));
  kit.file("trueup.json", { ...files, application_settings: { spamfilter_api_key: "${env:SPAM_KEY}" } });
  kit.set({ SPAM_KEY: "spam-key-of-the-comparison" });
  await kit.run("first.plan", ["plan", "trueup.json", "--out", "plan.json"]);
  await server.call("POST", "/topics", { name: "one", title: "Somebody else's" });
  await kit.run("stale.result", ["apply", "--plan", "plan.json", ...once]);
  await kit.run("second.plan", ["plan", "trueup.json", "--out", "plan.json"]);
  kit.file("one.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 2]));
  await kit.run("other-picture.result", ["apply", "--plan", "plan.json", ...once]);
  await kit.run("third.plan", ["plan", "trueup.json", "--out", "plan.json"]);
  kit.set({ SPAM_KEY: "" });
  await kit.run("no-secret.result", ["apply", "--plan", "plan.json", ...once]);
}

/** Files that are pinned to another server, and a plan that was made for another one. */
async function otherServer(kit) {
  kit.copy(join(kit.base, "examples/kinds"), "kinds");
  const [first, second] = [await kit.server(), await kit.server()];
  kit.file("trueup.json", { ...files, topics: {}, instance: { url: "https://platform.example.com" } });
  await kit.run("pinned.text", ["plan", "trueup.json"]);
  await kit.run("rehearsed.plan", ["plan", "trueup.json", "--ignore-pin", "--json"]);
  kit.file("trueup.json", { ...files, topics: {}, instance: { url: first.url, dialect: "vendor" } });
  await kit.run("dialect.text", ["plan", "trueup.json", "--out", "plan.json"]);
  await kit.run("for-one.plan", ["plan", "trueup.json", "--out", "plan.json", "--json", "--ignore-pin"]);
  await kit.run("for-other.result", ["apply", "--plan", "plan.json", "--url", second.url, ...once]);
}

/** What takes effect a while after the call that asked for it. */
async function slowWorker(kit) {
  await kit.server({ slow: true, workerDelay: 120 });
  const acme = { groups: { acme: { name: "Acme" }, old: { name: "Old" } } };
  const protectedRule = { One: { approvals_required: 1, users: ["root"], protected_branches: ["main"] } };
  const states = [
    {
      ...acme,
      projects: {
        "acme/imported": { import_url: "https://example.com/web.git", topics: ["fresh"], default_branch: "main" },
        "acme/web": { initialize_with_readme: true, approval_rules: protectedRule },
        "old/web": {},
      },
    },
    { groups: { acme: {}, fresh: { name: "Old", moved_from: "old" } }, application_settings: { delayed_group_deletion: false } },
    { groups: { acme: { ensure: "absent" }, fresh: { ensure: "absent" } } },
    { groups: { acme: { name: "Acme again" } } },
  ];
  for (const [turn, state] of states.entries()) {
    kit.file("trueup.json", state);
    const allowed = ["--allow-delete", "group", "--max-deletes", "9"];
    await kit.run(`state-${turn}.result`, ["apply", "trueup.json", ...allowed, ...once], { timed: true });
  }
}
