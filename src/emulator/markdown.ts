import { createRequire } from "node:module";
import type MarkdownIt from "markdown-it";
import { html } from "./markup.js";

const load = createRequire(import.meta.url);
let renderer: MarkdownIt | undefined;

/**
 * Markdown as HTML, for fields such as `description_html`. HTML in the text is shown as text, and links lead to http, https, mailto or a place of the same
 * site only.
 */
export function renderMarkdown(text: string): string {
  renderer ??= createRenderer();
  return renderer.render(text).replace(/\n$/, "");
}

type Rule = NonNullable<MarkdownIt["renderer"]["rules"][string]>;

const FOLLOWED = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Elements whose text may run in either direction. */
const BLOCKS = ["paragraph_open", "heading_open", "bullet_list_open", "ordered_list_open", "blockquote_open", "table_open"];

function createRenderer(): MarkdownIt {
  // Late and at once: few replies show any Markdown, and handlers answer without waiting.
  const Parser = load("markdown-it") as typeof MarkdownIt;
  const made = new Parser({ html: false, linkify: true });
  made.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  made.validateLink = (address) => FOLLOWED.test(address);
  made.normalizeLink = (address) => address;
  const own = { link_open: renderLink, fence: renderCode, code_block: renderCode };
  Object.assign(made.renderer.rules, Object.fromEntries(BLOCKS.map((name) => [name, renderBlock])), own);
  return made;
}

const renderBlock: Rule = (tokens, place, options, _, self) => {
  tokens[place]?.attrPush(["dir", "auto"]);
  return self.renderToken(tokens, place, options);
};

const renderLink: Rule = (tokens, place, options, _, self) => {
  const link = tokens[place];
  if (/^https?:/i.test(link?.attrGet("href") ?? "")) {
    link?.attrPush(["rel", "nofollow noreferrer noopener"]);
    link?.attrPush(["target", "_blank"]);
  }
  return self.renderToken(tokens, place, options);
};

const renderCode: Rule = (tokens, place) => {
  const { info = "", content = "" } = tokens[place] ?? {};
  const [language = ""] = info.trim().split(/\s/);
  const code = content.replace(/\n$/, "");
  const block =
    language === "" ? html`<pre><code>${code}</code></pre>` : html`<pre lang="${language}"><code>${code}</code></pre>`;
  return `${block.text}\n`;
};
