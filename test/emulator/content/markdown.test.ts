// @module-tag slow
import { expect, test } from "vitest";
import { renderMarkdown } from "../../../src/emulator/core/markup.js";

test("Markdown becomes headings, paragraphs, lists, quotes, code, rules and emphasis", () => {
  const text = [
    "# Title #",
    "First *line*",
    "second **line**",
    "",
    "- one",
    "- `two`",
    "1. first",
    "> quoted",
    "> # inside",
    "---",
    "```ts",
    "a < b",
    "",
    "```",
    "_end_",
  ].join("\r\n");
  expect(renderMarkdown(text).split("\n")).toEqual([
    '<h1 dir="auto">Title</h1>',
    '<p dir="auto">First <em>line</em>',
    "second <strong>line</strong></p>",
    '<ul dir="auto">',
    "<li>one</li>",
    "<li><code>two</code></li>",
    "</ul>",
    '<ol dir="auto">',
    "<li>first</li>",
    "</ol>",
    '<blockquote dir="auto">',
    '<p dir="auto">quoted</p>',
    '<h1 dir="auto">inside</h1>',
    "</blockquote>",
    "<hr>",
    '<pre lang="ts"><code>a &lt; b',
    "</code></pre>",
    '<p dir="auto"><em>end</em></p>',
  ]);
});

test("HTML in Markdown is shown as text, and links lead nowhere that runs a script", () => {
  expect(renderMarkdown("<script>alert(1)</script>")).toBe('<p dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;</p>');
  for (const target of ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example.com"]) {
    expect(renderMarkdown(`[x](${target})`)).toBe(`<p dir="auto">[x](${target})</p>`);
  }
  expect(renderMarkdown('[<b>](https://example.com/"onclick=x)')).toBe(
    '<p dir="auto"><a href="https://example.com/&quot;onclick=x" rel="nofollow noreferrer noopener" target="_blank">&lt;b&gt;</a></p>',
  );
  expect(renderMarkdown('```"><script>\nx')).toBe('<pre lang="&quot;&gt;&lt;script&gt;"><code>x</code></pre>');
  expect(renderMarkdown("[here](/docs) https://example.com/a_b")).toBe(
    '<p dir="auto"><a href="/docs">here</a> <a href="https://example.com/a_b" rel="nofollow noreferrer noopener" target="_blank">https://example.com/a_b</a></p>',
  );
});

test("Markdown is CommonMark: what is nested, escaped or indented is what it is elsewhere", () => {
  expect(renderMarkdown("- one\n  - *two\\**\n\nthree\n\n    code <b>").split("\n")).toEqual([
    '<ul dir="auto">',
    "<li>one",
    '<ul dir="auto">',
    "<li><em>two*</em></li>",
    "</ul>",
    "</li>",
    "</ul>",
    '<p dir="auto">three</p>',
    "<pre><code>code &lt;b&gt;</code></pre>",
  ]);
});

test("hostile Markdown is rendered in one pass", () => {
  const size = 200_000;
  for (const part of [
    "\n\na",
    "> ",
    "[",
    "*",
    "`",
    "_a",
    "- x\n",
    "# ",
    " ",
    "```",
    "[a](",
    "**a*",
    "![",
    "<a",
    "| a\n|-\n",
    "https://a",
    "[a]: b\n",
  ]) {
    expect(renderMarkdown(part.repeat(Math.floor(size / part.length)))).toBeTypeOf("string");
    expect(renderMarkdown(`# ${part.repeat(Math.floor(size / part.length))}x`)).toBeTypeOf("string");
  }
});
