import fc, { type GeneratorValue } from "fast-check";
import { canonicalJson, isObject, type Json, type JsonObject } from "../../src/core/json.js";

/** A line that says something of these attributes, each `address attribute`, and nothing else. */
export interface MarkedLine {
  readonly mark: string;
  readonly owners: readonly string[];
}

/** A page of YAML as somebody might have written it. */
export interface WrittenPage {
  readonly text: string;
  readonly marks: readonly MarkedLine[];
}

/** Bodies of one file: section, name, attributes and bodies inside. */
export interface BodyShape {
  readonly address: string;
  readonly attributes: JsonObject;
  readonly children: Readonly<Record<string, Readonly<Record<string, BodyShape>>>>;
}
export type Sections = Readonly<Record<string, Readonly<Record<string, BodyShape>>>>;

interface Text {
  readonly beside: string;
  readonly below: readonly string[];
}

/** Writes sections in random styles: block and flow, quotes, anchors and aliases, comments, blank lines, indentation, line ends. */
export class PageWriter {
  private readonly marks: MarkedLine[] = [];
  private readonly anchors: { readonly name: string; readonly value: string; readonly plain: Json }[] = [];
  private count = 0;
  private readonly step: string;

  constructor(
    private readonly g: GeneratorValue,
    private readonly name: string,
  ) {
    this.step = " ".repeat(this.pick([2, 2, 4, 3]));
  }

  write(sections: Sections): WrittenPage {
    if (this.maybe(8)) return this.writeJson(sections);
    const lines: string[] = [];
    for (const [section, bodies] of Object.entries(sections)) {
      lines.push(...this.noise(""), `${section}:${this.aside([])}`);
      for (const [name, body] of Object.entries(bodies)) lines.push(...this.indented(this.entry(name, body)));
    }
    const [head, tail] = [this.maybe(5) ? ["---", ...this.noise("")] : [], this.maybe(5) ? ["..."] : []];
    const newline = this.maybe(5) ? "\r\n" : "\n";
    const text = [...head, ...lines, ...this.noise(""), ...tail].join(newline) + (this.maybe(5) ? "" : newline);
    return { text: (this.maybe(8) ? "\uFEFF" : "") + text, marks: this.marks };
  }

  private writeJson(sections: Sections): WrittenPage {
    const value = Object.fromEntries(
      Object.entries(sections).map(([section, bodies]) => [
        section,
        Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, plain(body)])),
      ]),
    );
    return { text: JSON.stringify(value, undefined, this.pick([0, 1, 2, 4])) + (this.maybe(2) ? "" : "\n"), marks: [] };
  }

  private entry(name: string, body: BodyShape): string[] {
    const owners = ownersOf(body);
    const value = plain(body);
    const known = this.anchors.find((anchor) => anchor.value === canonicalJson(value));
    if (known && this.maybe(2)) return [...this.noise(""), `${name}: *${known.name}${this.comment()}`];
    if (Object.keys(value).length === 0)
      return [...this.noise(""), `${name}:${this.pick(["", " {}", " { }"])}${this.aside(owners)}`];
    if (this.maybe(4)) return [...this.noise(""), `${name}: ${this.flow(value)}${this.aside(owners)}`];
    if (this.maybe(5)) return [...this.noise(""), ...this.spreadFlow(`${name}: `, value)];
    const merged = this.mergeable(body.attributes);
    const anchor = this.maybe(4) ? this.anchor(value) : "";
    const own = Object.entries(body.attributes).filter(
      ([key, part]) => canonicalJson(part) !== canonicalJson(merged?.plain[key]),
    );
    const attributes = [
      ...(merged ? [...this.noise(""), `<<: *${merged.name}${this.comment()}`] : []),
      ...this.shuffled(own).flatMap(([key, part = null]) => this.attribute(key, part, [`${body.address} ${key}`])),
    ];
    const sections = Object.entries(body.children).flatMap(([section, bodies]) => [
      ...this.noise(""),
      `${section}:${this.aside([])}`,
      ...this.indented(Object.entries(bodies).flatMap(([key, child]) => this.entry(key, child))),
    ]);
    const inner = this.maybe(4) ? [...sections, ...attributes] : [...attributes, ...sections];
    return [...this.noise(""), `${name}:${anchor}${this.aside([])}`, ...this.indented([...inner, ...this.noise("")])];
  }

  /** An anchored mapping that gives some of these attributes and no other. */
  private mergeable(attributes: JsonObject): { readonly name: string; readonly plain: JsonObject } | undefined {
    const fitting = this.anchors.flatMap(({ name, plain: value }) =>
      isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => Object.hasOwn(attributes, key))
        ? [{ name, plain: value }]
        : [],
    );
    return fitting.length > 0 && this.maybe(2) ? this.pick(fitting) : undefined;
  }

  /** A value in brackets or braces over several lines, with comments among them. */
  private spreadFlow(head: string, value: Json): string[] {
    const isList = Array.isArray(value);
    if ((!isList && !isObject(value)) || Object.keys(value).length === 0) return [head + this.flow(value)];
    const parts = isList
      ? value.map((item: Json) => ["", item] as const)
      : Object.entries(value).map(([key, part = null]) => [`${key}: `, part] as const);
    const lines = parts.flatMap(([key, part], index) => {
      const inner = this.maybe(3) ? this.spreadFlow(key, part) : [key + this.flow(part)];
      const comma = index < parts.length - 1 || this.maybe(3) ? "," : "";
      return [...this.noise(""), ...inner.slice(0, -1), `${inner.at(-1) ?? ""}${comma}${this.comment()}`];
    });
    return [
      head + (isList ? "[" : "{") + this.comment(),
      ...this.indented([...lines, ...this.noise("")]),
      `  ${isList ? "]" : "}"}`,
    ];
  }

  private attribute(key: string, value: Json, owners: readonly string[]): string[] {
    const { beside, below } = this.value(value);
    const isShared = beside.startsWith("*") || beside.startsWith("&");
    const head = `${key}:${beside === "" ? "" : this.pick([" ", " ", "   "])}${beside}`;
    return [
      ...this.noise(""),
      `${head}${isShared || below.length > 0 ? this.comment() : this.aside(owners)}`,
      ...this.indented(below),
    ];
  }

  private value(value: Json): Text {
    const known = this.anchors.find((anchor) => anchor.value === canonicalJson(value));
    if (known && this.maybe(2)) return { beside: `*${known.name}`, below: [] };
    const isList = Array.isArray(value);
    if ((isList || isObject(value)) && Object.keys(value).length > 0 && this.maybe(2)) {
      const anchor = this.maybe(5) ? this.anchor(value).trimStart() : "";
      return { beside: anchor, below: isList ? this.items(value) : this.parts(value) };
    }
    if (typeof value === "string" && /^[a-z]+(\n[a-z]+)*\n?$/.test(value) && this.maybe(value.includes("\n") ? 2 : 8)) {
      const mark = value.endsWith("\n") ? "|" : "|-";
      return { beside: mark, below: value.replace(/\n$/, "").split("\n") };
    }
    const text = value === null ? this.pick(["", "~", "null"]) : this.flow(value);
    return { beside: (text !== "" && this.maybe(6) ? `${this.anchor(value).trimStart()} ` : "") + text, below: [] };
  }

  private items(list: readonly Json[]): string[] {
    return list.flatMap((item) => {
      if (!isObject(item) || this.maybe(2)) return [...this.noise(""), `- ${this.flow(item)}${this.comment()}`];
      const [first = "", ...others] = this.parts(item).filter((line) => !/^\s*(#|$)/.test(line));
      return [...this.noise(""), `- ${first}`, ...others.map((line) => `  ${line}`)];
    });
  }

  private parts(object: JsonObject): string[] {
    return Object.entries(object).flatMap(([key, part = null]) => [
      ...this.noise(""),
      `${key}: ${this.flow(part)}${this.comment()}`,
    ]);
  }

  private flow(value: Json): string {
    const pad = this.pick(["", " "]);
    if (Array.isArray(value)) {
      const items = value.map((item: Json) => this.flow(item)).join(", ");
      return value.length === 0 ? "[]" : `[${pad}${items}${this.maybe(6) ? "," : ""}${pad}]`;
    }
    if (isObject(value)) {
      const pairs = Object.entries(value).map(([key, part = null]) => `${key}: ${this.flow(part)}`);
      return pairs.length === 0 ? "{}" : `{${pad}${pairs.join(", ")}${pad}}`;
    }
    if (typeof value !== "string") return JSON.stringify(value);
    const styles = [JSON.stringify(value)];
    if (/^[a-z][a-z/_ ]*[a-z]$/.test(value)) styles.push(value, value);
    if (/^[ -~]+$/.test(value)) styles.push(`'${value.replaceAll("'", "''")}'`);
    return this.pick(styles);
  }

  private anchor(value: Json): string {
    const name = `a${this.anchors.length + 1}`;
    this.anchors.push({ name, value: canonicalJson(value), plain: value });
    return ` &${name}`;
  }

  /** Comments and blank lines between things. */
  private noise(indent: string): string[] {
    const lines: string[] = [];
    while (this.maybe(5)) lines.push(this.maybe(2) ? "" : `${indent}# ${this.mark()}`);
    return lines;
  }

  private comment(): string {
    return this.maybe(3) ? `${this.pick([" ", "  ", "     "])}# ${this.mark()}` : "";
  }

  /** A comment behind a line that is wholly about these attributes. */
  private aside(owners: readonly string[]): string {
    if (!this.maybe(2)) return "";
    const mark = this.mark();
    if (owners.length > 0) this.marks.push({ mark, owners });
    return `${this.pick([" ", "  "])}# ${mark}`;
  }

  private mark(): string {
    return `${this.name}-${++this.count}.`;
  }

  private indented(lines: readonly string[]): string[] {
    return lines.map((line) => (line === "" ? "" : this.step + line));
  }

  private shuffled<T>(values: readonly T[]): T[] {
    return values.length === 0 ? [] : this.g(fc.shuffledSubarray, [...values], { minLength: values.length });
  }

  private maybe(oneIn: number): boolean {
    return this.g(fc.nat, { max: oneIn - 1 }) === 0;
  }

  private pick<T>(values: readonly T[]): T {
    return this.g(fc.constantFrom, ...values) as T;
  }
}

function plain(body: BodyShape): JsonObject {
  const children = Object.entries(body.children).map(([section, bodies]) => [
    section,
    Object.fromEntries(Object.entries(bodies).map(([key, child]) => [key, plain(child)])),
  ]);
  return { ...body.attributes, ...Object.fromEntries(children) };
}

function ownersOf(body: BodyShape): string[] {
  const children = Object.values(body.children).flatMap((bodies) => Object.values(bodies).flatMap(ownersOf));
  return [`${body.address} *`, ...children];
}
