// @module-tag slow
import { expect, test } from "vitest";
import { type Operation, operations } from "../../../src/emulator/core/operations.js";
import { each, idOf } from "../answers.js";
import { type Answer, type Platform, startPlatform } from "../platform.js";

const ROOT = "/api/v4";
const reads = operations().filter(({ method, paths }) => method === "GET" && paths[0]?.startsWith(ROOT));
const lists = reads.filter(({ output }) => output.get(200)?.type === "array");
const pathOf = ({ paths: [path = ""] }: Operation): string => path.slice(ROOT.length);

const PROJECT = "acme-labs/website";
const GROUP = "acme-labs";

/** The path with the project or group of the default seed that `{id}` stands for, and 1 for what lies in it. */
function filled(operation: Operation, project = PROJECT, group = GROUP): string {
  const path = pathOf(operation);
  const owner = path.startsWith("/groups/") ? group : project;
  return path.replace("{id}", encodeURIComponent(owner)).replaceAll(/\{\w+\}/g, "1");
}

/** Every text in a reply, under the name of the field that it stands in. */
function texts(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]];
  if (typeof value !== "object" || value === null) return [];
  const entries: [string, unknown][] = Array.isArray(value) ? value.map((one) => [name, one]) : Object.entries(value);
  return entries.flatMap(([key, one]) => texts(one, key));
}

/** All texts of all replies that the administrator gets without knowing more than a project and a group. */
async function textsOfEverything(platform: Platform): Promise<[string, string][]> {
  const plain = reads.filter((operation) => !/\{(?!id\})/.test(pathOf(operation)));
  const answers = await Promise.all(plain.map((operation) => platform.call("GET", filled(operation))));
  const found = answers.filter(({ status }) => status === 200);
  expect(found.length).toBeGreaterThan(30);
  return found.flatMap(({ body }) => texts(body));
}

/** What a reply is about: its id, those of its entries, or all of a reply without ids. Durations of what is running go on. */
function idsIn({ body }: Answer): unknown {
  const idIn = (value: unknown): unknown => (typeof value === "object" && value !== null && "id" in value ? value.id : value);
  return Array.isArray(body) ? body.map(idIn) : idIn(body);
}

test("every route of a project or a group takes its number and its encoded full path alike", async () => {
  const platform = await startPlatform();
  const ids = {
    projects: idOf(await platform.call("GET", `/projects/${encodeURIComponent(PROJECT)}`)),
    groups: idOf(await platform.call("GET", `/groups/${GROUP}`)),
  };
  const owned = reads.filter((operation) => /^\/(projects|groups)\/\{id\}/.test(pathOf(operation)));
  expect(owned.length).toBeGreaterThan(40);
  for (const operation of owned) {
    const byPath = await platform.call("GET", filled(operation));
    const byNumber = await platform.call("GET", filled(operation, String(ids.projects), String(ids.groups)));
    expect([operation.id, byNumber.status, idsIn(byNumber)]).toEqual([operation.id, byPath.status, idsIn(byPath)]);
  }
});

test("the API lies below /api/v4 and nowhere else, the OAuth provider beside it", async () => {
  const { url } = await startPlatform();
  const status = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect([await status("/api/v4/topics"), await status("/oauth/token/info")]).toEqual([200, 401]);
  for (const path of ["/topics", "/api/topics", "/api/v3/topics", "/api/v5/topics", "/api/v4/oauth/token/info"])
    expect([path, await status(path)]).toEqual([path, 404]);
});

test("an iid is unique inside one project, an id everywhere", async () => {
  const { call } = await startPlatform();
  const issues = (await call("GET", "/issues?scope=all&per_page=100")).body as { id: number; iid: number; project_id: number }[];
  const firsts = issues.filter(({ iid }) => iid === 1);
  expect(firsts.length).toBeGreaterThan(1);
  expect(new Set(issues.map(({ id }) => id)).size).toBe(issues.length);
  expect(new Set(issues.map(({ project_id, iid }) => `${project_id}#${iid}`)).size).toBe(issues.length);
  for (const { id, project_id } of firsts)
    expect((await call("GET", `/projects/${project_id}/issues/1`)).body).toMatchObject({ id, project_id });
});

test("datetimes in replies are ISO 8601 in UTC with milliseconds, on every route", async () => {
  const times = (await textsOfEverything(await startPlatform())).filter(
    ([name, text]) => /_(at|date_time)$/.test(name) && !/^\d{4}-\d{2}-\d{2}$/.test(text),
  );
  expect(times.length).toBeGreaterThan(100);
  for (const [name, text] of times) expect([name, text]).toEqual([name, expect.stringMatching(/^[\d-]{10}T[\d:]{8}\.\d{3}Z$/)]);
});

test("days in replies are YYYY-MM-DD, on every route", async () => {
  const days = (await textsOfEverything(await startPlatform())).filter(([name]) => /^(due|start)_date$/.test(name));
  expect(new Set(days.map(([name]) => name))).toEqual(new Set(["due_date", "start_date"]));
  for (const [name, text] of days) expect([name, text]).toEqual([name, expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)]);
});

test("datetimes in requests are ISO 8601; anything else is refused", async () => {
  const { call } = await startPlatform();
  const list = (after: string) => call("GET", `/projects?last_activity_after=${encodeURIComponent(after)}`);
  expect(each(await list("2000-01-01T00:00:00Z"), "id").length).toBeGreaterThan(1);
  expect(each(await list("2999-01-01T00:00:00Z"), "id")).toEqual([]);
  for (const text of ["yesterday", "01.02.2024", "2024-13-01T00:00:00Z", "2024-02-30", "1"]) {
    const { status, body } = await list(text);
    expect([text, status, body]).toEqual([text, 400, { error: "last_activity_after is invalid" }]);
  }
});

test("an array in a query is repeated as name[]=", async () => {
  const platform = await startPlatform();
  const [first, second, ...others] = each(await platform.call("GET", "/groups?order_by=id"), "id");
  const kept = await platform.call("GET", `/groups?order_by=id&skip_groups[]=${String(first)}&skip_groups[]=${String(second)}`);
  expect(each(kept, "id")).toEqual(others);
});

test("a hash in a query is written name[key]=", async () => {
  const platform = await startPlatform();
  const found = await platform.call("GET", "/projects?custom_attributes[cost_centre]=4711");
  expect(each(found, "path_with_namespace")).toEqual([PROJECT]);
});

const MADE = { status: 201, body: expect.objectContaining({ name: "go", title: "Go", description: "a & b" }) };
const FIELDS = { name: "go", title: "Go", description: "a & b" };

test("a write may send its parameters in the query", async () => {
  const { call } = await startPlatform();
  expect(await call("POST", `/topics?${new URLSearchParams(FIELDS).toString()}`)).toMatchObject(MADE);
});

test("a write may send its parameters as a form", async () => {
  const { call } = await startPlatform();
  expect(await call("POST", "/topics", { body: new URLSearchParams(FIELDS) })).toMatchObject(MADE);
});

test("a write may send its parameters as JSON", async () => {
  const { call } = await startPlatform();
  expect(await call("POST", "/topics", { json: FIELDS })).toMatchObject(MADE);
});

test("a file is sent as multipart/form-data, beside other parameters", async () => {
  const { call } = await startPlatform();
  const body = new FormData();
  for (const [name, value] of Object.entries(FIELDS)) body.append(name, value);
  body.append("avatar", new Blob(["bytes"]), "go.png");
  const answer = await call("POST", "/topics", { body });
  expect(answer).toMatchObject(MADE);
  expect(answer.body).toMatchObject({ avatar_url: expect.stringMatching(/\/go\.png$/) });
});

test("every list has pages, from 1 and of 20 entries unless the request says otherwise", async () => {
  expect(lists.length).toBeGreaterThan(40);
  for (const { id, input } of lists)
    expect([id, input.properties?.["page"], input.properties?.["per_page"]]).toMatchObject([
      id,
      { type: "integer", default: 1 },
      { type: "integer", default: 20 },
    ]);
  const { call } = await startPlatform();
  for (const operation of lists) {
    const { status, headers } = await call("GET", filled(operation));
    if (status === 200)
      expect([operation.id, headers.get("X-Page"), headers.get("X-Per-Page")]).toEqual([operation.id, "1", "20"]);
  }
});

test("the next page goes on where the one before ended", async () => {
  const { call } = await startPlatform();
  const page = async (query: string) => each(await call("GET", `/projects?order_by=id&sort=asc&${query}`), "id");
  const all = await page("");
  expect(await page("per_page=4&page=2")).toEqual(all.slice(4, 8));
  expect(await page("per_page=4&page=3")).toEqual(all.slice(8));
});

test("every list that takes sort takes asc and desc, and nothing else", async () => {
  const isVendorOnly = ({ input }: (typeof lists)[number]): boolean => input.properties?.["sort"]?.["x-dialect"] === "vendor";
  const sorted = lists.filter((operation) => operation.queryNames.includes("sort") && !isVendorOnly(operation));
  expect(sorted.length).toBeGreaterThan(12);
  const { call } = await startPlatform();
  for (const operation of sorted) {
    const ask = async (sort: string) => call("GET", `${filled(operation)}?sort=${sort}`);
    const { status, body } = await ask("up");
    expect([operation.id, status, body]).toEqual([operation.id, 400, { error: "sort does not have a valid value" }]);
    for (const sort of ["asc", "desc"]) expect([operation.id, sort, (await ask(sort)).status]).not.toContain(400);
  }
});

test("what is for administrators is 403 for other users and 401 for nobody, on every such route", async () => {
  const { call } = await startPlatform();
  const closed = operations().filter(({ caller }) => caller === "administrator");
  expect(closed.length).toBeGreaterThan(7);
  for (const operation of closed) {
    const path = filled(operation);
    expect([operation.id, (await call(operation.method, path, { token: "token-of-alice" })).status]).toEqual([operation.id, 403]);
    expect([operation.id, (await call(operation.method, path, { token: "" })).status]).toEqual([operation.id, 401]);
  }
});

test("every read of a private project or group is 404 to a user who is not in it", async () => {
  const { call } = await startPlatform();
  const owned = reads.filter(
    (operation) => operation.caller !== "administrator" && /^\/(projects|groups)\/\{id\}/.test(pathOf(operation)),
  );
  for (const operation of owned) {
    const path = filled(operation, "acme-labs/mobile/app", "acme-labs/mobile").replace("{slug}", "discord");
    const { status } = await call("GET", path.replace("integrations/1", "integrations/discord"), { token: "token-of-carol" });
    expect([operation.id, status]).toEqual([operation.id, 404]);
  }
});

test("what is absent is null, and no field is left out for it", async () => {
  const { call } = await startPlatform();
  expect((await call("GET", "/projects/acme-labs%2Fplatform%2Ftools%2Fempty")).body).toMatchObject({
    description: null,
    default_branch: null,
    readme_url: null,
    avatar_url: null,
    import_error: null,
    permissions: { project_access: null, group_access: null },
  });
  expect((await call("GET", "/groups/acme-labs")).body).toMatchObject({
    parent_id: null,
    avatar_url: null,
    emails_disabled: null,
  });
  const groups = (await call("POST", "/groups", { json: { name: "Bare", path: "bare" } })).body;
  expect(groups).toMatchObject({ description: null });
  const website = "/projects/acme-labs%2Fwebsite";
  const issue = (await call("POST", `${website}/issues`, { json: { title: "Bare" } })).body;
  expect(issue).toMatchObject({ description: null, milestone: null, due_date: null });
  const branch = await call("POST", `${website}/repository/branches`, { json: { branch: "bare", ref: "imprint" } });
  expect(branch.status).toBe(201);
  const json = { title: "Bare", source_branch: "bare", target_branch: "main" };
  const { iid } = (await call("POST", `${website}/merge_requests`, { json })).body as { iid: number };
  const one = `${website}/merge_requests/${iid}`;
  expect((await call("GET", one)).body).toMatchObject({ description: null, merged_at: null });
  const discussions = await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => (await call("GET", `${website}/merge_requests/${number}/discussions`)).body),
  );
  const notes = (discussions as { notes: { resolvable: boolean }[] }[][]).flat().flatMap((discussion) => discussion.notes);
  const plain = notes.filter(({ resolvable }) => !resolvable);
  expect(plain).not.toEqual([]);
  for (const note of plain) expect(note).toMatchObject({ resolved: null, resolved_by: null, resolved_at: null });
});
