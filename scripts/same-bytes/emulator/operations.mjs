// The operations that an emulator serves, and how many of them recorded requests reach.

/**
 * Names the operation of a request: its method and the template of its path, below /api/v4.
 * @param description the API description
 * @param accounts what becomes of each operation of the newest release, as `src/emulator/account.ts` says
 */
export function operationNames(description, accounts) {
  const methods = new Set(["get", "post", "put", "patch", "delete", "options"]);
  const described = Object.entries(description.paths).flatMap(([path, item]) => {
    const at = (one) => (item.servers?.[0]?.url === "/" ? `~${one}` : one);
    return Object.keys(item)
      .filter((method) => methods.has(method))
      .map((method) => ({
        method: method.toUpperCase(),
        path: at(path),
        paths: [path, ...(item[method]["x-aliases"] ?? [])].map(at),
      }));
  });
  const served = accounts
    .filter(({ service }) => service !== "absent")
    .map(({ method, path }) => ({ method, path, paths: [path] }));
  const all = [...described, ...served];
  const templates = new Map();
  for (const { method, path, paths } of all)
    for (const one of paths) {
      const key = `${method} ${placeless(one)}`;
      if (!templates.has(key))
        templates.set(key, {
          name: `${method} ${path}`,
          method,
          pattern: patternOf(one),
          order: placeless(one).replaceAll("{}", "~~"),
        });
    }
  const ordered = [...templates.values()].toSorted((a, b) => (a.order < b.order ? -1 : 1));
  return { names: [...new Set(ordered.map(({ name }) => name))].toSorted(byText), operationOf: matcher(ordered) };
}

const byText = (a, b) => (a < b ? -1 : 1);
const place = /\{\w*\}|\*\w+/g;
const placeless = (path) => path.replaceAll(place, "{}");

function patternOf(path) {
  const literal = path.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{\w*\}/g, "[^/]+").replaceAll(/\*\w+/g, ".+")}$`);
}

function matcher(ordered) {
  const kept = new Map();
  return (method, url) => {
    const [path] = url.split("?");
    const below = path.startsWith("/api/v4/") ? path.slice("/api/v4".length) : `~${path}`;
    const key = `${method} ${below}`;
    if (!kept.has(key)) {
      const found = ordered.find((one) => one.method === (method === "HEAD" ? "GET" : method) && one.pattern.test(below));
      kept.set(key, found?.name ?? `${method} of no operation`);
    }
    return kept.get(key);
  };
}

/** With which statuses the emulator answered recorded requests, by operation. */
export function reachOf(recordings, { names, operationOf }) {
  const statuses = new Map(names.map((name) => [name, new Set()]));
  for (const { events } of recordings)
    for (const { method, path, status } of events) if (status !== undefined) statuses.get(operationOf(method, path))?.add(status);
  return statuses;
}

/** What `npm run coverage` prints of the net. Refusals alone say little of an operation, so success is counted by itself. */
export function reachText(statuses) {
  const all = [...statuses].map(([name, found]) => ({ name, found: [...found].toSorted((a, b) => a - b) }));
  const silent = all.filter(({ found }) => found.length === 0);
  const refused = all.filter(({ found }) => found.length > 0 && found.every((status) => status >= 400));
  const share = (count) => `${count} of ${all.length} operations (${((100 * count) / all.length).toFixed(1)} %)`;
  const asked = all.length - silent.length;
  const counts = new Map();
  for (const status of all.flatMap(({ found }) => found)) counts.set(status, (counts.get(status) ?? 0) + 1);
  const byStatus = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  return [
    `The net of the emulator (same-bytes.mjs --emulator) asks ${share(asked)}. It sees the success of ${share(asked - refused.length)}.`,
    `Operations by status of a reply: ${byStatus.join(", ")}.`,
    ...silent.map(({ name }) => `  never asked: ${name}`),
    ...refused.map(({ name, found }) => `  refused each time: ${name} (${found.join(", ")})`),
  ].join("\n");
}
