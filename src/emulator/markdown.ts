import { Markup, html } from "./markup.js";

/**
 * Markdown as HTML, for fields such as `description_html`: headings, paragraphs, lists, quotes, code, rules, emphasis and links. HTML in the text is shown
 * as text, and links lead to http, https, mailto or a place of the same site only.
 */
export function renderMarkdown(text: string): string {
  return renderBlocks(text.replaceAll(/\r\n?/g, "\n").split("\n"), 0);
}

/** How deep quotes may lie in each other; deeper ones are text. */
const DEEPEST = 8;

/** What a block became, and the line after it. */
interface Rendered {
  readonly markup: string;
  readonly next: number;
}

/** A kind of block: how its first line looks, and how it is rendered from there on. */
interface Block {
  readonly begins: RegExp;
  readonly render: (lines: readonly string[], start: number, depth: number) => Rendered;
}

const FENCE = /^ {0,3}```([^`]*)$/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const QUOTE = /^ {0,3}> ?/;

const BLOCKS: readonly Block[] = [
  { begins: FENCE, render: renderFence },
  { begins: /^ {0,3}#{1,6}\s+\S/, render: renderHeading },
  { begins: /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/, render: (_, start) => ({ markup: "<hr>", next: start + 1 }) },
  { begins: QUOTE, render: renderQuote },
  { begins: ITEM, render: renderList },
];

const PARAGRAPH: Block = { begins: /\S/, render: renderParagraph };

function renderBlocks(lines: readonly string[], depth: number): string {
  const done: string[] = [];
  for (let place = 0; place < lines.length;) {
    const line = lines[place] ?? "";
    if (line.trim() === "") {
      place += 1;
      continue;
    }
    const block = BLOCKS.find(({ begins }) => begins.test(line)) ?? PARAGRAPH;
    const { markup, next } = block.render(lines, place, depth);
    done.push(markup);
    place = next;
  }
  return done.join("\n");
}

/** The first line from `start` on that does not belong to a block any more. */
function endOf(lines: readonly string[], start: number, belongs: (line: string) => boolean): number {
  let place = start;
  while (place < lines.length && belongs(lines[place] ?? "")) place += 1;
  return place;
}

function renderParagraph(lines: readonly string[], start: number): Rendered {
  const next = endOf(lines, start + 1, (line) => line.trim() !== "" && !BLOCKS.some(({ begins }) => begins.test(line)));
  const text = lines.slice(start, next).map((line) => inline(line.trim()));
  return { markup: `<p dir="auto">${text.join("\n")}</p>`, next };
}

function renderHeading(lines: readonly string[], start: number): Rendered {
  const line = (lines[start] ?? "").trim();
  const level = /^#+/.exec(line)?.[0].length ?? 1;
  const title = line.slice(level).replace(/\s#+$/, "").trim();
  return { markup: `<h${level} dir="auto">${inline(title)}</h${level}>`, next: start + 1 };
}

function renderFence(lines: readonly string[], start: number): Rendered {
  const [language = ""] = (FENCE.exec(lines[start] ?? "")?.[1] ?? "").trim().split(/\s/);
  const end = endOf(lines, start + 1, (line) => !/^ {0,3}```\s*$/.test(line));
  const code = lines.slice(start + 1, end).join("\n");
  const markup =
    language === "" ? html`<pre><code>${code}</code></pre>` : html`<pre lang="${language}"><code>${code}</code></pre>`;
  return { markup: markup.text, next: end + 1 };
}

function renderQuote(lines: readonly string[], start: number, depth: number): Rendered {
  const next = endOf(lines, start, (line) => QUOTE.test(line));
  const inner = lines.slice(start, next).map((line) => line.replace(QUOTE, ""));
  const shown = depth < DEEPEST ? renderBlocks(inner, depth + 1) : html`<p dir="auto">${inner.join("\n")}</p>`.text;
  return { markup: `<blockquote dir="auto">\n${shown}\n</blockquote>`, next };
}

/** Items of one kind, numbered or not, one under the other. */
function renderList(lines: readonly string[], start: number): Rendered {
  const tagOf = (line: string): string | undefined => {
    const item = ITEM.exec(line);
    if (item === null) return undefined;
    return item[1] === undefined ? "ul" : "ol";
  };
  const tag = tagOf(lines[start] ?? "");
  const next = endOf(lines, start, (line) => tagOf(line) === tag);
  const items = lines.slice(start, next).map((line) => `<li>${inline((ITEM.exec(line)?.[2] ?? "").trim())}</li>`);
  return { markup: `<${tag} dir="auto">\n${items.join("\n")}\n</${tag}>`, next };
}

/** Each alternative is bounded by the character that ends it, so that hostile text takes no more than one pass. */
const SPAN =
  /`([^`]+)`|\[([^\][]+)\]\(([^\s()]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\b_([^_\s][^_]*)_\b|(https?:\/\/[^\s<>"')]+)/g;

function inline(text: string): string {
  const parts: string[] = [];
  let place = 0;
  for (const found of text.matchAll(SPAN)) {
    parts.push(html`${text.slice(place, found.index)}`.text, span(found));
    place = found.index + found[0].length;
  }
  return [...parts, html`${text.slice(place)}`.text].join("");
}

function span([whole, code, label, target, strong, starred, underscored, address]: RegExpExecArray): string {
  if (code !== undefined) return html`<code>${code}</code>`.text;
  if (address !== undefined) return link(address, new Markup(html`${address}`.text));
  if (label !== undefined && target !== undefined) return link(target, new Markup(inline(label)), whole);
  if (strong !== undefined) return `<strong>${inline(strong)}</strong>`;
  return `<em>${inline(starred ?? underscored ?? "")}</em>`;
}

/** A link, or the text as it was written when its target is not one to follow. */
function link(target: string, label: Markup, written = target): string {
  if (!/^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(target)) return html`${written}`.text;
  const isElsewhere = /^https?:/i.test(target);
  return isElsewhere
    ? html`<a href="${target}" rel="nofollow noreferrer noopener" target="_blank">${label}</a>`.text
    : html`<a href="${target}">${label}</a>`.text;
}
