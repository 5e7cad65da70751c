import type { Declaration } from "./declaration.js";
import { isCredentialVariable } from "./environment.js";
import type { Fields } from "./fields.js";
import { isObject, type Spec, type Value } from "./json.js";
import { isMasked, isPlaceholder, secret, type SecretValue } from "./placeholders.js";

/** Where a secret stands in a body: the attribute, and the name in it where it has several. */
export type SecretPlace = readonly [attribute: string, name?: string];

/** Gives each secret without a template a variable, named after thing and attribute in the order asked for: `${env:ACME_WEB_DATADOG_API_KEY}`. No two get the same. */
export class SecretVariables {
  private readonly used: Set<string>;

  /** `taken` are names that stand for something else already. */
  constructor(taken: Iterable<string> = []) {
    this.used = new Set(taken);
  }

  /** The declaration with a template for each of its secrets. */
  name(declaration: Declaration): Declaration {
    const places = maskedPlaces(declaration.spec);
    if (places.length === 0) return declaration;
    return withVariables(
      declaration,
      places.map((place) => ({ place, name: this.free(declaration, place) })),
    );
  }

  /** A variable for a secret of something, or of what has this in common, that stands for nothing else. */
  free({ path, key }: Pick<Declaration, "path" | "key">, place: SecretPlace): string {
    const words = [path, key, ...place].filter((part) => part !== undefined).join("_");
    const plain = words
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, "_")
      .replace(/^(?=\d)/, "_")
      .slice(0, 200);
    let name = plain;
    for (let number = 2; this.used.has(name) || isCredentialVariable(name); number++) name = `${plain}_${number}`;
    this.used.add(name);
    return name;
  }
}

/** What stands for a secret that a variable of this name holds. */
export function environmentReference(name: string): SecretValue {
  return secret(`\${env:${name}}`);
}

/** Where a body holds secrets that have no template yet. */
export function maskedPlaces(spec: Spec): SecretPlace[] {
  return Object.entries(spec).flatMap(([attribute, value]): SecretPlace[] => {
    if (isMasked(value)) return [[attribute]];
    return Object.entries(namedParts(value)).flatMap(([name, part]): SecretPlace[] =>
      isMasked(part) ? [[attribute, name]] : [],
    );
  });
}

/** The declaration with references to variables in these places. */
export function withVariables(
  declaration: Declaration,
  named: readonly { readonly place: SecretPlace; readonly name: string }[],
): Declaration {
  const spec: Record<string, Value | undefined> = { ...declaration.spec };
  for (const {
    place: [attribute, part],
    name,
  } of named) {
    const reference = environmentReference(name);
    spec[attribute] = part === undefined ? reference : { ...namedParts(spec[attribute]), [part]: reference };
  }
  return { ...declaration, spec };
}

/** The secrets that a reply shows: they must show nowhere else. */
export function shownSecrets(fields: Fields, spec: Spec): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const shown = field.secret ? [spec[name]] : field.item?.secret ? Object.values(namedParts(spec[name])) : [];
    return shown.filter((value) => typeof value === "string");
  });
}

/** What stands under names in a value that is no secret as a whole. */
export function namedParts(value: Value | undefined): Spec {
  return isObject(value) && !isPlaceholder(value) ? value : {};
}
