import { append } from "../../core/append.js";
import type { Declaration } from "../../core/declaration.js";
import { canonicalJson } from "../../core/json.js";
import { maskedPlaces, type SecretPlace, type SecretVariables, withVariables } from "../../core/secret-variables.js";

/** A secret that is shown and as long as this is no word that two places have by chance. */
const unmistakable = 16;
const fewNames = 3;

/** Declarations whose secrets have variables, one for each secret. */
export interface NamedSecrets {
  readonly declarations: readonly Declaration[];
  /** What was taken for granted of secrets that nobody shows, a sentence each. */
  readonly assumed: readonly string[];
  /** The variables of secrets that replies showed, with what they showed: it must show nowhere else. */
  readonly shown: ReadonlyMap<string, string>;
}

/** One secret of one thing. */
interface Place {
  readonly declaration: Declaration;
  readonly at: SecretPlace;
  readonly clear: string | undefined;
}

/**
 * Gives each masked secret a variable, and secrets that are one secret the same: those that replies show and that are equal, and those that nobody shows in things that
 * are called alike and say the same else. `clearOf` is what replies showed.
 */
export function nameSecrets(
  declarations: readonly Declaration[],
  clearOf: (declaration: Declaration, at: SecretPlace) => string | undefined,
  variables: SecretVariables,
): NamedSecrets {
  const groups = new Map<string, Place[]>();
  for (const declaration of declarations)
    for (const at of maskedPlaces(declaration.spec)) {
      const place = { declaration, at, clear: clearOf(declaration, at) };
      append(groups, identityOf(place), place);
    }
  const names = new Map<Declaration, { place: SecretPlace; name: string }[]>();
  const shown = new Map<string, string>();
  const assumed: string[] = [];
  for (const places of groups.values()) {
    const [first] = places;
    if (!first) continue;
    const name = variables.free(placeOf(places), first.at);
    if (first.clear !== undefined) shown.set(name, first.clear);
    else if (places.length > 1) assumed.push(assumption(name, places));
    for (const { declaration, at } of places) append(names, declaration, { place: at, name });
  }
  return { declarations: declarations.map((one) => withVariables(one, names.get(one) ?? [])), assumed, shown };
}

function identityOf({ declaration, at, clear }: Place): string {
  const { kind, parent, key, spec } = declaration;
  if (clear !== undefined && clear.length >= unmistakable) return JSON.stringify([kind, at, clear]);
  const named = [kind, parent ?? null, key ?? null, at];
  return JSON.stringify(clear === undefined ? [...named, canonicalJson(spec)] : [...named, true, clear]);
}

/** What all places have in common: the path of the group that holds them, and the key. */
function placeOf(places: readonly Place[]): Pick<Declaration, "path" | "key"> {
  const [first, ...others] = places.map(({ declaration }) => declaration);
  const segments = first?.path?.split("/") ?? [];
  const count = others.reduce((least, { path }) => {
    const own = path?.split("/") ?? [];
    const differing = segments.findIndex((segment, index) => segment !== own[index]);
    return Math.min(least, differing < 0 ? segments.length : differing);
  }, segments.length);
  const path = segments.slice(0, count).join("/");
  const isOneKey = others.every(({ key }) => key === first?.key);
  return { ...(path === "" ? {} : { path }), ...(isOneKey && first?.key !== undefined ? { key: first.key } : {}) };
}

function assumption(name: string, places: readonly Place[]): string {
  const some = places.slice(0, fewNames).map(({ declaration }) => declaration.address);
  const more = places.length > fewNames ? `, and ${places.length - fewNames} more` : "";
  const attribute = places[0]?.at.join(".") ?? "";
  return `${name} is ${attribute} of ${some.join(", ")}${more}: the platform never shows it, and as all else is the same it is taken to be one secret. Give what differs a variable of its own.`;
}
