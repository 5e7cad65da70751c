import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { kinds } from "../src/kinds/index.gen.js";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** What each folder may import of ours, beside itself (docs/ARCHITECTURE.md). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  kinds: ["core"],
  desired: ["core"],
  engine: ["core"],
  platform: ["core"],
  client: ["core", "platform"],
  report: ["core"],
  derive: ["core"],
  emulator: [],
  program: ["core", "kinds", "desired", "engine", "platform", "convert"],
  "trueup.ts": ["core", "kinds", "desired", "engine", "platform", "program"],
  terraform: ["core", "trueup.ts", "derive", "report"],
  constructs: [],
  convert: ["core", "derive"],
  cli: ["core", "trueup.ts", "client", "kinds", "platform", "report", "derive", "emulator"],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const texts = new Map(files.map((name) => [name, readFileSync(join(source, name), "utf8")]));
const imports: readonly Import[] = files.flatMap((name) =>
  [...(texts.get(name) ?? "").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => ({
    from: name,
    to: relative(source, resolve(source, dirname(name), (match[1] ?? "").replace(/\.js$/, ".ts"))),
  })),
);
const folder = (name: string) => name.split("/")[0] ?? name;

describe("the layers", () => {
  it("import only what docs/ARCHITECTURE.md lets them", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [folder(from), folder(to)];
      return own !== other && !(mayImport[own] ?? []).includes(other);
    });
    expect(wrong).toEqual([]);
  });

  it("have no cycles", () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const visit = (name: string, trail: readonly string[]): void => {
      if (trail.includes(name)) throw new Error(`cycle: ${[...trail, name].join(" -> ")}`);
      if (done.has(name)) return;
      for (const other of next.get(name) ?? []) visit(other, [...trail, name]);
      done.add(name);
    };
    for (const name of files) visit(name, []);
  });

  it("send requests from platform/ only: no other file takes an HTTP client", () => {
    const client = /from "(undici|node:https?)"|\bfetch\(/;
    const allowed = new Set(["platform", "emulator"]);
    expect(files.filter((name) => !allowed.has(folder(name)) && client.test(texts.get(name) ?? ""))).toEqual([]);
  });

  it("compare values in engine/diff.ts only: nothing else takes deep-diff", () => {
    expect(files.filter((name) => (texts.get(name) ?? "").includes('"deep-diff"'))).toEqual(["engine/diff.ts"]);
  });

  it("name a kind only in the kind's own file: the engine, the client and the reports know none", () => {
    const names = [...kinds.keys()].filter((name) => name.includes("_"));
    const wrong = files
      .filter((name) => ["engine", "platform", "report", "derive", "desired"].includes(folder(name)))
      .flatMap((name) =>
        names.filter((kind) => new RegExp(`["'\`]${kind}["'\`:]`).test(texts.get(name) ?? "")).map((kind) => `${name}: ${kind}`),
      );
    expect(wrong).toEqual([]);
  });
});
