import { oncePer } from "./collections.js";
import type { Diagnostic } from "./errors.js";
import { type Kind, placesOf } from "./kind.js";
import { routeParameters } from "./route.js";
import { credentialParameters } from "./url.js";

/** What says who asks, of any request (document 1; the reference of real servers says which of them count in a body). */
const identities = ["sudo", "oauth_token", ...Object.values(credentialParameters)];

/** What says by number which thing is meant, or where it lies. */
const numbers = ["id", "iid", "namespace_id", "parent_id", "group_id", "project_id", "user_id"];

/** Parameters that name a member of a kind, or say where it lies, as its create and update have them. */
export function namingParameters(kind: Kind): ReadonlySet<string> {
  const ofKeys = placesOf(kind).flatMap(({ key }) => [key?.write, key?.scope?.field, ...(key?.oneOf ?? [])]);
  return new Set([...ofKeys, kind.tree?.pathParameter, kind.tree?.parentParameter].filter((name) => name !== undefined));
}

/** Why no body may send this under `unchecked`: it says which thing is meant, where it lies or who asks, so another would be written. Undefined for any other name. */
export function whyNotUnchecked(
  kind: Kind,
  name: string,
): (Pick<Diagnostic, "rule" | "message"> & { readonly allowed: string }) | undefined {
  if (!routingWords(kind).has(name)) return undefined;
  return {
    rule: "unchecked.routing",
    message: `${name} is no attribute: it says which thing is meant, where it lies or who asks`,
    allowed: "attributes that trueup does not know",
  };
}

const routingWords = oncePer((kind: Kind): ReadonlySet<string> => {
  const places = placesOf(kind);
  const routes = places.flatMap((place) => Object.values(place.routes)).filter((route) => typeof route === "string");
  const named = routes.flatMap((route) => routeParameters(route)).flatMap((name) => [name, `${name}_id`, `${name}_iid`]);
  return new Set([
    ...identities,
    ...namingParameters(kind),
    ...(kind.tree ? [kind.tree.transfer.parameter] : []),
    ...named,
    ...numbers,
    ...Object.keys(kind.ignored ?? {}),
  ]);
});
