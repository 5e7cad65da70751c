import type { Declaration, FindInexpressible } from "../../core/declaration.js";
import { type Fields, type Match, matches, plainWhere } from "../../core/fields.js";
import type { Spec } from "../../core/json.js";
import { fieldsOf, kindAt, type Kinds } from "../../core/kind.js";
import type { Desired, Live } from "../../core/plan.js";
import { looksSecret } from "../../core/secret-names.js";
import { shownSecrets } from "../../core/secret-variables.js";

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

/** Attributes that may keep a secret, by the rule under which a value of them is none. */
function mayBePlain(fields: Fields): (readonly [name: string, rule: Match])[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const rule = plainWhere(field);
    return rule === undefined ? [] : [[name, rule] as const];
  });
}

/** Values of a live thing that may stand in clear: the platform does not keep them secret, and they do not look like a secret. */
export function plainValues(
  fields: Fields,
  key: string | undefined,
  { spec, marks }: Pick<Live, "spec" | "marks">,
): ReadonlyMap<string, string> {
  return new Map(
    mayBePlain(fields).flatMap(([name, rule]) => {
      const value = spec[name];
      const isPlain = typeof value === "string" && matches(rule, marks) && !looksSecret(key ?? "", value);
      return isPlain ? [[name, value] as const] : [];
    }),
  );
}

/** What a reply shows of the secrets of a declared thing: without what its files say in clear, and may go on saying so. */
export function secretsBeside(fields: Fields, { key, spec }: Pick<Desired, "key" | "spec">, live: Live): string[] {
  const plain = plainValues(fields, key, live);
  const isInClear = (name: string): boolean => plain.has(name) && typeof spec[name] === "string";
  return shownSecrets(fields, Object.fromEntries(Object.entries(live.spec).filter(([name]) => !isInClear(name))));
}

/** How many of these say in clear what may keep a secret. */
export function countPlain(declarations: readonly Pick<Declaration, "kind" | "parent" | "key" | "spec">[], kinds: Kinds): number {
  return declarations.filter(({ spec, ...address }) =>
    mayBePlain(fieldsOf(kindAt(kinds, address), address)).some(([name]) => typeof spec[name] === "string"),
  ).length;
}

/** What an export may say in clear although the attribute is one for secrets: what the platform does not keep secret, and what does not look like one. */
export class PlainValues {
  /** Declarations with the values that may stand in clear, which they still have masked. */
  private readonly candidates = new Map<
    string,
    { readonly declaration: Declaration; readonly values: ReadonlyMap<string, string> }
  >();
  private count = 0;

  /** Remembers what may stand in clear of a new declaration, by its own name. Answers the rest of what is live: its secrets are secrets. */
  take(key: string, declaration: Declaration, fields: Fields, live: Live): Spec {
    const values = plainValues(fields, declaration.key, live);
    this.count += mayBePlain(fields).length;
    if (values.size > 0) this.candidates.set(key, { declaration, values });
    return Object.fromEntries(Object.entries(live.spec).filter(([name]) => !values.has(name)));
  }

  /** The declarations with what stands in clear in them, by their own names; without `isPlain` none, and how many could. Every other value is a secret. */
  decide({ isPlain, refuse, onSecret }: PlainOptions): {
    readonly declarations: ReadonlyMap<string, Declaration>;
    readonly couldBePlain?: PlainCount;
  } {
    const declarations = new Map<string, Declaration>();
    for (const [key, { declaration, values }] of this.candidates) {
      const plain = { ...declaration, spec: { ...declaration.spec, ...Object.fromEntries(values) } };
      if (refuse(plain).every(({ attribute }) => !values.has(attribute))) declarations.set(key, plain);
      else for (const value of values.values()) onSecret(value);
    }
    if (isPlain) return { declarations };
    for (const key of declarations.keys()) for (const value of this.candidates.get(key)?.values.values() ?? []) onSecret(value);
    return { declarations: new Map(), couldBePlain: { plain: declarations.size, of: this.count } };
  }
}
