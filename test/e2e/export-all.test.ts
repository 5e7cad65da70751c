// @module-tag slow
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareTexts } from "../../src/core/collections.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import type { Plan } from "../../src/core/plan.js";
import { copyPeopleAndBranches } from "../export/likeness.js";
import { secretsOf } from "../export/office.js";
import { Secrets } from "../export/secrets.js";
import { inProcess } from "../harness/command-line.js";
import { type Directory, expectNoSecretIn, openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { installedOn, MatrixRun, planIn } from "./matrix-run.js";
import { has, type Server, specAt, subjects, takesFixed } from "./subjects.js";
import { secrets } from "./values.js";

const server: Server = { tier: "ultimate", dialect: "vendor", version: "19.0.0" };

describe("an export of a server whose every attribute was changed", { tags: ["nightly"] }, () => {
  let ground: MatrixRun;
  let office: Directory;
  let other: RunningEmulator;
  let filled: Readonly<Record<string, string>> = {};

  const trueup = async (on: RunningEmulator, ...words: readonly string[]) =>
    inProcess(words, { cwd: office.path, env: { ...on.env, ...filled } });

  beforeAll(async () => {
    ground = await MatrixRun.open(server, inProcess);
    const all = subjects((field, kind, key) => has(server, field, kind, key)).filter(
      (one) => one.turn === 1 && takesFixed(server, one),
    );
    for (const which of [0, 1] as const) {
      await ground.apply(await ground.plan(all.map((subject) => ({ subject, spec: specAt(subject, which) }))));
      if (which === 0) await ground.call("POST", "/projects/acme%2Fweb/repository/branches", { branch: "release", ref: "main" });
    }
    office = openDirectory();
    other = await openEmulator({
      seed: { users: ["alice", "bob", "carol", "dave"].map((username) => ({ username })), ...installedOn(server) },
      tier: server.tier,
      dialect: server.dialect,
      serverVersion: server.version,
    });
  });
  afterAll(async () => {
    await other?.close();
    office?.close();
    await ground?.close();
  });

  it("holds no secret, and plans empty", async () => {
    const exported = await trueup(ground.platform, "export", "--out", "files", "--yes");
    expect(exported).toMatchObject({ code: 0 });
    expectNoSecretIn(join(office.path, "files"), [...Object.values(secrets), ground.platform.token]);
    filled = shownAgain(await secretsOf(playground(ground.platform), join(office.path, "files")));
    expect(Object.keys(filled).length).toBeGreaterThan(40);
    expect(await planned(ground.platform)).toEqual([]);
  });

  it("makes of an empty server one that shows the same", async () => {
    await apply("application_settings", "appearance", "topic:**", "group:**", "project:**");
    await copyPeopleAndBranches(playground(ground.platform), playground(other));
    await apply();
    expect(await planned(other)).toEqual([]);
    const [there, here] = [await shownBy(ground.platform), await shownBy(other)];
    expect(Object.keys(there).length).toBeGreaterThan(80);
    const differing = (over: readonly Passed[]) => differences("", comparable(there, over), comparable(here, over));
    expect(differing(passed)).toEqual([]);
    // What is passed over without need would hide something one day.
    expect(passed.filter((one) => differing(passed.filter((other) => other !== one)).length === 0)).toEqual([]);
  });

  /** Changes that the exported files make on a server, in words. */
  async function planned(on: RunningEmulator): Promise<string[]> {
    const { changes, refusals } = planIn(await trueup(on, "plan", "files", "--json"));
    expect(refusals).toEqual([]);
    return changes.map(inShort);
  }

  /** Applies the exported files to the other server: every change must be done, and stick unless it is one of some targets whose people come later. */
  async function apply(...targets: readonly string[]): Promise<void> {
    const ran = await trueup(
      other,
      "apply",
      "files",
      "--yes",
      "--ack",
      "weakening",
      ...targets.flatMap((one) => ["--target", one]),
    );
    expect(ran, ran.stdout + ran.stderr).toMatchObject({ code: 0 });
  }

  const playground = (platform: RunningEmulator) => ({
    server,
    platform,
    secrets: new Secrets(),
    freshName: () => "unused",
    close: async () => {},
  });
});

/** With what the matrix gave to attributes that are compared in memory, or must have a form. */
function shownAgain(given: Readonly<Record<string, string>>): Record<string, string> {
  const known = (name: string, value: string): string => {
    if (name.endsWith("SIGNING_TOKEN")) return secrets["SECOND_SIGNING"] ?? value;
    return /DEPLOY_URL_VALUE$|NIGHTLY_VARIABLES/.test(name) ? (secrets["SECOND_SECRET"] ?? value) : value;
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, known(name, value)]));
}

function inShort({ address, action, attributes }: Plan["changes"][number]): string {
  const values = attributes.map(({ path, before, after }) => `${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  return `${action} ${address} ${values.join(", ")}`;
}

/** What lists show of a thing, as far as it leads to it. */
interface Row extends JsonObject {
  readonly id: number;
  readonly full_path: string;
  readonly path_with_namespace: string;
  readonly name: string;
  readonly slug: string;
}

/** All that a server shows of what exports speak of, by routes with paths and names in the place of ids. */
async function shownBy(platform: RunningEmulator): Promise<Record<string, Json>> {
  const get = async (path: string) => (await platform.call("GET", path)) as Json;
  const rows = async (path: string) => (await get(`${path}?per_page=100`)) as Row[];
  const shown: Record<string, Json> = {};
  for (const path of ["/application/settings", "/application/appearance"]) shown[path] = await get(path);
  for (const row of await rows("/topics")) shown[`/topics/${row.name}`] = await get(`/topics/${row.id}`);
  for (const { id, full_path } of await rows("/groups")) {
    const at = `/groups/${full_path}`;
    shown[at] = await get(`/groups/${id}`);
    for (const list of ["protected_branches", "protected_environments"])
      for (const row of await rows(`/groups/${id}/${list}`)) shown[`${at}/${list}/${row.name}`] = row;
  }
  for (const { id, path_with_namespace } of await rows("/projects")) {
    const [at, from] = [`/projects/${path_with_namespace}`, `/projects/${id}`];
    shown[at] = await get(from);
    shown[`${at}/approvals`] = await get(`${from}/approvals`);
    for (const list of ["protected_branches", "approval_rules"])
      for (const row of await rows(`${from}/${list}`)) shown[`${at}/${list}/${row.name}`] = row;
    for (const { slug } of await rows(`${from}/integrations`))
      shown[`${at}/integrations/${slug}`] = await get(`${from}/integrations/${slug}`);
  }
  const host = new URL(platform.url).host;
  return JSON.parse(JSON.stringify(shown).replaceAll(host, "instance.example")) as Record<string, Json>;
}

/** What is not compared: a key of replies, of any value or of some, and why. */
interface Passed {
  readonly key: RegExp;
  readonly of?: (value: Json) => boolean;
  readonly why: string;
}

const isNumbers = (value: Json): boolean =>
  value === null || typeof value === "number" || (Array.isArray(value) && value.every((one: Json) => isNumbers(one)));
const isOff = (value: Json): boolean => value === null || value === false || value === "false";
const unsaid = "off as long as nothing is said of it: an export need not say so, and a reply then lacks it or shows null";

/** What is by nature of one instance, what no export says, and what is the same in another form. */
const passed: readonly Passed[] = [
  { key: /^_links$/, why: "addresses with numbers of the instance" },
  { key: /^(?:service_desk_address|avatar_url)$/, why: "addresses with a number of the instance" },
  { key: /(?:^|_)ids?$|_alertlist$/, of: isNumbers, why: "numbers of the instance; the plan compares what they refer to" },
  { key: /_at$/, why: "dates" },
  { key: /^runners_token$/, why: "a secret that each instance makes" },
  { key: /^import_url$/, why: "counts only while a project is a mirror, as the export says; the second values end that" },
  { key: /^import_(?:status|type)$/, why: "how a project was made: what only creation takes is in no export" },
  { key: /^repository_storage$/, why: "means something on one instance only, as the export says" },
  { key: /^approvals_before_merge$/, why: "deprecated, as the export says: approval rules have it" },
  { key: /^default_branch_protection$/, why: "deprecated: the export says default_branch_protection_defaults" },
  {
    key: /^throttle_unauthenticated_(?:enabled|period_\w+|requests_\w+)$/,
    why: "deprecated, as the export says: those of the web",
  },
  { key: /^allow_force_push$/, of: isOff, why: unsaid },
  { key: /^code_owner_approval_required$/, of: isOff, why: unsaid },
  { key: /^developer_can_initial_push$/, of: isOff, why: unsaid },
  { key: /^allow_merge_on_skipped_pipeline$/, of: isOff, why: unsaid },
  { key: /^emails_disabled$/, of: isOff, why: unsaid },
  { key: /^secret_push_protection_enabled$/, of: isOff, why: unsaid },
  { key: /^archive_trace_events$/, of: isOff, why: unsaid },
  { key: /^disable_diffs$/, of: isOff, why: unsaid },
  { key: /^send_from_committer_email$/, of: isOff, why: unsaid },
];

/** A value less what is passed over. Most lists are sets in files, so all are sorted: the plan compares those that have an order. */
function comparable(value: Json, over: readonly Passed[]): Json {
  if (Array.isArray(value))
    return value
      .map((one: Json) => comparable(one, over))
      .sort((one, other) => compareTexts(JSON.stringify(one), JSON.stringify(other)));
  if (typeof value === "string" && value.includes("\n")) return value.split("\n").sort(compareTexts).join("\n");
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, one = null]) =>
    over.some(({ key, of }) => key.test(name) && (of?.(one) ?? true)) ? [] : [[name, comparable(one, over)] as const],
  );
  return Object.fromEntries(kept);
}

/** Where two values differ, each place with both. */
function differences(at: string, one: Json | undefined, another: Json | undefined): string[] {
  if (!isObject(one) || !isObject(another))
    return JSON.stringify(one) === JSON.stringify(another)
      ? []
      : [`${at}: ${JSON.stringify(one)} became ${JSON.stringify(another)}`];
  const names = [...new Set([...Object.keys(one), ...Object.keys(another)])];
  return names.flatMap((name) => differences(`${at} ${name}`.trim(), one[name], another[name]));
}
