import type { Context } from "../context.js";
import type { OperationKnowledge } from "../operations.js";
import type { Attributes, Json } from "../records.js";

/**
 * Adds to a reply what the release shows beyond what its resource knows: attributes that somebody wrote, else what is known of them before that; a value
 * that nobody knows is not made up.
 */
export function addKnown({ knowledge }: Context, attributes: Attributes, reply: Record<string, Json>): Record<string, Json> {
  for (const name of knowledge?.keys ?? []) {
    if (Object.hasOwn(reply, name)) continue;
    const value = Object.hasOwn(attributes, name) ? attributes[name] : knowledge?.presets[name];
    if (value !== undefined) reply[name] = value;
  }
  return reply;
}

/** A reply, or each item of a list, without the keys that the release does not show. */
export function withoutUnknown(knowledge: OperationKnowledge | undefined, body: Json): Json {
  if (knowledge === undefined || !knowledge.isWhole || typeof body !== "object" || body === null) return body;
  if (Array.isArray(body)) return body.map((item: Json) => withoutUnknown(knowledge, item));
  return Object.fromEntries(Object.entries(body).filter(([name]) => knowledge.keys.has(name)));
}
