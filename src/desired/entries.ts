import { type Address, parentPath } from "../core/address.js";
import type { Origin } from "../core/errors.js";
import { kindAt, type Kinds, topKind } from "../core/kind.js";
import type { Desired } from "../core/plan.js";
import { bodyIdentity, type Body } from "./body.js";

/** A body with its canonical form. */
export interface DeclaredEntry {
  readonly body: Body;
  readonly desired: Desired;
  /** Attributes that the schema refused. */
  readonly wrong: ReadonlySet<string>;
}

/** All entries, found by kind and path or key. */
export class DeclaredEntries {
  private readonly byIdentity: ReadonlyMap<string, DeclaredEntry>;

  constructor(
    readonly entries: readonly DeclaredEntry[],
    readonly kinds: Kinds,
  ) {
    this.byIdentity = new Map(entries.map((entry) => [bodyIdentity(entry.body.kind, entry.body.path, entry.body.key), entry]));
  }

  /** What stands at the top of the files under a name or full path; undefined also for what is no kind. */
  find(kind: string, path: string, key?: string): DeclaredEntry | undefined {
    return this.kinds.has(kind) ? this.byIdentity.get(bodyIdentity(topKind(this.kinds, kind), path, key)) : undefined;
  }

  /** What stands at an address; undefined where nothing does. */
  at(address: Address | undefined): DeclaredEntry | undefined {
    return address && this.byIdentity.get(bodyIdentity(kindAt(this.kinds, address), address.path, address.key));
  }

  /** What holds what stands at an address; undefined where nothing declared does. */
  holderOf(address: Address): Desired | undefined {
    const entry = this.at(address);
    return entry && this.holders(entry)[0]?.desired;
  }

  /** What holds an entry: the body that it stands in, or the nearest declared group above its full path. */
  holders(entry: DeclaredEntry): DeclaredEntry[] {
    const { kind, path, parent } = entry.body;
    if (parent) {
      const holder = this.find(parent.kind.name, parent.path ?? "");
      return holder ? [holder, ...this.holders(holder)] : [];
    }
    if (!kind.tree || path === undefined) return [];
    const result: DeclaredEntry[] = [];
    for (let above = parentPath(path); above !== undefined; above = parentPath(above)) {
      const holder = this.find(kind.tree.parent, above);
      if (holder) result.push(holder);
    }
    return result;
  }
}

/** Where an attribute stands, by its dotted path; falls back to what holds it. */
export function attributeOrigin(desired: Desired, attribute: string): Origin {
  for (let path = attribute; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    const origin = desired.origins[path];
    if (origin) return origin;
  }
  return desired.origin;
}
