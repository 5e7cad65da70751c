import { isObject, type Spec } from "./json.js";

type Scalar = string | number | boolean | null;

/** What a body or a reply must say: the value of each attribute, or `not` for any other one. What it does not show at all never matches. */
export interface Match {
  readonly [attribute: string]: Scalar | { readonly not: Scalar };
}

/** True if an object says all that a match asks for. */
export function matches(match: Match, object: Spec): boolean {
  return Object.entries(match).every(([attribute, asked]) => {
    const value = object[attribute];
    return isObject(asked) ? value !== undefined && value !== asked["not"] : value === asked;
  });
}
