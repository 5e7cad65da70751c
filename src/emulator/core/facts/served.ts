import { readFileSync, readdirSync } from "node:fs";
import { schemasFolder } from "../../schemas-folder.js";
import { isAtLeast, variant } from "../instance.js";
import type { Operation } from "../operations.js";
import { type Json, type JsonObject, isObject } from "../records.js";
import { remembered } from "../remembered.js";
import { since } from "./since.gen.js";

/** What facts of a release say of a parameter, or of a key of a reply. */
export interface ServedParameter {
  /** As JSON Schema names it; several with `|` between them. */
  readonly type: string;
  readonly required?: boolean;
  readonly secret?: boolean;
  readonly enum?: readonly Json[];
  readonly format?: string;
  readonly default?: Json;
  readonly items?: ServedParameter;
  readonly properties?: ServedParameters;
}

export type ServedParameters = Readonly<Record<string, ServedParameter>>;

/** What they say of an operation. */
export interface ServedOperation {
  readonly params?: ServedParameters | undefined;
  readonly reply?: ServedParameters | undefined;
}

const folder = new URL("facts/", schemasFolder);

const read = new Map<string, ServedFacts>();

/** Method and path with nameless places: facts and the API description call these otherwise. */
export function placeless(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, "{}");
}

/** Method and path without the prefix of the API, as facts name an operation. */
export function nameOf({ method, paths: [path = ""] }: Pick<Operation, "method" | "paths">): string {
  return placeless(`${method} ${path.replace("/api/v4", "")}`);
}

/** The facts that count for a server: the newest of its release or an earlier one, else the oldest; undefined where there are none. Each file is read once per process. */
export function factsFor(version: string): ServedFacts | undefined {
  const releases = knownReleases();
  const at = releases.findLastIndex((release) => isAtLeast(version, release));
  const next = at < 0 || minorOf(version) === releases[at] ? undefined : releases[at + 1];
  return next === undefined ? readRelease(releases[Math.max(at, 0)]) : readBetween(releases[at] ?? "", next, minorOf(version));
}

/** What a release between two has: the facts of the older one, and what is known to have come since. */
function readBetween(older: string, newer: string, release: string): ServedFacts {
  const key = `${older} to ${release}`;
  const later = readRelease(newer);
  return remembered(read, key, () => new ServedFacts(textOf(older), false, later && { facts: later, release }));
}

function minorOf(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}

/** The facts of the newest release that there are any of. */
export function newestFacts(): ServedFacts | undefined {
  return readRelease(knownReleases().at(-1));
}

function knownReleases(): readonly string[] {
  const releases = namesOf(folder).flatMap((name) => /^(\d+\.\d+)\.json$/.exec(name)?.[1] ?? []);
  return releases.toSorted((a, b) => (isAtLeast(a, b) ? 1 : -1));
}

function readRelease(release: string | undefined): ServedFacts | undefined {
  if (release === undefined) return undefined;
  return remembered(read, release, () => new ServedFacts(textOf(release), release === knownReleases().at(-1)));
}

function textOf(release: string): string {
  return readFileSync(new URL(`${release}.json`, folder), "utf8");
}

/** Facts from their text, in the form that `schemas/facts` has. Throws where it is none. */
export function factsOf(text: string): ServedFacts {
  return remembered(read, text, () => new ServedFacts(text));
}

function namesOf(directory: URL): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Facts of a later release, and the release before it that is meant. */
interface Later {
  readonly facts: ServedFacts;
  readonly release: string;
}

/** What the operations of one release take and show. An operation is read when it is first asked for. */
export class ServedFacts {
  readonly release: string;
  readonly #isNewest: boolean;
  readonly #operations: ReadonlyMap<string, Json>;
  readonly #written: readonly string[];
  readonly #shapes: JsonObject;
  readonly #read = new Map<string, ServedOperation>();
  readonly #later: Later | undefined;
  readonly #readShapes = new Map<string, ServedParameters>();

  /**
   * @param text JSON: `release`, `operations` by method and path, `shapes` that these name. Throws where it is none.
   * @param isNewest whether there are none of a later release
   * @param later of a release between this one and a later one: what came up to it is taken from the later one
   */
  constructor(text: string, isNewest = true, later?: Later) {
    this.#isNewest = isNewest;
    this.#later = later;
    const document = JSON.parse(text) as Json;
    const { release, operations, shapes } = isObject(document) ? document : {};
    if (typeof release !== "string" || !isObject(operations)) throw new Error("facts of a release need a release and operations");
    this.release = release;
    this.#shapes = isObject(shapes) ? shapes : {};
    this.#written = Object.keys(operations);
    this.#operations = new Map(Object.entries(operations).map(([name, entry]) => [placeless(name), entry]));
  }

  /** True where they tell what a server lacks, too: of their own release, and of later ones that nothing else tells of. */
  areWholeFor(version: string): boolean {
    if (!isAtLeast(version, this.release)) return false;
    return this.#isNewest || minorOf(version) === this.release;
  }

  /** Methods and paths of all operations, with nameless places. */
  names(): string[] {
    const later = this.#later?.facts.names().filter((name) => !this.#operations.has(name) && this.#hasCome(name, "")) ?? [];
    return [...this.#operations.keys(), ...later];
  }

  /** Methods and paths of all operations, as they are written. */
  written(): readonly string[] {
    return this.#written;
  }

  /** What an operation takes and shows, by method and path in any naming of places; undefined where the release lacks it. */
  operation(name: string): ServedOperation | undefined {
    const key = placeless(name);
    const entry = this.#operations.get(key);
    if (!isObject(entry) && this.#hasCome(key, "") !== true) return undefined;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const served = isObject(entry) ? this.#own(entry) : undefined;
    const newer = this.#later?.facts.operation(key);
    const operation = newer === undefined ? served : this.#upTo(key, served, newer);
    if (operation !== undefined) this.#read.set(key, operation);
    return operation;
  }

  #own(entry: JsonObject): ServedOperation {
    const { params, reply } = entry;
    return variant<ServedOperation>(
      {},
      {},
      {
        ...(params === undefined ? {} : { params: () => this.#parameters(params) }),
        ...(reply === undefined ? {} : { reply: () => this.#parameters(reply) }),
      },
    );
  }

  /** An operation with what came of it up to the release; one that came itself has all but what came later. */
  #upTo(key: string, older: ServedOperation | undefined, newer: ServedOperation): ServedOperation {
    const part = (which: "params" | "reply"): ServedParameters | undefined => {
      const [less, all] = [older?.[which], newer[which]];
      if (all === undefined || (older !== undefined && less === undefined)) return less;
      const more = Object.entries(all).filter(([name]) =>
        older === undefined ? this.#hasCome(key, name) !== false : !Object.hasOwn(less ?? {}, name) && this.#hasCome(key, name),
      );
      return { ...less, ...Object.fromEntries(more) };
    };
    return variant<ServedOperation>({}, {}, { params: () => part("params"), reply: () => part("reply") });
  }

  /** Whether it came up to the release; undefined where nothing is known of that. */
  #hasCome(operation: string, name: string): boolean | undefined {
    const from = since[operation]?.[name];
    return this.#later === undefined || from === undefined ? undefined : isAtLeast(this.#later.release, from);
  }

  #parameters(parameters: Json): ServedParameters {
    if (typeof parameters === "string") return this.#shape(parameters.slice(1));
    const entries = isObject(parameters) ? Object.entries(parameters) : [];
    return Object.fromEntries(entries.map(([name, parameter]) => [name, this.#parameter(parameter)]));
  }

  #shape(name: string): ServedParameters {
    return remembered(this.#readShapes, name, () => {
      const shape = Object.hasOwn(this.#shapes, name) ? this.#shapes[name] : undefined;
      if (!isObject(shape)) throw new Error(`the facts of ${this.release} name a shape ${name}, which they do not have`);
      return this.#parameters(shape);
    });
  }

  /** A text is the type with words after it: `boolean required`. */
  #parameter(parameter: Json): ServedParameter {
    if (!isObject(parameter)) return typed(parameter);
    const { type, items, properties, ...rest } = parameter;
    return {
      ...typed(type),
      ...rest,
      ...(items === undefined ? {} : { items: this.#parameter(items) }),
      ...(properties === undefined ? {} : { properties: this.#parameters(properties) }),
    };
  }
}

function typed(parameterType: Json | undefined): ServedParameter {
  const [type = "", ...words] = typeof parameterType === "string" ? parameterType.split(" ") : [];
  return { type, ...(words.includes("required") ? { required: true } : {}) };
}
