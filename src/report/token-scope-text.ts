import type { PlaceRights, TokenScope } from "../core/role.js";
import { type Look, paintFor, usableWidth } from "./paint.js";
import { clean, wrap } from "./text.js";

/** Which scope and roles a token needs, as text for people: a line for each place, groups before what lies in them. Ends with a line break. */
export function renderTokenScope({ scopes, places, creates }: TokenScope, look: Look): string {
  const paint = paintFor(look.color);
  const lines = (title: string, of: readonly PlaceRights[]): string[] =>
    of.length === 0
      ? []
      : [["", paint.bold(title), ...of.flatMap((place) => placeLines(place, usableWidth(look.width)))].join("\n")];
  const head = `Scope of the token: ${scopes.apply} to apply, ${scopes.plan} to plan.`;
  const role = places.length === 0 ? ["\nThe files need no role."] : lines("Roles of its user:", places);
  const isAdministrator = places.some(({ at }) => at === undefined);
  const all = isAdministrator ? ["\nAn administrator needs no other role."] : [];
  return `${[paint.bold(head), ...role, ...lines("Also, to create what does not exist yet:", creates), ...all].join("\n")}\n`;
}

function placeLines({ role, at, by }: PlaceRights, width: number): string[] {
  const where = at?.path === undefined ? role : `${role.slice(0, 1).toUpperCase()}${role.slice(1)} of ${at.path}`;
  return wrap(clean(`${where}: ${by.join(", ")}`), width - 2).map((line, index) => `${index === 0 ? "  " : "    "}${line}`);
}
