import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { topParent, topKind } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import type { Subject } from "./subjects.js";

/** A file of desired state, and where in it each attribute stands. */
export interface Written {
  readonly text: string;
  /** `line:column` by address and dotted attribute, with a blank between. */
  readonly places: ReadonlyMap<string, string>;
}

/** What a file is to say of one subject. */
export interface Body {
  readonly subject: Subject;
  readonly spec: JsonObject;
}

type Tree = Map<string, Tree | { readonly body: Body }>;

/** Writes bodies as one YAML file with one attribute on each line; attributes that have a vendor's name under it if `dialect` says so. */
export function writeBodies(bodies: readonly Body[], dialect: "neutral" | "vendor" = "neutral"): Written {
  const top: Tree = new Map();
  for (const body of bodies) plant(top, stepsTo(body), body);
  const page = new Page(dialect);
  page.tree(top, 0);
  return { text: `${page.lines.join("\n")}\n`, places: page.places };
}

/** The keys under which a body stands in a file. */
function stepsTo({ subject: { kind, path, key } }: Body): string[] {
  const { parent, as, file } = kind;
  if (parent === topParent) return as === "one" ? [file] : [file, path ?? ""];
  const above = [topKind(kinds, parent).file, path ?? "", file];
  return as === "one" ? above : [...above, key ?? ""];
}

/** Bodies of children stand inside the bodies of what holds them. */
function plant(top: Tree, steps: readonly string[], body: Body): void {
  let tree = top;
  for (const step of steps) {
    const next = tree.get(step);
    if (next instanceof Map) tree = next;
    else {
      const made: Tree = new Map();
      tree.set(step, made);
      tree = made;
    }
  }
  tree.set("", { body });
}

class Page {
  readonly lines: string[] = [];
  readonly places = new Map<string, string>();

  constructor(private readonly dialect: "neutral" | "vendor") {}

  tree(tree: Tree, depth: number): void {
    const own = tree.get("");
    if (own && "body" in own) this.body(own.body, depth);
    for (const [key, next] of tree) {
      if (!(next instanceof Map)) continue;
      this.line(depth, key, undefined);
      this.tree(next, depth + 1);
    }
  }

  private body({ subject, spec }: Body, depth: number): void {
    for (const [name, value] of Object.entries(spec)) {
      const vendor = this.dialect === "vendor" ? subject.fields[name]?.vendor : undefined;
      if (value !== undefined) this.attribute(subject.address, name, vendor ?? name, value, depth);
    }
  }

  private attribute(address: string, path: string, key: string, value: Json, depth: number): void {
    this.places.set(`${address} ${path}`, `${this.lines.length + 1}:${depth * 2 + 1}`);
    if (!isObject(value) || Object.keys(value).length === 0) return this.line(depth, key, value);
    this.line(depth, key, undefined);
    for (const [name, part] of Object.entries(value)) {
      if (part !== undefined) this.attribute(address, `${path}.${name}`, name, part, depth + 1);
    }
  }

  private line(depth: number, key: string, value: Json | undefined): void {
    this.lines.push(`${"  ".repeat(depth)}${JSON.stringify(key)}:${value === undefined ? "" : ` ${JSON.stringify(value)}`}`);
  }
}
