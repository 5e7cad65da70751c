import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import type { Change, Outcome, Plan, Result } from "../../src/core/plan.js";
import { diff } from "../../src/engine/diff.js";
import { Hand } from "./by-hand.js";
import { type Body, writeBodies, type Written } from "./files.js";
import { type Platform, type Ran, scratch, startPlatform, trueup } from "./program.js";
import { isCompared, offers, type Server, specAt, type Subject, subjects, unsets, valueOf } from "./subjects.js";
import { secrets } from "./values.js";
import { buildWorld } from "./world.js";

const pictures: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "./assets/first.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
  "./assets/second.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 2]),
};

/** Takes every attribute that one server offers through all steps, with the built command line over HTTP. */
export function matrix(server: Server): void {
  describe(`on ${server.tier}, ${server.dialect} dialect, release ${server.version}`, () => {
    const offered = subjects((field, kind, key) => offers(server, field, kind, key));
    let stage: Stage;
    beforeAll(async () => {
      stage = await Stage.open(server);
    });
    afterAll(() => stage?.close());

    it("what the server lacks is refused whole, each attribute at its place, and nothing is written", () =>
      lacking(stage, server));
    it("a thing is created with every attribute, and the next plan is empty", () => created(stage, offered));
    it("a change of every attribute is planned, applied and converged", () => changed(stage, offered));
    it("every attribute changed by hand is drift at its place in the files, and is healed", () => drifted(stage, offered));
    it("every attribute that can be unset is unset, and the next plan is empty", () => unset(stage, offered));
    it("what is taken out of the files is left alone", () => leftAlone(stage, offered));
    it("what is absent is deleted, once that is allowed", () => deleted(stage, offered));
  });
}

async function created(stage: Stage, all: readonly Subject[]): Promise<void> {
  const bodies = all.map((subject) => ({ subject, spec: specAt(subject, 0) }));
  const plan = await stage.plan(bodies);
  const asked = bodies.flatMap(({ subject, spec }) => Object.keys(spec).map((name) => `${subject.address} ${name}`));
  // A singleton is there before anybody declares it, perhaps with the very value.
  const found = pathsOf(plan.changes);
  const isSingle = (one: string) =>
    all.some(({ address, kind }) => kind.routes.create === undefined && one.startsWith(`${address} `));
  mustBe(
    found.filter((one) => !isSingle(one) || !asked.includes(one)),
    asked.filter((one) => !isSingle(one)),
  );
  await stage.apply(plan);
  await stage.converged(bodies);
  await stage.call("POST", "/projects/acme%2Fweb/repository/branches", { branch: "release", ref: "main" });
}

async function changed(stage: Stage, all: readonly Subject[]): Promise<void> {
  const bodies = all.map((subject) => ({ subject, spec: specAt(subject, 1) }));
  const plan = await stage.plan(bodies);
  mustBe(pathsOf(plan.changes), differing(stage.server, all, bodies));
  await stage.apply(plan);
  await stage.converged(bodies);
}

async function drifted(stage: Stage, all: readonly Subject[]): Promise<void> {
  const bodies = all.map((subject) => ({ subject, spec: specAt(subject, 1) }));
  for (const subject of all) {
    const first = specAt(subject, 0);
    // Every write asks for what is required, and what is switched on for its companions.
    const spec = Object.entries(first).filter(
      ([name]) => isRepeated(subject, name) || isCompanion(subject, name) || isTaken(subject, name, stage.server),
    );
    if (spec.length > 0) await stage.hand.change(subject, Object.fromEntries(spec));
  }
  const { plan, written } = await stage.drift(bodies);
  mustBe(pathsOf(plan.changes), differing(stage.server, all, bodies));
  expect(misplaced(plan, written)).toEqual([]);
  expect(all.flatMap((subject) => strange(subject, plan))).toEqual([]);
  await stage.apply(plan);
  await stage.converged(bodies);
}

async function unset(stage: Stage, all: readonly Subject[]): Promise<void> {
  const bodies = all.map((subject) => ({ subject, spec: { ...specAt(subject, 1), ...unsets(subject) } }));
  const plan = await stage.plan(bodies);
  const expected = all.flatMap((subject) =>
    Object.entries(unsets(subject)).flatMap(([name, value]) =>
      isCompared(subject, name, stage.server)
        ? dotted(subject, name, value ?? null).map((path) => `${subject.address} ${path}`)
        : [],
    ),
  );
  mustBe(pathsOf(plan.changes), expected);
  await stage.apply(plan);
  await stage.converged(bodies);
}

async function leftAlone(stage: Stage, all: readonly Subject[]): Promise<void> {
  const bodies = all.map((subject) => {
    const needed = subject.names.filter((name) => isRepeated(subject, name));
    const spec = Object.fromEntries(needed.map((name) => [name, valueOf(subject, name, 1)]));
    return { subject, spec: { ...subject.fixed, ...spec } };
  });
  await stage.converged(bodies);
  await stage.platform.reset();
  const { code, stderr } = await stage.run(bodies, "apply", "--yes");
  expect(stderr).not.toMatch(/error/i);
  expect({ code, writes: await stage.platform.writes() }).toEqual({ code: 0, writes: 0 });
}

async function deleted(stage: Stage, all: readonly Subject[]): Promise<void> {
  const gone = all.filter(({ kind }) => kind.routes.delete !== undefined);
  const bodies = gone.map((subject) => ({ subject, spec: { ensure: "absent" } }));
  const refused = await stage.run(bodies, "plan", "--json");
  expect(refused.code).toBe(1);
  const rules = planIn(refused).refusals.flatMap(({ rule, addresses }) => addresses.map((one) => `${rule} ${one}`));
  const holding = gone.filter(({ kind }) => kind.holdsData).map(({ address }) => `guard.allow-delete ${address}`);
  expect(rules.filter((one) => one.startsWith("guard.allow-delete ")).sort()).toEqual(holding.sort());
  const plan = await stage.plan(bodies, "--allow-delete", "group", "--allow-delete", "project", "--max-deletes", "50");
  expect(plan.changes.map(({ action, address }) => `${action} ${address}`).sort()).toEqual(
    gone.map(({ address }) => `delete ${address}`).sort(),
  );
  await stage.apply(plan);
  await stage.converged(bodies);
}

async function lacking(stage: Stage, server: Server): Promise<void> {
  const everything = subjects(() => true);
  const bodies = everything.flatMap((subject): Body[] => {
    const { kind, key, fields } = subject;
    if (!offers(server, undefined, kind, key)) return [{ subject, spec: specAt(subject, 0) }];
    const names = subject.names.filter((name) => !offers(server, fields[name], kind, key));
    const spec = Object.fromEntries(names.map((name) => [name, valueOf(subject, name, 0)]));
    return names.length === 0 ? [] : [{ subject, spec: { ...subject.fixed, ...spec } }];
  });
  if (bodies.length === 0) return;
  await stage.platform.reset();
  const { code, stdout, stderr } = await stage.run(bodies, "apply", "--yes", "--json");
  expect(stderr).not.toContain("  at ");
  expect({ code, writes: await stage.platform.writes() }).toEqual({ code: 1, writes: 0 });
  const plan = planIn({ stdout, stderr });
  const said = plan.refusals.filter(({ rule }) => rule === "tier" || rule === "version");
  const places = stage.lastWritten.places;
  const missing = bodies.flatMap(({ subject }) => {
    const mine = said.filter(({ addresses }) => addresses.includes(subject.address));
    if (!offers(server, undefined, subject.kind, subject.key)) return mine.length > 0 ? [] : [subject.address];
    const names = subject.names.filter((name) => !offers(server, subject.fields[name], subject.kind, subject.key));
    const isSaid = (name: string) =>
      mine.some(
        ({ message, source }) =>
          message.startsWith(`${name} `) && source === `files/trueup.yaml:${places.get(`${subject.address} ${name}`)}`,
      );
    return names.filter((name) => !isSaid(name)).map((name) => `${subject.address} ${name}`);
  });
  expect(missing).toEqual([]);
}

/** True for what every write of a thing must carry. */
function isRepeated({ fields }: Subject, name: string): boolean {
  return fields[name]?.required === true && fields[name].carried === true;
}

/** True for what must go along when something else is switched on. */
function isCompanion({ fields, names }: Subject, name: string): boolean {
  return names.some((other) => fields[other]?.requires?.includes(name));
}

/** True for an attribute of the subject's own whose change a plan can show. */
function isTaken(subject: Subject, name: string, server: Server): boolean {
  return subject.names.includes(name) && isCompared(subject, name, server);
}

/** Fails with the names that one list has and the other lacks. */
function mustBe(found: readonly string[], expected: readonly string[]): void {
  const surplus = found.filter((one) => !expected.includes(one));
  const missing = expected.filter((one) => !found.includes(one));
  expect({ surplus, missing }).toEqual({ surplus: [], missing: [] });
}

/** What a plan over these bodies must show if every subject has all its first values. */
function differing(server: Server, all: readonly Subject[], bodies: readonly Body[]): string[] {
  const paths = all.flatMap((subject, index) =>
    subject.names
      .filter((name) => isCompared(subject, name, server))
      .flatMap((name) => dotted(subject, name, bodies[index]?.spec[name] ?? null).map((path) => `${subject.address} ${path}`)),
  );
  return paths.sort();
}

/** Records are shown attribute by attribute. */
function dotted(subject: Subject, name: string, value: Json): string[] {
  if (subject.fields[name]?.type !== "record" || !isObject(value)) return [name];
  return Object.keys(value).map((part) => `${name}.${part}`);
}

function pathsOf(changes: readonly Change[]): string[] {
  return changes.flatMap(({ address, attributes }) => attributes.map(({ path }) => `${address} ${path}`)).sort();
}

/** Attributes whose place in the plan is not where they stand in the file. */
function misplaced(plan: Plan, written: Written): string[] {
  return plan.changes.flatMap(({ address, attributes }) =>
    attributes
      .filter(({ path, source }) => source !== `files/trueup.yaml:${written.places.get(`${address} ${path}`)}`)
      .map(({ path, source }) => `${address} ${path} is said to stand at ${source}`),
  );
}

/** Attributes whose `before` is not what was done by hand. */
function strange(subject: Subject, plan: Plan): string[] {
  const change = plan.changes.find(({ address }) => address === subject.address);
  return (change?.attributes ?? []).flatMap(({ path, before }) => {
    const [name = "", part] = path.split(".");
    const field = subject.fields[name];
    if (!field || field.type === "image" || field.secret) return [];
    const whole = valueOf(subject, name, 0);
    const made = part === undefined ? whole : (whole as JsonObject)[part];
    const fields = part === undefined ? { [path]: field } : { [path]: field.fields?.[part] ?? field };
    const differences = diff(fields, { [path]: made ?? null }, { [path]: before ?? null });
    return differences.map(() => `${subject.address} ${path}: by hand ${JSON.stringify(made)}, shown ${JSON.stringify(before)}`);
  });
}

/** A platform with its world, a directory of files, and the command line between them. */
class Stage {
  lastWritten: Written = { text: "", places: new Map() };

  private constructor(
    readonly platform: Platform,
    readonly hand: Hand,
    readonly server: Server,
    private readonly directory: Awaited<ReturnType<typeof scratch>>,
  ) {}

  static async open(server: Server): Promise<Stage> {
    const directory = await scratch();
    await mkdir(join(directory.path, "files/assets"), { recursive: true });
    for (const [path, bytes] of Object.entries(pictures)) await writeFile(join(directory.path, "files", path), bytes);
    await writeFile(join(directory.path, "seed.yaml"), "users: [{ username: alice }, { username: bob }]\n");
    const platform = await startPlatform(directory.path, {
      "--seed": "seed.yaml",
      "--tier": server.tier,
      "--dialect": server.dialect,
      "--server-version": server.version,
    });
    await buildWorld(platform);
    return new Stage(platform, new Hand(platform, server, pictures), server, directory);
  }

  async close(): Promise<void> {
    await this.platform.stop();
    await this.directory.remove();
  }

  call(method: string, path: string, body?: JsonObject): Promise<unknown> {
    return this.platform.call(method, path, body);
  }

  /** Runs a command on these bodies. */
  async run(bodies: readonly Body[], command: string, ...words: readonly string[]) {
    this.lastWritten = writeBodies(bodies, this.server.dialect);
    await writeFile(join(this.directory.path, "files/trueup.yaml"), this.lastWritten.text);
    return this.trueup(command, "files", ...words);
  }

  async plan(bodies: readonly Body[], ...words: readonly string[]): Promise<Plan> {
    const { code, stdout, stderr } = await this.run(bodies, "plan", "--json", "--out", "plan.json", ...words);
    if (code !== 0) throw new Error(`plan ended with ${code}: ${refusalsIn(stdout)} ${stderr}`);
    return JSON.parse(stdout) as Plan;
  }

  async drift(bodies: readonly Body[]): Promise<{ plan: Plan; written: Written }> {
    const { code, stdout, stderr } = await this.run(bodies, "drift", "--json");
    if (code !== 2) throw new Error(`drift ended with ${code}: ${refusalsIn(stdout)} ${stderr}`);
    const plan = JSON.parse(stdout) as Plan;
    await writeFile(join(this.directory.path, "plan.json"), stdout);
    return { plan, written: this.lastWritten };
  }

  /** Carries out the plan that was written last: every change must be done and stick, with the planned calls and no others. */
  async apply(plan: Plan): Promise<void> {
    await this.platform.reset();
    const { code, stdout, stderr } = await this.trueup("apply", "--plan", "plan.json", "--yes", "--json");
    if (!stdout.startsWith("{")) throw new Error(`apply ended with ${code}: ${stderr}`);
    expect((JSON.parse(stdout) as Result).outcomes.flatMap(undone)).toEqual([]);
    expect({ code, writes: await this.platform.writes() }).toEqual({ code: 0, writes: plan.calls.length });
  }

  async converged(bodies: readonly Body[]): Promise<void> {
    const { code, stdout, stderr } = await this.run(bodies, "plan", "--json", "--detailed-exitcode");
    const left = planIn({ stdout, stderr }).changes.flatMap(({ address, action, attributes }) =>
      attributes.length === 0
        ? [`${action} ${address}`]
        : attributes.map((one) => `${address} ${one.path}: ${JSON.stringify(one.before)} -> ${JSON.stringify(one.after)}`),
    );
    expect(left, stderr).toEqual([]);
    expect(code, `${refusalsIn(stdout)} ${stderr}`).toBe(0);
  }

  private trueup(...words: readonly string[]) {
    const env = { ...secrets, TRUEUP_URL: this.platform.url, TRUEUP_TOKEN: this.platform.token };
    return trueup(this.directory.path, env, ...words);
  }
}

/** What went wrong with a change, in words. */
function undone({ address, status, error, because, notStuck }: Outcome): string[] {
  if (status === "done") return [];
  if (error) return [`${address}: ${error.method} ${error.path} answered ${error.status}: ${error.message}`];
  const values = (notStuck ?? []).map(
    ({ path, asked, live, cause }) => `${address} ${path}: ${JSON.stringify(asked)} is still ${JSON.stringify(live)}: ${cause}`,
  );
  return values.length > 0 ? values : [`${address}: ${status} because of ${because}`];
}

function planIn({ stdout, stderr }: Pick<Ran, "stdout" | "stderr">): Plan {
  if (!stdout.startsWith("{")) throw new Error(`there is no plan: ${stderr}`);
  return JSON.parse(stdout) as Plan;
}

function refusalsIn(stdout: string): string {
  if (!stdout.startsWith("{")) return stdout;
  const { refusals } = planIn({ stdout, stderr: "" });
  return refusals.map(({ rule, message, addresses }) => `\n${rule} ${addresses.join(", ")}: ${message}`).join("");
}
