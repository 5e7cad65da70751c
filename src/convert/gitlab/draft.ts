import { fold, formatAddress } from "../../core/address.js";
import type { Fields } from "../../core/fields.js";
import type { Json } from "../../core/json.js";
import { fieldsOf, type Kind } from "../../core/kind.js";

/** What resources say of one thing, before what goes without saying is left out. */
export interface Draft {
  readonly address: string;
  readonly kind: Kind;
  readonly path?: string;
  readonly key?: string;
  readonly fields: Fields;
  readonly spec: Map<string, Json>;
  /** Attributes that the configuration sets; undefined where only a state is known. */
  readonly said: Set<string> | undefined;
  readonly remarks: string[];
  /** The resource that is the thing itself, not a part of it. */
  from?: string;
}

/** All drafts, found by what they stand for; letter case does not tell paths apart. */
export class Drafts {
  private readonly drafts = new Map<string, Draft>();

  constructor(private readonly isPlan: boolean) {}

  /** The draft of a thing, a new one if there is none yet. */
  of(kind: Kind, path: string | undefined, key: string | undefined): Draft {
    const identity = identityOf(kind.name, path, key);
    const known = this.drafts.get(identity);
    if (known) return known;
    const place = { ...(path === undefined ? {} : { path }), ...(key === undefined ? {} : { key }) };
    const made: Draft = {
      address: formatAddress({ kind: kind.name, ...place }),
      kind,
      ...place,
      fields: fieldsOf(kind, key),
      spec: new Map(),
      said: this.isPlan ? new Set() : undefined,
      remarks: [],
    };
    this.drafts.set(identity, made);
    return made;
  }

  find(kind: string, path?: string): Draft | undefined {
    return this.drafts.get(identityOf(kind, path, undefined));
  }

  all(): readonly Draft[] {
    return [...this.drafts.values()];
  }
}

function identityOf(kind: string, path: string | undefined, key: string | undefined): string {
  return [kind, path === undefined ? "" : fold(path), key ?? ""].join("\n");
}
