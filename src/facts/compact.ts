import { createHash } from "node:crypto";
import { compareTexts, oncePer } from "../core/collections.js";
import type { NamedParameters, OperationFacts, ParameterFacts, ReleaseFacts } from "./release.js";

/** A parameter with nothing but its type and where it stands is a text: `boolean`, `string required`, `integer query`. */
export type CompactParameter = string | CompactObject;

/** Any other; its `type` is such a text. */
interface CompactObject {
  readonly type: string;
  readonly items?: CompactParameter;
  readonly properties?: CompactParameters;
  readonly [rest: string]: unknown;
}

/** Parameters by name, or `#` and the name of a shape. */
export type CompactParameters = string | { readonly [name: string]: CompactParameter };

/** An operation as it is written. */
export interface CompactOperation {
  readonly deprecated?: true;
  readonly params?: CompactParameters;
  readonly reply?: CompactParameters;
}

/** Of fewer characters than this a set of parameters is written where it is used, however often that is. */
const leastShape = 60;

/**
 * The text of facts of a release, for a file: one operation to a line in the order of their names, and what several of them have in common once, under a hash of its content.
 * `readFacts` reads it.
 */
export function compactText(facts: ReleaseFacts): string {
  const shapes = new Shapes();
  const operations = Object.entries(facts.operations)
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([name, operation]) => [name, shapes.operation(operation)] as const);
  const lines = operations.map(([name, operation]) => line(name, shapes.written(operation)));
  return `{
"release": ${JSON.stringify(facts.release)},
"shapes": ${block(shapes.lines())},
"operations": ${block(lines)}
}
`;
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n}`;
}

function line(name: string, value: unknown): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
}

/** Sets of parameters, each kept once. */
class Shapes {
  readonly #texts = new Map<string, { readonly parameters: Exclude<CompactParameters, string>; uses: number }>();
  /** Keeps a set: what refers to one another many times is walked through once. */
  readonly #kept = oncePer((parameters: NamedParameters) => `#${this.#nameOf(parameters)}`);

  operation({ deprecated, params, reply }: OperationFacts): CompactOperation {
    return {
      ...(deprecated ? { deprecated } : {}),
      ...(params ? { params: this.#used(this.#kept(params)) } : {}),
      ...(reply ? { reply: this.#used(this.#kept(reply)) } : {}),
    };
  }

  /** With what is used once, or is short, where it is used. */
  written(operation: CompactOperation): CompactOperation {
    return {
      ...operation,
      ...(operation.params ? { params: this.#resolved(operation.params) } : {}),
      ...(operation.reply ? { reply: this.#resolved(operation.reply) } : {}),
    };
  }

  lines(): string[] {
    const shared = [...this.#texts].filter(([name]) => this.#isShared(name)).toSorted(([a], [b]) => compareTexts(a, b));
    return shared.map(([name, { parameters }]) => line(name, this.#inside(parameters)));
  }

  #used(reference: string): string {
    const shape = this.#texts.get(reference.slice(1));
    if (shape) shape.uses += 1;
    return reference;
  }

  #nameOf(parameters: NamedParameters): string {
    const inner = Object.fromEntries(
      Object.entries(parameters)
        .toSorted(([a], [b]) => compareTexts(a, b))
        .map(([name, facts]) => [name, this.#parameter(facts)]),
    );
    const name = createHash("sha256").update(JSON.stringify(inner)).digest("hex").slice(0, 10);
    if (this.#texts.has(name)) return name;
    this.#texts.set(name, { parameters: inner, uses: 0 });
    // What stands in a shape is used once by it, however often the shape is.
    for (const reference of Object.values(inner).flatMap((parameter) => referencesIn(parameter))) this.#used(reference);
    return name;
  }

  #parameter({ type, in: place, required, items, properties, ...rest }: ParameterFacts): CompactParameter {
    const words = [type, ...(place ? [place] : []), ...(required ? ["required"] : [])].join(" ");
    if (!items && !properties && Object.keys(rest).length === 0) return words;
    return {
      type: words,
      ...rest,
      ...(items ? { items: this.#parameter(items) } : {}),
      ...(properties ? { properties: this.#kept(properties) } : {}),
    };
  }

  #isShared(name: string): boolean {
    const shape = this.#texts.get(name);
    return shape !== undefined && shape.uses > 1 && JSON.stringify(shape.parameters).length >= leastShape;
  }

  #resolved(reference: CompactParameters): CompactParameters {
    if (typeof reference !== "string" || this.#isShared(reference.slice(1))) return reference;
    return this.#inside(this.#texts.get(reference.slice(1))?.parameters ?? {});
  }

  #inside(parameters: Exclude<CompactParameters, string>): CompactParameters {
    return Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, this.#within(parameter)]));
  }

  #within(parameter: CompactParameter): CompactParameter {
    if (typeof parameter === "string") return parameter;
    const { items, properties, ...rest } = parameter;
    return {
      ...rest,
      ...(items ? { items: this.#within(items) } : {}),
      ...(properties ? { properties: this.#resolved(properties) } : {}),
    };
  }
}

function referencesIn(parameter: CompactParameter): string[] {
  if (typeof parameter === "string") return [];
  const { items, properties } = parameter;
  return [...(items ? referencesIn(items) : []), ...(typeof properties === "string" ? [properties] : [])];
}
