import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Kinds } from "../../src/core/kind.js";
import { createRedactor } from "../../src/core/redact.js";
import type * as resources from "../../src/derive/terraform/resources.js";
import { accountOf } from "../../src/emulator/account.js";
import type { Json } from "../../src/emulator/core/records.js";
import type * as emulators from "../../src/emulator/index.js";
import type * as providers from "../../src/terraform/provider.js";
import { type Administrator, administratorOf } from "../harness/administrator.js";
import { type CommandLine, commandLineIn } from "../harness/command-line.js";
import { Core, configure, shown } from "../terraform/core.js";
import { collectionFile, drawable, isNamedInPath, kindFile, specOf } from "./drawn-kinds.js";
import { type ScratchCopy, root, scratchCopy } from "./scratch-copy.js";

/** What is no kind on purpose: tokens are shown once, people come from elsewhere, what people write is content, and second sites are the operators' own. */
const leftOut =
  /(?:access_tokens|deploy_tokens|service_accounts|secure_files|issues|merge_requests|epics|releases|snippets|wikis)$|^\/users?\b|^\/projects$|^\/geo_/;

const all = drawable(leftOut);
const seed = Number(process.env["TRUEUP_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const start = seed % all.length;
/** Three of them, others with each seed; all with TRUEUP_ALL_KINDS=1. */
const drawn = process.env["TRUEUP_ALL_KINDS"] === "1" ? all : [...all.slice(start), ...all].slice(0, 3);

describe("kinds drawn from what a release has beyond those that are known", { tags: ["nightly"] }, () => {
  let scratch: ScratchCopy;
  let server: emulators.Emulator;
  let platform: Administrator;
  let commandLine: CommandLine;
  const written: string[] = [];

  beforeAll(async () => {
    console.log(`TRUEUP_SEED=${seed} draws of ${all.length} kinds: ${drawn.map(({ path }) => path).join(", ")}`);
    scratch = await scratchCopy("src", "facts", "schemas", "scripts", "package.json", "tsconfig.json", ".built-files.json");
    const absent = await absentPaths();
    for (const one of drawn) {
      /* oxlint-disable no-await-in-loop -- one after the other */
      await add(`src/kinds/${one.kind.replaceAll("_", "-")}.ts`, kindFile(one));
      if (!absent.has(one.path)) continue;
      const text = collectionFile(one);
      expect(text.split("\n").length).toBeLessThanOrEqual(20);
      await add(`src/emulator/resources/${one.kind.replaceAll("_", "-")}/operations.ts`, text);
      /* oxlint-enable no-await-in-loop */
    }
    await scratch.node("scripts/generate.mjs");
    await scratch.build();
    await mkdir(join(scratch.path, "files"));
    const { startEmulator } = await scratch.built<typeof emulators>("emulator/index.js");
    server = await startEmulator({ seed: "none", dialect: "vendor", serverVersion: "19.0.0", tier: "ultimate" });
    platform = administratorOf(server);
    commandLine = await commandLineIn(join(scratch.path, "dist"));
    await platform.call("POST", "/groups", { name: "Acme", path: "acme" });
    await platform.call("POST", "/projects", {
      name: "web",
      namespace_id: await idOf("groups", "acme"),
      initialize_with_readme: true,
    });
  }, 280_000);
  afterAll(async () => {
    await server?.close();
    await scratch?.remove();
  });

  const idOf = async (list: string, path: string): Promise<number> =>
    ((await platform.call("GET", `/${list}/${encodeURIComponent(path)}`)) as { id: number }).id;
  const add = async (file: string, text: string): Promise<void> => {
    expect(existsSync(join(root, file)), `${file} is there already`).toBe(false);
    await mkdir(dirname(join(scratch.path, file)), { recursive: true });
    await writeFile(join(scratch.path, file), text);
    written.push(file);
  };
  const trueup = async (...words: string[]) =>
    commandLine(words, { cwd: scratch.path, env: { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token } });
  const ends = async (code: number, ...words: string[]) => {
    const ran = await trueup(...words);
    expect(ran.code, `trueup ${words.join(" ")}\n${ran.stdout}${ran.stderr}`).toBe(code);
    return ran;
  };

  it("need a file each, and at most one for the emulator: no other source is touched", () => {
    const differing = (): string => {
      try {
        return execFileSync("diff", ["-rqN", join(root, "src"), join(scratch.path, "src")], { encoding: "utf8" });
      } catch (error) {
        return (error as { readonly stdout: string }).stdout;
      }
    };
    const files = differing()
      .split("\n")
      .filter((line) => line !== "" && !/\.gen\.ts\b/.test(line));
    const names = files.map((line) => / and .*\/(src\/[\w./-]+) differ$/.exec(line)?.[1] ?? line);
    expect(names.sort()).toEqual([...written].sort());
  });

  describe.each(drawn)("$path", (one) => {
    const { parent, path: at, kind, file, key } = one;
    const path = { group: "acme", project: "acme/web", instance: "" }[parent];
    const home = () => at.replace("{id}", encodeURIComponent(path));
    const address = (name: string) => (parent === "instance" ? `${kind}:${name}` : `${kind}:${path}:${name}`);
    let spec: JsonObject;
    const declare = async (body: JsonObject) => {
      const inner = { [file]: { first: body } };
      const files = parent === "instance" ? inner : { [`${parent}s`]: { [path]: inner } };
      await writeFile(join(scratch.path, "files/trueup.yaml"), JSON.stringify(files));
    };
    const live = async () =>
      ((await platform.call("GET", `${home()}?per_page=100`)) as JsonObject[]).filter((row) => row[key] === "first");
    const takeAway = async () => {
      const [row] = await live();
      const place = one.one.slice(at.length + 2, -1);
      const id = isNamedInPath(one) ? "first" : row?.[place === "iid" ? "iid" : "id"];
      await platform.call("DELETE", `${home()}/${JSON.stringify(id).replaceAll('"', "")}`);
    };

    beforeAll(async () => {
      const things = { userId: 1, groupId: await idOf("groups", "acme"), projectId: await idOf("projects", "acme/web") };
      spec = specOf(one, things) as JsonObject;
    });

    it("is planned, applied and found converged; what is taken away by hand comes back; what is absent goes", async () => {
      await declare(spec);
      await ends(0, "validate", "files");
      await ends(0, "apply", "files", "--yes");
      await ends(0, "plan", "files", "--detailed-exitcode");
      await takeAway();
      await ends(2, "drift", "files");
      await ends(0, "apply", "files", "--yes");
      await ends(0, "plan", "files", "--detailed-exitcode");
      expect(await live()).toHaveLength(1);
      await ends(0, "export", "--out", `exported-${kind}`, "--kind", kind, "--yes");
      await ends(0, "explain", address("first"), "--path", `exported-${kind}`);
      await declare({ ensure: "absent" });
      await ends(0, "apply", "files", "--yes");
      expect(await live()).toHaveLength(0);
    });

    it("is a resource of Terraform", async () => {
      const { createProvider } = await scratch.built<typeof providers>("terraform/provider.js");
      const { kinds } = await scratch.built<{ readonly kinds: Kinds }>("program/kinds.js");
      const { terraformResources } = await scratch.built<typeof resources>("derive/terraform/resources.js");
      const provider = createProvider({ cwd: scratch.path, env: {}, createRedactor, log: () => undefined });
      await configure(provider, { url: server.url, token: server.token });
      const core = new Core(provider, `trueup_${kind}`, terraformResources(kinds));
      const said = { ...(parent === "instance" ? {} : { [parent]: path }), [key]: "first", ...spec };
      const made = await core.apply(said);
      expect(shown(made)).toMatchObject({ [key]: "first" });
      if (!made) throw new Error("it is gone");
      expect((await core.plan(core.config(said), await core.read(made))).action).toBe("none");
      expect(await core.apply(undefined, made)).toBeUndefined();
      expect(await live()).toHaveLength(0);
    });

    it("has pages, a schema and a construct", async () => {
      const pages = [`docs/kinds/${kind}.md`, `docs/terraform/resources/${kind}.md`, `schemas/kinds/${kind}.json`];
      for (const name of [...pages, `src/constructs/${kind.replaceAll("_", "-")}.gen.ts`])
        expect(existsSync(join(scratch.path, name)), name).toBe(true);
      expect(await readFile(join(scratch.path, `docs/kinds/${kind}.md`), "utf8")).toContain(file);
    });
  });
});

/** Collections that the emulator does not serve. */
async function absentPaths(): Promise<ReadonlySet<string>> {
  const read = async (name: string) => readFile(join(root, name), "utf8");
  const account = accountOf(await read("schemas/facts/19.0.json"), JSON.parse(await read("schemas/openapi.json")) as Json);
  return new Set(account.flatMap(({ method, path, service }) => (method === "GET" && service === "absent" ? [path] : [])));
}
