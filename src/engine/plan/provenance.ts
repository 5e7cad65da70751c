import { type Origin, formatOrigin } from "../../core/errors.js";
import type { AttributeChange, Desired, DesiredState } from "../../core/plan.js";
import { topName } from "../../core/steps.js";

/** What files say of something: a body, or the rule by which something undeclared goes. */
export type Sourced = Pick<Desired, "origin"> & Partial<Pick<Desired, "origins">>;

/** The layer that gives the attribute at a dotted path, by the words of `AttributeChange.layer`; none for what the body itself gives. */
export function layer(said: Pick<Desired, "layers"> | undefined, path: string): { readonly layer?: string } {
  const own = said?.layers?.[path] ?? said?.layers?.[topName(path)];
  return own === undefined ? {} : { layer: own };
}

/** The variables that the value of the attribute at a dotted path was made of. */
export function variables(
  said: Sourced | undefined,
  path: string,
  { variables: uses }: Pick<DesiredState, "variables">,
): Pick<AttributeChange, "variables"> {
  const own = said?.origins?.[path] ?? said?.origins?.[topName(path)];
  const found = own && uses?.get(formatOrigin(own));
  return found === undefined ? {} : { variables: found };
}

/**
 * Where the files ask for something, as `file:line:column`: the attribute at a dotted path, else the body. The one place that knows how; what no file says has none.
 */
export function source(said: Sourced | undefined, path?: string): { readonly source?: string } {
  if (said === undefined) return {};
  const { origin, origins = {} } = said;
  const own: Origin | undefined = path === undefined ? undefined : (origins[path] ?? origins[topName(path)]);
  const { file } = own ?? origin;
  return file === "" ? {} : { source: formatOrigin(own ?? origin) };
}
