import type { DesiredState, VariableUse } from "../core/plan.js";
import { clean } from "./text.js";

/** The variables that a value was made of, in brackets, for example `(${var:team_mail} from --var)`; empty for none. */
export function variablesText(uses: readonly VariableUse[] = []): string {
  if (uses.length === 0) return "";
  return `(${uses.map(({ name, from }) => `\${var:${clean(name)}} from ${clean(from)}`).join(", ")})`;
}

/** A place in a file with the variables of what stands there. */
export function placeText(place: string, variables: DesiredState["variables"]): string {
  const uses = variablesText(variables?.get(place));
  return uses === "" ? place : `${place} ${uses}`;
}
