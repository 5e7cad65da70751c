import type { Kind, Kinds } from "../core/kind.js";

/** The kind of a name; desired state that was validated, and plans that were, name no other. */
export function kindOf(kinds: Kinds, name: string): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`there is no kind ${name}`);
  return kind;
}
