import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountOf } from "../../../src/emulator/account.js";
import { textOf } from "../../../src/emulator/core/collection/homes.js";
import { factsFor } from "../../../src/emulator/core/facts/served.js";
import type { Json } from "../../../src/emulator/core/records.js";
import type * as emulators from "../../../src/emulator/index.js";
import { type ScratchCopy, root, scratchCopy } from "../../e2e/scratch-copy.js";
import { sampleOf } from "../samples.js";

/** A collection that nobody serves yet. */
interface Collection {
  readonly at: string;
  readonly name: string;
  /** The place of its path that names an entry. */
  readonly place: string | undefined;
}

const facts = factsFor("19.0.0");
const paramsOf = (operation: string) => facts?.operation(operation)?.params ?? {};

/** Three of them, others with each seed. */
async function drawn(seed: number): Promise<Collection[]> {
  const [text, description] = await Promise.all(
    ["schemas/facts/19.0.json", "schemas/openapi.json"].map((name) => readFile(join(root, name), "utf8")),
  );
  const all = accountOf(text ?? "", JSON.parse(description ?? "") as Json);
  const absent = new Set(all.flatMap(({ method, path, service }) => (service === "absent" ? [`${method} ${path}`] : [])));
  const paths = [...new Set(all.map(({ path }) => path))];
  const found = paths.flatMap((path): Collection[] => {
    const [, at, name] = /^((?:\/(?:projects|groups|users)\/\{\w+\})?)\/([\w/]+)$/.exec(path) ?? [];
    if (at === undefined || name === undefined || !absent.has(`GET ${path}`) || !absent.has(`POST ${path}`)) return [];
    const items = paths.filter((one) => one.startsWith(`${path}/{`) && !one.slice(path.length + 1).includes("/"));
    const place = items[0] === undefined ? undefined : items[0].slice(path.length + 2, -1);
    return place === undefined ? [] : [{ at, name, place }];
  });
  const start = seed % found.length;
  return [...found.slice(start), ...found].slice(0, 3);
}

/** What somebody writes who adds one: a file, and no change elsewhere. */
function fileOf({ at, name, place }: Collection): string {
  const isNamed = place !== undefined && Object.hasOwn(paramsOf(`POST ${at}/${name}`), place);
  return `import { collection } from "../../core/collection/spec.js";
import type { Resource } from "../../core/resource.js";

export default {
  collections: [collection("${name}", { at: "${at}"${isNamed ? `, key: "${place}"` : ""} })],
} satisfies Resource;
`;
}

let copy: ScratchCopy;
const seed = Number(process.env["TRUEUP_SEED"] ?? Math.floor(Math.random() * 1_000_000));
beforeAll(async () => {
  copy = await scratchCopy("package.json", "src", "schemas", "scripts", "facts", ".built-files.json");
});
afterAll(() => copy.remove());

test(
  "three collections drawn from the release are served by a file of a few lines each, and no other change",
  { tags: ["nightly"] },
  async () => {
    const three = await drawn(seed);
    console.log(`TRUEUP_SEED=${seed}: ${three.map(({ at, name }) => `${at}/${name}`).join(", ")}`);
    for (const [index, one] of three.entries()) {
      const text = fileOf(one);
      expect(text.split("\n").length).toBeLessThanOrEqual(20);
      const folder = join(copy.path, `src/emulator/resources/drawn-${index}`);
      await mkdir(folder); // oxlint-disable-line no-await-in-loop
      await writeFile(join(folder, "operations.ts"), text); // oxlint-disable-line no-await-in-loop
    }
    await copy.node("scripts/make-built-files.mjs");
    await copy.build();
    const { startEmulator } = await copy.built<typeof emulators>("emulator/index.js");
    const emulator = await startEmulator({ dialect: "vendor", serverVersion: "19.0.0" });
    const call = async (method: string, path: string, json?: unknown) => {
      const headers = { "private-token": emulator.token, "content-type": "application/json" };
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      const response = await fetch(`${emulator.url}/api/v4${path}`, { method, headers, ...body });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>) };
    };
    try {
      const group = await call("POST", "/groups", { name: "Rows", path: "rows" });
      const project = await call("POST", "/projects", { name: "Rows", namespace_id: group.body?.["id"] });
      const things = { userId: 1, groupId: Number(group.body?.["id"]), projectId: Number(project.body?.["id"]) };
      for (const { at, name, place } of three) {
        const operation = `POST ${at}/${name}`;
        const required = Object.entries(paramsOf(operation)).filter(([, one]) => one.required === true);
        const sent = Object.fromEntries(required.map(([key, one]) => [key, sampleOf(key, one, 1, things, name)]));
        const parent = at.startsWith("/groups") ? things.groupId : at.startsWith("/projects") ? things.projectId : things.userId;
        const home = `${at.replace(/\{\w+\}/, String(parent))}/${name}`;
        /* oxlint-disable no-await-in-loop -- one after the other */
        const made = await call("POST", home, sent);
        expect(made.status, `${operation} ${JSON.stringify(made.body)}`).toBe(201);
        expect(Object.keys(made.body ?? {})).toEqual(
          expect.arrayContaining(Object.keys(facts?.operation(operation)?.reply ?? {})),
        );
        expect((await call("GET", home)).status).toBe(200);
        const key = textOf(
          (place === undefined ? undefined : (sent[place] as Json | undefined)) ?? (made.body?.["id"] as Json | undefined),
        );
        if (facts?.operation(`DELETE ${at}/${name}/{${place}}`) !== undefined && key !== "")
          expect((await call("DELETE", `${home}/${encodeURIComponent(key)}`)).status).toBe(204);
        /* oxlint-enable no-await-in-loop */
      }
    } finally {
      await emulator.close();
    }
  },
);
