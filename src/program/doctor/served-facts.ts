import { TrueupError } from "../../core/errors.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";

/** What facts say of one operation, by name: the JSON types that a value may have; empty where that is not known. */
export interface ServedOperation {
  readonly params: ReadonlyMap<string, readonly string[]>;
  readonly reply: ReadonlyMap<string, readonly string[]>;
}

/** The facts of one release, one operation at a time. */
export class ServedFacts {
  private readonly shapes: JsonObject;
  /** By template with all placeholders alike: they have other names there. */
  private readonly operations = new Map<string, Json | undefined>();

  /** @param text of a file of `schemas/facts/`. Throws TrueupError `facts.invalid` where it is none */
  constructor(text: string, name: string) {
    const document = parsed(text, name);
    this.shapes = isObject(document["shapes"]) ? document["shapes"] : {};
    const operations = isObject(document["operations"]) ? document["operations"] : {};
    for (const [route, operation] of Object.entries(operations)) this.operations.set(templateOf(route), operation);
  }

  /** Undefined for an operation that the release does not have, as far as is known. */
  operation(route: string): ServedOperation | undefined {
    const found = this.operations.get(templateOf(route));
    if (!isObject(found)) return undefined;
    return { params: this.types(found["params"]), reply: this.types(found["reply"]) };
  }

  private types(parameters: Json | undefined): ReadonlyMap<string, readonly string[]> {
    const own = typeof parameters === "string" ? this.shapes[parameters.slice(1)] : parameters;
    if (!isObject(own)) return new Map();
    return new Map(Object.entries(own).map(([name, one]) => [name, typesOf(one)]));
  }
}

function parsed(text: string, name: string): JsonObject {
  const hint = "Install trueup anew: its files are not whole.";
  try {
    const document = JSON.parse(text) as Json;
    if (isObject(document) && isObject(document["operations"])) return document;
  } catch (cause) {
    throw new TrueupError({ code: "facts.invalid", where: name, message: "the facts are no JSON", hint, cause });
  }
  throw new TrueupError({ code: "facts.invalid", where: name, message: "the facts have no operations", hint });
}

const jsonTypes: ReadonlySet<string> = new Set(["array", "boolean", "integer", "number", "object", "string"]);

/** `integer|string required` says two types; whatever is none of JSON says nothing. */
function typesOf(parameter: Json | undefined): readonly string[] {
  const text = isObject(parameter) ? parameter["type"] : parameter;
  if (typeof text !== "string") return [];
  const types = (text.split(" ")[0] ?? "").split("|");
  return types.every((type) => jsonTypes.has(type)) ? types : [];
}

function templateOf(route: string): string {
  return route.replaceAll(/\{[^}]*\}/g, "{}");
}
