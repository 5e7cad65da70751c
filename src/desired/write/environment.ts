import { append, compareTexts, groupedBy } from "../../core/collections.js";
import type { Declaration } from "../../core/declaration.js";
import { commentLines } from "../../core/inert-text.js";
import { isObject, type Value } from "../../core/json.js";
import { isSecret } from "../../core/placeholders.js";
import { secretReferences } from "../../core/secret-template.js";

const heading = "The secrets that these files refer to. Copy to .env, fill in, and load it: set -a; . ./.env; set +a";

/** What refers to variables: a declaration, or attributes of a thing that is declared. */
type Saying = Pick<Declaration, "address" | "spec">;

/** The attributes that refer to a variable, by the address of what has them. */
type Places = ReadonlyMap<string, readonly string[]>;

/**
 * The text of `.env.example`: every variable that the declarations refer to, without a value. Variables that the same things need stand together, under a comment line for
 * each thing. `existing` is the file that is there; it only gains what it lacks. undefined where there is no file and nothing to say.
 */
export function environmentExample(declarations: readonly Saying[], existing?: string): string | undefined {
  const known = new Set(
    [...(existing ?? "").matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=/gm)].map(([, name]) => name),
  );
  const missing = [...variables(declarations)].filter(([name]) => !known.has(name));
  if (missing.length === 0) return existing;
  const before = existing === undefined ? `${commentLines(heading).join("\n")}\n` : existing.replace(/[^\n]$/, "$&\n");
  return `${before}${groupsOf(missing).join("\n")}`;
}

/** The text of each group of variables, by the things that need them. */
function groupsOf(named: readonly (readonly [name: string, places: Places])[]): string[] {
  const groups = groupedBy(named, ([, places]) => [...places.keys()].sort(compareTexts).join("\0"));
  return [...groups]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([addresses, members]) => {
      const comments = addresses.split("\0").flatMap((address) => {
        const attributes = new Set(members.flatMap(([, places]) => places.get(address) ?? []));
        return commentLines(`${address} ${[...attributes].sort(compareTexts).join(", ")}`);
      });
      const names = members.map(([name]) => name).sort(compareTexts);
      return [...comments, ...names.map((name) => `${name}=`), ""].join("\n");
    });
}

/** Each variable with the attributes that refer to it. */
function variables(declarations: readonly Saying[]): ReadonlyMap<string, Places> {
  const groups = new Map<string, Map<string, string[]>>();
  for (const { address, spec } of declarations) {
    const visit = (value: Value, place: string): void => {
      if (isSecret(value)) {
        for (const { from, name } of secretReferences(value.$secret)) {
          if (from !== "env") continue;
          const places = groups.get(name) ?? new Map<string, string[]>();
          groups.set(name, places);
          append(places, address, place);
        }
      } else if (Array.isArray(value)) value.forEach((item: Value, index) => visit(item, `${place}.${index}`));
      else if (isObject(value)) for (const [name, part = null] of Object.entries(value)) visit(part, `${place}.${name}`);
    };
    for (const [name, value = null] of Object.entries(spec)) visit(value, name);
  }
  return groups;
}
