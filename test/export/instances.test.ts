// @module-tag slow
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, it } from "vitest";
import { layouts } from "../../src/core/declaration.js";
import type { Server } from "../e2e/subjects.js";
import { states } from "../laws/states.js";
import { sample } from "../ring.js";
import { openOffice } from "./office.js";
import { openPlayground, type Playground, servers } from "./playground.js";
import { expectSameExport } from "./round-trip.js";
import { drawn } from "./runs.js";

const company = fileURLToPath(new URL("../../examples/acme", import.meta.url));
const closing: (() => Promise<unknown>)[] = [];
let scratch = "";
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "trueup-instances-"));
});
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(scratch, { recursive: true, force: true });
});

/** Builds what a directory of files says on a platform that has everything, and answers with the platform's data. */
async function built(dialect: Server["dialect"], files: string): Promise<string> {
  const data = join(await mkdtemp(join(scratch, "data-")), "platform.json");
  const ground = await openPlayground({ tier: "ultimate", dialect, version: "15.4.0" }, { seed: "none", data });
  const office = await openOffice(ground, files);
  try {
    await office.apply();
  } finally {
    await office.close();
    await ground.close();
  }
  return data;
}

const companies = new Map<string, Promise<string>>();

async function builtCompany(dialect: Server["dialect"]): Promise<string> {
  const building = companies.get(dialect) ?? built(dialect, company);
  companies.set(dialect, building);
  return building;
}

/** A platform with these data and perhaps less of a licence than they were made with. */
async function reopened(server: Server, data: string): Promise<Playground> {
  const copy = join(await mkdtemp(join(scratch, "copy-")), "platform.json");
  await cp(data, copy);
  return open(openPlayground(server, { data: copy }));
}

async function open<T extends { close(): Promise<unknown> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  closing.push(() => opened.close());
  return opened;
}

/** A directory whose only file says this state. */
async function filesOf(state: object): Promise<string> {
  const directory = await mkdtemp(join(scratch, "state-"));
  await writeFile(join(directory, "state.yaml"), JSON.stringify(state));
  return directory;
}

/** Each server gets its files in another layout. */
async function exportsEmpty(ground: Playground): Promise<void> {
  const number = servers.indexOf(ground.server);
  const office = await open(openOffice(ground));
  await office.export({ layout: layouts[number % layouts.length] ?? "single", full: number % 4 === 3 });
  await office.expectEmptyPlan();
}

describe.each(sample(servers, 1, 5))(
  "an export plans empty ($tier, $dialect dialect, release $version)",
  { tags: ["slow"] },
  (server) => {
    it("of the default seed", async () => {
      await exportsEmpty(await open(openPlayground(server, { seed: "default" })));
    });

    it("of the company in examples/acme, also where its licence has run out", async () => {
      await exportsEmpty(await reopened(server, await builtCompany(server.dialect)));
    });

    it.each(drawn(states))("of an invented instance (seed $seed)", async ({ value }) => {
      await exportsEmpty(await reopened(server, await built(server.dialect, await filesOf(value))));
    });
  },
);

describe.each(sample(["neutral", "vendor"] as const, 1))(
  "an export that is applied to an empty platform is exported again as it was (%s dialect)",
  { tags: ["slow"] },
  (dialect) => {
    const server: Server = { tier: "ultimate", dialect, version: "15.4.0" };
    const isSame = async (data: string): Promise<void> => {
      const office = await open(openOffice(await reopened(server, data)));
      await office.export();
      await expectSameExport(office, await open(openPlayground(server, { seed: "none" })));
    };

    it("the company in examples/acme", async () => isSame(await builtCompany(dialect)));
    it.each(drawn(states))("an invented instance (seed $seed)", async ({ value }) =>
      isSame(await built(dialect, await filesOf(value))),
    );
  },
);
