import { fieldsOf } from "../core/kind.js";
import { referencesOf } from "../core/named.js";
import type { ConvertedDeclaration, ConvertedDeclarations } from "./converted.js";

/** What waits for what. Terraform knows no other order than that of references and `depends_on`, and takes no circles. */
export interface Order {
  /** True if an attribute of `from` may refer to `to`: not where that waits for `from` itself. */
  readonly mayRefer: (from: ConvertedDeclaration, to: ConvertedDeclaration) => boolean;
  /** What a thing waits for without referring to it. */
  readonly after: (thing: ConvertedDeclaration) => readonly ConvertedDeclaration[];
  /** What it should have waited for, and cannot. */
  readonly unawaited: (thing: ConvertedDeclaration) => readonly ConvertedDeclaration[];
}

/**
 * Finds the order of things: each waits for what holds it, for what its attributes name, and what nothing holds for the settings that shape what is made. Names that
 * would close a circle are left to stand as they are, and settings that name a thing come after it.
 */
export function orderOf(things: ConvertedDeclarations): Order {
  const waits = new Map(things.list.map((thing) => [thing, new Set<ConvertedDeclaration>()]));
  const add = (from: ConvertedDeclaration, to: ConvertedDeclaration): boolean => {
    if (from === to || reaches(to, from, waits)) return false;
    waits.get(from)?.add(to);
    return true;
  };
  for (const thing of things.list) {
    const holder = things.holderOf(thing);
    if (holder) add(thing, holder);
  }
  for (const thing of things.list) for (const named of namedBy(thing, things)) add(thing, named);
  const after = new Map<ConvertedDeclaration, readonly ConvertedDeclaration[]>();
  const unawaited = new Map<ConvertedDeclaration, readonly ConvertedDeclaration[]>();
  for (const thing of things.list) {
    const settings = shapedBy(thing, things);
    if (!settings || waits.get(thing)?.has(settings)) continue;
    (add(thing, settings) ? after : unawaited).set(thing, [settings]);
  }
  return {
    mayRefer: (from, to) => waits.get(from)?.has(to) === true,
    after: (thing) => after.get(thing) ?? [],
    unawaited: (thing) => unawaited.get(thing) ?? [],
  };
}

/** What the names in a declaration stand for, of what is declared itself. */
function namedBy(thing: ConvertedDeclaration, things: ConvertedDeclarations): readonly ConvertedDeclaration[] {
  const { declaration, kind } = thing;
  const { key, spec } = declaration;
  return referencesOf(fieldsOf(kind, { key }), spec).flatMap(
    ({ field: { target }, name }) => (target === undefined ? undefined : things.named(target, name, thing)) ?? [],
  );
}

/** The settings of the instance that say what a new group or project is like; what lies in another waits for that one already. */
function shapedBy(thing: ConvertedDeclaration, things: ConvertedDeclarations): ConvertedDeclaration | undefined {
  const { tree } = thing.resource.kind;
  return tree && !things.holderOf(thing) ? things.at(tree.defaultVisibility.kind) : undefined;
}

/** True if `from` waits for `to`, by however many others. */
function reaches(
  from: ConvertedDeclaration,
  to: ConvertedDeclaration,
  waits: ReadonlyMap<ConvertedDeclaration, ReadonlySet<ConvertedDeclaration>>,
): boolean {
  const seen = new Set<ConvertedDeclaration>([from]);
  for (const thing of seen) {
    if (thing === to) return true;
    for (const next of waits.get(thing) ?? []) seen.add(next);
  }
  return false;
}
