import { formatAddress } from "../core/address.js";
import { append } from "../core/collections.js";
import { type FileDiagnostic, type Origin, fault } from "../core/errors.js";
import { envelopeProperties } from "../core/file-schema.js";
import { isObject } from "../core/json.js";
import { type Kinds, addressIn, kindsUnder, topParent } from "../core/kind.js";
import { didYouMean } from "../core/names.js";
import { BodyMerge, setOnce } from "./bodies.js";
import { type Body, partsOf, type Piece, pieceOrigin } from "./body.js";
import type { SourceFile } from "./read-file.js";

/**
 * Merges files by object and attribute (design, "Merging"): the same attribute twice is a problem that names both places, even with equal values;
 * so are two spellings of one name. `delete_undeclared`, `exceptions` and `acknowledge` concatenate. An empty body is `{}`.
 */
export function mergeSources(sources: readonly SourceFile[], kinds: Kinds, diagnostics: FileDiagnostic[]): Merged {
  const merged = new Merged(kinds, diagnostics);
  for (const source of sources) merged.add(source);
  return merged;
}

/** The keys that may stand at the top of a file: places of kinds, and what is said beside them. */
export function topNames(kinds: Kinds): ReadonlySet<string> {
  return new Set([...kindsUnder(kinds, topParent).map(({ file }) => file), ...Object.keys(envelopeProperties(kinds))]);
}

/** All files as one: bodies by address, and what is said beside them. */
export class Merged {
  readonly instance = new Map<string, Piece>();
  /** By file key; lists of several files follow one another. */
  readonly deleteUndeclared = new Map<string, Piece[]>();
  /** Policies and presets by name, each place where one stands. */
  readonly policies = new Map<string, Piece[]>();
  readonly presets = new Map<string, Piece[]>();
  readonly exceptions: Piece[] = [];
  readonly acknowledge: Piece[] = [];
  private readonly declared: BodyMerge;
  private readonly envelope: ReadonlySet<string>;

  constructor(
    private readonly kinds: Kinds,
    private readonly diagnostics: FileDiagnostic[],
  ) {
    this.envelope = new Set(Object.keys(envelopeProperties(kinds)));
    this.declared = new BodyMerge(kinds, diagnostics, (kind, path, key) => formatAddress(addressIn(kind, path, key)));
  }

  get bodies(): readonly Body[] {
    return [...this.declared.bodies.values()];
  }

  /** Takes in what a file says. */
  add(source: SourceFile): void {
    const { value } = source;
    if (value === undefined || value === null) return;
    if (!isObject(value)) {
      this.diagnostics.push(fault("schema.type", source.valueOrigin(""), "a file of desired state must be a mapping"));
      return;
    }
    const places = new Map(kindsUnder(this.kinds, topParent).map((kind) => [kind.file, kind]));
    for (const [name, part] of partsOf({ value, source, pointer: "" })) {
      const kind = places.get(name);
      if (kind) this.declared.addPlace(kind, part, undefined);
      else if (this.envelope.has(name)) this.addEnvelope(name, part);
      else this.unknownKey(name, pieceOrigin(part), [...topNames(this.kinds)]);
    }
  }

  private addEnvelope(name: string, whole: Piece): void {
    for (const [key, piece] of partsOf(whole)) {
      if (name === "instance") setOnce(this.instance, key, piece, `instance.${key}`, this.diagnostics);
      else if (name === "delete_undeclared") append(this.deleteUndeclared, key, piece);
      else if (name === "policies" || name === "presets") append(this[name], key, piece);
      else if ((name === "exceptions" || name === "acknowledge") && Array.isArray(whole.value)) this[name].push(piece);
    }
  }

  private unknownKey(name: string, origin: Origin, names: readonly string[]): void {
    const guess = didYouMean(name, names);
    const details = { attribute: name, allowed: guess ? `did you mean ${guess}?` : names.join(", ") };
    this.diagnostics.push(fault("schema.unknown", origin, `there is no ${JSON.stringify(name)} at the top of a file`, details));
  }
}
