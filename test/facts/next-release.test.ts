import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Plan } from "../../src/core/plan.js";
import type * as emulators from "../../src/emulator/index.js";
import { readFacts } from "../../src/facts/read-facts.js";
import type { OperationFacts, ParameterFacts, ReleaseFacts } from "../../src/facts/release.js";
import { root, scratchCopy, type ScratchCopy } from "../e2e/scratch-copy.js";
import { type CommandLine, commandLineIn } from "../harness/command-line.js";
import { specificationOf } from "./specification-of.js";

const untyped: ParameterFacts = { type: "string" };
const settings = "PUT /application/settings";

/** A release that nobody has made: what changed in it is all that may change in one. */
function invented({ operations }: ReleaseFacts): ReleaseFacts {
  const { "PUT /topics/{id}": _missing, [settings]: known, "GET /application/settings": shown, ...others } = operations;
  const { asciidoc_max_includes: _gone, default_group_visibility: visibility, ...params } = known?.params ?? {};
  if (!visibility?.enum) throw new Error("the words of visibilities are not known");
  const added = { lantern_enabled: untyped, lantern_limit: untyped, lantern_hosts: { type: "array", items: untyped } };
  const beacon: OperationFacts = {
    params: {
      beacon_url: { type: "string", required: true },
      beacon_token: { type: "string", required: true },
      push_events: { type: "boolean" },
      use_inherited_settings: { type: "boolean" },
    },
    ...(operations["PUT /projects/{id}/integrations/jira"]?.reply
      ? { reply: operations["PUT /projects/{id}/integrations/jira"].reply }
      : {}),
  };
  return {
    release: "20.0",
    operations: {
      ...others,
      [settings]: {
        ...known,
        params: { ...params, ...added, default_group_visibility: { ...visibility, enum: visibility.enum.toReversed() } },
        reply: { ...known?.reply, ...added },
      },
      "GET /application/settings": { ...shown, reply: { ...shown?.reply, ...added } },
      "PUT /projects/{id}/integrations/beacon": beacon,
      "PUT /groups/{id}/integrations/beacon": beacon,
    },
  };
}

/** Nobody has decided yet whether the texts of the new integration are secrets: until then they are. */
const files = `application_settings:
  lantern_enabled: true
  lantern_limit: 7
  lantern_hosts: [b.example.com, a.example.com]
  default_group_visibility: internal
groups: { acme: { name: Acme } }
projects:
  acme/web:
    integrations:
      beacon: { beacon_url: "\${env:BEACON_URL}", beacon_token: "\${env:BEACON}", push_events: true }
topics: { typescript: { title: TypeScript } }
`;

describe("a release that is new", { tags: ["nightly"] }, () => {
  let scratch: ScratchCopy;
  let server: emulators.Emulator;
  let commandLine: CommandLine;
  let told = "";

  beforeAll(async () => {
    scratch = await scratchCopy("src", "facts", "schemas", "scripts", "docs", "package.json", "tsconfig.json");
    const newest = readFacts(await readFile(join(root, "facts/19.0.json"), "utf8"));
    await writeFile(join(scratch.path, "openapi.json"), specificationOf(invented(newest)));
    told = (await scratch.node("scripts/facts.mjs", "openapi.json", "20.0")).stdout;
    await scratch.build();
    await mkdir(join(scratch.path, "files"));
    const { startEmulator } = await scratch.built<typeof emulators>("emulator/index.js");
    server = await startEmulator({ seed: "none", dialect: "vendor", serverVersion: "20.0.0" });
    commandLine = await commandLineIn(join(scratch.path, "dist"));
  });
  afterAll(async () => {
    await server?.close();
    await scratch?.remove();
  });

  const env = () => ({
    TRUEUP_URL: server.url,
    TRUEUP_TOKEN: server.token,
    BEACON: "secret-of-the-beacon",
    BEACON_URL: "https://beacon.example.com",
  });
  const trueup = async (...words: string[]) => commandLine(words, { cwd: scratch.path, env: env() });
  const declare = async (text: string) => writeFile(join(scratch.path, "files/trueup.yaml"), text);
  const planned = async (from = "files") => {
    const { stdout, stderr } = await trueup("plan", from, "--json");
    if (!stdout.startsWith("{")) throw new Error(stderr);
    return JSON.parse(stdout) as Plan;
  };
  const call = async (method: string, path: string, body?: JsonObject) => {
    const reply = await fetch(`${server.url}/api/v4${path}`, {
      method,
      headers: { "PRIVATE-TOKEN": server.token, "Content-Type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await reply.json()) as JsonObject;
  };

  test("is made known by its specification alone, which says what is new", () => {
    for (const name of ["lantern_enabled", "lantern_limit", "lantern_hosts", "asciidoc_max_includes", "integrations/beacon"])
      expect(told).toContain(name);
  });

  test("is validated: new settings have types, and what is gone is told with its release", async () => {
    await declare(files.replace("lantern_limit: 7", "lantern_limit: many"));
    const bad = await trueup("validate", "files");
    expect(bad).toMatchObject({ code: 1 });
    expect(bad.stdout).toMatch(/lantern_limit +must be a whole number/);
    await declare(files.replace("lantern_limit: 7", "asciidoc_max_includes: 3"));
    const gone = await trueup("plan", "files");
    expect(gone).toMatchObject({ code: 1 });
    expect(gone.stdout + gone.stderr).toContain("asciidoc_max_includes is gone since release 20.0");
    await declare(files);
    expect(await trueup("validate", "files")).toMatchObject({ code: 0 });
  });

  test("is planned, applied and found converged; what somebody changes by hand drifts and is brought back", async () => {
    await declare(files);
    const plan = await planned();
    expect(plan.refusals).toEqual([]);
    expect(JSON.stringify(plan)).not.toContain("secret-of-the-beacon");
    expect(await trueup("apply", "files", "--yes", "--ack", "weakening")).toMatchObject({ code: 0 });
    expect((await planned()).changes).toEqual([]);
    expect(await call("GET", "/application/settings")).toMatchObject({
      lantern_enabled: true,
      lantern_limit: 7,
      lantern_hosts: ["b.example.com", "a.example.com"],
    });
    await call("PUT", "/application/settings", { lantern_enabled: false, lantern_limit: "9" });
    const drift = await trueup("drift", "files", "--json");
    expect(drift).toMatchObject({ code: 2 });
    const paths = (JSON.parse(drift.stdout) as Plan).changes.flatMap(({ attributes }) => attributes.map(({ path }) => path));
    expect(paths.sort()).toEqual(["lantern_enabled", "lantern_limit"]);
    expect(await trueup("apply", "files", "--yes", "--ack", "weakening")).toMatchObject({ code: 0 });
    expect((await planned()).changes).toEqual([]);
  });

  test("is exported, to files that plan empty and hold no secret", async () => {
    expect(await trueup("export", "--out", "exported", "--yes")).toMatchObject({ code: 0 });
    const text = await exported(join(scratch.path, "exported"));
    for (const name of ["lantern_enabled: true", "lantern_limit: 7", "beacon:"]) expect(text).toContain(name);
    expect(text).not.toContain("secret-of-the-beacon");
  });

  test("an enum whose words stand in another order is no difference", async () => {
    const explained = await trueup("explain", "application_settings", "default_group_visibility");
    expect(explained.stdout).toMatch(/private.*internal.*public/);
  });
});

async function exported(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".yaml"));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
}
