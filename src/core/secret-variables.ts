import type { Declaration } from "./declaration.js";
import { isCredentialVariable } from "./environment.js";
import type { Fields } from "./fields.js";
import { isObject, type Spec } from "./json.js";
import { isMasked, secret } from "./placeholders.js";

/**
 * Gives every secret that has no template yet a variable of the environment, named after the thing and the attribute: `${env:ACME_WEB_DATADOG_API_KEY}`. No two
 * get the same. The names follow the order in which they are asked for.
 */
export class SecretVariables {
  private readonly used: Set<string>;

  /** `taken` are names that stand for something else already. */
  constructor(taken: Iterable<string> = []) {
    this.used = new Set(taken);
  }

  /** The declaration with a template for each of its secrets. */
  name(declaration: Declaration): Declaration {
    const names = Object.keys(declaration.spec).filter((name) => isMasked(declaration.spec[name]));
    const named = withVariables(declaration, new Map(names.map((name) => [name, this.free(declaration, name)])));
    const maps = Object.entries(declaration.spec).flatMap(([name, value]) => {
      if (!isObject(value) || !Object.values(value).some((part) => isMasked(part))) return [];
      const parts = Object.entries(value).map(
        ([key, part]) => [key, isMasked(part) ? secret(`\${env:${this.free(declaration, `${name}_${key}`)}}`) : part] as const,
      );
      return [[name, Object.fromEntries(parts)] as const];
    });
    return names.length + maps.length === 0 ? declaration : { ...named, spec: { ...named.spec, ...Object.fromEntries(maps) } };
  }

  /** A variable for an attribute of something, or of what has this in common, that stands for nothing else. */
  free({ path, key }: Pick<Declaration, "path" | "key">, attribute: string): string {
    const words = [path, key, attribute].filter((part) => part !== undefined).join("_");
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

/** The declaration with these attributes as references to variables, by attribute. */
export function withVariables(declaration: Declaration, names: ReadonlyMap<string, string>): Declaration {
  const named = [...names].map(([attribute, name]) => [attribute, secret(`\${env:${name}}`)] as const);
  return { ...declaration, spec: { ...declaration.spec, ...Object.fromEntries(named) } };
}

/** The secrets that a reply shows: they must show nowhere else. */
export function shownSecrets(fields: Fields, spec: Spec): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = field.secret ? spec[name] : undefined;
    return typeof value === "string" ? [value] : [];
  });
}
