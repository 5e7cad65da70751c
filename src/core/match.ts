import { isObject, type Json, type JsonObject, type Spec } from "./json.js";

type Scalar = string | number | boolean | null;

/** What a body or a reply must say: the value of each attribute, `not` for any other one, `like` for a text that a regular expression fits. What it does not show at all never matches. Of a reply a dotted name is what stands inside of an attribute. */
export interface Match {
  readonly [attribute: string]: Scalar | { readonly not: Scalar } | { readonly like: string };
}

/** What a reply shows under a name of a match: where that has a dot, inside of an attribute. */
export function matchedIn(reply: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(reply, name)) return reply[name];
  const [attribute = "", part = ""] = name.split(".");
  const held = reply[attribute];
  return isObject(held) && Object.hasOwn(held, part) ? held[part] : undefined;
}

/** True if an object says all that a match asks for. */
export function matches(match: Match, object: Spec): boolean {
  return Object.entries(match).every(([attribute, asked]) => {
    const value = object[attribute];
    if (!isObject(asked)) return value === asked;
    if ("like" in asked) return typeof value === "string" && new RegExp(asked.like, "u").test(value);
    return value !== undefined && value !== asked.not;
  });
}
