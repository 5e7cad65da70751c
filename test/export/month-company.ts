import fc from "fast-check";
import { vi } from "vitest";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";

const teams = ["platform", "shop", "data", "mobile"];
const labels = { feature: "#428bca", docs: "#5cb85c", chore: "#d1d100", security: "#8e44ad", speed: "#f0ad4e" };
const hook = "https://ci.example/hook";
const people = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi"];
const guests = ["ivan", "judy"];

/** A platform that the people of one company set up by hand. */
export interface Company {
  readonly server: RunningEmulator;
  /** Its secrets, by the names that an export gives to their references. */
  readonly values: Readonly<Record<string, string>>;
}

/** What the house says, one time in ten another value. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

/** Something that so many of a hundred projects have. */
function some<T>(percent: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: percent, arbitrary }, { weight: 100 - percent, arbitrary: fc.constant(undefined) });
}

const settings = fc.record({
  visibility: mostly("private", "internal"),
  merge_method: mostly("ff", "merge", "rebase_merge"),
  squash_option: mostly("default_on", "always"),
  only_allow_merge_if_pipeline_succeeds: mostly(true, false),
  only_allow_merge_if_all_discussions_are_resolved: mostly(true, false),
  remove_source_branch_after_merge: mostly(true, false),
  wiki_enabled: mostly(false, true),
  ci_config_path: mostly("", "ci/pipeline.yml"),
});

const project = fc.record({
  settings,
  main: fc.record({
    push_access_level: mostly(40, 0),
    merge_access_level: mostly(30, 40),
    allow_force_push: mostly(false, true),
  }),
  release: some(90, fc.record({ push_access_level: mostly(40, 0), merge_access_level: mostly(40, 30) })),
  approvals: some(90, mostly(1, 2)),
  bug: mostly("#d9534f", "#ff0000"),
  tagger: mostly(40, 30),
  logLevel: mostly("info", "debug", "warning"),
  region: some(50, mostly("eu-central-1", "us-east-1")),
  isDeployed: some(12, fc.constant(true)),
  member: some(15, fc.record({ username: fc.constantFrom(...guests), access_level: fc.constantFrom(30, 40) })),
  isScheduled: some(10, fc.constant(true)),
  hasKey: some(5, fc.constant(true)),
});

/** A new secret, by the parts of the name of its reference. */
type Secret = (...names: readonly string[]) => string;

/** What people want of a project. */
type Wishes = typeof project extends fc.Arbitrary<infer T> ? T : never;

/** Sets up so many projects by the API, the same ones each time; every fourth tells a service of what happens. */
export async function setUp(count: number): Promise<Company> {
  const seed = { users: [...people, ...guests].map((username) => ({ username })) };
  const server = await openEmulator({ dialect: "vendor", serverVersion: "19.0.0-ee", seed });
  const values: Record<string, string> = {};
  const secret: Secret = (...names) => {
    const name = names.join("_").replaceAll(/\W+/g, "_").toUpperCase();
    return (values[name] = `hushed-${name.toLowerCase()}`);
  };
  const groups = await setUpGroups(server, secret);
  for (const [index, wishes] of fc.sample(project, { numRuns: count, seed: 39 }).entries()) {
    const team = index % teams.length;
    const path = `app-${index}`;
    const { id } = (await server.call("POST", "/projects", {
      ...wishes.settings,
      path,
      namespace_id: groups[team],
      initialize_with_readme: true,
    })) as { readonly id: number };
    const add = (what: string, body: unknown) => server.call("POST", `/projects/${id}/${what}`, body);
    await protectAndReview(wishes, server, id);
    await equip(wishes, add, path, (...names) => secret("acme", teams[team] ?? "", path, ...names));
    if (index % 4 === 0)
      await add("hooks", {
        url: hook,
        token: secret("acme", teams[team] ?? "", path, hook, "token"),
        merge_requests_events: true,
      });
  }
  return { server, values };
}

/** The company's group and those of its teams, with two people each. */
async function setUpGroups({ call }: RunningEmulator, secret: Secret): Promise<readonly number[]> {
  const made = async (body: object) =>
    (await call("POST", "/groups", { ...body, visibility: "internal" })) as { readonly id: number };
  const company = await made({ name: "Acme", path: "acme" });
  const password = secret("acme", "REGISTRY_PASSWORD", "value");
  await call("POST", "/groups/acme/variables", { key: "REGISTRY_PASSWORD", value: password, masked: true });
  await call("POST", "/groups/acme/variables", { key: "LOG_FORMAT", value: "json" });
  const groups: number[] = [];
  for (const [index, path] of teams.entries()) {
    const { id } = await made({ name: path, path, parent_id: company.id });
    groups.push(id);
    for (const username of people.slice(2 * index, 2 * index + 2))
      await call("POST", `/groups/${id}/members`, { username, access_level: index === 0 ? 50 : 40 });
  }
  return groups;
}

/** What else people gave to a project over the years. */
async function equip(
  wishes: Wishes,
  add: (what: string, body: object) => Promise<unknown>,
  path: string,
  secret: Secret,
): Promise<void> {
  for (const [name, color] of Object.entries({ ...labels, bug: wishes.bug })) await add("labels", { name, color });
  await add("protected_tags", { name: "v*", create_access_level: wishes.tagger });
  await add("variables", { key: "LOG_LEVEL", value: wishes.logLevel });
  if (wishes.region !== undefined) await add("variables", { key: "REGION", value: wishes.region });
  if (wishes.isDeployed)
    await add("variables", { key: "DEPLOY_TOKEN", value: secret("DEPLOY_TOKEN", "value"), masked: true, protected: true });
  if (wishes.member !== undefined) await add("members", wishes.member);
  if (wishes.isScheduled) await add("pipeline_schedules", { description: "Nightly", ref: "main", cron: "0 3 * * *" });
  const key = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${path.replace("app-", "").padStart(43, "A")}`;
  if (wishes.hasKey) await add("deploy_keys", { title: `deployer of ${path}`, key });
}

/** Who may push to and merge into its branches, and who reviews. */
async function protectAndReview({ main, release, approvals }: Wishes, { call }: RunningEmulator, id: number): Promise<void> {
  // The server protects the first branch once it has it.
  await vi.waitFor(() => call("DELETE", `/projects/${id}/protected_branches/main`));
  await call("POST", `/projects/${id}/protected_branches`, { name: "main", ...main });
  if (release !== undefined) await call("POST", `/projects/${id}/protected_branches`, { name: "release/*", ...release });
  if (approvals === undefined) return;
  await call("POST", `/projects/${id}/approval_rules`, { name: "Reviewers", approvals_required: approvals });
}
