// @module-tag slow
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ScratchCopy, root, scratchCopy } from "../e2e/scratch-copy.js";
import { directory } from "../harness/directory.js";

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Request {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly status?: number;
}
interface Recording {
  readonly name: string;
  readonly events: readonly Request[];
}
type Statuses = ReadonlyMap<string, ReadonlySet<number>>;
type Replies = ReadonlyMap<string, readonly Reply[]>;
interface Operations {
  readonly names: readonly string[];
  readonly operationOf: (method: string, path: string) => string;
}

const scripts = join(root, "scripts/same-bytes/emulator");
const { replyDifferences, differencesText } = (await import(`${scripts}/compare.mjs`)) as {
  readonly replyDifferences: (
    recordings: readonly Recording[],
    base: Replies,
    tree: Replies,
    operationOf: Operations["operationOf"],
  ) => readonly object[];
  readonly differencesText: (differences: readonly object[]) => string;
};
const { operationNames, reachOf, reachText } = (await import(`${scripts}/operations.mjs`)) as {
  readonly operationNames: (description: object, accounts: readonly object[]) => Operations;
  readonly reachOf: (recordings: readonly Recording[], operations: Operations) => Statuses;
  readonly reachText: (statuses: Statuses) => string;
};
const { readRecordings } = (await import(`${scripts}/recordings.mjs`)) as {
  readonly readRecordings: (directory: string) => readonly Recording[];
};

const { rememberMade, withMade } = (await import(`${scripts}/made.mjs`)) as {
  readonly rememberMade: (made: Map<string, object>, method: string, path: string, reply: Reply) => void;
  readonly withMade: (path: string, made: ReadonlyMap<string, object>) => string;
};
const { writeWalk } = (await import(`${scripts}/walk.mjs`)) as {
  readonly writeWalk: (directory: string, facts: object) => void;
};

const operations = operationNames(
  {
    paths: {
      "/topics": { get: {}, post: {} },
      "/topics/{id}": { get: {} },
      "/topics/merge": { post: { "x-aliases": ["/topics/{id}/merge"] } },
      "/oauth/token": { servers: [{ url: "/" }], post: {} },
    },
  },
  [
    { method: "POST", path: "/users/{user_id}/personal_access_tokens", service: "operation" },
    { method: "GET", path: "/personal_access_tokens/self", service: "collection" },
    { method: "GET", path: "/geo_nodes", service: "absent" },
  ],
);

/** Asks an emulator in this order: a token is made and used, times and background work show, and a list has pages. */
const program = `
  import { startEmulator } from ${JSON.stringify(join(root, ".src-js/emulator/index.js"))};
  const { url, token, close } = await startEmulator({ seed: { projects: [{ path_with_namespace: "acme/web", branches: ["main"] }] , groups: [{ full_path: "acme" }] } });
  const ask = async (method, path, json, credential = token) => {
    const headers = { "PRIVATE-TOKEN": credential, "Content-Type": "application/json" };
    const reply = await fetch(url + "/api/v4" + path, { method, headers, ...(json ? { body: JSON.stringify(json) } : {}) });
    return reply.json().catch(() => undefined);
  };
  const made = await ask("POST", "/users/1/personal_access_tokens", { name: "mine", scopes: ["api"] });
  await ask("GET", "/personal_access_tokens/self", undefined, made.token);
  await ask("POST", "/topics", { name: "go", title: "Go" });
  await ask("POST", "/topics", { name: "ts", title: "TS" });
  await ask("GET", "/topics?per_page=1");
  await ask("GET", "/topics/1");
  await ask("DELETE", "/projects/acme%2Fweb");
  await close();
`;

let copy: ScratchCopy;
let recordings: readonly Recording[];

beforeAll(async () => {
  copy = await scratchCopy(".src-js", "schemas", "package.json");
  const place = join(copy.path, "recordings");
  mkdirSync(place);
  writeFileSync(join(copy.path, "program.mjs"), program);
  process.env["TRUEUP_RECORD"] = place;
  try {
    await copy.node("--import", join(scripts, "hooks.mjs"), "program.mjs");
  } finally {
    delete process.env["TRUEUP_RECORD"];
  }
  recordings = readRecordings(place);
});
afterAll(() => copy.remove());

/** What the emulator of a tree replies to the recording, as bytes. */
async function replay(tree: string, name: string): Promise<string> {
  const out = join(copy.path, `${name}.jsonl`);
  await copy.node(join(scripts, "player.mjs"), tree, join(copy.path, "recordings"), out, "0", "1");
  return readFileSync(out, "utf8");
}

function repliesOf(text: string): Replies {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => JSON.parse(line) as { name: string; replies: Reply[] }).map((one) => [one.name, one.replies]),
  );
}

function differences(before: string, after: string): string {
  const text = differencesText(replyDifferences(recordings, repliesOf(before), repliesOf(after), operations.operationOf));
  return text.replaceAll(/, recording [\da-f]+/g, "");
}

/** Changes the emulator of the scratch copy. */
function change(file: string, from: string, to: string): void {
  const path = join(copy.path, ".src-js/emulator", file);
  const text = readFileSync(path, "utf8");
  expect(text.split(from), `${file} has ${from} once`).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
}

it("a recording has each request in order, and replays give the same bytes each time, with a token that is random", async () => {
  expect(recordings.map(({ events }) => events.map(({ method, path, status }) => `${status} ${method} ${path}`))).toEqual([
    [
      "201 POST /api/v4/users/1/personal_access_tokens",
      "200 GET /api/v4/personal_access_tokens/self",
      "201 POST /api/v4/topics",
      "201 POST /api/v4/topics",
      "200 GET /api/v4/topics?per_page=1",
      "200 GET /api/v4/topics/1",
      "202 DELETE /api/v4/projects/acme%2Fweb",
    ],
  ]);
  const first = await replay(root, "first");
  expect([...repliesOf(first).values()].flat().map(({ status }) => status)).toEqual([201, 200, 201, 201, 200, 200, 202]);
  expect(await replay(root, "second")).toBe(first);
  expect(await replay(root, "third")).toBe(first);
});

it("a changed status, a changed header and a changed field are reported with operation and field", async () => {
  const before = await replay(copy.path, "before");
  change(
    "resources/topics/operations.js",
    "return created(presentTopic(context, setAvatar",
    "return ok(presentTopic(context, setAvatar",
  );
  change("core/context.js", '"X-Next-Page": next', '"X-Next-Page": `${next}0`');
  change(
    "resources/topics/operations.js",
    "const { id, name, title, description } = topic;",
    "const { id, name, description } = topic, title = `${topic.title}!`;",
  );
  expect(differences(before, await replay(copy.path, "after"))).toBe(
    [
      "POST /topics: status: 201 → 200 (2 times; POST /api/v4/topics)",
      'GET /topics: header x-next-page: "2" → "20" (1 times; GET /api/v4/topics?per_page=1)',
      'GET /topics: body[].title: "Go" → "Go!" (1 times; GET /api/v4/topics?per_page=1)',
      'GET /topics/{id}: body.title: "Go" → "Go!" (1 times; GET /api/v4/topics/1)',
    ].join("\n"),
  );
});

const reply = (status: number, body: object, headers: Reply["headers"] = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify(body),
});

/** The differences between replies to `GET /topics/1`, asked as often as there are replies. */
function compared(before: readonly Reply[], after: readonly Reply[]): string {
  const events = before.map((_, n) => ({ n, method: "GET", path: "/api/v4/topics/1?x=1" }));
  const sides = [before, after].map((replies) => new Map([["r", replies]]));
  return differencesText(replyDifferences([{ name: "r", events }], sides[0]!, sides[1]!, operations.operationOf));
}

it("made-up strings may differ where each has one counterpart, and nowhere else", () => {
  const [one, two, three] = ["glpat-0123456789abcdefghij", "glpat-9876543210abcdefghij", "glpat-5555555555abcdefghij"];
  const all = (...tokens: readonly string[]) => tokens.map((token) => reply(200, { token }));
  expect(compared(all(one, one), all(two, two))).toBe("");
  expect(compared(all(one, one), all(two, three))).toBe(
    `GET /topics/{id}: body.token: "${one}" → "${three}" (1 times; GET /api/v4/topics/1?x=1, recording r)`,
  );
  expect(compared(all(one, two), all(three, three))).toContain(`body.token: "${two}" → "${three}"`);
  expect(compared(all("only_allow_merge_if_pipeline_succeeds"), all("merge_requests_author_approval"))).toContain("body.token");
});

it("ids, times, keys, their order and the lengths of lists are compared", () => {
  const text = (before: object, after: object) =>
    compared([reply(200, before)], [reply(200, after)]).replaceAll(/ \(1 times.*/g, "");
  expect(text({ id: 1 }, { id: 2 })).toBe("GET /topics/{id}: body.id: 1 → 2");
  expect(text({ at: "2026-01-01T00:00:00.000Z" }, { at: "2026-01-01T00:00:00Z" })).toBe(
    'GET /topics/{id}: body.at: "2026-01-01T00:00:00.000Z" → "2026-01-01T00:00:00Z"',
  );
  expect(text({ a: [{ b: 1 }] }, { a: [{ c: 1 }] })).toBe(
    "GET /topics/{id}: body.a[].b: 1 → none\nGET /topics/{id}: body.a[].c: none → 1",
  );
  expect(text([1], [1, 2])).toBe("GET /topics/{id}: body (length): 1 → 2");
  expect(text({ a: 1, b: 2 }, { b: 2, a: 1 })).toContain("GET /topics/{id}: body (order of keys):");
});

it("a request belongs to the operation with the most literal path, below /api/v4 or outside of it", () => {
  const { operationOf } = operations;
  expect(operationOf("HEAD", "/api/v4/topics?page=2")).toBe("GET /topics");
  expect(operationOf("GET", "/api/v4/topics/a%2Fb")).toBe("GET /topics/{id}");
  expect(operationOf("POST", "/api/v4/topics/1/merge")).toBe("POST /topics/merge");
  expect(operationOf("POST", "/oauth/token")).toBe("POST ~/oauth/token");
  expect(operationOf("PUT", "/api/v4/topics")).toBe("PUT of no operation");
});

it("the reach names each operation that is never answered with success, and counts statuses", () => {
  const events = [
    { n: 1, method: "GET", path: "/api/v4/topics", status: 200 },
    { n: 2, method: "GET", path: "/api/v4/topics/1", status: 404 },
    { n: 3, method: "POST", path: "/api/v4/users/1/personal_access_tokens", status: 201 },
  ];
  expect(reachText(reachOf([{ name: "r", events }], operations))).toBe(
    [
      "The net of the emulator (same-bytes.mjs --emulator) asks 3 of 7 operations (42.9 %). It sees the success of 2 of 7 operations (28.6 %).",
      "Operations by status of a reply: 200: 1, 201: 1, 404: 1.",
      "  never asked: GET /personal_access_tokens/self",
      "  never asked: POST /topics",
      "  never asked: POST /topics/merge",
      "  never asked: POST ~/oauth/token",
      "  refused each time: GET /topics/{id} (404)",
    ].join("\n"),
  );
});

it("a walk makes things before it reads them and deletes them last, with the values that are required", () => {
  const place = directory();
  const name = { name: "string required", title: "string", kind: { type: "string required", enum: ["a", "b"] } };
  const facts = {
    release: "19.0",
    shapes: { s1: name },
    operations: {
      "DELETE /topics/{topic_id}": {},
      "GET /topics/{topic_id}/notes/{note_iid}": { params: { page: "integer query", q: "string query required" } },
      "PUT /topics/{topic_id}": { params: { title: "string", flag: "boolean" } },
      "POST /topics": { params: "#s1" },
      "POST /projects/{id}/files": { params: { file: { type: "string required", format: "binary" } } },
    },
  };
  writeWalk(place, facts);
  const asked = readRecordings(place).map(({ events }) =>
    events.map(({ method, path, body = "" }) => `${method} ${path} ${body}`),
  );
  expect(asked.toSorted((a, b) => a.length - b.length)).toEqual([
    ["POST /api/v4/projects/acme-labs%2Fwebsite/files "],
    [
      'POST /api/v4/topics {"name":"first","kind":"a"}',
      'PUT /api/v4/topics/MADE-id {"title":"first"}',
      "GET /api/v4/topics/MADE-id/notes/MADE-iid?q=first ",
      "DELETE /api/v4/topics/MADE-id ",
    ],
  ]);
});

it("a walk names what it made by the number that the reply gave, and else by 1", () => {
  const made = new Map<string, object>();
  rememberMade(made, "POST", "/topics?x=1", reply(201, { id: 7 }));
  rememberMade(made, "POST", "/topics/7/notes", reply(201, { id: 70, iid: 3 }));
  rememberMade(made, "POST", "/topics/7/marks", reply(400, { id: 5 }));
  expect(withMade("/topics/MADE-id/notes/MADE-iid/x?y=1", made)).toBe("/topics/7/notes/3/x?y=1");
  expect(withMade("/topics/MADE-id/marks/MADE-id", made)).toBe("/topics/7/marks/1");
});
