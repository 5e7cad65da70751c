import { append } from "../../core/append.js";
import { commentLines } from "../../core/comment.js";
import type { Declaration } from "../../core/declaration.js";
import { isObject, type Value } from "../../core/json.js";
import { isSecret } from "../../core/placeholders.js";
import { referencesOf } from "../../core/secret-template.js";

const heading = "The secrets that these files refer to. Copy to .env, fill in, and load it: set -a; . ./.env; set +a";

/** What refers to variables: a declaration, or attributes of a thing that is declared. */
type Saying = Pick<Declaration, "address" | "spec">;

/**
 * The text of `.env.example`: every variable that the declarations refer to, without a value, under comments that say where it is used.
 * `existing` is the file that is there; it only gains what it lacks. undefined where there is no file and nothing to say.
 */
export function environmentExample(declarations: readonly Saying[], existing?: string): string | undefined {
  const known = new Set(
    [...(existing ?? "").matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=/gm)].map(([, name]) => name),
  );
  const missing = [...variables(declarations)].filter(([name]) => !known.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (missing.length === 0) return existing;
  const lines = missing.flatMap(([name, places]) => [...[...places].sort().flatMap((place) => commentLines(place)), `${name}=`]);
  const before = existing === undefined ? `${commentLines(heading).join("\n")}\n` : existing.replace(/[^\n]$/, "$&\n");
  return `${before}${lines.join("\n")}\n`;
}

/** Each variable with the attributes that refer to it. */
function variables(declarations: readonly Saying[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const visit = (value: Value, place: string): void => {
    if (isSecret(value)) {
      for (const { from, name } of referencesOf(value.$secret)) if (from === "env") append(found, name, place);
    } else if (Array.isArray(value)) value.forEach((item: Value, index) => visit(item, `${place}.${index}`));
    else if (isObject(value)) for (const [name, part = null] of Object.entries(value)) visit(part, `${place}.${name}`);
  };
  for (const { address, spec } of declarations) {
    for (const [name, value = null] of Object.entries(spec)) visit(value, `${address} ${name}`);
  }
  return found;
}
