import { type Address, fold, formatAddress } from "../../core/address.js";
import type { Fields } from "../../core/fields.js";
import type { Value } from "../../core/json.js";
import { addressIn, fieldsOf, topParent, type PlacedKind } from "../../core/kind.js";

/** What resources say of one thing, before what goes without saying is left out. */
export interface ConvertedResource extends Omit<Address, "kind"> {
  readonly address: string;
  readonly kind: PlacedKind;
  readonly fields: Fields;
  readonly spec: Map<string, Value>;
  /** Attributes that the configuration sets; undefined where only a state is known. */
  readonly configured: Set<string> | undefined;
  readonly remarks: string[];
  /** The resource that is the thing itself, not a part of it. */
  from?: string;
}

/** All drafts, found by what they stand for; letter case does not tell paths apart. */
export class ConvertedResources {
  private readonly drafts = new Map<string, ConvertedResource>();

  constructor(private readonly isPlan: boolean) {}

  /** The draft of a thing, a new one if there is none yet. */
  of(kind: PlacedKind, path: string | undefined, key: string | undefined): ConvertedResource {
    const identity = identityOf(kind, path, key);
    const known = this.drafts.get(identity);
    if (known) return known;
    const address = addressIn(kind, path, key);
    const made: ConvertedResource = {
      ...address,
      address: formatAddress(address),
      kind,
      fields: fieldsOf(kind, { key }),
      spec: new Map(),
      configured: this.isPlan ? new Set() : undefined,
      remarks: [],
    };
    this.drafts.set(identity, made);
    return made;
  }

  /** The draft of a thing at the top of files. */
  find(kind: string, path?: string): ConvertedResource | undefined {
    return this.drafts.get(identityOf({ name: kind, parent: topParent }, path, undefined));
  }

  all(): readonly ConvertedResource[] {
    return [...this.drafts.values()];
  }
}

function identityOf(
  { name, parent }: Pick<PlacedKind, "name" | "parent">,
  path: string | undefined,
  key: string | undefined,
): string {
  return [parent, name, path === undefined ? "" : fold(path), key ?? ""].join("\n");
}
