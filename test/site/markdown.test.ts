import { mkdirSync } from "node:fs";
import { join } from "node:path";
import markdownIt from "markdown-it";
import { expect, test } from "vitest";
import { top } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";

interface Markdown {
  readonly plainMarkdown: (md: ReturnType<typeof markdownIt>) => void;
  readonly slug: (heading: string) => string;
}
interface Anchors {
  readonly brokenLinks: (folder: string, base?: string) => readonly string[];
}
interface Navigation {
  readonly sidebar: () => readonly Entry[];
}
interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Entry[];
}

const site = async (name: string): Promise<unknown> => import(join(top, "site", name));
const { plainMarkdown, slug } = (await site("markdown.mjs")) as Markdown;
const { brokenLinks } = (await site("anchors.mjs")) as Anchors;
const { sidebar } = (await site("navigation.mjs")) as Navigation;

function rendered(text: string, relativePath = "adopting.md"): string {
  const md = markdownIt({ html: true });
  plainMarkdown(md);
  return md.render(text, { relativePath });
}

test("a page is plain Markdown: braces, words in angle brackets and elements are text, comments are not shown", () => {
  expect(rendered("a {{ b }} <name> <b>c</b>")).toBe("<p>a &#123;&#123; b }} &lt;name&gt; &lt;b&gt;c&lt;/b&gt;</p>\n");
  expect(rendered("<!-- Made by a program.\nDo not edit. -->\n# Title")).toBe("<h1>Title</h1>\n");
  expect(rendered("```text\n<!-- shown -->\n```")).toContain("&lt;!-- shown --&gt;");
  expect(rendered('a<br>b <a id="nested--x"></a>')).toBe('<p>a<br>b <a id="nested--x"></a></p>\n');
});

test("links between pages lead to pages of the site, and those to the rest of the repository are text as long as nobody names its address", () => {
  expect(rendered("[k](kinds/README.md#the-kinds)")).toContain('href="/kinds/index.md#the-kinds"');
  expect(rendered("[f](../files.md)", "kinds/index.md")).toContain('href="/files.md"');
  expect(rendered("[x](https://example.com) [y](#there)")).toContain('href="#there"');
  expect(rendered("see [the examples](../examples/policies) there")).toBe("<p>see the examples there</p>\n");
  expect(() => rendered("[lost](../examples/lost)")).toThrow("adopting.md: ../examples/lost leads to no file of the repository");
});

test("anchors are those of the usual readers of Markdown", () => {
  expect(["3. Fill in the secrets", "Don't `--stop`, it's 5 %"].map(slug)).toEqual([
    "3-fill-in-the-secrets",
    "dont---stop-its-5-",
  ]);
});

test("links of a built site that lead to no page, no file or no heading are told", () => {
  const folder = directory();
  mkdirSync(join(folder, "kinds"));
  const links = ["/docs/kinds/", "kinds/index.html#b", "#c", "/docs/lost.html", "kinds/index.html#lost", "https://example.com/"];
  write(join(folder, "index.html"), `<h1 id="c">x</h1>${links.map((link) => `<a class="x" href="${link}">y</a>`).join("")}`);
  write(join(folder, "kinds/index.html"), '<h2 id="b">x</h2><a href="../index.html#c">y</a><a href="../index#d">y</a>');
  expect(brokenLinks(folder, "/docs/")).toEqual([
    "index.html: /docs/lost.html leads to no page",
    "index.html: kinds/index.html#lost leads to no heading of kinds/index.html",
    "kinds/index.html: ../index#d leads to no heading of index.html",
  ]);
});

test("what stands in the side bar is there, and every kind and command is in it", () => {
  const links = (entries: readonly Entry[]): string[] =>
    entries.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...links(items)]);
  const all = links(sidebar());
  expect(all).toEqual(expect.arrayContaining(["/kinds/project", "/kinds/variable", "/commands/plan", "/commands/apply"]));
  expect(new Set(sidebar().map(({ text }) => text))).toEqual(new Set(["Start", "Guides", "Reference", "Explanation"]));
});
