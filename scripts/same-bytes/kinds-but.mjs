// Leaves out of outputs what is about some kinds: where a kind comes or goes, all else must stay as it is.

/**
 * What outputs call some kinds: their names, their keys in files, and the requests that only they make. `kinds` maps names to kinds, of the side that
 * knows them. Throws for a name of no kind.
 */
export function wordsOf(names, kinds) {
  const own = names.map((name) => {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`there is no kind ${name}; there are ${[...kinds.keys()].join(", ")}`);
    return kind;
  });
  const places = own.flatMap(placesOf);
  const routes = places.flatMap(({ routes }) =>
    Object.values(routes).map((route) => (typeof route === "string" ? route : route.route)),
  );
  const paths = [...new Set(routes.flatMap((route) => route?.split(" ")[1] ?? []))];
  const patterns = paths.map(
    (path) =>
      `/api/v4${path
        .split(/\{\w+\}/)
        .map(escaped)
        .join("[^/?\\s]+")}`,
  );
  const words = [
    ...new Set([...own.flatMap(({ name }) => [name, name.replaceAll("_", "-")]), ...places.map(({ file }) => file)]),
  ];
  return {
    mention: new RegExp(`(?<![a-z0-9])(?:${words.map(escaped).join("|")})(?![a-z0-9])`),
    request: new RegExp(`^\\S+ (?:${patterns.length === 0 ? "(?!)" : patterns.join("|")})(?:[?\\s]|$)`),
  };
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** An output without what is about these kinds; undefined for one that is about nothing else. Counts of all things together are left out as well. */
export function withoutKinds(name, bytes, words) {
  const path = name.slice(name.indexOf(".files/") + 1);
  if (name.includes(".files/") && words.mention.test(path)) return undefined;
  const text = bytes.toString("utf8");
  if (text.includes("\ufffd")) return bytes;
  return Buffer.from(name.endsWith(".requests") ? withoutRequests(text, words) : withoutLines(withoutThings(text, words), words));
}

function withoutRequests(text, { request }) {
  const lines = text.split("\n").filter((line) => !request.test(line));
  return lines.join("\n");
}

/** JSON that stands in a text from one line without indentation to another becomes JSON without these things. */
function withoutThings(text, words) {
  return text.replaceAll(/^[[{]\n[^]*?\n[\]}]$/gm, (json) => {
    try {
      return JSON.stringify(pruned(JSON.parse(json), words), undefined, 1);
    } catch {
      return json;
    }
  });
}

function pruned(value, words) {
  if (Array.isArray(value)) return value.filter((one) => !isAbout(one, words)).map((one) => pruned(one, words));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key]) => !words.mention.test(key) && key !== "stats" && key !== "summary" && key !== "digest",
  );
  return Object.fromEntries(entries.map(([key, one]) => [key, pruned(one, words)]));
}

/** True for an item of a list that names one of the kinds, or says so of itself. */
function isAbout(item, { mention }) {
  if (typeof item === "string") return mention.test(item);
  const names =
    typeof item === "object" && item !== null ? ["kind", "address", "name", "$ref", "file"].map((key) => item[key]) : [];
  return names.some((one) => typeof one === "string" && mention.test(one));
}

/** Lines that mention one of the kinds go, with what is indented below them and the bracket that closes it; numbers of lines that count things too. */
function withoutLines(text, { mention }) {
  const kept = [];
  let depth;
  for (const line of text.split("\n")) {
    const indent = line.search(/\S/);
    const isBelow =
      depth !== undefined && (indent < 0 || indent > depth || (indent === depth && /^\s*[\]})][\]}),;]*$/.test(line)));
    if (isBelow) continue;
    depth = mention.test(line) ? indent : undefined;
    if (depth === undefined && indent >= 0)
      kept.push(/\b(?:requests?|things?|managed|all)\b/.test(line) ? line.replaceAll(/\d+/g, "N").replaceAll(/ +/g, " ") : line);
  }
  return kept.join("\n");
}

/** Where a kind stands: under each of its parents, or as revisions had it that knew one place only. */
function placesOf({ parents, place, routes }) {
  return parents ? Object.values(parents) : [{ file: place.file, routes }];
}
