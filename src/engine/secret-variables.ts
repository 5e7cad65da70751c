import type { Declaration } from "../core/declaration.js";
import type { Json } from "../core/json.js";
import { isSecret } from "../core/plan.js";

/**
 * Gives every secret that has no template yet a variable of the environment, named after the thing and the attribute: `${env:ACME_WEB_DATADOG_API_KEY}`. No two get
 * the same, nor one that is `taken`. The declarations must come in an order that does not change from one run to the next, because the names follow it.
 */
export function nameSecrets(declarations: readonly Declaration[], taken: ReadonlySet<string> = new Set()): Declaration[] {
  const used = new Set(taken);
  return declarations.map((declaration) => {
    const names = Object.keys(declaration.spec).filter((name) => isUnnamed(declaration.spec[name]));
    if (names.length === 0) return declaration;
    const spec: Record<string, Json | undefined> = { ...declaration.spec };
    for (const name of names) spec[name] = { $secret: `\${env:${freeName(declaration, name, used)}}` };
    return { ...declaration, spec };
  });
}

function isUnnamed(value: Json | undefined): boolean {
  return isSecret(value) && value.$secret === null;
}

function freeName({ path, key }: Declaration, attribute: string, used: Set<string>): string {
  const words = [path, key, attribute].filter((part) => part !== undefined).join("_");
  const plain = words
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_")
    .slice(0, 200);
  let name = plain;
  for (let number = 2; used.has(name); number++) name = `${plain}_${number}`;
  used.add(name);
  return name;
}
