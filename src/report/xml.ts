import { clean } from "./text.js";

/** An element of an XML document: its attributes, and what is in it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly Element[] | string;
}

/** What XML 1.0 cannot hold in any form (https://www.w3.org/TR/xml/#charsets). */
// eslint-disable-next-line no-control-regex -- these are the characters that are meant
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const markup: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** An XML document of one element, with an indent for each level. Ends with a line break. */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${rendered(root, "").join("\n")}\n`;
}

function rendered({ name, attributes, content }: Element, indent: string): string[] {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(clean(String(value)))}"`);
  const opening = `${indent}<${name}${own.join("")}`;
  if (content.length === 0) return [`${opening}/>`];
  if (typeof content === "string") return [`${opening}>${escaped(content)}</${name}>`];
  return [`${opening}>`, ...content.flatMap((inner) => rendered(inner, `${indent}  `)), `${indent}</${name}>`];
}

function escaped(text: string): string {
  return text.replaceAll(impossible, "\ufffd").replaceAll(/[&<>"']/g, (sign) => markup[sign] ?? sign);
}
