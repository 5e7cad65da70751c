// @module-tag nightly
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Kinds } from "../../src/core/kind.js";
import type { Plan, Result } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import type * as resources from "../../src/derive/terraform/resources.js";
import type * as emulators from "../../src/emulator/index.js";
import type * as providers from "../../src/terraform/provider.js";
import { type CommandLine, commandLineIn } from "../harness/command-line.js";
import { configure, Core, shown } from "../terraform/core.js";
import { root, scratchCopy, type ScratchCopy } from "./scratch-copy.js";

/** A made-up kind under two parents that is changed by PATCH and refers to members of another kind: the one file that a kind is. */
const kindFile = { from: "test/e2e/gate/kind.ts", to: "src/kinds/gate.ts" };
/** What the platform does with it, in the emulator: behaviour and description. */
const operationsFile = { from: "test/e2e/gate/operations.ts", to: "src/emulator/resources/gates/operations.ts" };
const descriptionFile = { from: "test/e2e/gate/api.yaml", to: "schemas/openapi/gates.yaml" };

/** A made-up type of field: the one file that a type is. */
const typeFile = { from: "test/e2e/gate/colour.ts.txt", to: "src/core/types/colour.ts" };
/** Attributes that are added to kinds, each in the kind's own file. */
const attributes = [
  {
    kind: kindFile.to,
    maker: "colour",
    before: "    closed: flag(",
    line: '    colour: colour("Its colour on boards.", { nullable: true }),',
  },
  {
    kind: "src/kinds/topic.ts",
    maker: "text",
    before: "    title: text(",
    line: '    motto: text("It in a few words.", { max: 20 }),',
  },
];

const files = `groups:
  acme:
    name: Acme
    gates:
      release: { description: Nothing leaves on Fridays, closed: true }
projects:
  acme/web:
    approval_rules: { Security: { approvals_required: 1, users: [root] } }
    gates:
      release: { rules: [Security] }
`;

describe("a new kind", () => {
  let scratch: ScratchCopy;
  let server: emulators.Emulator;
  let commandLine: CommandLine;

  beforeAll(async () => {
    scratch = await scratchCopy("src", "facts", "schemas", "scripts", "package.json", "tsconfig.json");
    for (const one of [kindFile, operationsFile, descriptionFile]) await place(scratch.path, one);
    await scratch.node("scripts/make-built-files.mjs");
    await copyFile(join(root, typeFile.from), join(scratch.path, typeFile.to));
    for (const one of attributes) await addAttribute(join(scratch.path, one.kind), one);
    const cwd = scratch.path;
    await scratch.node("scripts/generate.mjs");
    await scratch.build();
    await mkdir(join(cwd, "files"));
    const { startEmulator } = await scratch.built<typeof emulators>("emulator/index.js");
    server = await startEmulator({ seed: "none" });
    commandLine = await commandLineIn(join(cwd, "dist"));
  });
  afterAll(async () => {
    await server.close();
    await scratch.remove();
  });

  const written = async (name: string) => readFile(join(scratch.path, name), "utf8");

  const trueup = async (...words: string[]) =>
    commandLine(words, { cwd: scratch.path, env: { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token } });
  const planned = async (...words: string[]) => JSON.parse((await trueup("plan", "files", "--json", ...words)).stdout) as Plan;
  const declare = async (text: string) => writeFile(join(scratch.path, "files/trueup.yaml"), text);
  const converged = async (from = "files") =>
    expect(await trueup("plan", from, "--detailed-exitcode")).toMatchObject({ code: 0 });
  const call = async (method: string, path: string, body?: JsonObject) => {
    const headers = { "PRIVATE-TOKEN": server.token, "Content-Type": "application/json" };
    const reply = await fetch(`${server.url}/api/v4${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: reply.status, body: reply.status === 200 ? ((await reply.json()) as JsonObject) : undefined };
  };

  it("is validated, planned, applied and found converged under both parents: one file and npm run generate", async () => {
    await declare(files.replace("closed", "closd"));
    const bad = await trueup("validate", "files");
    expect(bad).toMatchObject({ code: 1 });
    expect(bad.stdout).toContain("did you mean closed?");

    await declare(files);
    expect(await trueup("validate", "files")).toMatchObject({ code: 0 });
    const { changes, calls } = await planned();
    const gates = changes.filter(({ kind }) => kind === "gate").map(({ parent, address }) => `${parent} ${address}`);
    expect(gates).toEqual(["project gate:acme/web:release", "group gate:acme:release"]);
    const [rule, gate] = ["approval_rules", "gates"].map((list) =>
      calls.find(({ path }) => /^\/projects\/\{project\}\/(\w+)$/.exec(path)?.[1] === list),
    );
    expect(gate?.after).toContain(rule?.id);
    expect(await trueup("apply", "files", "--yes")).toMatchObject({ code: 0 });
    await converged();
    expect((await call("GET", "/projects/acme%2Fweb/gates/release")).body).toMatchObject({ rules: [{ name: "Security" }] });
  });

  it("that somebody changes by hand drifts, and is brought back by PATCH", async () => {
    await call("PATCH", "/groups/acme/gates/release", { closed: false });
    await call("PATCH", "/projects/acme%2Fweb/gates/release", { rule_ids: [] });
    expect(await trueup("drift", "files")).toMatchObject({ code: 2 });
    const { calls } = await planned("--out", "plan.json");
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "PATCH /groups/{group}/gates/{key}",
      "PATCH /projects/{project}/gates/{key}",
    ]);
    const applied = JSON.parse((await trueup("apply", "--plan", "plan.json", "--yes", "--json")).stdout) as Result;
    expect(applied.outcomes.map(({ status }) => status)).toEqual(["done", "done"]);
    await converged();
  });

  it("is exported, counted, explained and swept", async () => {
    expect(await trueup("export", "--out", "exported", "--yes")).toMatchObject({ code: 0 });
    for (const address of ["gate:acme:release", "gate:acme/web:release"])
      expect(await trueup("explain", address, "--path", "exported"), address).toMatchObject({ code: 0 });
    await converged("exported");
    expect((await planned("--unmanaged")).coverage?.kinds).toContainEqual({ kind: "gate", live: 2, managed: 2 });
    expect((await trueup("schema", "gate")).stdout).toContain("Whether nothing passes.");
    await declare(`${files.replaceAll("release:", "deploy:")}delete_undeclared: { gates: true }\n`);
    expect((await planned()).changes.map(({ action, parent, address }) => `${action} ${parent} ${address}`).sort()).toEqual([
      "create group gate:acme:deploy",
      "create project gate:acme/web:deploy",
      "delete group gate:acme:release",
      "delete project gate:acme/web:release",
    ]);
  });

  it("is a resource of Terraform under both parents: planned, applied, read, imported and destroyed", async () => {
    const { createProvider } = await scratch.built<typeof providers>("terraform/provider.js");
    const { kinds } = await scratch.built<{ readonly kinds: Kinds }>("kinds/index.gen.js");
    const { terraformResources } = await scratch.built<typeof resources>("derive/terraform/resources.js");
    const provider = createProvider({ cwd: scratch.path, env: {}, createRedactor, log: () => undefined });
    await configure(provider, { url: server.url, token: server.token });
    const { resourceSchemas } = await provider.getProviderSchema();
    expect(Object.keys(resourceSchemas ?? {})).toContain("trueup_gate");
    const core = new Core(provider, "trueup_gate", terraformResources(kinds));
    expect((await core.problems({ name: "night" })).map(({ summary }) => summary)).toEqual([
      "it does not say what it belongs to",
    ]);
    for (const [made, changed] of [
      [
        { group: "acme", name: "night" },
        { closed: true, colour: "#abc" },
      ],
      [{ project: "acme/web", name: "night" }, { rules: ["Security"] }],
    ] as const) {
      const first = await core.apply(made);
      expect((await core.plan(core.config({ ...made, ...changed }), first)).action).toBe("update");
      const second = await core.apply({ ...made, ...changed }, first);
      expect(shown(second)).toMatchObject({ ...made, ...changed });
      if (!second) throw new Error("it is gone");
      expect((await core.plan(core.config({ ...made, ...changed }), await core.read(second))).action).toBe("none");
      const [holder = "", path = ""] = Object.entries(made)[0] ?? [];
      expect(shown(await core.import(`${holder}:${path}:night`))).toMatchObject(made);
      expect(await core.apply(undefined, second)).toBeUndefined();
      const gone = await call("GET", `/${holder}s/${encodeURIComponent(path)}/gates/night`);
      expect(gone.status).toBe(404);
    }
  });

  it("has a type of field of its own, which is one file: values that mean the same are no change", async () => {
    const coloured = (colour: string) => files.replace("closed: true", `colour: "${colour}"`);
    await declare(coloured("red"));
    const bad = await trueup("validate", "files");
    expect(bad).toMatchObject({ code: 1 });
    expect(bad.stdout).toContain("#RRGGBB or #RGB");
    await declare(coloured("#AABBCC"));
    expect(await trueup("apply", "files", "--yes")).toMatchObject({ code: 0 });
    expect((await call("GET", "/groups/acme/gates/release")).body).toMatchObject({ colour: "#AABBCC" });
    for (const same of ["#aabbcc", "#AbC"]) {
      await declare(coloured(same));
      await converged();
    }
    await declare(coloured("#abd"));
    const [change] = (await planned()).changes;
    expect(change?.attributes).toEqual([expect.objectContaining({ path: "colour", before: "#AABBCC", after: "#abd" })]);
    expect((await trueup("explain", "gate:acme:release", "colour", "--path", "files")).stdout).toContain(
      "colour, as #RRGGBB or #RGB",
    );
    expect(await written("docs/terraform/resources/gate.md")).toContain("`colour`");
    expect(await written("src/constructs/gate.gen.ts")).toContain("readonly colour?: string;");
    expect(await written("src/core/types/names.gen.ts")).toContain('| "colour"');
  });

  it("that was there before has a new attribute by a line of its file", async () => {
    await declare("topics:\n  fish: { title: Fish, motto: Everything about all that swims }\n");
    const bad = await trueup("validate", "files");
    expect(bad).toMatchObject({ code: 1 });
    expect(bad.stdout).toContain("must have at most 20 characters");
    await declare("topics:\n  fish: { title: Fish, motto: All that swims }\n");
    expect((await planned()).calls.map(({ body }) => body)).toEqual([expect.objectContaining({ motto: "All that swims" })]);
    expect(await written("docs/terraform/resources/topic.md")).toContain("`motto`");
    expect(await written("src/constructs/topic.gen.ts")).toContain("readonly motto?: string;");
    expect(await written("schemas/api/topic.json")).toContain('"motto"');
  });
});

/** Adds an attribute in the file of its kind, with what makes it where that is not imported yet. */
async function addAttribute(file: string, { maker, before, line }: (typeof attributes)[number]): Promise<void> {
  const text = await readFile(file, "utf8");
  const added = text.replace(before, `${line}\n${before}`);
  const isImported = new RegExp(`import \\{[^}]*\\b${maker}\\b`).test(text);
  await writeFile(file, isImported ? added : added.replace("import { ", `import { ${maker}, `));
}

/** Puts a file where it belongs: what it imports lies otherwise there. */
async function place(scratch: string, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const text = await readFile(join(root, from), "utf8");
  const imported = /"\.\.\/\.\.\/\.\.\/(src\/[^"]+)"/g;
  await mkdir(dirname(join(scratch, to)), { recursive: true });
  await writeFile(
    join(scratch, to),
    text.replaceAll(imported, (_, file: string) => `"${relative(dirname(to), file)}"`),
  );
}
