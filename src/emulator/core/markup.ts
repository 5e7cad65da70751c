import type MarkdownIt from "markdown-it";
import { late, once } from "./remembered.js";

/** Text that is HTML already. `html` alone makes it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A tagged template whose values are escaped, for text and for attributes in double quotes; markup and lists of it stand as they are. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Markup | readonly Markup[])[]): Markup {
  return new Markup(parts.map((part, place) => part + shown(values[place] ?? "")).join(""));
}

function shown(value: string | Markup | readonly Markup[]): string {
  if (typeof value === "string") return escaped(value);
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/**
 * Markdown as HTML, for fields such as `description_html`. HTML in the text is shown as text, and links lead to http, https, mailto or a place of the same
 * site only.
 */
export function renderMarkdown(text: string): string {
  return renderer().render(text).replace(/\n$/, "");
}

type Rule = NonNullable<MarkdownIt["renderer"]["rules"][string]>;

const FOLLOWED = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Elements whose text may run in either direction. */
const BLOCKS = ["paragraph_open", "heading_open", "bullet_list_open", "ordered_list_open", "blockquote_open", "table_open"];

const renderer = once((): MarkdownIt => {
  const Parser = late("markdown-it") as typeof MarkdownIt;
  const made = new Parser({ html: false, linkify: true });
  made.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  made.validateLink = (address) => FOLLOWED.test(address);
  made.normalizeLink = (address) => address;
  const renderers = { link_open: renderLink, fence: renderCode, code_block: renderCode };
  Object.assign(made.renderer.rules, Object.fromEntries(BLOCKS.map((name) => [name, renderBlock])), renderers);
  return made;
});

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
