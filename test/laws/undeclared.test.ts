// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { twinOf } from "../../src/core/kind-check.js";
import { fieldsOf, isTopLevel, topKind } from "../../src/core/kind.js";
import type { Plan } from "../../src/core/plan.js";
import { topName } from "../../src/core/steps.js";
import { kinds } from "../../src/program/kinds.js";
import { Hand, isReplaced } from "../e2e/by-hand.js";
import { companyFiles, companySecrets, members, runPipeline } from "../e2e/company-of-all.js";
import { isCompared, type Server, type Subject, valueOf } from "../e2e/subjects.js";
import { hasValues } from "../e2e/values.js";
import { inProcess } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { acknowledged } from "../harness/fixture.js";
import { sample } from "../ring.js";

const server: Server = { tier: "ultimate", dialect: "vendor", version: "19.0.0" };

/** So many changes of one thing are looked at by one plan. */
const together = 10;

/** One of every kind under every parent, and what they hang on. */
const all: readonly Subject[] = [
  ...members(),
  { kind: topKind(kinds, "group"), path: "acme/platform", key: undefined, address: "group:acme/platform" },
  { kind: topKind(kinds, "project"), path: "acme/platform/web", key: undefined, address: "project:acme/platform/web" },
].map(({ kind, path, key, address }) => {
  const fields = fieldsOf(kind, { key });
  const names = Object.keys(fields).filter((name) => fields[name] && hasValues(fields[name]));
  return { kind, path, key: isTopLevel(kind) ? undefined : key, address, fields, fixed: {}, names, turn: 1 };
});

describe("what no file says", () => {
  let platform: RunningEmulator;
  let office: Directory;
  let hand: Hand;

  beforeAll(async () => {
    platform = await openEmulator({
      tier: server.tier,
      dialect: server.dialect,
      serverVersion: server.version,
      seed: { users: [{ username: "alice" }, { username: "bob" }] },
    });
    hand = new Hand(platform, server, {});
    office = openDirectory({ "company/trueup.yaml": companyFiles() });
    await ends("apply", "company", "--yes");
    await runPipeline(platform);
    await ends("apply", "company", "--yes");
    await ends("export", "--out", "files", "--yes");
  });
  afterAll(async () => {
    await platform?.close();
    office?.close();
  });

  const run = (...words: readonly string[]) =>
    inProcess(acknowledged(words), { cwd: office.path, env: { ...companySecrets, ...platform.env } });
  const ends = async (...words: readonly string[]): Promise<void> => {
    const { code, stdout, stderr } = await run(...words);
    expect(code, stdout + stderr).toBe(0);
  };
  const planned = async (): Promise<Plan> => {
    const { stdout, stderr } = await run("plan", "files", "--unmanaged", "--without-secrets", "--json");
    expect(stdout, stderr).not.toBe("");
    return JSON.parse(stdout) as Plan;
  };
  const reported = ({ changes, coverage }: Plan): ReadonlySet<string> => {
    const { attributes = [], things = [] } = coverage?.notDeclared ?? {};
    return new Set([
      ...changes.flatMap((one) => one.attributes.map(({ path }) => `${one.address} ${topName(path)}`)),
      ...attributes.map(({ address, path }) => `${address} ${topName(path)}`),
      ...things,
    ]);
  };

  it("is as the platform gives it by itself after an export", async () => {
    const { changes, coverage } = await planned();
    expect(changes.map(({ address }) => address)).toEqual([]);
    expect(coverage?.notDeclared).toMatchObject({ things: [], attributes: [] });
  });

  it("is reported after it was changed by hand, whatever attribute that lists show and that has a known default", async () => {
    const chosen = all.map((subject, index) => ({ subject, names: [...sample(changeable(subject), 3, index)] }));
    let before = reported(await planned());
    const missed: string[] = [];
    let tried = 0;
    while (chosen.some(({ names }) => names.length > 0)) {
      const changed: { readonly subject: Subject; readonly name: string }[] = [];
      for (const { subject, names } of chosen)
        for (const name of names.splice(0, isReplaced(subject.kind) ? 1 : together))
          if (!before.has(`${subject.address} ${name}`) && (await isChanged(hand, subject, name)))
            changed.push({ subject, name });
      before = reported(await planned());
      for (const { subject, name } of changed)
        if (!before.has(`${subject.address} ${name}`)) missed.push(`${subject.address} ${name}`);
      tried += changed.length;
    }
    expect(tried).toBeGreaterThan(50);
    expect(missed).toEqual([]);
  });
});

/** Attributes of a subject that lists show and of which it is known what they are while nobody sets them. */
function changeable(subject: Subject): string[] {
  return subject.names.filter((name) => {
    const field = subject.fields[name];
    if (field === undefined || field.required || field.deprecated || field.secret || field.item?.secret) return false;
    // What has two names is reported by the one that an export says, and what no export can say by none.
    if (twinOf(subject.fields, name) !== undefined || field.exported !== undefined) return false;
    const isShown = field.shown !== "read" && !field.through && !field.links && isListed(subject);
    return isShown && isCompared(subject, name, server) && (field.default !== undefined || field.nullable === true);
  });
}

/** Files of repositories are people's work: nothing looks at them unless they are asked for. */
function isListed({ kind }: Subject): boolean {
  if (kind.exported === "asked") return false;
  return kind.routes.list !== undefined || kind.tree !== undefined || kind.name === "application_settings";
}

/** Changes an attribute by hand; false where the server keeps it as it was. */
async function isChanged(hand: Hand, subject: Subject, name: string): Promise<boolean> {
  for (const which of [0, 1] as const) {
    try {
      const before = undated(await hand.shown(subject));
      await hand.change(subject, { [name]: valueOf(subject, name, which) });
      if (undated(await hand.shown(subject)) !== before) return true;
    } catch {
      // What needs another attribute beside it cannot be changed by itself.
    }
  }
  return false;
}

/** A reply without when things happened: each write moves that. */
function undated(reply: JsonObject): string {
  return JSON.stringify(reply, (name, value: unknown) => (name.endsWith("_at") ? undefined : value));
}
