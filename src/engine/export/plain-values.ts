import type { Declaration, FindInexpressible } from "../../core/declaration.js";
import type { Fields } from "../../core/fields.js";
import { isObject, type Spec } from "../../core/json.js";
import { matches } from "../../core/match.js";
import { looksSecret } from "../../core/secret-likeness.js";

/** How secrets are told from what may stand in clear. */
export interface PlainOptions {
  readonly refuse: FindInexpressible;
  /** Told of every secret that a reply shows, so that it shows nowhere else. */
  readonly onSecret: (value: string) => void;
  /** Says values in clear that the platform does not keep secret and that do not look like a secret. */
  readonly isPlain?: boolean;
}

/** How many values of things that may keep secrets can stand in clear. */
export interface PlainCount {
  readonly plain: number;
  readonly of: number;
}

/** A declaration with the values that may stand in clear, which it still has masked. */
interface Candidate {
  readonly declaration: Declaration;
  readonly values: ReadonlyMap<string, string>;
}

/** What an export may say in clear although the attribute is one for secrets: what the platform does not keep secret, and what does not look like one. */
export class PlainValues {
  private readonly candidates = new Map<string, Candidate>();
  private count = 0;

  /** Remembers what may stand in clear of a new declaration, by its own name. Answers the rest of what is live: its secrets are secrets. */
  take(own: string, declaration: Declaration, fields: Fields, live: Spec): Spec {
    const values = new Map<string, string>();
    for (const [name, { secret }] of Object.entries(fields)) {
      const value = live[name];
      const mayBePlain = isObject(secret) ? secret.mayBePlain : undefined;
      if (!isObject(mayBePlain)) continue;
      this.count++;
      if (typeof value === "string" && matches(mayBePlain, live) && !looksSecret(declaration.key ?? "", value))
        values.set(name, value);
    }
    if (values.size > 0) this.candidates.set(own, { declaration, values });
    return Object.fromEntries(Object.entries(live).filter(([name]) => !values.has(name)));
  }

  /**
   * Once all secrets are known, the declarations with what stands in clear in them, by their own names; without `isPlain` none, and how many could. Every other value is a secret,
   * also one that files cannot say in clear.
   */
  decide({ isPlain, refuse, onSecret }: PlainOptions): {
    readonly said: ReadonlyMap<string, Declaration>;
    readonly couldBePlain?: PlainCount;
  } {
    const said = new Map<string, Declaration>();
    for (const [own, { declaration, values }] of this.candidates) {
      const plain = { ...declaration, spec: { ...declaration.spec, ...Object.fromEntries(values) } };
      if (refuse(plain).every(({ attribute }) => !values.has(attribute))) said.set(own, plain);
      else for (const value of values.values()) onSecret(value);
    }
    if (isPlain) return { said };
    for (const own of said.keys()) for (const value of this.candidates.get(own)?.values.values() ?? []) onSecret(value);
    return { said: new Map(), couldBePlain: { plain: said.size, of: this.count } };
  }
}
