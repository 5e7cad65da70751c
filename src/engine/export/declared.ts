import { addressKey, parentKey, thingKey } from "../../core/address-key.js";
import { type Address, fold, isUnder } from "../../core/address.js";
import { append } from "../../core/collections.js";
import { type Edit, subjectOf } from "../../core/declaration.js";
import { placeholdersIn } from "../../core/json.js";
import { type Kinds, type PlacedKind, isTopLevel, kindAt } from "../../core/kind.js";
import { isSecret } from "../../core/placeholders.js";
import type { Desired, Live } from "../../core/plan.js";
import { secretReferences } from "../../core/secret-template.js";
import { means } from "../../policies/index.js";
import type { Found } from "../live/index.js";
import { isMatch, isToGo } from "../snapshot/index.js";

/** A declared thing with its kind. */
export interface DeclaredThing {
  readonly desired: Desired;
  readonly kind: PlacedKind;
}

/** What the files declare, found by what is live; each thing is claimed once. */
export class Declared {
  private readonly byAddress = new Map<string, DeclaredThing>();
  private readonly bySibling = new Map<string, DeclaredThing[]>();
  /** What is to get another name and is live under the old one. */
  private readonly byFormerName = new Map<string, DeclaredThing>();
  private readonly claimed = new Set<Desired>();
  private readonly livePaths = new Set<string>();

  constructor(
    resources: readonly Desired[],
    private readonly kinds: Kinds,
  ) {
    for (const desired of resources) {
      const kind = kindAt(kinds, desired);
      this.byAddress.set(addressKey(desired, kinds), { desired, kind });
      const { path, formerKey } = desired;
      if (formerKey !== undefined)
        this.byFormerName.set(isTopLevel(kind) ? thingKey(kind, formerKey, undefined) : thingKey(kind, path, formerKey), {
          desired,
          kind,
        });
      if (kind.key?.with) append(this.bySibling, thingKey(kind, desired.path, undefined), { desired, kind });
    }
  }

  /** What the files declare of a live thing; undefined if nothing. */
  claim({ kind, path, live }: Found): Desired | undefined {
    if (kind.tree) this.livePaths.add(`${kind.name}:${fold(path ?? "")}`);
    const thing = kind.key?.with
      ? (this.sibling(kind, path, live, isMatch) ?? this.sibling(kind, path, live, isToGo))
      : this.byAddress.get(addressKey(live, this.kinds));
    const known = thing ?? this.byFormerName.get(addressKey(live, this.kinds));
    if (known === undefined) return undefined;
    this.claimed.add(known.desired);
    return known.desired;
  }

  private sibling(kind: PlacedKind, path: string | undefined, { marks }: Live, means: typeof isMatch): DeclaredThing | undefined {
    const candidates = this.bySibling.get(thingKey(kind, path, undefined)) ?? [];
    return candidates.find(({ desired }) => !this.claimed.has(desired) && means(kind, desired, marks));
  }

  /** Things that are declared and were not met. */
  unclaimed(): DeclaredThing[] {
    return [...this.byAddress.values()].filter(({ desired }) => !this.claimed.has(desired) && desired.ensure === "present");
  }

  /** Of these, what is declared at the end of a move, or below it, while the group or project is still where the move is to begin. */
  unmoved(): DeclaredThing[] {
    const ends = this.unclaimed().flatMap(({ desired: { kind, path, movedFrom } }) => {
      const isOpen = movedFrom !== undefined && this.livePaths.has(`${kind}:${fold(movedFrom)}`);
      return isOpen && path !== undefined ? [fold(path)] : [];
    });
    return this.unclaimed().filter(({ desired: { path } }) => {
      const folded = path === undefined ? undefined : fold(path);
      return folded !== undefined && ends.some((end) => folded === end || isUnder(folded, end));
    });
  }

  /** Edits that take resources out of the files, each with its child resources. */
  forget(gone: readonly Desired[]): Edit[] {
    return this.withoutChildren(gone).map((desired) => ({ action: "forget", ...subjectOf(desired) }));
  }

  /** These resources without the child resources of those among them. */
  withoutChildren(things: readonly Desired[]): readonly Desired[] {
    const all = new Set(things.map((desired) => addressKey(desired, this.kinds)));
    return things.filter((desired) => !all.has(parentKey(kindAt(this.kinds, desired), desired.path, this.kinds) ?? ""));
  }

  /** Edits that take back moves whose both ends are live: the one that they begin at is a thing of its own. */
  openMoves(): Edit[] {
    return [...this.claimed]
      .filter(({ kind, movedFrom }) => movedFrom !== undefined && this.livePaths.has(`${kind}:${fold(movedFrom)}`))
      .map((desired) => ({ action: "set", ...subjectOf(desired), attributes: {}, without: ["moved_from"] }));
  }
}

/** Variables of the environment that declared things refer to. */
export function variablesIn(resources: readonly Desired[]): ReadonlySet<string> {
  const templates = resources.flatMap(({ spec }) => placeholdersIn(spec).filter(isSecret));
  const references = templates.flatMap(({ $secret }) => secretReferences($secret));
  return new Set(references.filter(({ from }) => from === "env").map(({ name }) => name));
}

/** Tells what the files leave alone (`ignore`): an attribute by its dotted path, or all of a resource where none is named. */
export function ignoring(
  desired: readonly Desired[],
  kinds: Kinds,
): (kind: PlacedKind, place: Pick<Address, "path" | "key">, attribute?: string) => boolean {
  const patterns = new Map(
    desired.flatMap((resource) => (resource.ignored ? [[addressKey(resource, kinds), resource.ignored] as const] : [])),
  );
  return (kind, { path, key }, attribute) => {
    const ignored = patterns.get(parentKey(kind, path, kinds) ?? thingKey(kind, path, key)) ?? [];
    const child = isTopLevel(kind) ? undefined : { kind: kind.name, ...(key === undefined ? {} : { key }) };
    return ignored.some((pattern) => means(pattern, child, attribute?.split(".") ?? []));
  };
}
