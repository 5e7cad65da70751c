// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    asks: true,
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "ultimate",
    seed: {
      users: [{ username: "alice", token: "token-of-alice" }, { username: "bob" }],
      groups: [{ full_path: "acme", visibility: "private" }],
      projects: [{ path_with_namespace: "acme/web", visibility: "private", branches: ["main"] }],
    },
  });
  write(tight);
  expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
  fixture.server.forget();
});
afterEach(async () => fixture.close());

const body = (force: boolean, role: string, more = "") => `projects:
  acme/web:
    description: Shop${more}
    members: { alice: ${role} }
    protected_branches: { main: { allow_force_push: ${force} } }
`;
const tight = body(false, "developer");
const loose = body(true, "maintainer", " of all");
const write = (text: string) => fixture.write("files/trueup.yaml", text);
const run = async (...words: string[]) => fixture.run(words);
const planned = async (...words: string[]) => JSON.parse((await run("plan", "files", "--json", ...words)).stdout) as Plan;
const addresses = (plan: Plan) => plan.changes.map(({ address }) => address);
const member = "member:acme/web:alice";
const branch = "protected_branch:acme/web:main";

describe("a change that weakens protection", () => {
  it("is held back, with what to paste, while all else is made", async () => {
    write(loose);
    const plan = await planned();
    expect(addresses(plan)).toEqual(["project:acme/web"]);
    expect(plan.held?.map(({ rule, addresses: [address], message }) => ({ rule, address, message }))).toEqual([
      { rule: "weakening", address: member, message: expect.stringContaining(`--ack weakening:${member}`) as string },
      { rule: "weakening", address: branch, message: expect.stringContaining("allow_force_push") as string },
    ]);
    const { code, stdout } = await run("apply", "files", "--yes", "--json");
    expect(code).toBe(3);
    expect((JSON.parse(stdout) as Result).outcomes.map(({ address, status }) => [address, status])).toEqual([
      ["project:acme/web", "done"],
    ]);
  });

  it("is made once it is acknowledged, by its address, a glob or the rule alone", async () => {
    write(loose);
    expect(addresses(await planned("--ack", `weakening:${member}`))).toEqual(["project:acme/web", member]);
    expect(addresses(await planned("--ack", "weakening:*:acme/*:main"))).toEqual(["project:acme/web", branch]);
    expect(await run("apply", "files", "--yes", "--ack", "weakening")).toMatchObject({ code: 0 });
    expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("says in the plan by what it weakens protection, and in Markdown before all that is folded", async () => {
    write(loose);
    const { changes } = await planned("--ack", "weakening");
    expect(changes.map(({ address, weakens }) => [address, weakens])).toEqual([
      ["project:acme/web", undefined],
      [member, ["access_level"]],
      [branch, ["allow_force_push"]],
    ]);
    const { stdout } = await run("plan", "files", "--format", "markdown", "--ack", "weakening");
    expect(stdout).toContain(`> **Weakens protection** <code>allow_force_push</code>: <code>${branch}</code>`);
    expect(stdout.indexOf("Weakens protection")).toBeLessThan(stdout.indexOf("<details>"));
  });

  it("asks nobody the other way round, nor where something is new", async () => {
    write(loose);
    expect(await run("apply", "files", "--yes", "--ack", "weakening")).toMatchObject({ code: 0 });
    write(`${tight}  acme/new: { members: { alice: maintainer }, protected_branches: { "*": { allow_force_push: true } } }\n`);
    expect(await run("apply", "files", "--yes")).toMatchObject({ code: 0 });
  });

  it("is held back where a protection goes, and where a policy or what lies in a closed group asks for it", async () => {
    write(`${body(false, "developer").replace("{ allow_force_push: false }", "{ ensure: absent }")}    visibility: public
groups: { acme: { visibility: public } }
policies: { open: { projects: ["acme/**"], set: { public_jobs: true } } }
`);
    const { held = [], changes } = await planned();
    expect(changes).toEqual([]);
    expect(held.flatMap((one) => one.addresses).sort()).toEqual(["group:acme", "project:acme/web", branch].sort());
    expect(await run("apply", "files", "--yes", "--ack", "weakening")).toMatchObject({ code: 0 });
  });

  it("takes along what is to be made in what stays closed, with all that hangs on it", async () => {
    write(`groups: { acme: { visibility: public } }
projects:
  acme/open: { visibility: public, members: { alice: developer } }
  acme/web: { description: New }
`);
    const { held = [], refusals, changes } = await planned();
    expect({ refusals, changes: changes.map(({ address }) => address) }).toEqual({ refusals: [], changes: ["project:acme/web"] });
    const waiting = ["group:acme", "project:acme/open", "member:acme/open:alice"];
    expect(held.flatMap((one) => one.addresses).sort()).toEqual(waiting.sort());
  });

  it("shows in drift like all else", async () => {
    write(loose);
    const { code, stdout } = await run("drift", "files", "--json");
    expect(code).toBe(2);
    expect(addresses(JSON.parse(stdout) as Plan)).toEqual(["project:acme/web", member, branch]);
  });

  it("must be acknowledged again where a plan without a seal is applied", async () => {
    write(loose);
    expect(await run("plan", "files", "--out", "plan.json", "--ack", "weakening")).toMatchObject({ code: 0 });
    const refused = await run("apply", "files", "--plan", "plan.json", "--yes");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`--ack weakening:${branch}`) as string });
    expect(fixture.writes()).toEqual([]);
    expect(await run("apply", "files", "--plan", "plan.json", "--yes", "--ack", "weakening")).toMatchObject({ code: 0 });
  });

  it("is warned of where nothing asks for what was acknowledged, and refused by the name of no rule", async () => {
    const { warnings } = await planned("--ack", `weakening:${member}`);
    expect(warnings.map(({ rule }) => rule)).toContain("ack.idle");
    const { code, stderr } = await run("plan", "files", "--ack", "weakning");
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("weakening") as string });
  });
});

it("what a share that is given again took along is told, and waits for an acknowledgement as all else that lets somebody in", async () => {
  const files = (share: string, force: boolean) => `groups: { crew: { name: Crew } }
projects:
  acme/web:
    shared_with_groups: [{ group: crew, access_level: ${share} }]
    protected_tags: { "v*": { allowed_to_create: [{ group: crew }, { access_level: maintainer }] } }
    protected_branches: { main: { allow_force_push: ${force} } }
`;
  write(files("developer", false));
  const first = await run("apply", "files", "--yes", "--ack", "weakening:project:acme/web", "--ack", "window:protected_tag:*");
  expect(first, first.stdout).toMatchObject({ code: 0 });
  write(files("maintainer", true));
  const once = ["--ack", "weakening:project:acme/web", "--ack", "window:project:acme/web"];
  const ended = await run("apply", "files", "--yes", ...once);
  expect(ended, ended.stdout).toMatchObject({ code: 3, stdout: expect.stringContaining("link.again") as string });
  const { held = [], changes } = await planned();
  const waiting = [...new Set(held.flatMap((one) => one.addresses))].sort();
  expect({ waiting, changes }).toEqual({ waiting: [branch, "protected_tag:acme/web:v*"].sort(), changes: [] });
  expect(await run("apply", "files", "--yes", "--ack", "weakening", "--ack", "window")).toMatchObject({ code: 0 });
  expect((await planned()).changes).toEqual([]);
});

describe("acknowledge, in files", () => {
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const acknowledge = (match: string, day: string, more = ', reason: "The team asked for it"') =>
    `acknowledge: [{ rule: weakening, match: "${match}", until: ${day}${more} }]\n`;

  it("makes what it names, until its last day", async () => {
    write(loose + acknowledge(member, until(3)));
    expect(addresses(await planned())).toEqual(["project:acme/web", member]);
    write(loose + acknowledge(member, until(-1)));
    const { code, stdout, stderr } = await run("plan", "files", "--json");
    expect(code).toBe(3);
    expect(addresses(JSON.parse(stdout) as Plan)).toEqual(["project:acme/web"]);
    expect(stderr).toContain("it ended on");
  });

  it.each([
    ["more than 90 days", acknowledge(member, until(91)), "at most 90 days"],
    ["everything", acknowledge("**", until(3)), "names too much"],
    ["every kind", acknowledge("*:acme/web", until(3)), "names too much"],
    ["no reason", acknowledge(member, until(3), ""), "reason"],
  ])("is an error for %s", async (_name, text, message) => {
    write(loose + text);
    const { code, stdout, stderr } = await run("validate", "files");
    expect({ code, told: stdout + stderr }).toMatchObject({ code: 1, told: expect.stringContaining(message) as string });
  });

  it("needs the scope's leave", async () => {
    write(loose + acknowledge(member, until(3)));
    const scope = (...may: string[]) =>
      fixture.write("trueup.yaml", `scopes: { "files/**": { may: [${may.join(", ")}], env: [] } }\n`);
    scope('"acme/**"');
    const refused = await run("plan", "files");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("acknowledge is out of the scope") as string });
    scope('"acme/**"', "acknowledge");
    expect(await run("plan", "files")).toMatchObject({ code: 3 });
  });
});

describe("what a server can only take away and make again", () => {
  const tag = (role: string) => `projects:
  acme/web: { description: ${role}, protected_tags: { "v*": { allowed_to_create: [{ access_level: ${role} }] } } }
`;
  const address = "protected_tag:acme/web:v*";

  it("is held back as a window, whichever way it goes, while all else is made", async () => {
    write(tag("developer"));
    expect(await run("apply", "files", "--yes")).toMatchObject({ code: 0 });
    write(tag("maintainer"));
    const { held = [], changes } = await planned();
    expect(changes.map((one) => one.address)).toEqual(["project:acme/web"]);
    expect(held).toMatchObject([{ rule: "window", addresses: [address] }]);
    expect(held[0]?.message).toContain(`--ack 'window:${address}'`);
    expect(await run("apply", "files", "--yes", "--ack", `window:${address}`)).toMatchObject({ code: 0 });
    expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("asks for both where it also weakens", async () => {
    write(tag("maintainer"));
    expect(await run("apply", "files", "--yes")).toMatchObject({ code: 0 });
    write(tag("developer"));
    expect((await planned()).held?.map(({ rule }) => rule).sort()).toEqual(["weakening", "window"]);
    expect((await planned("--ack", "window")).held?.map(({ rule }) => rule)).toEqual(["weakening"]);
    expect((await planned("--ack", "window", "--ack", "weakening")).held).toBeUndefined();
  });
});

it("who would take rights from the own user is asked, and an administrator is not", async () => {
  const env = { TRUEUP_TOKEN: "token-of-alice" };
  fixture.write("seed/trueup.yaml", "groups: { acme: { members: { alice: owner, bob: owner } } }\n");
  expect(await fixture.run(["apply", "seed", "--yes", "--ack", "weakening"])).toMatchObject({ code: 0 });
  write("groups: { acme: { members: { alice: developer } } }\n");
  const plan = await fixture.run(["plan", "files", "--json"], env);
  expect((JSON.parse(plan.stdout) as Plan).held).toMatchObject([{ rule: "lockout", addresses: ["member:acme:alice"] }]);
  expect((JSON.parse(plan.stdout) as Plan).changes).toEqual([]);
  expect(addresses(await planned())).toEqual(["member:acme:alice"]);
  expect(await fixture.run(["apply", "files", "--yes", "--ack", "lockout:member:acme:alice"], env)).toMatchObject({ code: 0 });
});

it("deletes and restores are acknowledged by their addresses, too", async () => {
  write("projects: { acme/web: { ensure: absent } }\n");
  expect(await run("plan", "files")).toMatchObject({ code: 1 });
  expect(await run("plan", "files", "--ack", "delete:project:acme/other")).toMatchObject({ code: 1 });
  expect(await run("plan", "files", "--ack", "delete:project:acme/web")).toMatchObject({ code: 0 });
});
