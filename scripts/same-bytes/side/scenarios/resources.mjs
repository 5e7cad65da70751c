// Things one at a time, as the Terraform provider asks for them, and the twin of a server. Both are reached by their functions, since no command takes so little.
const servers = [
  { dialect: "neutral", tier: "ultimate", serverVersion: "15.4.0" },
  { dialect: "vendor", tier: "premium", serverVersion: "17.5.0" },
];

export function resources() {
  return servers.flatMap((place) => [
    { name: `resources/lives-${place.dialect}`, run: (kit) => lives(kit, place) },
    { name: `resources/refresh-${place.dialect}`, run: (kit) => refresh(kit, place) },
    { name: `resources/twin-${place.dialect}`, run: (kit) => twin(kit, place) },
  ]);
}

async function around(kit, server) {
  const { createRedactor } = await kit.load("dist/core/redact.js");
  return { cwd: kit.directory, env: { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token }, redactor: createRedactor() };
}

/** Things of a server, one request after the other. */
async function opened(kit, server, options = {}) {
  const { openResources } = await kit.load("dist/trueup.js");
  return openResources({ concurrency: 1, backoff: 1, ...options }, await around(kit, server));
}

const group = (path) => ({ kind: "group", path });
const project = (path) => ({ kind: "project", path });
const topic = (path) => ({ kind: "topic", path });
const rule = (key) => ({ kind: "approval_rule", path: "acme/web", key });
const resource = (parts, spec, more = {}) => ({ ...parts, spec, secrets: {}, ...more });

const inAcme = (kind, key) => ({ kind, path: "acme", key });

/** What is asked for, by what it is called. */
const life = {
  group: (all) => all.apply(resource(group("acme/old"), { name: "Team", lfs_enabled: false }), true),
  "group-again": (all) => all.apply(resource(group("acme/old"), { name: "Team" }), true),
  project: (all) => all.apply(resource(project("acme/old/web"), { topics: ["x"], initialize_with_readme: true }), true),
  "renamed-group": (all) => all.apply(resource(group("acme/new"), { name: "Team" }, { from: group("acme/old") }), false),
  "transferred-project": (all) =>
    all.apply(resource(project("acme/web"), { description: "Web" }, { from: project("acme/new/web") }), false),
  rule: (all) => all.apply(resource(rule("Security"), { approvals_required: 2, users: ["alice"] }), true),
  "renamed-rule": (all) => all.apply(resource(rule("Safety"), { approvals_required: 2 }, { from: rule("Security") }), false),
  "other-rule": (all) => all.apply(resource(rule("Other"), { approvals_required: 1, users: ["alice"] }), true),
  "rule-both-exist": (all) => all.apply(resource(rule("Other"), { approvals_required: 1 }, { from: rule("Safety") }), false),
  settings: (all) =>
    all.apply(
      resource(
        { kind: "application_settings" },
        { signup_enabled: false, spamfilter_api_key: { $secret: "key" } },
        { secrets: { key: "hushed" } },
      ),
      true,
    ),
  integration: (all) =>
    all.apply(
      resource({ kind: "integration", path: "acme/web", key: "external-wiki" }, { external_wiki_url: "https://w.example" }),
      true,
    ),
  environment: (all) =>
    all.apply(
      resource(inAcme("protected_environment", "production"), { deploy_access_levels: [{ access_level: "maintainer" }] }),
      true,
    ),
  "environment-later": (all) =>
    all.apply(resource(inAcme("protected_environment", "production"), { deploy_access_levels: [{ user: "alice" }] }), false),
  topic: (all) => all.apply(resource(topic("ts"), { title: "TypeScript" }), true),
  "renamed-topic": (all) => all.apply(resource(topic("typescript"), { title: "TypeScript" }, { from: topic("ts") }), false),
  gone: (all) => all.apply(resource(project("acme/gone"), { description: "x" }), false),
  refused: (all) => all.refusals(resource(project("acme/web"), { visibility: "public", mirror: true }), true),
  "wrong-value": (all) => all.apply(resource(rule("Wrong"), { approvals_required: 1, users: ["nobody"] }), true),
  "find-path": (all) => all.find("project", "acme/web"),
  "find-address": (all) => all.find("project", "project:acme/web"),
  "find-number": (all) => all.find("project", "1"),
  "find-no-number": (all) => all.find("project", "77"),
  "find-no-path": (all) => all.find("project", "acme/nowhere"),
  "find-rule": (all) => all.find("approval_rule", "acme/web:Safety"),
  "find-rule-by-number": (all) => all.find("approval_rule", "1:1"),
  "read-project": (all) => all.read(project("acme/web")),
  "read-group": (all) => all.read(group("acme/new")),
  "read-rule": (all) => all.read(rule("Safety")),
  "read-settings": (all) => all.read({ kind: "application_settings" }),
  "read-by-number": (all) => all.read(project("acme/was-called-otherwise"), { id: "1" }),
  "read-gone": (all) => all.read(project("acme/gone")),
  get: (all) => all.get("/projects", { simple: true }),
  "remove-rule": (all) => all.remove(rule("Safety")),
  "remove-project": (all) => all.remove(project("acme/web")),
  "remove-group": (all) => all.remove(group("acme/new")),
  "remove-settings": (all) => all.remove({ kind: "application_settings" }),
  "read-removed": (all) => all.read(project("acme/web")),
};

/** Things are made, read, renamed, found and removed. */
async function lives(kit, place) {
  const groups = [{ full_path: "acme", name: "Acme", members: { alice: 50 } }];
  const server = await kit.server({ ...place, seed: { users: [{ username: "alice" }], groups } });
  const all = await opened(kit, server);
  for (const [name, work] of Object.entries(life)) await kit.ask(`${name}.text`, async () => work(all));
  await all.close();
}

/** Many reads, from lists where that costs less. */
async function refresh(kit, place) {
  const paths = Array.from({ length: 130 }, (_, index) => `${index % 3 === 0 ? "acme" : `team-${index % 7}`}/project-${index}`);
  const groups = [...new Set(paths.map((path) => path.split("/")[0]))].map((full_path) => ({ full_path, name: full_path }));
  const projects = paths.map((path_with_namespace, index) => ({
    path_with_namespace,
    visibility: index % 2 === 0 ? "private" : "internal",
  }));
  const server = await kit.server({ ...place, seed: { groups, projects } });
  for (const bulk of [true, false]) {
    const all = await opened(kit, server, { bulk });
    const readAll = (attributes, wanted) => async () => {
      const live = [];
      for (const path of wanted) live.push(await all.read(project(path), { attributes }));
      return live;
    };
    await kit.ask("few.text", readAll(["description"], paths.slice(0, 3)));
    await kit.ask("shown-in-lists.text", readAll(["description", "visibility", "topics"], bulk ? paths : paths.slice(0, 5)));
    await kit.ask("shown-singly.text", readAll(["shared_with_groups", "approvals_before_merge"], paths.slice(0, 9)));
    await kit.ask("groups.text", async () => {
      const live = [];
      for (const { full_path } of groups) live.push(await all.read(group(full_path)));
      return live;
    });
    await kit.ask("written.text", () => all.apply(resource(project("acme/project-0"), { description: `bulk ${bulk}` }), false));
    await kit.ask("after-writing.text", readAll(["description"], paths.slice(0, 12)));
    await kit.ask("not-there.text", readAll(["description"], ["acme/none", "nowhere/none", "acme/PROJECT-0"]));
    await all.close();
  }
}

/** A copy of a server, filled as an emulator beside it would be. */
async function twin(kit, place) {
  const original = await kit.server({ ...place, seed: "default" });
  const { readCopy, fillTwin } = await kit.load("dist/trueup.js");
  let copy;
  await kit.ask("copy.text", async () => {
    copy = await readCopy({ under: [], extent: {} }, { url: original.url }, await around(kit, original));
    return { ...copy, pictures: [...copy.pictures].map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]) };
  });
  const other = await kit.server({ ...place, seed: copy.seed });
  await kit.ask("gaps.text", async () => fillTwin(copy, { url: other.url, concurrency: 1 }, await around(kit, other)), {
    waits: true,
  });
}
