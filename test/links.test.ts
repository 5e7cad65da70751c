import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const top = fileURLToPath(new URL("..", import.meta.url));
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...(readdirSync(join(top, "docs"), { recursive: true, encoding: "utf8" }) as readonly string[])
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

const withoutCode = (text: string) =>
  text.replaceAll(/^\s*```[\s\S]*?^\s*```$/gm, "").replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]]/g, " "));
const anchorsOf = new Map<string, ReadonlySet<string>>();

/** The anchors of a page's headings, as forges make them: of equal ones, the second has a number. */
function anchors(file: string): ReadonlySet<string> {
  const known = anchorsOf.get(file);
  if (known) return known;
  const found = new Set<string>();
  for (const [, heading = ""] of readFileSync(file, "utf8")
    .replaceAll(/^\s*```[\s\S]*?^\s*```$/gm, "")
    .matchAll(/^#+ (.+)$/gm)) {
    const own = heading
      .trim()
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    let name = own;
    for (let count = 1; found.has(name); count += 1) name = `${own}-${count}`;
    found.add(name);
  }
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/<a (?:id|name)="([^"]+)"/g)) found.add(name);
  anchorsOf.set(file, found);
  return found;
}

it("every link of a page leads to a file that is there, and to a heading of it", () => {
  const broken = pages.flatMap((page) => {
    const text = withoutCode(readFileSync(join(top, page), "utf8"));
    const links = [...text.matchAll(/\]\(([^()\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, source]) => link ?? source ?? "",
    );
    return links.flatMap((link) => {
      if (/^(?:https?|mailto):/.test(link)) return [];
      const [path = "", anchor] = link.split("#");
      const file = path === "" ? join(top, page) : join(top, dirname(page), path);
      if (!existsSync(file)) return [`${page}: ${link} leads nowhere`];
      const isPage = statSync(file).isFile() && file.endsWith(".md");
      return anchor === undefined || !isPage || anchors(file).has(anchor)
        ? []
        : [`${page}: ${relative(top, file)} has no heading #${anchor}`];
    });
  });
  expect(broken).toEqual([]);
});
