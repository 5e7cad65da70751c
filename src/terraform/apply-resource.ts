import { formatAddress } from "../core/address.js";
import { type Diagnostic, TrueupError } from "../core/errors.js";
import type { Spec } from "../core/json.js";
import { fieldsOf, placeSaid } from "../core/kind.js";
import type { AppliedResource, Resources, DesiredResource } from "../trueup.js";
import { configuredOf, type Configured, failureDiagnostics, resourceToProtocol } from "./configured.js";
import { isObjectValue, type ObjectValue, sameValue } from "./cty/value.js";
import { isProtected, protectedError } from "./deletion-protection.js";
import { codedDiagnostic, errorToProtocol } from "./diagnostics.js";
import { finishedState } from "./finished.js";
import { changeOf, livePlace } from "./identity-change.js";
import type { Applied, ResourceChange } from "./managed.js";
import type { ProtocolDiagnostic } from "./plugin/service.js";
import { type PrivateState, rememberBefore } from "./private-state.js";
import { refreshedState } from "./refreshed.js";
import { withIdentity, type Identity, stateIdentity, idOf, type ResourceType } from "./resource-type.js";
import type { ProviderSession } from "./session.js";

/** Makes a thing, or changes it. What failed stands in the diagnostics, beside the state as it is then. */
export async function applyResource(type: ResourceType, change: ResourceChange, session: ProviderSession): Promise<Applied> {
  const configured = await configuredOf(type, change.config, session);
  const { prior, remembered } = change;
  if (configured.diagnostics.length > 0) return { state: prior, remembered, diagnostics: configured.diagnostics };
  try {
    const resources = await session.resources();
    const place = prior && (await livePlace(type, stateIdentity(type, prior), { ...configured.resource }, resources));
    if (!prior) return outcome(type, { ...change, remembered: {} }, configured, await resources.apply(configured.resource, true));
    if (!place) throw elsewhere(configured.resource);
    const { resource } = configured;
    const desired = { ...changeOf(type, resource, place), ...(isRaised(type, prior, change.planned) ? { resend: true } : {}) };
    return outcome(type, change, configured, await resources.apply(desired, false));
  } catch (error) {
    return { state: prior, remembered, diagnostics: failureDiagnostics(error, configured) };
  }
}

/** True if the version of a secret changes, so that secrets are to be sent again. */
function isRaised({ attributes }: Pick<ResourceType, "attributes">, prior: ObjectValue, planned: ObjectValue): boolean {
  return Object.entries(attributes).some(([name, { role, nested }]) => {
    const [before, after] = [prior[name] ?? null, planned[name] ?? null];
    if (role === "secret_version") return after !== null && !sameValue(before, after, "number");
    if (role !== "shape" || !nested || !isObjectValue(before) || !isObjectValue(after)) return false;
    return isRaised({ attributes: nested.attributes }, before, after);
  });
}

function outcome(type: ResourceType, change: ResourceChange, configured: Configured, applied: AppliedResource): Applied {
  const { prior, planned, config, remembered } = change;
  const { live, before, failure } = applied;
  const identity = { ...live, id: idOf(type, live) };
  const all = type.isPermanent ? rememberBefore(remembered, before, prior === undefined) : remembered;
  const { imported: _, isNew: __, ...kept } = all;
  const state =
    failure && prior
      ? withIdentity(type, refreshedState(type.attributes, prior, live.spec, false), identity)
      : finishedState(type.attributes, planned, config, { id: identity.id, hashes: configured.hashes });
  // That a secret cannot be compared stands in the documentation of the attribute: it is no news with every change.
  const news = applied.warnings.filter(({ rule }) => rule !== "attribute.unverifiable");
  const warnings = news.map((remark) => resourceToProtocol("WARNING", remark, configured));
  const diagnostics = failure ? [...warnings, partial(failure, prior === undefined)] : warnings;
  return { state, remembered: kept, diagnostics };
}

/** What the plan took for moved is not where the plan has it: nothing is deleted that no plan said would be. */
function elsewhere(resource: DesiredResource): TrueupError {
  return new TrueupError({
    code: "resource.elsewhere",
    message: `${formatAddress(resource)} is not there: what it belongs to was not moved as the plan took it to be`,
    hint: "Nothing was changed. Plan again: it shows what is left.",
  });
}

/** What is there and not as asked: Terraform makes a created thing anew by the next apply, unless it is told that it is sound. */
function partial(failure: unknown, isNew: boolean): ProtocolDiagnostic {
  const diagnostic = errorToProtocol(failure);
  const next = isNew
    ? "It was created, but not all that was asked of it was done, so Terraform would replace it: terraform untaint keeps it, and the next apply does the rest."
    : "A part of the change was done. Plan again: it shows what is left.";
  return { ...diagnostic, detail: [diagnostic.detail, next].filter((text) => text !== "").join("\n") };
}

/**
 * Deletes a thing. What cannot be deleted gets back the values from before Terraform managed it, as far as they are known; what is protected is not deleted, whatever
 * the plan did not see, and neither is what another one can only take the place of once it is gone for good.
 */
export async function destroyResource(
  type: ResourceType,
  prior: ObjectValue,
  remembered: PrivateState,
  session: ProviderSession,
): Promise<Applied> {
  const { isNew: _, ...kept } = remembered;
  try {
    if (isProtected(type, prior, session.protects)) throw protectedError(type, prior);
    const remarks = await release(type, prior, remembered, await session.resources());
    const diagnostics = remarks.map(({ message, rule }) => codedDiagnostic("WARNING", rule, { summary: message, detail: "" }));
    return { state: undefined, remembered: {}, diagnostics };
  } catch (error) {
    return { state: prior, remembered: kept, diagnostics: [errorToProtocol(error)] };
  }
}

/** Deletes what a state stands for, or puts back what it was before. Throws where that is not done, or only in part. */
async function release(
  type: ResourceType,
  prior: ObjectValue,
  remembered: PrivateState,
  resources: Resources,
): Promise<readonly Diagnostic[]> {
  const { id, ...parts } = stateIdentity(type, prior);
  if (!type.isPermanent) return remembered.isNew && type.kind.tree ? resources.replace(parts, id) : resources.remove(parts, id);
  const spec = restorable(type, remembered.before ?? {}, parts);
  const isThere = Object.keys(spec).length > 0 && (await resources.read(parts, { attributes: [] })) !== undefined;
  if (!isThere) return [];
  const { warnings, failure } = await resources.apply({ ...parts, spec, secrets: {} }, false);
  if (failure) throw failure;
  return warnings;
}

/** Values that can be sent: null only where the platform takes it. */
function restorable({ kind }: ResourceType, before: Spec, parts: Identity): Spec {
  const fields = fieldsOf(placeSaid(kind, parts), { key: parts.key });
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => value !== null || fields[name]?.nullable));
}
