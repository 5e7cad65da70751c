// Looks at every link of the built site: VitePress itself knows pages, and not their anchors.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** What is wrong with links of the site that was built into `folder`, served under `base`: one line for each. */
export function brokenLinks(folder, base = "/") {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const files = new Set(names);
  const pages = new Map(
    names.filter((name) => name.endsWith(".html")).map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")]),
  );
  const ids = new Map([...pages].map(([name, html]) => [name, new Set(matches(html, /\sid="([^"]*)"/g))]));
  return [...pages].flatMap(([name, html]) =>
    [...new Set(matches(html, /<a\s[^>]*?href="([^"]*)"/g))].flatMap((href) => complaint({ name, href, files, ids, base })),
  );
}

function matches(html, pattern) {
  return [...html.matchAll(pattern)].map(([, found]) => found.replaceAll("&amp;", "&").replaceAll("&quot;", '"'));
}

function complaint({ name, href, files, ids, base }) {
  if (/^[a-z][\w+.-]*:/i.test(href)) return [];
  const [path, anchor] = href.split("#");
  const file = fileOf(path, name, base);
  const target = [file, `${file}.html`, posix.join(file, "index.html")].find((one) => files.has(one) && ids.has(one));
  if (target === undefined) return files.has(file) ? [] : [`${name}: ${href} leads to no page`];
  if (anchor === undefined || anchor === "" || ids.get(target).has(decodeURIComponent(anchor))) return [];
  return [`${name}: ${href} leads to no heading of ${target}`];
}

/** The file of the site that a link of a page leads to. */
function fileOf(path, name, base) {
  if (path === "") return name;
  const whole = decodeURIComponent(path);
  const place = whole.startsWith(base) ? whole.slice(base.length) : posix.join(posix.dirname(name), whole);
  return place === "" || place.endsWith("/") ? `${place}index.html` : place;
}
