import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layouts } from "../../src/core/declaration.js";
import type { Server } from "../e2e/subjects.js";
import { takesAll } from "../ring.js";
import { attributesOf } from "./attributes.js";
import { expectCommentsKept, sprinkle } from "./comments.js";
import { type Office, openOffice, type Wish } from "./office.js";
import { openPlayground, type Playground, seed } from "./playground.js";
import { expectSameDeclarations } from "./round-trip.js";
import { drawn } from "./runs.js";
import { expectAllSaid } from "./said.js";
import { anyStep, coveringSteps } from "./steps.js";
import { walk, type Walked } from "./walk.js";

const gateChanges = 24;
const laterChanges = takesAll ? 40 : 12;

/** The gate takes the server that offers most, and so many changes; `npm run test:all` takes all of them. */
const isOfGate = ({ tier, dialect }: Server): boolean => `${tier} ${dialect}` === "ultimate vendor";

/** The laws of an export on a server that 500 random changes made what it is. */
export function walkedLaws(server: Server): void {
  const steps = (count: number) => fc.array(anyStep(server), { minLength: count, maxLength: count });
  const layout = fc.constantFrom(...layouts);
  const story = fc.record({ first: coveringSteps(server), second: steps(laterChanges), third: steps(laterChanges), layout });
  const where = `${server.tier}, ${server.dialect} dialect, release ${server.version}`;
  const tags = isOfGate(server) ? ["slow"] : ["nightly"];
  describe.each(drawn(story))(
    `after ${takesAll ? 500 : gateChanges} random changes over the API (${where}, seed $seed)`,
    { tags },
    ({ value }) => {
      let ground: Playground;
      let walked: Walked;
      let office: Office;
      beforeAll(async () => {
        ground = await openPlayground(server);
        const { covering, more } = value.first;
        walked = takesAll ? await walk(ground, covering, more, 500) : await walk(ground, more, [], gateChanges);
        office = await openOffice(ground);
      });
      afterAll(async () => {
        await office?.close();
        await ground?.close();
      });

      it("every attribute that the server has was given a value", { tags: ["nightly"] }, () => {
        const never = attributesOf(server).filter(({ label }) => !walked.touched.has(label));
        expect({ never: never.map(({ label }) => label), enough: walked.done >= 500 }).toEqual({ never: [], enough: true });
      });

      it("an export plans empty, and no live thing is left out without a word", async () => {
        const { gaps } = await office.export({ layout: value.layout });
        await office.expectEmptyPlan();
        await expectAllSaid(ground, await office.addresses(), gaps);
      });

      it("an export into what it wrote changes nothing", async () => {
        expect((await office.export()).changes).toEqual([]);
      });

      it("a full export plans empty", { tags: ["nightly"] }, async () => {
        await planned(ground, { full: true });
      });

      it("an export into folded files changes nothing", { tags: ["nightly"] }, async () => {
        const folded = await openOffice(ground);
        try {
          await folded.export({ fold: true, layout: value.layout });
          expect((await folded.export()).changes).toEqual([]);
        } finally {
          await folded.close();
        }
      });

      it("an export of one group has that group alone, and plans empty", { tags: ["nightly"] }, async () => {
        const addresses = await planned(ground, { under: ["acme"] });
        expect(addresses.filter((address) => !/^\w+:acme(?:\/|:|$)/.test(address))).toEqual([]);
        expect(addresses.length).toBeGreaterThan(3);
      });

      it("an export of some kinds has those alone, and plans empty", { tags: ["nightly"] }, async () => {
        const addresses = await planned(ground, { kinds: ["project", "approval_rule"] });
        expect(addresses.filter((address) => !/^(?:project|approval_rule):/.test(address))).toEqual([]);
        expect(addresses.length).toBeGreaterThan(3);
      });

      it(
        "an export, applied to a platform with the same people and branches, is exported again as it was",
        { tags: ["nightly"] },
        async () => {
          // Nothing but a fork can be told where its merge requests go.
          await ground.platform.ask("POST", "/projects/acme%2Ffork/unarchive");
          await ground.platform.call("PUT", "/projects/acme%2Ffork", { mr_default_target_self: false });
          const other = await openPlayground(server, { seed: { users: seed.users } });
          try {
            await expectSameDeclarations(ground, other);
          } finally {
            await other.close();
          }
        },
      );

      it("an export into the directory after more changes plans empty and keeps every comment", async () => {
        const comments = await sprinkle(office.directory);
        await walk(ground, value.second);
        await office.export();
        await office.expectEmptyPlan({ secretsMayDiffer: true });
        await expectCommentsKept(office.directory, comments);
      });

      it("adopting all drift leaves none, and changes only files with drift", async () => {
        await walk(ground, value.third);
        const before = await office.files();
        const drifted = filesOf(await office.plan());
        await office.adopt();
        await office.expectEmptyPlan({ secretsMayDiffer: true });
        const after = await office.files();
        const changed = Object.keys(after).filter((file) => file.endsWith(".yaml") && after[file] !== before[file]);
        expect(changed.filter((file) => !drifted.has(file))).toEqual([]);
      });
    },
  );
}

/** Exports anew, makes sure that the plan is empty, and answers with what is declared. */
async function planned(ground: Playground, wish: Wish): Promise<readonly string[]> {
  const office = await openOffice(ground);
  try {
    await office.export(wish);
    await office.expectEmptyPlan();
    return await office.addresses();
  } finally {
    await office.close();
  }
}

/** Files in which something stands that a plan would change. */
function filesOf({ changes, held = [] }: Awaited<ReturnType<Office["plan"]>>): ReadonlySet<string> {
  const places = [
    ...changes.flatMap(({ source, attributes }) => [source, ...attributes.map((one) => one.source)]),
    // What somebody deleted is drift as well, and its restore is held back.
    ...held.map(({ source }) => source),
  ];
  return new Set(
    places.flatMap((place) => (place === undefined ? [] : [place.replace(/^files\//, "").replace(/:\d+:\d+$/, "")])),
  );
}
