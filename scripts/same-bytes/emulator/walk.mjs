// A walk over every operation of a release, written as recordings: tests never ask some operations, and see others only refuse.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const url = "http://127.0.0.1:4711";
const token = "token-of-the-walk";
const at = Date.UTC(2026, 0, 15, 12);
/** Things of the little company that a walk begins with. */
const places = { "/projects/{}": "acme-labs%2Fwebsite", "/groups/{}": "acme-labs" };
const order = ["POST", "PATCH", "PUT", "GET", "DELETE"];
const byName = {
  branch: "main",
  ref: "main",
  sha: "main",
  tag_name: "v1.0.0",
  cron: "0 1 * * *",
  freeze_start: "0 23 * * 5",
  freeze_end: "0 7 * * 1",
  emoji: "tractor",
  color: "#112233",
  scopes: ["api"],
  file_path: "README.md",
  content: "text",
  issues_url: "https://example.com/issues/:id",
  confluence_url: "https://example.atlassian.net/wiki",
};

/**
 * Writes one recording for each collection: its things are made, changed, read and deleted, with plausible values of the parameters that are required.
 * @param facts what a release knows, in the form of `schemas/facts`
 */
export function writeWalk(directory, facts) {
  mkdirSync(directory, { recursive: true });
  const resolved = (value) => (typeof value === "string" && value.startsWith("#") ? facts.shapes[value.slice(1)] : value) ?? {};
  const collections = new Map();
  for (const [name, { params }] of Object.entries(facts.operations)) {
    const [method, path] = name.split(" ");
    const key = collectionOf(path);
    collections.set(key, [...(collections.get(key) ?? []), { method, path, params: resolved(params) }]);
  }
  for (const [index, operations] of [...collections.values()].entries()) {
    const sorted = operations.toSorted(
      (a, b) => order.indexOf(a.method) - order.indexOf(b.method) || depth(a, b) || (a.path < b.path ? -1 : 1),
    );
    const options = {
      dialect: "vendor",
      serverVersion: `${facts.release}.0`,
      tier: "ultimate",
      seed: "default",
      workerDelay: "stepped",
      token,
    };
    const events = sorted.map((operation, step) => ({ n: step + 1, at: at + 1000 * step, ...requestOf(operation), opaque: [] }));
    const lines = [{ n: 0, at, url, options }, ...events].map((event) => JSON.stringify(event));
    writeFileSync(join(directory, `walk-${index}.jsonl`), `${lines.join("\n")}\n`);
  }
}

/** The part of projects or groups that a path is about, else its first segment. */
function collectionOf(path) {
  const [, root, , part] = path.split("/");
  return /^(?:projects|groups)$/.test(root) ? `${root}/${part}` : root;
}

/** Wholes are made before their parts, and deleted after them. */
const depth = (a, b) => (a.method === "DELETE" ? -1 : 1) * (a.path.split("/").length - b.path.split("/").length);

function requestOf({ method, path, params }) {
  const sent = Object.entries(params).map(([name, fact]) => ({ name, ...(typeof fact === "string" ? { type: fact } : fact) }));
  const needed = sent.filter(({ type, format }) => type.includes("required") && format !== "binary");
  const changed = method === "PUT" || method === "PATCH" ? sent.find(({ type }) => /^(?:string|boolean)$/.test(type)) : undefined;
  const all = needed.length === 0 && changed !== undefined ? [changed] : needed;
  const query = new URLSearchParams(
    all.filter(({ type }) => type.includes("query")).map((one) => [one.name, String(valueOf(one))]),
  );
  const body = Object.fromEntries(all.filter(({ type }) => !type.includes("query")).map((one) => [one.name, valueOf(one)]));
  const hasBody = method !== "GET" && Object.keys(body).length > 0;
  return {
    method,
    path: `/api/v4${filled(path)}${query.size > 0 ? `?${query}` : ""}`,
    headers: { host: new URL(url).host, "private-token": token, ...(hasBody ? { "content-type": "application/json" } : {}) },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  };
}

function filled(path) {
  const start = Object.keys(places).find((one) => path.replace(/\{\w+\}/, "{}").startsWith(one));
  const begun = start === undefined ? path : path.replace(/\{\w+\}/, places[start]);
  return begun
    .replaceAll(/(\w+)\/\{(\w+)\}/g, (_, before, name) => `${before}/${placeOf(before, name)}`)
    .replaceAll(/\*(\w+)/g, "a/b");
}

/** The number of the last thing that the walk made there is known to the replay alone (made.mjs). */
function placeOf(collection, name) {
  if (!name.endsWith("id")) return encodeURIComponent(String(byName[name] ?? "first"));
  return name.endsWith("iid") || (/^(?:eventable|noteable)_id$/.test(name) && /^(?:issues|merge_requests)$/.test(collection))
    ? "MADE-iid"
    : "MADE-id";
}

function valueOf({ name, type, format, enum: values, items }) {
  if (byName[name] !== undefined) return byName[name];
  if (values !== undefined) return values[0];
  if (type.startsWith("integer")) return 1;
  if (type.startsWith("boolean")) return true;
  if (type.startsWith("array")) return [valueOf({ name: "", ...(typeof items === "object" ? items : { type: String(items) }) })];
  if (type.startsWith("object")) return {};
  if (format === "date") return "2026-06-01";
  if (format === "date-time") return "2026-06-01T00:00:00Z";
  if (/url|webhook/.test(name)) return "https://example.com/first";
  return /email/.test(name) ? "first@example.com" : "first";
}
