// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { compareTexts } from "../../src/core/collections.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { placeholder } from "../../src/program/twin/twin.js";
import { administratorOf } from "../harness/administrator.js";
import { inProcess } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { mustHide } from "../harness/fixture.js";
import { twinOf } from "../twin/twins.js";
import { companyFiles, companySecrets, filledIn, lists, members, runPipeline } from "./company-of-all.js";
import { planIn } from "./matrix-run.js";

const place = {
  tier: "ultimate",
  dialect: "vendor",
  serverVersion: "19.0.0",
  seed: { users: [{ username: "alice" }, { username: "bob" }] },
} as const;

type Platform = Pick<RunningEmulator, "env" | "url">;
type Env = Readonly<Record<string, string>>;
type Texts = Readonly<Record<string, string>>;

describe("an instance that holds one of every kind under every parent", { tags: ["slow"] }, () => {
  let original: RunningEmulator;
  let office: Directory;

  beforeAll(async () => {
    original = await openEmulator(place);
    office = openDirectory({ "files/trueup.yaml": companyFiles() });
    await apply(original, "files", companySecrets);
    await runPipeline(original);
    await apply(original, "files", companySecrets);
    expect(await planned(original, "files", companySecrets)).toEqual([]);
  });
  afterAll(async () => {
    await original?.close();
    office?.close();
  });

  it("is exported whole, without a secret, and plans empty", async () => {
    const texts = await exported(original, "exported");
    const written = Object.values(texts).join("\n");
    const lacking = members().filter(({ kind }) => kind.exported !== "asked" && !written.includes(`${kind.file}:\n`));
    expect(lacking.map(({ address }) => address)).toEqual([]);
    const shown = Object.entries(await shownBy(original));
    expect(shown.filter(([, list]) => JSON.stringify(list).length < 3).map(([path]) => path)).toEqual([]);
    expect(await planned(original, "exported", secretsOf(texts))).toEqual([]);
  });

  it("is folded, without a secret, and plans empty", async () => {
    expect(await planned(original, "folded", secretsOf(await exported(original, "folded", "--fold")))).toEqual([]);
  });

  it("makes of an empty instance one that shows the same", async () => {
    const other = await openEmulator(place);
    onTestFinished(() => other.close());
    const texts = await exported(original, "whole");
    await apply(other, "whole", secretsOf(texts));
    await runPipeline(other);
    await apply(other, "whole", secretsOf(texts));
    expect(await planned(other, "whole", secretsOf(texts))).toEqual([]);
    expect(withoutHost(other, await exported(other, "again"))).toEqual(withoutHost(original, texts));
    expect(await shownBy(other)).toEqual(await shownBy(original));
  });

  it("has a twin that holds all of it", async () => {
    const twin = await twinOf(original);
    onTestFinished(() => twin.close());
    expect(twin.gaps).toEqual([]);
    mustHide(Object.values(companySecrets), "the twin", twin.text());
    const own = administratorOf(twin);
    expect(withoutHost(own, await exported(own, "twin"))).toEqual(withoutHost(original, await exported(original, "untwinned")));
    expect(withoutSecrets(await shownBy(own))).toEqual(withoutSecrets(await shownBy(original)));
  });

  async function trueup(on: Platform, words: readonly string[], env: Env = {}) {
    const ran = await inProcess(words, { cwd: office.path, env: { ...on.env, ...env } });
    mustHide(Object.values(companySecrets), `the output of trueup ${words.join(" ")}`, ran.stdout + ran.stderr);
    return ran;
  }

  /** What a plan of files would change and refuses, in words. */
  async function planned(on: Platform, files: string, env: Env): Promise<string[]> {
    const { changes, refusals } = planIn(await trueup(on, ["plan", files, "--json"], env));
    return [
      ...changes.map(
        ({ action, address, attributes }) => `${action} ${address} ${attributes.map(({ path }) => path).join(", ")}`,
      ),
      ...refusals.map(({ addresses, message }) => `${addresses.join(", ")}: ${message}`),
    ];
  }

  async function apply(on: Platform, files: string, env: Env): Promise<void> {
    const { code, stdout, stderr } = await trueup(on, ["apply", files, "--yes"], env);
    expect(code, stdout.slice(stdout.indexOf("\nFailed")) + stderr).toBe(0);
  }

  async function exported(on: Platform, out: string, ...words: readonly string[]): Promise<Texts> {
    const { code, stderr } = await trueup(on, ["export", "--out", out, "--yes", ...words]);
    expect(code, stderr).toBe(0);
    const texts = textsBelow(join(office.path, out));
    mustHide(Object.values(companySecrets), out, JSON.stringify(texts));
    return texts;
  }
});

function secretsOf(texts: Texts): Env {
  return filledIn(texts[".env.example"] ?? "");
}

/** Texts of the files below a directory, by their paths. */
function textsBelow(directory: string): Texts {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort(compareTexts);
  return Object.fromEntries(paths.map((path) => [path.slice(directory.length + 1), readFileSync(path, "utf8")]));
}

function withoutHost({ url }: Platform, texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.replaceAll(url, "https://instance.example")]),
  );
}

/** What is of one instance by its nature: numbers, dates, addresses of its own. */
const ofOneInstance = /^(?:id|_links|avatar_url|web_url|commit|commits|runners_token|verification_code)$|_ids?$|_at$|^last_/;

/** All that lists show of the members, less what is of one instance. */
async function shownBy(platform: Pick<RunningEmulator, "call" | "url">): Promise<Readonly<Record<string, Json>>> {
  const shown: Record<string, Json> = {};
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const path of lists()) shown[path] = comparable((await platform.call("GET", path)) as Json);
  const host = new URL(platform.url).host;
  // Masked credentials in addresses: no export has them.
  const text = JSON.stringify(shown).replaceAll(host, "instance.example").replaceAll("*****:*****@", "");
  return JSON.parse(text) as Readonly<Record<string, Json>>;
}

/** What lists show, less what a twin does not take over: secrets, and who made a member. */
function withoutSecrets(shown: Readonly<Record<string, Json>>): Json {
  const text = [placeholder, ...Object.values(companySecrets)].reduce(
    (left, secret) => left.replaceAll(JSON.stringify(secret), '"secret"'),
    JSON.stringify(shown),
  );
  return JSON.parse(text, (name, value: Json) => (name === "created_by" ? undefined : value)) as Json;
}

function comparable(value: Json): Json {
  if (Array.isArray(value))
    return value.map((one: Json) => comparable(one)).sort((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b)));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !ofOneInstance.test(name));
  return Object.fromEntries(kept.map(([name, one = null]) => [name, comparable(one)])) as JsonObject;
}
