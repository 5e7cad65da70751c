import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Server } from "../e2e/subjects.js";
import { openPlayground, type Playground } from "../export/playground.js";
import { sample } from "../ring.js";
import { describeTerraform } from "./command.js";
import { addressOf, configurationAt, type Life, lives, pathOf } from "./lives.js";
import { type Actions, WorkingDirectory, type States } from "./working-directory.js";

const servers: readonly Server[] = [
  { tier: "ultimate", dialect: "neutral", version: "15.4.0" },
  { tier: "ultimate", dialect: "vendor", version: "17.5.0" },
];

describeTerraform("every resource lives with the real terraform", () => {
  describe.each(sample(servers.toReversed(), 1))("$tier, $dialect dialect, release $version", (server) => {
    let ground: Playground;
    let directory: WorkingDirectory;
    /** What is always there, as it was before Terraform came. */
    let before: ReadonlyMap<Life, unknown>;

    beforeAll(async () => {
      ground = await openPlayground(server);
      const fromStart = lives.filter(({ live }) => !live.includes("{"));
      before = new Map(await Promise.all(fromStart.map(async (life) => [life, await seen(life.live)] as const)));
      directory = await WorkingDirectory.open(ground.platform);
    });
    afterAll(async () => {
      await directory?.close();
      await ground?.close();
    });

    const seen = async (path: string): Promise<unknown> => {
      const { updated_at: _, ...rest } = (await ground.platform.call("GET", path)) as JsonObject;
      return rest;
    };
    const configure = async (step: Parameters<typeof configurationAt>[0]): Promise<void> =>
      directory.write({ "main.tf.json": configurationAt(step) });
    const expectDone = async (expected: Actions): Promise<void> => {
      expect((await directory.plan()).actions).toEqual(expected);
      await directory.apply("planned");
      expect((await directory.plan()).actions).toEqual({});
    };

    it("is created, and the plan after it is empty", async () => {
      await configure("made");
      await expectDone(each(() => "create"));
      expect(Object.keys(await directory.states()).sort()).toEqual(lives.map(addressOf).sort());
    });

    it("is updated in place", async () => {
      await configure("changed");
      await expectDone(each(() => "update"));
    });

    it("is renamed in place, with what hangs on it", async () => {
      const ids = idsOf(await directory.states());
      await configure("renamed");
      const isMoved = ({ renamed, made }: Life) => renamed !== undefined || "project" in made || "group" in made;
      await expectDone(each((life) => (isMoved(life) ? "update" : undefined)));
      const numbers = (all: Actions) => Object.entries(all).filter(([, id]) => /^\d+$/.test(id));
      expect(numbers(idsOf(await directory.states()))).toEqual(numbers(ids));
    });

    it("is found to differ by what was done by hand, and healed", async () => {
      const states = await directory.states();
      for (const life of lives) {
        const { method, path, json } = life.drift;
        await ground.platform.call(method, pathOf(path, states[addressOf(life)]), json);
      }
      const { drifted, actions } = await directory.plan();
      expect([...drifted].sort()).toEqual(lives.map(addressOf).sort());
      expect(actions).toEqual(each(({ drift }) => (drift.method === "DELETE" ? "create" : "update")));
      await directory.apply("planned");
      expect((await directory.plan()).actions).toEqual({});
      expect(withoutIds(await directory.states())).toEqual(withoutIds(states));
    });

    it("is replaced only where another thing takes its place", async () => {
      await configure("replaced");
      await expectDone(each(({ replaced }) => (replaced ? "delete create" : undefined)));
    });

    const forms = [
      ["address", 0],
      ["path", 1],
      ["id", 2],
    ] as const;

    it.each(sample(forms, 1, 1))("is imported by %s, and the plan after it is empty", async (form, index) => {
      const states = await directory.states();
      const imports = lives.map((life) => ({ to: addressOf(life), id: life.ids(states)[index] }));
      const other = await directory.beside(`by-${form}`);
      await other.write({ "main.tf.json": configurationAt("replaced"), "import.tf.json": { import: imports } });
      const { actions } = await other.plan();
      expect(Object.values(actions).filter((action) => !action.startsWith("import "))).toEqual([]);
      await other.apply("planned");
      await other.remove("import.tf.json");
      expect((await other.plan()).actions).toEqual({});
    });

    it("is imported on the command line", { tags: ["nightly"] }, async () => {
      const states = await directory.states();
      const other = await directory.beside("by-command");
      await other.write({ "main.tf.json": configurationAt("replaced") });
      const independent = lives.filter(({ made }) => !("project" in made || "group" in made));
      for (const life of independent) await other.mustRun(["import", "-input=false", addressOf(life), life.ids(states)[0]]);
      const { actions } = await other.plan();
      const made = Object.keys(actions).filter((address) => actions[address] === "create");
      expect(made.sort()).toEqual(Object.keys(each((life) => (independent.includes(life) ? undefined : "create"))).sort());
    });

    it("is imported with a configuration that terraform writes, which plans empty", { tags: ["nightly"] }, async () => {
      const states = await directory.states();
      const other = await directory.beside("generated");
      await other.write({
        "import.tf.json": { import: lives.map((life) => ({ to: addressOf(life), id: life.ids(states)[1] })) },
      });
      const { actions } = await other.plan("-generate-config-out=generated.tf");
      expect(actions).toEqual(each(() => "import no-op"));
      await other.apply("planned");
      expect((await other.plan()).actions).toEqual({});
    });

    it("is destroyed, or is again what it was before", async () => {
      const states = await directory.states();
      await directory.apply("-destroy");
      expect(await directory.states()).toEqual({});
      for (const life of lives) {
        const path = pathOf(life.live, states[addressOf(life)]);
        if (before.has(life)) expect(await seen(path), addressOf(life)).toEqual(before.get(life));
        else if (life.staysBehind === undefined) expect(await isGone(path), addressOf(life)).toBe(true);
      }
    });

    async function isGone(path: string): Promise<boolean> {
      const answer = await seen(path).catch(() => undefined);
      return answer === undefined || isScheduled(answer as JsonObject);
    }
  });
});

/** What is expected of each resource, by its address; undefined of those that stay. */
function each(expected: (life: Life) => string | undefined): Actions {
  const pairs = lives.map((life) => [addressOf(life), expected(life)] as const);
  return Object.fromEntries(pairs.flatMap(([address, action]) => (action === undefined ? [] : [[address, action]])));
}

function idsOf(states: States): Actions {
  return Object.fromEntries(Object.entries(states).map(([address, { id }]) => [address, typeof id === "string" ? id : ""]));
}

function withoutIds(states: States): unknown {
  return Object.fromEntries(Object.entries(states).map(([address, state]) => [address, { ...state, id: "" }]));
}

/** Groups and projects are there until a day of their own. */
function isScheduled({ marked_for_deletion_on = null, marked_for_deletion_at = null, active }: JsonObject): boolean {
  return marked_for_deletion_on !== null || marked_for_deletion_at !== null || active === false;
}
