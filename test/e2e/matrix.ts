import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { shownIf } from "../../src/core/fields.js";
import type { CommandLine } from "../harness/command-line.js";
import { announce, isDrawn } from "./drawn.js";
import type { Body } from "./files.js";
import { mistyped } from "./json-types.js";
import {
  dotted,
  isCompanion,
  isOutOfSight,
  isRefused,
  isRepeated,
  isTaken,
  misplaced,
  pathsOf,
  strange,
} from "./matrix-rules.js";
import { deletes, MatrixRun, planIn } from "./matrix-run.js";
import {
  has,
  isCompared,
  mayHave,
  placeOf,
  type Server,
  specAt,
  type Subject,
  subjects,
  takesFixed,
  unsets,
  valueOf,
} from "./subjects.js";

/** Where a cell of the matrix runs. */
export type CellTag = "slow" | "nightly";

/**
 * Takes every attribute that one server offers through all steps, with the command line over HTTP. The six cells with the tag `slow` are in the gate. They cover all
 * pairs of tier, dialect, and old (before 17) or new release.
 */
export function matrix(server: Server, commandLine: CommandLine, tag: CellTag): void {
  describe(`on ${server.tier}, ${server.dialect} dialect, release ${server.version}`, { tags: [tag] }, () => {
    const offered = subjects((field, kind, key) => has(server, field, kind, key))
      .filter((one) => takesFixed(server, one) && isTakenWhole(server, one))
      .map((one) => drawn(server, one));
    const all = offered.filter(({ turn }) => turn === 1);
    let run: MatrixRun;
    beforeAll(async () => {
      announce();
      run = await MatrixRun.open(server, commandLine);
    });
    afterAll(() => run?.close());

    it("what the server lacks is refused whole, each attribute at its place, and nothing is written", () => lacking(run, server));
    it("a thing is created with every attribute, and the next plan is empty", () => created(run, all));
    it("a change of every attribute is planned, applied and converged", () => changed(run, all));
    it("replies show every attribute in its type", () => typed(run, all));
    it("every attribute changed by hand is drift at its place in the files, and is healed", () => drifted(run, all));
    it("every attribute that can be unset is unset, and the next plan is empty", () => unset(run, all));
    it("what is taken out of the files is left alone", () => leftAlone(run, all));
    it("what is absent is deleted, once that is allowed", () => deleted(run, all));

    const second = offered.filter(({ turn, names }) => turn === 2 && names.length > 0);
    if (second.length > 0) {
      it("second names of values go through the same steps", async () => {
        const again = await MatrixRun.open(server, commandLine);
        onTestFinished(() => again.close());
        for (const step of [created, changed, drifted, unset, leftAlone]) {
          // oxlint-disable-next-line no-await-in-loop -- each step begins where the one before it ended
          await step(again, second);
        }
        expect(again.unknown()).toEqual([]);
      });
    }
    // The neutral dialect speaks of no release, so no facts stand behind it.
    if (server.dialect === "vendor") {
      it("every request was such as facts of the release know", () => {
        expect(run.unknown()).toEqual([]);
      });
    }
  });
}

const nameOf = ({ tier, dialect, version }: Server): string => `${tier} ${dialect} ${version}`;

/** Of the kinds with many shapes the gate takes a part. */
function isTakenWhole(server: Server, { kind, key = "" }: Subject): boolean {
  return kind.shapes === undefined || isDrawn(nameOf(server), `${kind.name} ${key}`, 0.2);
}

/** A subject with those of its attributes that this run takes. What every call asks for comes along. */
function drawn(server: Server, subject: Subject): Subject {
  const { fields, names } = subject;
  const isOfRun = (name: string): boolean => {
    const { plain, required } = fields[name] ?? {};
    return !plain || required === true || isDrawn(nameOf(server), placeOf(subject, name), 0.1);
  };
  return { ...subject, names: names.filter(isOfRun) };
}

async function created(run: MatrixRun, all: readonly Subject[]): Promise<void> {
  const bodies = bodiesAt(all, 0);
  const plan = await run.plan(bodies);
  const asked = bodies.flatMap(({ subject, spec }) => Object.keys(spec).map((name) => `${subject.address} ${name}`));
  // A singleton is there before anybody declares it, perhaps with the very value.
  const found = pathsOf(plan.changes);
  const isSingle = (one: string) =>
    all.some(({ address, kind }) => kind.routes.create === undefined && one.startsWith(`${address} `));
  mustBe(
    found.filter((one) => !isSingle(one) || !asked.some((name) => one === name || one.startsWith(`${name}.`))),
    asked.filter((one) => !isSingle(one)),
  );
  await run.apply(plan);
  await run.converged(bodies);
  const web = all.some(({ address }) => address === "project:acme/web");
  if (web) await run.call("POST", "/projects/acme%2Fweb/repository/branches", { branch: "release", ref: "main" });
}

async function changed(run: MatrixRun, all: readonly Subject[]): Promise<void> {
  const bodies = bodiesAt(all, 1);
  const plan = await run.plan(bodies);
  mustBe(pathsOf(plan.changes), differing(run.server, all, bodies));
  expect(strange(all, plan, 0)).toEqual([]);
  await run.apply(plan);
  await run.converged(bodies);
}

async function typed(run: MatrixRun, all: readonly Subject[]): Promise<void> {
  const wrong: string[] = [];
  for (const subject of all) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    wrong.push(...mistyped(subject, await run.hand.shown(subject), run.server));
  }
  expect(wrong).toEqual([]);
}

async function drifted(run: MatrixRun, all: readonly Subject[]): Promise<void> {
  for (const { subject, spec } of bodiesAt(all, 0)) {
    // Every write asks for what is required, and what is switched on for its companions.
    const sent = Object.entries(spec).filter(
      ([name]) =>
        !isOutOfSight(subject, name, run.server) &&
        (isRepeated(subject, name) || isCompanion(subject, name) || isTaken(subject, name, run.server)),
    );
    if (sent.length > 0) await run.hand.change(subject, Object.fromEntries(sent));
  }
  const bodies = bodiesAt(all, 1);
  const { plan, written } = await run.drift(bodies);
  const hidden = all.flatMap((subject) =>
    subject.names.filter((name) => isOutOfSight(subject, name, run.server)).map((name) => `${subject.address} ${name}`),
  );
  mustBe(
    pathsOf(plan.changes),
    differing(run.server, all, bodies).filter((one) => !hidden.includes(one)),
  );
  expect(misplaced(plan, written)).toEqual([]);
  expect(strange(all, plan, 0)).toEqual([]);
  await run.apply(plan);
}

async function unset(run: MatrixRun, all: readonly Subject[]): Promise<void> {
  const bodies = bodiesAt(all, 1).map(({ subject, spec }) => ({ subject, spec: { ...spec, ...unsets(subject) } }));
  const plan = await run.plan(bodies);
  const expected = all.flatMap((subject) =>
    Object.entries(unsets(subject)).flatMap(([name, value]) =>
      isCompared(subject, name, run.server)
        ? dotted(subject, name, value ?? null).map((path) => `${subject.address} ${path}`)
        : [],
    ),
  );
  // What is not unset is as it was before the drift, so nothing else is planned: it was healed.
  // Of a secret some servers show that there is one, and others nothing at all.
  const hidden = all.flatMap(({ address, fields }) =>
    Object.entries(fields).flatMap(([name, field]) => (shownIf(field).presence === undefined ? [] : [`${address} ${name}`])),
  );
  mustBe(
    pathsOf(plan.changes).filter((one) => !hidden.includes(one)),
    expected,
  );
  expect(strange(all, plan, 1)).toEqual([]);
  await run.apply(plan);
  await run.converged(bodies);
}

async function leftAlone(run: MatrixRun, all: readonly Subject[]): Promise<void> {
  const bodies = all.map((subject) => {
    const needed = subject.names.filter((name) => isRepeated(subject, name));
    const spec = Object.fromEntries(needed.map((name) => [name, valueOf(subject, name, 1)]));
    return { subject, spec: { ...subject.fixed, ...spec } };
  });
  await run.platform.reset();
  const { code, stderr } = await run.run(bodies, "apply", "--yes");
  expect(stderr).not.toMatch(/error/i);
  expect({ code, writes: await run.platform.writes() }).toEqual({ code: 0, writes: 0 });
}

async function deleted(run: MatrixRun, all: readonly Subject[]): Promise<void> {
  const gone = all.filter(({ kind }) => kind.routes.delete !== undefined);
  const bodies = gone.map((subject) => ({ subject, spec: { ensure: "absent" } }));
  const refused = await run.run(bodies, "plan", "--json");
  expect(refused.code).toBe(1);
  const rules = planIn(refused).refusals.flatMap(({ rule, addresses }) => addresses.map((one) => `${rule} ${one}`));
  const holding = gone.filter(({ kind }) => kind.holdsData === true).map(({ address }) => `guard.allow-delete ${address}`);
  expect(rules.filter((one) => one.startsWith("guard.allow-delete ")).sort()).toEqual(holding.sort());
  const plan = await run.plan(bodies, ...deletes);
  mustBe(
    plan.changes.map(({ action, address }) => `${action} ${address}`),
    gone.map(({ address }) => `delete ${address}`),
  );
  await run.apply(plan);
  await run.converged(bodies);
}

async function lacking(run: MatrixRun, server: Server): Promise<void> {
  const everything = subjects(() => true)
    .filter((one) => one.turn === 1 && isTakenWhole(server, one))
    .map((one) => drawn(server, one));
  const bodies = everything.flatMap((subject): Body[] => {
    const { kind, key, fields } = subject;
    if (!mayHave(server, undefined, kind, key)) return [{ subject, spec: specAt(subject, 0) }];
    const names = subject.names.filter((name) => isRefused(server, subject, name));
    const needed = subject.names.filter((name) => fields[name]?.required === true);
    const spec = Object.fromEntries([...needed, ...names].map((name) => [name, valueOf(subject, name, 0)]));
    return names.length === 0 ? [] : [{ subject, spec: { ...subject.fixed, ...spec } }];
  });
  if (bodies.length === 0) return;
  await run.platform.reset();
  const { code, stdout, stderr } = await run.run(bodies, "apply", "--yes", "--json");
  expect(stderr).not.toContain("  at ");
  expect({ code, writes: await run.platform.writes() }).toEqual({ code: 1, writes: 0 });
  const plan = planIn({ stdout, stderr });
  const said = plan.refusals.filter(({ rule }) => ["tier", "version", "dialect"].includes(rule));
  const places = run.lastWritten.places;
  const missing = bodies.flatMap(({ subject }) => {
    const mine = said.filter(({ addresses }) => addresses.includes(subject.address));
    if (!mayHave(server, undefined, subject.kind, subject.key)) return mine.length > 0 ? [] : [subject.address];
    const names = subject.names.filter((name) => isRefused(server, subject, name));
    const isSaid = (name: string) =>
      mine.some(
        ({ message, source }) =>
          (message.startsWith(`${name} `) || message.startsWith(`only real servers know ${name},`)) &&
          source === `files/trueup.yaml:${places.get(`${subject.address} ${name}`)}`,
      );
    return names.filter((name) => !isSaid(name)).map((name) => `${subject.address} ${name}`);
  });
  expect(missing).toEqual([]);
}

/** Fails with the names that one list has and the other lacks. */
function mustBe(found: readonly string[], expected: readonly string[]): void {
  const surplus = found.filter((one) => !expected.includes(one));
  const missing = expected.filter((one) => !found.includes(one));
  expect({ surplus, missing }).toEqual({ surplus: [], missing: [] });
}

function bodiesAt(all: readonly Subject[], which: 0 | 1): Body[] {
  return all.map((subject) => ({ subject, spec: specAt(subject, which) }));
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
