import markdownIt from "markdown-it";
import { expect } from "vitest";
import { namesMentioned, takeCommands } from "../../src/emulator/resources/discussions/text.js";

const deeds = [
  "/close",
  "/merge",
  "/approve",
  "/title Owned",
  '/label ~"bait"',
  "/assign @alice",
  "/assign_reviewer @alice",
  "/draft",
  "/lock",
  "/todo",
  "/target_branch other",
  "/milestone %bait",
  "/CLOSE",
];
/** What may end a line or a block before a quick action, or look as if it did. */
const openings = [
  "",
  "\n",
  "x\n\n",
  "\r",
  "\r\n\r\n",
  "x\u2028",
  "x\u2029",
  "x\u0085",
  "x\v",
  "x\f",
  " ",
  "\t",
  "\u200b",
  "\ufeff",
  "```\n\n",
  "\n~~~\n",
  "\n`````\n\n",
  ">>>\n\n",
  "\n>>>\n",
  "</details>\n\n",
  "</code>\n\n",
  "</code></td></tr></table>\n\n",
  "\n-->\n\n",
  "\n\n| --- |\n\n",
  "\n---\n\n",
  "\\\n",
];
const markup = [
  "@alice",
  "@all",
  "@acme",
  "cc @alice.",
  "\n@alice",
  "</code>@alice",
  "`@alice",
  "``` @alice",
  "```\n@alice",
  "~~~\n@alice\n~~~",
  "&#64;alice",
  "&commat;alice",
  "&amp;#64;alice",
  "\\@alice",
  "*@alice*",
  "x|@alice|y",
  "\n\n> @alice\n",
  "- @alice",
  "[x](@alice)",
  "](y) @alice [",
  "<details>\n\n@alice",
  "<!-- @alice",
  "--> @alice",
  "<b>@alice</b>",
  "</b></summary>@alice",
  "\u202e@alice",
  "\u2066@alice\u2069",
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<a href=//evil.example>x</a>",
  "<svg/onload=alert(1)>",
  "<iframe src=//evil.example>",
  "![x](http://evil.example/x.png)",
  "![x][y]\n\n[y]: http://evil.example/x.png",
  "[x](http://evil.example)",
  "[x]: http://evil.example",
  "http://evil.example",
  "<http://evil.example>",
  "www.evil.example",
  "evil@example.com",
  "mailto:evil@example.com",
  "[[http://evil.example]]",
  "[[_TOC_]]",
  "[TOC]",
  "~bait",
  '~"bait"',
  "!1",
  "#1",
  "&1",
  "%bait",
  "$1",
  "acme/web!1",
  "GH-1",
  "see gh-12.",
  "acme/web#1",
  "alice@0123456789abcdef0123456789abcdef01234567",
  "acme/web@0123456789abcdef0123456789abcdef01234567",
  "@acme/owners",
  ":smile:",
  "{::options parse_block_html='true' /}",
  "{: .x onclick=alert(1)}",
  "x[^1]\n\n[^1]: note",
  "$`\\href{http://evil.example}{x}`$",
  "$$\nx\n$$",
  "```mermaid\ngraph TD;\n```",
  "```suggestion\nx\n```",
  "---\ntitle: x\n---\n",
  "a | b\n--- | ---\nc | d",
  "| x |",
  "\\|",
  "# heading",
  "\nheading\n===",
  "***",
  "- [ ] task",
  "1. one",
  "> quote",
  "\ttab",
  "&lt;img src=x&gt;",
  "&#60;img src=x&#62;",
  "&NewLine;&NewLine;/close",
  "**bold** __bold__ ~~gone~~",
  "\u0000",
  "\ud800",
  "x".repeat(250),
  "@".repeat(100),
  "`".repeat(99),
];

/** 200 texts that run something, mention somebody or show something else, wherever one is taken for Markdown. */
export const hostileTexts: readonly string[] = [
  ...markup,
  ...Array.from({ length: 200 - markup.length }, (_, index) => {
    const opening = openings[index % openings.length] ?? "";
    return `${opening}${deeds[(index + Math.floor(index / openings.length)) % deeds.length] ?? ""}`;
  }),
];

const names = deeds.map((deed) => (deed.split(" ")[0] ?? "").slice(1).toLowerCase());
const ours = new Set("h3 h4 p strong em code b br details summary table thead tbody tr th td blockquote ul li pre".split(" "));

/** The names of the quick actions that a text runs, and of those whom it mentions, as servers take it. */
export function deedsOf(text: string): string[] {
  return [...takeCommands(text, names).called.map(({ name }) => `/${name}`), ...namesMentioned(text).map((name) => `@${name}`)];
}

/** What GitHub would link in what a note shows, code aside: users, issues and pull requests (docs.github.com, "Autolinked references and URLs"). */
function referencesIn(shown: string): readonly string[] {
  return shown.replaceAll(/<(code|pre)\b[^>]*>[^]*?<\/\1>/g, "").match(/(?<![\w&])(?:GH-|#)\d+|(?<=\w)#\d+|@[\w/-]+/gi) ?? [];
}

/** Fails if a note runs or mentions anything, or if it shows as anything but what the report writes. */
export function mustBeInert(note: string): void {
  expect(deedsOf(note)).toEqual([]);
  const parser = markdownIt({ html: true, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  const shown = parser.render(note);
  const tags = [...shown.matchAll(/<\/?([^\s/<>]*)[^<>]*>?/g)];
  const odd = tags.filter(
    ([tag, name = ""]) => !ours.has(name) || !/^<\/?\w+(?: \/)?>$|^<code class="language-diff">$/.test(tag),
  );
  expect(odd.map(([tag]) => tag)).toEqual([]);
  expect(referencesIn(shown)).toEqual([]);
  for (const name of ["details", "table", "pre", "code", "b"]) {
    const [opened, closed] = [`<${name}>`, `</${name}>`].map(
      (tag) => shown.replaceAll(/<code class="language-diff">/g, "<code>").split(tag).length,
    );
    expect(opened, name).toBe(closed);
  }
}
