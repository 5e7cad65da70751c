import { isNumbered } from "../derive/terraform/roles.js";
import type { ObjectValue } from "./cty/value.js";
import { isProtected } from "./deletion-protection.js";
import type { PrivateState } from "./private-state.js";
import { managedNames, refreshedState } from "./refreshed.js";
import { identified, identityOf, idOf, type ResourceType } from "./resource-type.js";
import type { ProviderSession } from "./session.js";

/** A state with what is live of what it manages; undefined if the thing is gone. */
export async function readResource(
  type: ResourceType,
  state: ObjectValue,
  { imported }: PrivateState,
  session: ProviderSession,
): Promise<ObjectValue | undefined> {
  const { id, ...parts } = identityOf(type, state);
  const resources = await session.resources();
  const live = await resources.read(parts, {
    ...(id === undefined || !isNumbered(type.kind) ? {} : { id }),
    ...(imported ? {} : { attributes: managedNames(type.attributes, state) }),
  });
  if (!live) return undefined;
  if (type.kind.tree && live.path !== undefined)
    session.memory.find(type.kind, parts.path ?? live.path, live.path, isProtected(type, state, session.protects));
  const refreshed = refreshedState(type.attributes, state, live.spec, imported === true);
  return identified(type, refreshed, { ...live, id: idOf(type, live) });
}
