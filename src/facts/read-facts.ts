import { TrueupError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { NamedParameters, OperationFacts, ParameterFacts, ReleaseFacts } from "./release.js";

/** What a release is called: `19.1`. */
export const releasePattern = /^\d{1,3}\.\d{1,3}$/;

/**
 * The facts of a release from the text of their file (`compactText` writes it), with every shape in its place; `name` is what errors call the file.
 * Throws TrueupError, which says what is wrong and where, for what is no such text.
 */
export function readFacts(text: string, name = "facts"): ReleaseFacts {
  const document = parsed(text, name);
  const { release, shapes, operations } = document;
  if (typeof release !== "string" || !releasePattern.test(release)) throw bad(name, "release", "is no release such as 19.1");
  if (!isObject(operations)) throw bad(name, "operations", "is no object of operations");
  if (shapes !== undefined && !isObject(shapes)) throw bad(name, "shapes", "is no object of shapes");
  const reader = new Reader(name, shapes ?? {});
  return {
    release,
    operations: Object.fromEntries(Object.entries(operations).map(([key, facts]) => [key, reader.operation(key, facts)])),
  };
}

function parsed(text: string, name: string): JsonObject {
  let document: Json;
  try {
    document = JSON.parse(text) as Json;
  } catch (cause) {
    const message = `the facts are no JSON: ${(cause as Error).message}`;
    throw new TrueupError({ code: "facts.invalid", where: name, message, hint: remedy, cause });
  }
  if (!isObject(document)) throw bad(name, "the document", "is no object with release and operations");
  return document;
}

const remedy = "make the file anew from the server's OpenAPI description: npm run facts -- SPEC RELEASE --force";

function bad(name: string, place: string, why: string): TrueupError {
  return new TrueupError({ code: "facts.invalid", where: name, message: `${place} ${why}`, hint: remedy });
}

/** Puts shapes where they are named. Each is read once, so that what is shared in the file is shared in memory. */
class Reader {
  private readonly read = new Map<string, NamedParameters | "reading">();

  constructor(
    private readonly name: string,
    private readonly shapes: JsonObject,
  ) {}

  operation(place: string, value: Json | undefined): OperationFacts {
    if (!/^(?:GET|POST|PUT|PATCH|DELETE) \/\S*$/.test(place))
      throw bad(this.name, JSON.stringify(place), "is no method and path such as GET /projects/{id}");
    if (!isObject(value)) throw bad(this.name, place, "is no object");
    const { params, reply, deprecated } = value;
    return {
      ...(params === undefined ? {} : { params: this.parameters(`${place}: params`, params) }),
      ...(reply === undefined ? {} : { reply: this.parameters(`${place}: reply`, reply) }),
      ...(deprecated === true ? { deprecated } : {}),
    };
  }

  private parameters(place: string, value: Json): NamedParameters {
    if (typeof value === "string") return this.shape(place, value);
    if (!isObject(value)) throw bad(this.name, place, "is neither an object of parameters nor the name of a shape");
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.parameter(`${place}: ${key}`, inner)]));
  }

  private shape(place: string, reference: string): NamedParameters {
    const key = reference.slice(1);
    const known = this.read.get(key);
    if (known === "reading") throw bad(this.name, place, `names the shape ${reference} within itself`);
    if (known) return known;
    const shape = reference.startsWith("#") && Object.hasOwn(this.shapes, key) ? this.shapes[key] : undefined;
    if (!isObject(shape)) throw bad(this.name, place, `names ${JSON.stringify(reference)}, which is no shape of the file`);
    this.read.set(key, "reading");
    const parameters = this.parameters(`shape ${key}`, shape);
    this.read.set(key, parameters);
    return parameters;
  }

  private parameter(place: string, value: Json | undefined): ParameterFacts {
    if (typeof value === "string") return this.typed(place, value);
    if (!isObject(value)) throw bad(this.name, place, "has no type");
    const { type, items, properties, ...rest } = value;
    if (typeof type !== "string") throw bad(this.name, place, "has no type");
    return {
      ...this.typed(place, type),
      ...rest,
      ...(items === undefined ? {} : { items: this.parameter(`${place}[]`, items) }),
      ...(properties === undefined ? {} : { properties: this.parameters(place, properties) }),
    };
  }

  private typed(place: string, value: string): ParameterFacts {
    const [type = "", ...words] = value.split(" ");
    if (!/^[a-z]+(?:\|[a-z]+)*$/.test(type)) throw bad(this.name, place, `has the type ${JSON.stringify(value)}, which is none`);
    const odd = words.find((word) => word !== "query" && word !== "required");
    if (odd !== undefined) throw bad(this.name, place, `has the word ${JSON.stringify(odd)}, which means nothing here`);
    return {
      type,
      ...(words.includes("query") ? { in: "query" as const } : {}),
      ...(words.includes("required") ? { required: true as const } : {}),
    };
  }
}
