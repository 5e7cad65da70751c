import type { Collection } from "../../../src/emulator/core/collection/spec.js";
import { factsFor } from "../../../src/emulator/core/facts/served.js";
import { collections } from "../../../src/emulator/declared.js";
import { type Emulator, type Tier, startEmulator } from "../../../src/emulator/index.js";
import { type Things, sampleOf } from "../samples.js";

/** Callers, by the level that they have in the group and its project. */
export const roles = ["anonymous", "outsider", "guest", "reporter", "developer", "maintainer", "owner", "administrator"] as const;
export type Caller = (typeof roles)[number];

const levels: Readonly<Record<string, number>> = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 };
const order: Readonly<Record<string, number>> = {
  anyone: 0,
  user: 1,
  member: 2,
  guest: 2,
  planner: 3,
  reporter: 3,
  developer: 4,
  maintainer: 5,
  owner: 6,
  administrator: 7,
};
const callerOrder: Readonly<Record<Caller, number>> = {
  anonymous: 0,
  outsider: 1,
  guest: 2,
  reporter: 3,
  developer: 4,
  maintainer: 5,
  owner: 6,
  administrator: 7,
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Things that entries hang on, the path that makes one, what is sent, and the key of the reply that names it. */
const THINGS: readonly (readonly [string, string, (turn: number) => unknown, string])[] = [
  ["/wiki_pages", "/wikis", (turn) => ({ title: `Page ${turn}`, content: "text" }), "wiki_page_meta_id"],
  ["/labels", "/labels", (turn) => ({ name: `label ${turn}`, color: "red" }), "id"],
  ["/issues", "/issues", (turn) => ({ title: `Issue ${turn}` }), "iid"],
];

/** What is required where at least one of several parameters is, by the path of the list. */
const oneOfSeveral: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "/projects/{id}/packages/protection/rules": { minimum_access_level_for_push: "maintainer" },
  "/projects/{id}/registry/protection/repository/rules": { minimum_access_level_for_push: "maintainer" },
};

/** A server with a private group and project, and a caller of each role. */
export class CollectionWorld {
  private readonly emulator: Emulator;
  private things: Things = { userId: 0, groupId: 0, projectId: 0 };
  private turn = 0;

  private constructor(emulator: Emulator) {
    this.emulator = emulator;
  }

  static async open(tier: Tier): Promise<CollectionWorld> {
    const users = Object.keys(levels).concat("outsider", "somebody");
    const emulator = await startEmulator({
      exemptToken: true,
      dialect: "vendor",
      serverVersion: "19.0.0",
      tier,
      workerDelay: 0,
      seed: {
        users: users.map((username) => ({ username, token: `token-of-${username}` })),
      },
    });
    const world = new CollectionWorld(emulator);
    const group = await world.call("POST", "/groups", { json: { name: "acme", path: "acme" } });
    const groupId = (group.body as { id: number }).id;
    for (const [username, access_level] of Object.entries(levels)) {
      // oxlint-disable-next-line no-await-in-loop -- one member after the other
      const [user] = (await world.call("GET", `/users?username=${username}`)).body as { id: number }[];
      // oxlint-disable-next-line no-await-in-loop -- as above
      await world.call("POST", "/groups/acme/members", { json: { user_id: user?.id, access_level } });
    }
    const project = await world.call("POST", "/projects", {
      json: { name: "web", namespace_id: groupId, initialize_with_readme: true },
    });
    const other = await world.call("POST", "/groups", { json: { name: "other", path: "other" } });
    const another = await world.call("POST", "/projects", { json: { name: "lib", namespace_id: groupId } });
    const [somebody] = (await world.call("GET", "/users?username=somebody")).body as { id: number }[];
    world.things = {
      userId: somebody?.id ?? 0,
      groupId: (other.body as { id: number }).id,
      projectId: (another.body as { id: number }).id,
    };
    if (project.status !== 201) throw new Error(`the project was not made: ${JSON.stringify(project.body)}`);
    return world;
  }

  async call(method: string, path: string, { json, as }: { json?: unknown; as?: Caller } = {}): Promise<Answer> {
    const token = as === undefined || as === "administrator" ? this.emulator.token : `token-of-${as}`;
    const headers: Record<string, string> = as === "anonymous" ? {} : { "private-token": token };
    if (json !== undefined) headers["content-type"] = "application/json";
    const response = await this.emulator.fetch(
      new Request(`${this.emulator.url}/api/v4${path}`, {
        method,
        headers,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, body: isJson && text !== "" ? (JSON.parse(text) as unknown) : text };
  }

  /** Keeps this moment, for `begin`. */
  async keep(): Promise<void> {
    await this.emulator.fetch(new Request(`${this.emulator.url}/-/emulator/snapshots/kept`, { method: "POST" }));
  }

  /** Puts back the moment that was kept. */
  async begin(): Promise<void> {
    await this.emulator.fetch(new Request(`${this.emulator.url}/-/emulator/snapshots/kept/restore`, { method: "POST" }));
  }

  /** True where a caller has at least a role. */
  reaches(caller: Caller, role: string): boolean {
    return callerOrder[caller] >= (order[role] ?? 0);
  }

  /** The address of a list: what it hangs on is made where it is an entry of another collection. */
  async homeOf(path: string): Promise<string> {
    const [, above, name] = /^(.*)\/\{\w+\}\/(.+)$/.exec(path) ?? [];
    const parent = above === undefined ? undefined : collections.find((collection) => collection.paths.includes(above));
    if (parent !== undefined && above !== undefined) {
      const home = await this.homeOf(above);
      const made = await this.make(above, home);
      return `${home}/${this.nameOf(parent, made.body)}/${name}`;
    }
    const [, thing = ""] = /^\/\w+\/\{\w+\}(\/\w+)\/\{\w+\}/.exec(path) ?? [];
    const madeThing = thing === "" ? "" : `${thing}/${await this.makeThing(path, thing)}`;
    return path
      .replace(/^(\/\w+\/\{\w+\})\/\w+\/\{\w+\}/, `$1${madeThing}`)
      .replace(/^\/projects\/\{\w+\}/, "/projects/acme%2Fweb")
      .replace(/^\/groups\/\{\w+\}/, "/groups/acme")
      .replace(/^\/users\/\{\w+\}/, `/users/${this.things.userId}`);
  }

  /** Makes what is no entry of a collection and entries hang on: how its path names it. */
  private async makeThing(path: string, thing: string): Promise<string> {
    const [, maker, json, key] = THINGS.find(([name]) => name === thing) ?? [];
    if (maker === undefined || key === undefined) throw new Error(`nobody makes ${thing}`);
    this.turn += 1;
    const holder = path.startsWith("/groups") ? "/groups/acme" : "/projects/acme%2Fweb";
    const { status, body } = await this.call("POST", `${holder}${maker}`, { json: json?.(this.turn) });
    // Without the licence there are none, and any number will do.
    if (status === 404) return "1";
    if (status !== 201) throw new Error(`${maker}: ${status} ${JSON.stringify(body)}`);
    return String((body as Readonly<Record<string, unknown>>)[key]);
  }

  /** Posts what the operation requires, with changes. */
  async make(path: string, home: string, changes: Readonly<Record<string, unknown>> = {}, as?: Caller): Promise<Answer> {
    const ofBoards = path.endsWith("/boards/{board_id}/lists") ? { label_id: Number(await this.makeThing(path, "/labels")) } : {};
    return this.call("POST", home, {
      json: { ...oneOf(path), ...ofBoards, ...this.required(`POST ${path}`, path), ...changes },
      ...(as === undefined ? {} : { as }),
    });
  }

  /** What an operation requires, other values at each turn. */
  required(operation: string, path: string): Record<string, unknown> {
    this.turn += 1;
    const params = factsFor("19.0.0")?.operation(operation)?.params ?? {};
    const required = Object.entries(params).filter(([, one]) => one.required === true);
    const values = required.map(([name, one]) => [name, sampleOf(name, one, this.turn, this.things, path)] as const);
    return { ...oneOfSeveral[path], ...Object.fromEntries(values) };
  }

  /** How a path names an entry. */
  nameOf(collection: Collection, body: unknown): string {
    const key = typeof collection.key === "string" ? collection.key : (collection.key?.[0] ?? "id");
    const name = (body as Readonly<Record<string, unknown>> | undefined)?.[key];
    return encodeURIComponent(typeof name === "string" || typeof name === "number" ? String(name) : "");
  }

  close(): Promise<void> {
    return this.emulator.close();
  }
}

/** Of several parameters one is required: no facts say that. */
function oneOf(path: string): Readonly<Record<string, unknown>> {
  return path.endsWith("/ldap_group_links") ? { cn: "developers" } : {};
}
