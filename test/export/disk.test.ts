import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRedactor } from "../../src/core/redact.js";
import { draftExport, writeDraft } from "../../src/trueup.js";
import { inProcess } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";

/** A platform with one group and a directory with these files. */
async function stage(files: Readonly<Record<string, string>> = {}): Promise<{ server: RunningEmulator; cwd: string }> {
  const server = await platform();
  await server.call("POST", "/groups", { name: "Acme", path: "acme", visibility: "public" });
  return { server, cwd: directory(files) };
}

const exporting = ["export", "--out", "files", "--under", "acme", "--yes"];

test("an export leaves a schema that stands there, and adds to .env.example what it lacks", async () => {
  const { server, cwd } = await stage({ "files/.env.example": "# mine\nMY=1", "files/trueup.schema.json": "{}" });
  await server.call("PUT", "/application/settings", { spamfilter_enabled: true, spamfilter_api_key: "a-key-of-the-disk-test" });
  const { code, stderr } = await inProcess(["export", "--out", "files", "--yes"], { cwd, env: server.env });
  expect(code, stderr).toBe(0);
  expect(readFileSync(join(cwd, "files/.env.example"), "utf8")).toMatch(/^# mine\nMY=1\n[^]*^SPAMFILTER_API_KEY=$/m);
  expect(readFileSync(join(cwd, "files/trueup.schema.json"), "utf8")).toBe("{}");
});

test("new files refer to the schema of the package where it lies in the same project, and --schema writes one beside them", async () => {
  const { server, cwd } = await stage();
  const around = {
    cwd,
    env: { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token },
    redactor: createRedactor(),
    now: new Date(),
  };
  const headOf = async (out: string, packagedSchema: string): Promise<string> => {
    const request = { out, under: ["acme"], kinds: [], full: false, layout: "per-group", packagedSchema } as const;
    await writeDraft(await draftExport(request, {}, around));
    return readFileSync(join(cwd, out, "acme.yaml"), "utf8")
      .split("\n", 1)
      .join("");
  };
  const packaged = "node_modules/trueup/schemas/trueup.schema.json";
  expect(await headOf("near", join(cwd, packaged))).toBe(`# yaml-language-server: $schema=../${packaged}`);
  expect(await headOf("far", join(cwd, "elsewhere", packaged))).toBe("# What lies under acme, as `trueup export` found it.");
  expect(readdirSync(join(cwd, "near"))).toEqual(["acme.yaml"]);
  const { code, stderr } = await inProcess([...exporting, "--schema"], { cwd, env: server.env });
  expect(code, stderr).toBe(0);
  expect(readdirSync(join(cwd, "files"))).toEqual(["acme.yaml", "trueup.schema.json"]);
  expect(readFileSync(join(cwd, "files/acme.yaml"), "utf8")).toMatch(
    /^# yaml-language-server: \$schema=\.\/trueup\.schema\.json\n/,
  );
});

test("what looks like a file that is not there is no directory to export into, nor is what lies below a file", async () => {
  const { server, cwd } = await stage({ notes: "hello" });
  const named = await inProcess(["export", "--out", "acme.yaml"], { cwd, env: server.env });
  expect(named.code).toBe(1);
  expect(named.stderr).toContain("Name a directory");
  const below = await inProcess(["export", "--out", "notes/files"], { cwd, env: server.env });
  expect(below.code).toBe(1);
  expect(below.stderr).toContain("it is no directory");
  expect(readdirSync(cwd)).toEqual(["notes"]);
});

test("where one file cannot be written none is", async () => {
  const { server, cwd } = await stage();
  mkdirSync(join(cwd, "files/acme.yaml.trueup-new"), { recursive: true });
  const { code, stderr } = await inProcess(exporting, { cwd, env: server.env });
  expect(code).toBe(1);
  expect(stderr).toContain("it cannot be written, so nothing was");
  expect(readdirSync(join(cwd, "files"))).toEqual(["acme.yaml.trueup-new"]);
});

test("a link that leads out of the directory is not written through, and nothing is made behind it", async () => {
  const { server, cwd } = await stage();
  const group = (await server.call("GET", "/groups/acme")) as { readonly id: number };
  await server.call("POST", "/projects", { name: "Web", path: "web", namespace_id: group.id });
  for (const name of ["files", "outside"]) mkdirSync(join(cwd, name));
  symlinkSync("../outside", join(cwd, "files/acme"));
  symlinkSync("../outside/acme.yaml", join(cwd, "files/acme.yaml.trueup-new"));
  const refused = await inProcess([...exporting, "--layout", "per-project"], { cwd, env: server.env });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("a link leads out of the directory");
  const done = await inProcess(exporting, { cwd, env: server.env });
  expect(done.code, done.stderr).toBe(0);
  expect(readdirSync(join(cwd, "outside"))).toEqual([]);
});

test("a file keeps its permissions, and a link to a file inside of the directory stays a link", async () => {
  const { server, cwd } = await stage({ "files/real/acme.yaml": "groups: { acme: { visibility: private } }\n" });
  chmodSync(join(cwd, "files/real/acme.yaml"), 0o640);
  symlinkSync("real/acme.yaml", join(cwd, "files/a.yaml"));
  const { code, stderr } = await inProcess(exporting, { cwd, env: server.env });
  expect(code, stderr).toBe(0);
  expect(lstatSync(join(cwd, "files/a.yaml")).isSymbolicLink()).toBe(true);
  expect(statSync(join(cwd, "files/real/acme.yaml")).mode & 0o777).toBe(0o640);
  expect(readFileSync(join(cwd, "files/real/acme.yaml"), "utf8")).toContain("visibility: public");
});

test.each(["while the platform is read", "while the changes are looked at"])(
  "what somebody writes into a file %s is not lost",
  async (when) => {
    const text = "groups: { acme: { visibility: private } }\n";
    const { server, cwd } = await stage({ "files/acme.yaml": text });
    const file = join(cwd, "files/acme.yaml");
    const edit = (): void => write(file, `# mine\n${text}`);
    const request = { out: "files", under: ["acme"], kinds: [], full: false, layout: "per-group", schema: "{}\n" } as const;
    const around = { cwd, env: server.env, redactor: createRedactor(), now: new Date() };
    const isEarly = when.endsWith("read");
    const draft = await draftExport(request, {}, isEarly ? { ...around, onRequest: edit } : around);
    if (!isEarly) edit();
    await expect(writeDraft(draft)).rejects.toMatchObject({ code: "file.changed" });
    expect(readFileSync(file, "utf8")).toBe(`# mine\n${text}`);
    expect(existsSync(`${file}.trueup-new`)).toBe(false);
  },
);
