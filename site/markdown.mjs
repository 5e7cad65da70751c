// Pages are plain Markdown, as every reader of the repository shows it: nothing in them is Vue or HTML, and their anchors are those that such readers make.
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { docs, repositoryAddress, rewrites, top } from "./places.mjs";

/** The anchor of a heading, by the rules of the usual readers of Markdown. */
export function slug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** Makes a markdown-it take pages as plain Markdown and their links as they stand in the repository. */
export function plainMarkdown(md) {
  md.set({ html: false });
  md.block.ruler.before("paragraph", "comment", comment, { alt: ["paragraph", "reference", "blockquote"] });
  md.inline.ruler.before("autolink", "permitted_html", permittedHtml);
  md.core.ruler.push("repository_links", (state) => {
    for (const { children } of state.tokens) if (children) rewriteLinks(children, state.env);
  });
  // Vue looks for braces before it reads entities.
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (...given) => text(...given).replaceAll("{{", "&#123;&#123;");
}

/** `<!-- … -->` at the beginning of a line is not shown. */
function comment(state, startLine, endLine, silent) {
  const lineAt = (line) => state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]);
  if (!lineAt(startLine).startsWith("<!--")) return false;
  let line = startLine;
  while (line < endLine && !lineAt(line).includes("-->")) line += 1;
  if (line === endLine) return false;
  if (!silent) state.line = line + 1;
  return true;
}

/** All the HTML that counts: `<br>` in tables, and `<a id="…"></a>`, which Terraform's own pages have, too. */
function permittedHtml(state, silent) {
  const found = /^(?:<br ?\/?>|<a id="[\w.-]+"><\/a>)/.exec(state.src.slice(state.pos, state.pos + 200));
  if (found === null) return false;
  if (!silent) state.push("html_inline", "", 0).content = found[0];
  state.pos += found[0].length;
  return true;
}

function rewriteLinks(tokens, env) {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "link_open") continue;
    const href = token.attrGet("href") ?? "";
    if (/^([a-z][\w+.-]*:|#|\/)/i.test(href)) continue;
    const target = targetOf(href, env);
    if (target !== undefined) token.attrSet("href", target);
    else unlink(tokens, at);
  }
}

/** Where a link of a page leads in the site: another page, or the repository; undefined where nobody knows its address. */
function targetOf(href, env) {
  const [path, anchor] = href.split("#");
  const file = join(dirname(join(docs, sourceOf(env.relativePath))), decodeURIComponent(path));
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const page = relative(docs, file);
  if (!page.startsWith("..")) return `/${rewrites[page] ?? page}${hash}`;
  if (!existsSync(file)) throw new Error(`${env.relativePath}: ${href} leads to no file of the repository`);
  const address = repositoryAddress();
  return address === undefined ? undefined : `${address}/blob/HEAD/${relative(top, file)}${hash}`;
}

function sourceOf(page) {
  return Object.entries(rewrites).find(([, called]) => called === page)?.[0] ?? page;
}

/** A link that leads nowhere is its text. */
function unlink(tokens, at) {
  const close = tokens.findIndex(({ type }, index) => index > at && type === "link_close");
  for (const index of [at, close]) {
    tokens[index].type = "text";
    tokens[index].tag = "";
    tokens[index].nesting = 0;
    tokens[index].content = "";
  }
}
