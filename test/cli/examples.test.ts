import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { placedKinds } from "../../src/core/kind.js";
import { compareVersions } from "../../src/core/names.js";
import { kinds as registered } from "../../src/program/kinds.js";
import { emulator } from "../harness/built.js";
import { inProcess, top } from "../harness/command-line.js";
import { platform } from "../harness/emulator.js";

const secrets = {
  ACME_SPAM_KEY: "spam-key-of-the-examples-test",
  ACME_CHAT_WEBHOOK: "https://chat.acme.example/hooks/of-the-examples-test",
};

/** The kinds that have a small example: a kind that is new may do without one. */
const shownKinds = readdirSync(join(top, "examples/kinds")).flatMap((file) =>
  file.endsWith(".yaml") ? [file.replace(/\.yaml$/, "")] : [],
);

describe("the company in examples/acme", () => {
  test.each(["neutral", "vendor"] as const)(
    "is built on an empty instance (dialect %s), and is then as its files say",
    async (dialect) => {
      const server = await platform({ dialect });
      const env = { ...server.env, ...secrets };
      const applied = await inProcess(["apply", "examples/acme", "--yes"], { env });
      expect(applied.code, applied.stdout + applied.stderr).toBe(0);
      const again = await inProcess(["drift", "examples/acme"], { env });
      expect(again.code, again.stdout + again.stderr).toBe(0);
    },
  );

  test("has every kind that the small examples show", async () => {
    const server = await platform();
    const { stdout } = await inProcess(["plan", "examples/acme", "--json"], { env: { ...server.env, ...secrets } });
    const { changes } = JSON.parse(stdout) as { readonly changes: readonly { readonly kind: string }[] };
    expect([...new Set(changes.map((change) => change.kind))].sort()).toEqual(expect.arrayContaining(shownKinds));
  });

  test("names every secret in .env.example", () => {
    const named = readFileSync(join(top, "examples/acme/.env.example"), "utf8").match(/^[A-Z_]+(?==)/gm);
    expect(named?.sort()).toEqual(Object.keys(secrets).sort());
  });
});

describe("the small examples", () => {
  test("are of kinds, by their names", () => {
    const kinds = readdirSync(join(top, "schemas/kinds")).map((file) => file.replace(/\.json$/, ""));
    expect(kinds).toEqual(expect.arrayContaining(shownKinds));
  });

  // Some stand under a parent only on newer releases than the emulator's own.
  const newest = placedKinds(registered).reduce(
    (last, { since = "0" }) => (compareVersions(last, since) < 0 ? since : last),
    "15.4.0",
  );

  test.each(shownKinds)("%s is valid, is built on an empty instance, and is then as its file says", async (kind) => {
    const file = `examples/kinds/${kind}.yaml`;
    expect((await inProcess(["validate", "--strict", file])).stdout).toMatch(/ valid\.\n$/);
    const { env } = await platform({ serverVersion: newest });
    const applied = await inProcess(["apply", file, "--yes"], { env });
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    const again = await inProcess(["drift", file], { env });
    expect(again.code, again.stdout + again.stderr).toBe(0);
  });
});

test("the demo goes as told", async () => {
  const child = spawn(process.execPath, ["scripts/demo.mjs"], { cwd: top, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = await once(child, "close");
  expect(code, said).toBe(0);
  expect(said).toContain("That is all");
});

describe("examples/seed.yaml", () => {
  test("is what an emulator can begin with, and what its schema says", async () => {
    const { call } = await emulator(["--seed", join(top, "examples/seed.yaml")]);
    expect(await call("GET", "/projects/garden%2Ftools%2Frake")).toMatchObject({ topics: ["rust"], default_branch: "main" });
    expect(await call("GET", "/users?username=zoe")).toMatchObject([{ name: "Zoe Zimmer" }]);
    const { stdout } = await inProcess(["schema", "seed"]);
    const keys = Object.keys((JSON.parse(stdout) as { properties: object }).properties);
    expect(keys).toEqual(expect.arrayContaining(["users", "groups", "projects", "commits", "tags"]));
  });
});
