// @module-tag slow
import path from "node:path";
import fc, { type GeneratorValue } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Edit } from "../../src/core/declaration.js";
import { canonicalJson, type Json, type JsonObject } from "../../src/core/json.js";
import { formatter } from "../../src/desired/edit/format.js";
import { editFiles } from "../../src/desired/edit/index.js";
import { loadDesired, type Loaded, readSource } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { draws } from "../ring.js";
import { type BodyShape, PageWriter, type WrittenPage } from "./edit-pages.js";
import { line, workspace } from "./workspace.js";

const words = [
  "word",
  "two words",
  "a: b",
  "# no",
  "yes",
  "12",
  "it's",
  "",
  " lead",
  "one\ntwo",
  "one\ntwo\n",
  "é ünï",
  "[x",
  "'",
  "a ${b}",
  "tab\tbed",
];
const topics = ["ada", "basic", "cobol", "dylan"];

/** Random values of attributes, in the form of desired state. */
const values: Readonly<Record<string, Readonly<Record<string, (g: GeneratorValue) => Json>>>> = {
  topic: { title: (g) => text(g, ["one", "two words", "12", "a: b"]), description: (g) => text(g, words) },
  group: {
    name: (g) => text(g, ["one", "two words", "12"]),
    description: (g) => text(g, words),
    request_access_enabled: (g) => g(fc.boolean),
  },
  project: {
    description: (g) => text(g, words),
    merge_method: (g) => text(g, ["merge", "ff"]),
    topics: (g) => g(fc.shuffledSubarray, topics),
    squash_option: (g) => text(g, ["never", "always"]),
    ci_id_token_sub_claim_components: (g) => ["project_path", ...g(fc.shuffledSubarray, ["ref_type", "ref", "sha"])],
    container_expiration_policy: (g) => ({ enabled: g(fc.boolean), cadence: text(g, ["1d", "7d"]) }),
    shared_with_groups: (g) =>
      g(fc.shuffledSubarray, ["red", "blue", "green"]).map((group) => ({ group, access_level: text(g, ["guest", "developer"]) })),
    loose: (g) => ({ deep: g(fc.shuffledSubarray, [1, 2, "three"]), flat: text(g, words) }),
  },
  approval_rule: {
    approvals_required: (g) => g(fc.nat, { max: 9 }),
    users: (g) => g(fc.shuffledSubarray, ["alice", "bob", "carol"], { minLength: 1 }),
  },
};
const always: Readonly<Record<string, readonly string[]>> = {
  topic: ["title"],
  group: ["name"],
  approval_rule: ["approvals_required", "users"],
};
const known = {
  topic: topics,
  group: ["acme", "acme/sub", "beta"],
  project: ["acme/one", "acme/two", "acme/sub/one", "beta/one"],
} as const;
const fresh = {
  topic: ["erlang"],
  group: ["acme/new", "gamma"],
  project: ["acme/new/one", "beta/two", "gamma/one", "acme/sub/two"],
} as const;

function text(g: GeneratorValue, from: readonly string[]): string {
  return g(fc.constantFrom, ...from);
}

function some(g: GeneratorValue, kind: string, isWritten: boolean): JsonObject {
  const own = values[kind] ?? {};
  const needed = always[kind] ?? [];
  const names = [
    ...needed,
    ...g(
      fc.subarray,
      Object.keys(own).filter((name) => !needed.includes(name)),
    ),
  ];
  const spec = Object.fromEntries(names.map((name) => [name, own[name]?.(g) ?? null]));
  return isWritten
    ? (JSON.parse(JSON.stringify(spec, (_, part: unknown) => (part === "a ${b}" ? "word" : part))) as JsonObject)
    : spec;
}

type Model = Map<string, { readonly kind: string; readonly path: string; readonly key?: string; readonly spec: JsonObject }>;

/** What random files say: things with some of their attributes. */
function randomModel(g: GeneratorValue): Model {
  const model: Model = new Map();
  for (const kind of ["topic", "group", "project"] as const) {
    for (const name of g(fc.subarray, [...known[kind]])) {
      model.set(`${kind}:${name}`, { kind, path: name, spec: some(g, kind, true) });
      const rules = kind === "project" ? g(fc.subarray, ["One", "Two"]) : [];
      for (const key of rules)
        model.set(`approval_rule:${name}:${key}`, {
          kind: "approval_rule",
          path: name,
          key,
          spec: some(g, "approval_rule", true),
        });
    }
  }
  return model;
}

/** Spreads a model over two files, attribute by attribute. */
function randomPages(g: GeneratorValue, model: Model): Readonly<Record<string, WrittenPage>> {
  const pages: Record<string, WrittenPage> = {};
  const isSpread = g(fc.boolean);
  const home = new Map([...model.keys()].map((address) => [address, isSpread ? g(fc.nat, { max: 2 }) : 0]));
  for (const index of [0, 1]) {
    const sections: Record<string, Record<string, BodyShape>> = {};
    for (const [address, { kind, path: name, spec }] of model) {
      if (kind === "approval_rule") continue;
      const share = (of: string, attributes: JsonObject): JsonObject =>
        Object.fromEntries(
          Object.entries(attributes).filter((_, place) => (home.get(of) === 2 ? place % 2 : home.get(of)) === index),
        );
      const rules = [...model].filter(([, one]) => one.kind === "approval_rule" && one.path === name && kind === "project");
      const own = rules.flatMap(([of, one]) => {
        const attributes = share(of, one.spec);
        return Object.keys(attributes).length === 0 ? [] : [[one.key ?? "", { address: of, attributes, children: {} }] as const];
      });
      const attributes = share(address, spec);
      const isEmpty = Object.keys(attributes).length === 0 && own.length === 0;
      if (isEmpty && !(Object.keys(spec).length === 0 && index === 0)) continue;
      const { loose, ...others } = attributes;
      (sections[`${kind}s`] ??= {})[name] = {
        address,
        attributes: { ...others, ...(loose === undefined ? {} : { unchecked: { loose } }) },
        children: own.length === 0 ? {} : { approval_rules: Object.fromEntries(own) },
      };
    }
    pages[index === 0 ? "a.yaml" : "b.yaml"] = new PageWriter(g, `c${index}`).write(sections);
  }
  return pages;
}

/** Random edits; the model is changed as they ask for. Gives what they touch, each `address attribute`. */
function randomEdits(g: GeneratorValue, model: Model): { readonly edits: Edit[]; readonly touched: ReadonlySet<string> } {
  const edits: Edit[] = [];
  const touched = new Set<string>();
  for (const [address, { kind, path: name, key, spec }] of Array.from(model)) {
    if (!model.has(address)) continue;
    const what = g(fc.nat, { max: 5 });
    if (what === 0) {
      edits.push({ action: "forget", address });
      for (const [other, one] of Array.from(model)) {
        if (other !== address && !(kind === "project" && one.kind === "approval_rule" && one.path === name)) continue;
        model.delete(other);
        touched.add(`${other} *`);
      }
    } else if (what < 4) {
      const attributes = some(g, kind, false);
      const gone = Object.keys(spec).filter(
        (one) => !(always[kind] ?? []).includes(one) && !(one in attributes) && g(fc.nat, { max: 3 }) === 0,
      );
      const kept = Object.fromEntries(Object.entries({ ...spec, ...attributes }).filter(([one]) => !gone.includes(one)));
      edits.push({ action: "set", address, attributes, without: gone });
      model.set(address, { kind, path: name, ...(key === undefined ? {} : { key }), spec: kept });
      for (const one of [...Object.keys(attributes), ...gone]) touched.add(`${address} ${one}`);
      if (Object.keys(attributes).length + gone.length > 0) touched.add(`${address} *`);
    }
  }
  for (const kind of ["topic", "group", "project"] as const) {
    for (const name of g(fc.subarray, [...fresh[kind]])) declareOne(kind, name, undefined);
  }
  for (const { kind, path: name } of Array.from(model.values())) {
    if (kind !== "project" || g(fc.nat, { max: 2 }) > 0) continue;
    declareOne("approval_rule", name, "New");
    touched.add(`project:${name} *`);
  }
  return { edits, touched };

  function declareOne(kind: string, name: string, key: string | undefined): void {
    const address = key === undefined ? `${kind}:${name}` : `${kind}:${name}:${key}`;
    const thing = { kind, path: name, ...(key === undefined ? {} : { key }), spec: some(g, kind, false) };
    model.set(address, thing);
    edits.push({ action: "declare", declaration: { address, ...thing, remarks: [] } });
  }
}

/** What was loaded, or what a model says, so that equal ones are equal: sets in order. */
function said(things: readonly (readonly [string, JsonObject])[]): Record<string, string> {
  const sorted = (name: string, value: Json | undefined): Json | undefined =>
    Array.isArray(value) && name !== "ci_id_token_sub_claim_components"
      ? [...(value as Json[])].map(canonicalJson).sort()
      : value;
  return Object.fromEntries(
    [...things]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([address, spec]) => [
        address,
        canonicalJson(Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, sorted(name, value)]))),
      ]),
  );
}

const saidBy = ({ state }: Loaded): Record<string, string> =>
  said(state.resources.map(({ address, spec }) => [address, spec as JsonObject]));
const errorsOf = ({ diagnostics }: Loaded): string[] => diagnostics.filter(({ severity }) => severity === "error").map(line);
const linesOf = (page: string): string[] => page.replace(/^\uFEFF/, "").split(/\r?\n/);

describe("edits of files in any style", () => {
  it("make them say exactly what was asked for, keep every comment and every line of what was not touched, and are done once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const model = randomModel(g);
        const pages = randomPages(g, model);
        const cwd = workspace({});
        const overlay = new Map(Object.entries(pages).map(([name, page]) => [path.join(cwd, name), page.text]));
        const options = { kinds, cwd, env: {} };
        const before = await loadDesired(["."], { ...options, overlay });
        expect(errorsOf(before)).toEqual([]);
        expect(saidBy(before)).toEqual(said([...model].map(([address, { spec }]) => [address, spec])));

        const { edits, touched } = randomEdits(g, model);
        const edited = editFiles(before, edits, { kinds, layout: "per-group" });
        expect(edited.unmade).toEqual([]);
        const after = new Map([...overlay, ...edited.files.map((file) => [file.absolute, file.after] as const)]);
        const loaded = await loadDesired(["."], { ...options, overlay: after });
        expect(errorsOf(loaded)).toEqual([]);
        expect(saidBy(loaded)).toEqual(said([...model].map(([address, { spec }]) => [address, spec])));

        for (const [name, page] of Object.entries(pages)) {
          const now = after.get(path.join(cwd, name)) ?? "";
          const lines = new Set(linesOf(now));
          if (page.text.startsWith("{")) expect(() => JSON.parse(now) as unknown).not.toThrow();
          expect(now.startsWith("\uFEFF")).toBe(page.text.startsWith("\uFEFF"));
          for (const [comment] of page.text.matchAll(/# c\d-\d+\./g)) expect(now).toContain(comment);
          for (const { mark, owners } of page.marks) {
            const old = linesOf(page.text).find((one) => one.includes(mark)) ?? "";
            if (!old.includes("*") && !owners.some((owner) => isTouched(owner, touched))) expect(lines).toContain(old);
          }
        }
        const again = editFiles(loaded, edits, { kinds, layout: "per-group" });
        expect(again.files).toEqual([]);
      }),
      { numRuns: draws(150) },
    );
  });
});

describe("fmt of files in any style", () => {
  it("keeps what they declare and every comment, and changes nothing the second time", async () => {
    const format = formatter(kinds);
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const pages = randomPages(g, randomModel(g));
        const cwd = workspace({});
        const load = async (text: (name: string) => string): Promise<Loaded> => {
          const overlay = new Map(Object.keys(pages).map((name) => [path.join(cwd, name), text(name)]));
          return loadDesired(["."], { kinds, cwd, env: {}, overlay });
        };
        const formatted = (name: string, text: string): string => {
          const absolute = path.join(cwd, name);
          return format(readSource({ absolute, file: name, directory: cwd }, [], new Map([[absolute, text]])));
        };
        const before = await load((name) => pages[name]?.text ?? "");
        const after = new Map(Object.entries(pages).map(([name, { text }]) => [name, formatted(name, text)]));
        const loaded = await load((name) => after.get(name) ?? "");
        expect(errorsOf(loaded)).toEqual(errorsOf(before));
        expect(saidBy(loaded)).toEqual(saidBy(before));
        for (const [name, text] of after) {
          expect(formatted(name, text)).toBe(text);
          for (const [comment] of pages[name]?.text.matchAll(/# c\d-\d+\./g) ?? []) expect(text).toContain(comment);
        }
      }),
      { numRuns: draws(150), endOnFailure: true },
    );
  });
});

function isTouched(owner: string, touched: ReadonlySet<string>): boolean {
  const [address = "", attribute = ""] = owner.split(" ");
  if (attribute === "*") return touched.has(owner);
  const name = attribute === "unchecked" ? "loose" : attribute;
  return (
    touched.has(`${address} ${name}`) ||
    (touched.has(`${address} *`) && ![...touched].some((one) => one.startsWith(`${address} `) && one !== `${address} *`))
  );
}
