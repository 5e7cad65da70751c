// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { isOutOfSight } from "../e2e/matrix-rules.js";
import { isCompared, offers, type Server, specAt, type Subject, subjects, takesFixed, unsets } from "../e2e/subjects.js";
import { sample } from "../ring.js";
import { type Bench, configurationOf, coreOf, openBench } from "./bench.js";
import { type Core, type Managed, shown } from "./core.js";

const server: Server = { tier: "ultimate", dialect: "vendor", version: "17.6.0" };
const all = subjects((field, kind, key) => offers(server, field, kind, key))
  .filter((one) => takesFixed(server, one))
  .map((one) => [one.address, one] as const);

describe("with every attribute that a server offers", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(server);
  });
  afterAll(() => bench?.close());

  it.each(sample(all, 10))(
    "%s is made, changed, healed, imported, emptied and destroyed, with empty plans between",
    async (_, subject) => {
      const core = coreOf(bench, subject);
      const [first, second] = [configurationOf(subject, specAt(subject, 0)), configurationOf(subject, specAt(subject, 1))];
      const made = await becomes(core, first);
      if (subject.kind.name === "project") await addRelease(bench, subject);
      const changed = await becomes(core, second, made);

      const byHand = Object.fromEntries(Object.entries(specAt(subject, 0)).filter(([name]) => isTaken(subject, name)));
      if (Object.keys(byHand).length > 0) await bench.hand.change(subject, byHand);
      await bench.again();
      const drifted = await core.read(changed);
      const healed = await becomes(core, second, drifted);
      expect(shown(healed)).toEqual(shown(changed));

      const imported = await core.import(subject.address);
      const comparable = Object.fromEntries(Object.entries(specAt(subject, 1)).filter(([name]) => isImported(subject, name)));
      expect(differences(imported, await core.plan(core.config(configurationOf(subject, comparable)), imported))).toEqual([]);

      const bare = await becomes(core, configurationOf(subject, { ...specAt(subject, 1), ...unsets(subject) }), healed);
      expect(await core.apply(undefined, bare)).toBeUndefined();
    },
  );
});

/** Applies a configuration; the state is then as live, and the plan empty. */
async function becomes(core: Core, config: JsonObject, prior?: Managed): Promise<Managed> {
  expect(await core.problems(config)).toEqual([]);
  const applied = await core.apply(config, prior);
  if (!applied) throw new Error("it is not there");
  expect(shown(await core.read(applied))).toEqual(shown(applied));
  expect((await core.plan(core.config(config), applied)).action).toBe("none");
  return applied;
}

function differences({ state }: Managed, { action, planned }: Awaited<ReturnType<Core["plan"]>>): unknown[] {
  if (action === "none") return [];
  const after = shown({ state: planned as Managed["state"], remembered: new Uint8Array() });
  const before = shown({ state, remembered: new Uint8Array() });
  return Object.keys(after).flatMap((name) =>
    JSON.stringify(after[name]) === JSON.stringify(before[name]) ? [] : [[name, before[name], after[name]]],
  );
}

async function addRelease(bench: Bench, { path = "" }: Subject): Promise<void> {
  const project = encodeURIComponent(path);
  const [branch] = (await bench.call("GET", `/projects/${project}/repository/branches`)) as { name: string }[];
  if (branch)
    await bench
      .call("POST", `/projects/${project}/repository/branches`, { branch: "release", ref: branch.name })
      .catch(() => undefined);
}

/** Attributes that a hand can change behind Terraform's back, and those that a change by hand must repeat. */
function isTaken({ fields, ...subject }: Subject, name: string): boolean {
  if (isOutOfSight({ fields, ...subject }, name, server)) return false;
  const isCompanion = Object.values(fields).some(({ requires }) => requires?.includes(name));
  return isCompared({ fields, ...subject }, name, server) || fields[name]?.required === true || isCompanion;
}

/** Shown only while the project is a mirror, which it is no more when it is imported. */
const hidden = [
  "mirror_user_id",
  "mirror_trigger_builds",
  "only_mirror_protected_branches",
  "mirror_overwrites_diverged_branches",
];

/** Attributes that an import can find out. */
function isImported(subject: Subject, name: string): boolean {
  const field = subject.fields[name];
  // Of two names of one value the newer one is imported.
  return (
    field !== undefined &&
    field.twin === undefined &&
    !field.unreadable &&
    !field.item?.secret &&
    field.type !== "image" &&
    field.on !== "create" &&
    !hidden.includes(name)
  );
}
