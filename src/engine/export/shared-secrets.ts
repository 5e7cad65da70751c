import { append } from "../../core/collections.js";
import type { Declaration } from "../../core/declaration.js";
import { maskedPlaces, type SecretPlace, type SecretVariables, withVariables } from "../../core/secret-variables.js";

/** A secret that is shown and as long as this is no word that two places have by chance. */
const unmistakable = 16;

/** Declarations whose secrets have variables, one for each secret. */
export interface NamedSecrets {
  readonly declarations: readonly Declaration[];
  /** The variables of secrets that replies showed, with what they showed: it must show nowhere else. */
  readonly shown: ReadonlyMap<string, string>;
}

/** One secret of one thing. */
interface Place {
  readonly declaration: Declaration;
  readonly at: SecretPlace;
  readonly clear: string | undefined;
}

/** Gives each masked secret a variable of its own; with `share`, equal ones that replies show (`clearOf`) get the same one. */
export function nameSecrets(
  declarations: readonly Declaration[],
  clearOf: (declaration: Declaration, at: SecretPlace) => string | undefined,
  variables: SecretVariables,
  share: boolean,
): NamedSecrets {
  const groups = new Map<string, Place[]>();
  for (const declaration of declarations)
    for (const at of maskedPlaces(declaration.spec)) {
      const place = { declaration, at, clear: clearOf(declaration, at) };
      append(groups, share ? identityOf(place) : placeName(place), place);
    }
  const names = new Map<Declaration, { place: SecretPlace; name: string }[]>();
  const shown = new Map<string, string>();
  for (const places of groups.values()) {
    const [first] = places;
    if (!first) continue;
    const name = variables.free(placeOf(places), first.at);
    if (first.clear !== undefined) shown.set(name, first.clear);
    for (const { declaration, at } of places) append(names, declaration, { place: at, name });
  }
  return { declarations: declarations.map((declaration) => withVariables(declaration, names.get(declaration) ?? [])), shown };
}

/** Equal for what is known to be one secret. */
function identityOf(place: Place): string {
  const { declaration, at, clear } = place;
  const { kind, parent, key } = declaration;
  if (clear === undefined) return placeName(place);
  const named = clear.length >= unmistakable ? [] : [parent ?? null, key ?? null];
  return JSON.stringify([kind, ...named, at, clear, true]);
}

function placeName({ declaration: { address, parent }, at }: Place): string {
  return JSON.stringify([address, parent ?? null, at]);
}

/** What all places have in common: the path of the group that holds them, and the key. */
function placeOf(places: readonly Place[]): Pick<Declaration, "path" | "key"> {
  const [first, ...others] = places.map(({ declaration }) => declaration);
  const segments = first?.path?.split("/") ?? [];
  const count = others.reduce((least, { path }) => {
    const otherSegments = path?.split("/") ?? [];
    const differing = segments.findIndex((segment, index) => segment !== otherSegments[index]);
    return Math.min(least, differing < 0 ? segments.length : differing);
  }, segments.length);
  const path = segments.slice(0, count).join("/");
  const isOneKey = others.every(({ key }) => key === first?.key);
  return { ...(path === "" ? {} : { path }), ...(isOneKey && first?.key !== undefined ? { key: first.key } : {}) };
}
