import { describe, expect, it } from "vitest";
import { addressKey } from "../../src/core/address-key.js";
import type { Declaration, Edit } from "../../src/core/declaration.js";
import { fileSchema } from "../../src/core/file-schema.js";
import { importForms } from "../../src/core/import-forms.js";
import type { JsonObject } from "../../src/core/json.js";
import { kindAt, kindIn, kindsUnder, parentsOf } from "../../src/core/kind.js";
import type { Desired, Plan } from "../../src/core/plan.js";
import { explainAttribute } from "../../src/derive/explain.js";
import { orderKinds } from "../../src/derive/registry.js";
import { kindSchema } from "../../src/derive/schema-files.js";
import { editFiles } from "../../src/desired/edit/index.js";
import { loadDesired, writeFiles } from "../../src/desired/index.js";
import { applyPlan } from "../../src/engine/apply/apply.js";
import { preconditionsOf } from "../../src/engine/apply/carry-out.js";
import { cover } from "../../src/engine/export/coverage.js";
import { exportLive } from "../../src/engine/export/export.js";
import { makePlan } from "../../src/engine/plan/make-plan.js";
import { findThing } from "../../src/program/resources/find.js";
import { line, load, loadText, workspace } from "../desired/workspace.js";
import { Coast, beacon, harbour, kinds, outlookOf } from "./beacons.js";

const options = { targets: [], resendSecrets: [], allowDelete: [], resolve: (template: string) => template };

async function stateOf(text: string) {
  const loaded = await loadText(text, { kinds });
  expect(loaded.diagnostics.map(line)).toEqual([]);
  return loaded.state;
}

async function planOf(text: string, coast: Coast, tier: "free" | "premium" = "premium"): Promise<Plan> {
  return (await makePlan(outlookOf(coast, tier), await stateOf(text), options)).plan;
}

const told = ({ changes }: Plan) => changes.map(({ action, parent, address }) => `${action} ${address} of ${parent ?? "?"}`);

async function applied(text: string, coast: Coast): Promise<Plan> {
  const plan = await planOf(text, coast);
  expect(plan.refusals).toEqual([]);
  const result = await applyPlan(outlookOf(coast), plan, {
    ...options,
    concurrency: 4,
    readFile: async () => new Uint8Array(),
  });
  expect(result.outcomes.map(({ status }) => status)).toEqual(plan.changes.map(() => "done"));
  expect(result.outcomes.map(({ parent }) => parent)).toEqual(plan.changes.map(({ parent }) => parent));
  return plan;
}

const both = `
groups:
  acme:
    name: Acme
    beacons:
      north: { colour: red, inherited: true }
projects:
  acme/web:
    name: Web
    beacons:
      north: { colour: green }
      "Any name": {}
`;

/** A group that goes, and a project that takes its path: of both the beacons have one address. */
const successor = `
groups:
  acme: {}
  acme/web:
    ensure: absent
    beacons:
      north: { ensure: absent }
projects:
  acme/web:
    beacons:
      north: { colour: green }
`;

describe("a kind with several parents, in files", () => {
  it("stands under each of them, with what it has there", async () => {
    const { resources } = await stateOf(both);
    expect(resources.filter(({ kind }) => kind === "beacon").map(({ address, parent }) => `${address} of ${parent}`)).toEqual([
      "beacon:acme:north of group",
      "beacon:acme/web:Any name of project",
      "beacon:acme/web:north of project",
    ]);
    const wrong = await loadText(
      `
groups:
  acme: { beacons: { east: {} } }
projects:
  acme/web: { beacons: { north: { inherited: true } } }
`,
      { kinds },
    );
    expect(wrong.diagnostics.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'schema.key "east" is no beacon: must be one of north, south',
      expect.stringContaining("schema.unknown"),
    ]);
  });

  it("has one schema where its bodies are the same, and one for each parent where they are not", () => {
    const { $defs } = fileSchema(kinds) as { $defs: Record<string, JsonObject> };
    expect(Object.keys($defs).filter((name) => !name.startsWith("words."))).toEqual([
      "application_settings",
      "group",
      "project",
      "harbour",
      "beacon.in.project",
      "beacon.in.group",
      "var.whole",
      "var.inside",
    ]);
    expect(kindSchema(beacon)).toMatchObject({ anyOf: [{ $ref: "#/$defs/project" }, { $ref: "#/$defs/group" }] });
    expect(kindSchema(harbour)).toMatchObject({ properties: { depth: {} } });
    expect(Object.keys((fileSchema(kinds)["properties"] ?? {}) as JsonObject)).toContain("harbour");
  });

  it("comes after all of its parents, however kinds were found", () => {
    const found = [...kinds.values()].map((kind) => ({ name: kind.name, from: `./${kind.name}.js`, kind }));
    for (const all of [found, found.toReversed()])
      expect(orderKinds(all).map(({ kind }) => kind.name)).toEqual([...kinds.keys()]);
  });

  it("keeps apart what has one address under a group and under a project", async () => {
    const loaded = await loadText(successor, { kinds });
    expect(loaded.diagnostics.map(line)).toEqual([]);
    const [first, second] = loaded.state.resources.filter(({ kind }) => kind === "beacon") as [Desired, Desired];
    expect(first.address).toBe(second.address);
    expect(addressKey(first, kinds)).not.toBe(addressKey(second, kinds));
    const edits: Edit[] = [
      { action: "set", address: second.address, parent: "project", attributes: { colour: "blue" }, without: [] },
      { action: "forget", address: first.address, parent: "group" },
    ];
    const { files, unmade } = editFiles(loaded, edits, { kinds, layout: "single" });
    expect(unmade).toEqual([]);
    expect(files.map(({ after }) => after)).toEqual([
      successor.replace("green", "blue").replace("    beacons:\n      north: { ensure: absent }\n", ""),
    ]);
  });

  it("is written where it stands", async () => {
    const declarations: Declaration[] = (await stateOf(both)).resources.map((one) => ({ ...one, remarks: [] }));
    const harbours: Declaration[] = [
      { kind: "harbour", parent: "instance", address: "harbour", spec: { depth: "9 m" }, remarks: [] },
      { kind: "harbour", parent: "project", path: "acme/web", address: "harbour:acme/web", spec: { depth: "1 m" }, remarks: [] },
    ];
    const files = writeFiles([...declarations, ...harbours], { kinds, layout: "single" });
    const loaded = await load(Object.fromEntries(files.map(({ path, text }) => [path, text])), { kinds });
    expect(loaded.diagnostics.map(line)).toEqual([]);
    const plain = ({ kind, parent, path, key, spec }: Declaration | Desired) => ({ kind, parent, path, key, spec });
    const all = loaded.state.resources.map(plain);
    expect(all).toHaveLength(declarations.length + harbours.length);
    expect(all).toEqual(expect.arrayContaining([...declarations, ...harbours].map(plain)));
  });
});

describe("a kind with several parents, planned and applied", () => {
  it("is read, made and changed under each, by calls of their own", async () => {
    const coast = new Coast();
    expect(told(await applied(both, coast))).toEqual([
      "create beacon:acme/web:Any name of project",
      "create beacon:acme/web:north of project",
      "create beacon:acme:north of group",
    ]);
    expect(coast.writes.sort()).toEqual(["POST /groups/1/beacons", "POST /projects/7/beacons", "POST /projects/7/beacons"]);
    expect(told(await planOf(both, coast))).toEqual([]);
    const changed = await applied(both.replace("colour: red", "colour: white"), coast);
    expect(told(changed)).toEqual(["update beacon:acme:north of group"]);
    expect(coast.beacons.get("groups/1/north")).toMatchObject({ colour: "white", inherited: true });
    expect(coast.beacons.get("projects/7/north")).toMatchObject({ colour: "green" });
  });

  it("may also belong to the whole instance", async () => {
    const coast = new Coast();
    const text = `
harbour: { depth: 9 m }
groups:
  acme: { harbour: { depth: 5 m } }
projects:
  acme/web: { harbour: { depth: 1 m } }
`;
    expect(told(await applied(text, coast))).toEqual([
      "update harbour of instance",
      "update harbour:acme of group",
      "update harbour:acme/web of project",
    ]);
    expect([...coast.harbours]).toEqual([
      ["/harbour", { depth: "9 m" }],
      ["/groups/1/harbour", { depth: "5 m" }],
      ["/projects/7/harbour", { depth: "1 m" }],
    ]);
    expect(told(await planOf(text, coast))).toEqual([]);
  });

  it("needs what it needs under this parent only", async () => {
    const { refusals } = await planOf(both, new Coast(), "free");
    expect(refusals.map(({ rule, addresses }) => `${rule} ${addresses.join(" ")}`)).toEqual(["tier beacon:acme:north"]);
  });

  it("is deleted undeclared under every parent whose path the files name, where the server has it", async () => {
    const coast = new Coast();
    for (const at of ["groups/1/north", "projects/7/north", "projects/7/south"])
      coast.beacons.set(at, { name: at.slice(at.lastIndexOf("/") + 1) });
    const rule = (globs: string) => `
delete_undeclared: { beacons: ${globs} }
groups: { acme: {} }
projects: { acme/web: { beacons: { south: {} } } }
`;
    expect(told(await planOf(rule("true"), coast)).sort()).toEqual([
      "delete beacon:acme/web:north of project",
      "delete beacon:acme:north of group",
    ]);
    expect(told(await planOf(rule("[acme]"), coast))).toEqual(["delete beacon:acme:north of group"]);
    expect(told(await planOf(rule("[acme/*]"), coast))).toEqual(["delete beacon:acme/web:north of project"]);
    expect(told(await planOf(rule("true"), coast, "free"))).toEqual(["delete beacon:acme/web:north of project"]);
  });

  it("comes after the parent that is created with it, and its calls name that", async () => {
    const coast = new Coast();
    const plan = await planOf(
      `
groups:
  acme: {}
  acme/sub: { ensure: present, name: Sub, beacons: { north: {} } }
projects:
  acme/api: { name: Api, beacons: { north: {} } }
`,
      coast,
    );
    const callsOf = (address: string) => plan.changes.find((one) => one.address === address)?.calls ?? [];
    for (const [child, holder] of [
      ["beacon:acme/sub:north", "group:acme/sub"],
      ["beacon:acme/api:north", "project:acme/api"],
    ] as const) {
      const [made] = callsOf(holder);
      const call = plan.calls.find(({ id }) => id === callsOf(child)[0]);
      expect(call?.after).toContain(made);
      expect(call?.params).toEqual({ [holder.split(":")[0] ?? ""]: { $ref: made, field: "id" } });
    }
  });

  it("is found changed since by the parent that a saved plan says, and under the first where an older one says none", async () => {
    const coast = new Coast();
    await applied(both, coast);
    const plan = await planOf(both.replace("green", "blue"), coast);
    const moved = async (saved: Plan) =>
      [...(await preconditionsOf(outlookOf(coast), saved, { allowances: options, resolve: options.resolve })).moved.keys()].map(
        ({ address }) => address,
      );
    expect(await moved(plan)).toEqual([]);
    coast.beacons.set("groups/1/north", { name: "north", colour: "black" });
    expect(await moved(plan)).toEqual([]);
    const older = { ...plan, changes: plan.changes.map(({ parent: _parent, ...change }) => change) };
    expect(await moved(older)).toEqual([]);
    coast.beacons.set("projects/7/north", { name: "north", colour: "black" });
    for (const saved of [plan, older]) expect(await moved(saved)).toEqual(["beacon:acme/web:north"]);
  });
});

describe("a kind with several parents, read", () => {
  async function lit(): Promise<Coast> {
    const coast = new Coast();
    await applied(both, coast);
    return coast;
  }

  it("counts under each parent", async () => {
    const coast = await lit();
    const { resources } = await stateOf("projects: { acme/web: { beacons: { north: {} } } }");
    const covered = await cover(outlookOf(coast), resources, { targets: [] });
    expect(covered.kinds).toContainEqual({ kind: "beacon", live: 3, managed: 1 });
    expect(covered.unmanaged).toEqual(expect.arrayContaining(["beacon:acme:north", "beacon:acme/web:Any name"]));
    const targeted = await cover(outlookOf(coast), resources, { targets: ["beacon:acme:*"] });
    expect(targeted.unmanaged).toEqual(["beacon:acme:north"]);
  });

  it("is exported into files that plan empty", async () => {
    const coast = await lit();
    const { edits, gaps } = await exportLive(outlookOf(coast), {
      scope: { under: [], kinds: [] },
      full: false,
      refuse: () => [],
      onSecret: () => undefined,
      isTaken: () => false,
      resolve: (template) => template,
    });
    expect(gaps.filter((gap) => !gap.includes("the platform never shows"))).toEqual([]);
    const declarations = edits.flatMap((edit) => (edit.action === "declare" ? [edit.declaration] : []));
    const files = writeFiles(declarations, { kinds, layout: "per-group" });
    const cwd = workspace(Object.fromEntries(files.map(({ path, text }) => [path, text])));
    const loaded = await loadDesired(["."], { kinds, cwd, env: {} });
    expect(loaded.diagnostics.map(line)).toEqual([]);
    expect(loaded.state.resources.filter(({ kind }) => kind === "beacon")).toHaveLength(3);
    expect(told((await makePlan(outlookOf(coast), loaded.state, options)).plan)).toEqual([]);
  });

  it("is explained as it is there", () => {
    expect(explainAttribute(beacon, "inherited", { parent: "project" })).toBeUndefined();
    expect(explainAttribute(beacon, "inherited", { parent: "group" })?.facts).toContainEqual(["tier", "premium and above"]);
    expect(explainAttribute(beacon, "inherited")?.path).toBe("inherited");
  });
});

describe("the address of what may hang on several", () => {
  const there = (...found: readonly string[]) => {
    const read = async ({ kind, parent, path, key }: { kind: string; parent?: string; path?: string; key?: string }) => {
      const name = [...(parent === undefined ? [] : [parent]), kind, path, key].filter((part) => part !== undefined).join(" ");
      return found.includes(name)
        ? { kind, ...(path === undefined ? {} : { path }), ...(key === undefined ? {} : { key }), id: 1, spec: {} }
        : undefined;
    };
    return (text: string, kind = "beacon") => findThing(read, kinds, kind, text);
  };

  it("finds its parent live", async () => {
    const find = there("group acme", "project acme/web", "group beacon acme north", "project beacon acme/web north");
    expect(await find("beacon:acme:north")).toEqual({ kind: "beacon", parent: "group", path: "acme", key: "north" });
    expect(await find("acme/web:north")).toEqual({ kind: "beacon", parent: "project", path: "acme/web", key: "north" });
    await expect(find("acme/api:north")).rejects.toMatchObject({ code: "import.unknown" });
  });

  it("is one clear error where it means two things, and says how to name one", async () => {
    const find = there("group acme/web", "project acme/web", "group beacon acme/web north", "project beacon acme/web north");
    await expect(find("beacon:acme/web:north")).rejects.toMatchObject({
      code: "import.ambiguous",
      message: '"beacon:acme/web:north" names more than one beacon: that of the project acme/web and that of the group acme/web',
      hint: 'Say which: "project:acme/web:north" or "group:acme/web:north".',
    });
    for (const parent of ["group", "project"])
      expect(await find(`${parent}:acme/web:north`)).toEqual({ kind: "beacon", parent, path: "acme/web", key: "north" });
  });

  it("may say nothing of a parent only where there is one", () => {
    expect(kindAt(kinds, { kind: "project" })).toBe(kindIn(kinds.get("project") ?? beacon, "instance"));
    expect(() => kindAt(kinds, { kind: "beacon" })).toThrow("it is not said what the beacon belongs to");
    expect(kindsUnder(kinds, "group").map(({ name }) => name)).toEqual(["harbour", "beacon"]);
    expect(parentsOf(harbour)).toEqual(["instance", "group", "project"]);
    expect(importForms(beacon, kinds)).toContain("group:acme/platform:north");
  });
});
