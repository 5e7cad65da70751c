import { type EmulatorOptions, startEmulator } from "../../src/emulator/index.js";
import { recordCoverage } from "./platform.js";

export type Body = Record<string, unknown>;

/** Something that has an id. */
export type Thing = Body & { readonly id: number };

/** An emulator in the vendor dialect for all tests of a file, with makers of what they need. */
export interface Vendor {
  readonly url: string;
  /** Does the background work that is due. */
  work(): number;
  /** Status and body of a call; without a token as the administrator, with an empty one as nobody. */
  status(method: string, path: string, json?: unknown, token?: string): Promise<[number, unknown]>;
  /** What a POST made. Throws where it did not. */
  made(path: string, json: Body): Promise<Thing>;
  /** What a GET of a list shows. Throws where it fails. */
  list(path: string, token?: string): Promise<Body[]>;
  group(json?: Body): Promise<Thing>;
  project(json?: Body): Promise<Thing>;
  /** The token of somebody who has a level in a project or group. */
  member(at: string, access_level: number): Promise<string>;
  /** The token of somebody who is in nothing. */
  stranger(): string;
  close(): Promise<void>;
}

const PEOPLE = 12;

/** Starts one, whose background work waits for `work()`, in `beforeAll`; `afterAll` closes it. */
export async function startVendor(options: EmulatorOptions = {}): Promise<Vendor> {
  const names = Array.from({ length: PEOPLE }, (_, index) => `person${index}`);
  const seed = { users: [...names, "stranger"].map((username) => ({ username, name: username })) };
  const emulator = await startEmulator({
    exemptToken: true,
    workerDelay: "stepped",
    dialect: "vendor",
    serverVersion: "19.0.0",
    seed,
    ...options,
  });
  let count = 0;
  const next = (): string => String((count += 1));
  const people = [...names];

  const status: Vendor["status"] = async (method, path, json, token = emulator.token) => {
    const response = await emulator.fetch(
      new Request(`${emulator.url}/api/v4${path}`, {
        method,
        headers: {
          ...(token === "" ? {} : { "PRIVATE-TOKEN": token }),
          ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
    recordCoverage(method, path, response.status);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return [response.status, isJson ? JSON.parse(text) : text];
  };
  const made: Vendor["made"] = async (path, json) => {
    const [code, body] = await status("POST", path, json);
    if (code !== 201) throw new Error(`POST ${path}: ${code} ${JSON.stringify(body)}`);
    return body as Thing;
  };
  return {
    url: emulator.url,
    work: () => emulator.work(),
    status,
    made,
    list: async (path, token) => {
      const [code, body] = await status("GET", path, undefined, token);
      if (code !== 200 || !Array.isArray(body)) throw new Error(`GET ${path}: ${code} ${JSON.stringify(body)}`);
      return body as Body[];
    },
    group: (json) => {
      const name = `group-${next()}`;
      return made("/groups", { name, path: name, ...json });
    },
    project: (json) => made("/projects", { name: `project-${next()}`, ...json }),
    member: async (at, access_level) => {
      const username = people.shift() ?? "nobody is left";
      const [user] = (await status("GET", `/users?username=${username}`))[1] as Thing[];
      await made(`${at}/members`, { user_id: user?.id, access_level });
      return `token-of-${username}`;
    },
    stranger: () => "token-of-stranger",
    close: () => emulator.close(),
  };
}
