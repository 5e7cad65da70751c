import { createHash } from "node:crypto";
import { type Address, addressOf, fold, formatAddress } from "../core/address.js";
import { placeOfNamed, referencesOf } from "../core/body-fields.js";
import type { Diagnostic } from "../core/errors.js";
import { fieldsOf, placeSaid } from "../core/kind.js";
import { terraformTypeOf } from "../derive/terraform/type-of.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import { type DesiredResource, kinds } from "../trueup.js";
import { type Configured, configuredOf, resourceToProtocol } from "./configured.js";
import { isObjectValue, isUnknown, isWhollyKnown, type ObjectValue, sameValue, unknown } from "./cty/value.js";
import { isProtected, protectedError } from "./deletion-protection.js";
import { attributePath, codedDiagnostic, errorToProtocol } from "./diagnostics.js";
import { withValues } from "./finished.js";
import { changeOf, identityChange, type IdentityChange, isSameAddress, type ParentFacts } from "./identity-change.js";
import type { ResourcePlan } from "./managed.js";
import { plannedState } from "./planned.js";
import type { ProtocolDiagnostic } from "./plugin/service.js";
import type { PrivateState } from "./private-state.js";
import { configJson, type ResourceType, stateIdentity } from "./resource-type.js";
import { ancestors, groupOf, type RunMemory } from "./run-memory.js";
import type { ProviderSession } from "./session.js";

/** Plans what a configuration makes of a thing, and refuses what cannot be without looking at the thing itself. */
export async function planResource(
  type: ResourceType,
  config: ObjectValue,
  prior: ObjectValue | undefined,
  session: ProviderSession,
): Promise<ResourcePlan> {
  const { attributes, means } = type;
  const configured = await configuredOf(type, config, session);
  const stated = plannedState({ attributes, config, prior, means, hashes: configured.hashes });
  const change = prior && (await identityChange(type, prior, stated, parentFacts(session)));
  const planned = change?.isOpen ? withValues(stated, { id: unknown }) : stated;
  const isNew = !change || change.replaced.length > 0;
  const isChanged = !prior || isNew || !isSameState(attributes, planned, prior);
  const all: PlannedChange = { config, prior, planned, asked: configured.resource, change };
  const errors = [
    ...configured.diagnostics,
    ...(isNew ? missingSecrets(attributes, config).map((name) => missingSecret(name, attributes)) : []),
    ...rememberPlanned(type, all, session),
  ];
  const canAsk = errors.length === 0 && isChanged && session.isConfigured && isWhollyKnown(config);
  return {
    planned,
    requiresReplace: (change?.replaced ?? []).map((name) => attributePath(attributes, name)),
    diagnostics: [
      ...errors,
      ...(canAsk ? await serverSays(type, configured, all, session) : []),
      ...(prior && !isNew ? tooLate(attributes, prior, planned) : []),
    ],
  };
}

/** True if nothing changes. Most attributes are null in both, which is told without a look at their type. */
function isSameState(attributes: TerraformAttributes, planned: ObjectValue, prior: ObjectValue): boolean {
  return Object.entries(attributes).every(([name, attribute]) => {
    const [after, before] = [planned[name] ?? null, prior[name] ?? null];
    return after === before || sameValue(after, before, terraformTypeOf(attribute));
  });
}

/** What a destroy leaves behind. */
export function planDestroy(
  type: ResourceType,
  prior: ObjectValue,
  { before }: PrivateState,
  { protects }: ProviderSession,
): readonly ProtocolDiagnostic[] {
  const { kind, isPermanent } = type;
  if (isProtected(type, prior, protects)) return [errorToProtocol(protectedError(type, prior))];
  if (!isPermanent || before) return [];
  return [
    codedDiagnostic("WARNING", "delete.permanent", {
      summary: `${kind.title} cannot be deleted and stays as it is`,
      detail: "What it was before Terraform managed it is not known, so nothing is put back. Terraform only forgets it.",
    }),
  ];
}

/** What the server cannot do, and what its plan of the thing says: right before it is made true, that is said anyway. */
async function serverSays(
  type: ResourceType,
  configured: Configured,
  { prior, change, ...planned }: PlannedChange,
  session: ProviderSession,
): Promise<readonly ProtocolDiagnostic[]> {
  const { resource } = configured;
  const isNew = !change || change.replaced.length > 0;
  try {
    const resources = await session.resources();
    const lacking = await resources.refusals(resource, isNew);
    const reported = (severity: "ERROR" | "WARNING", all: readonly Diagnostic[]): readonly ProtocolDiagnostic[] =>
      all.map((diagnostic) => resourceToProtocol(severity, diagnostic, configured));
    if (lacking.length > 0 || session.memory.isApplying) return reported("ERROR", lacking);
    const desired = isNew ? resource : desiredChange(type, { prior, asked: planned.asked });
    const { refusals, warnings } = await resources.preview(desired, plannedBeside(type, resource, session.memory));
    const lasting = refusals.filter(({ rule }) => !isForLater(rule));
    const invited = warnings.filter(({ rule }) => rule !== "reference.uninvited");
    return [...reported("ERROR", lasting), ...reported("WARNING", invited)];
  } catch (error) {
    return [errorToProtocol(error)];
  }
}

/** What another resource, or another provider, may still set right before this one is made true: only then it is known. */
function isForLater(rule: string): boolean {
  const rules = ["parent.missing", "reference.ineligible", "reference.uninvited", "visibility"];
  return rules.includes(rule) || rule.startsWith("move.");
}

/** Dotted names of secrets that a new thing needs and does not have: the schema cannot ask for them, because an imported thing does without. */
function missingSecrets(attributes: TerraformAttributes, config: ObjectValue): readonly string[] {
  return Object.entries(attributes).flatMap(([name, { field, writeOnly, nested, role }]) => {
    const value = config[name] ?? null;
    if (role === "shape" && nested && isObjectValue(value))
      return missingSecrets(nested.attributes, value).map((inner) => `${name}.${inner}`);
    return writeOnly && field?.required && value === null ? [name] : [];
  });
}

function missingSecret(name: string, attributes: TerraformAttributes): ProtocolDiagnostic {
  const detail = `Set ${name}: it is write-only, and in no plan and no state.`;
  const summary = `${name} is needed to create it`;
  return codedDiagnostic("ERROR", "create.required", { summary, detail }, attributePath(attributes, name));
}

/** Changes of what is only taken when the thing is created. */
function tooLate(attributes: TerraformAttributes, prior: ObjectValue, planned: ObjectValue): readonly ProtocolDiagnostic[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const [before, after] = [prior[name] ?? null, planned[name] ?? null];
    if (attribute.field?.on !== "create" || after === null || sameValue(before, after, terraformTypeOf(attribute))) return [];
    const summary = `${name} is only taken when the thing is created: the change sends nothing`;
    const detail = "The state takes it over. To have it as asked, replace the thing: terraform apply -replace.";
    return [codedDiagnostic("WARNING", "create.only", { summary, detail }, attributePath(attributes, name))];
  });
}

/** A resource as it is planned, beside what the state holds of it. */
interface PlannedChange {
  readonly config: ObjectValue;
  readonly prior: ObjectValue | undefined;
  readonly planned: ObjectValue;
  /** What the configuration asks for, as far as it is known. */
  readonly asked: DesiredResource;
  readonly change: IdentityChange | undefined;
}

/** What this run so far and the server know of parents. */
function parentFacts(session: ProviderSession): ParentFacts {
  const { memory } = session;
  return {
    memory,
    movedPath: async (parent, address) =>
      session.isConfigured
        ? memory.follow(parent, address.path ?? "", async () => (await session.resources()).movedPath(address))
        : undefined,
  };
}

/** What is asked of the thing of a state: of one that gets another name, where it is until then. */
function desiredChange(type: ResourceType, { prior, asked }: Pick<PlannedChange, "prior" | "asked">): DesiredResource {
  if (!prior) return asked;
  const before = stateIdentity(type, prior);
  const { id, key } = before;
  const there = { ...addressOf(asked), ...(key === undefined ? {} : { key }), ...(id === undefined ? {} : { id }) };
  return changeOf(type, asked, type.kind.tree ? before : there);
}

/** Remembers for this run what is planned, and says what in it cannot be together with what was planned before. */
function rememberPlanned(type: ResourceType, planned: PlannedChange, session: ProviderSession): readonly ProtocolDiagnostic[] {
  const { kind, attributes } = type;
  const { memory } = session;
  const { prior, config } = planned;
  const isKnown = Object.entries(attributes).every(
    ([name, { role }]) => (role !== "path" && role !== "key") || !isUnknown(planned.planned[name]),
  );
  const before = prior && stateIdentity(type, prior);
  const after = planned.asked.path;
  if (kind.tree && before?.path !== undefined)
    memory.find(kind, before.path, before.path, isProtected(type, prior ?? {}, session.protects));
  if (kind.tree && before?.path !== undefined && (!isKnown || fold(after ?? "") !== fold(before.path)))
    memory.move(kind, before.path, isKnown ? (after ?? null) : null);
  // Which key is meant shows by the object that is given, and it may not be known yet which that is.
  if (!isKnown || (kind.shapes && planned.asked.key === undefined)) return [];
  const refused = deletion(type, planned, session);
  const desired = desiredChange(type, planned);
  const others = memory.plan(kind, { desired, config: fingerprintOf(config), isNew: prior === undefined });
  return [...refused, ...(others.length > 0 ? [declaredTwice(type, desired)] : [])];
}

/** That a group or project is to be replaced: refused where it is protected, and a matter of what the platform makes of a deletion where not. */
function deletion(
  type: ResourceType,
  { prior, planned, change }: PlannedChange,
  { memory, protects }: ProviderSession,
): readonly ProtocolDiagnostic[] {
  if (type.kind.holdsData !== true) return [];
  const { path = "" } = stateIdentity(type, planned);
  const isReplaced = (change?.replaced ?? []).length > 0;
  const protection = prior ? isProtected(type, prior, protects) : memory.protectionOf(type.kind, path);
  if (protection === undefined || (prior && !isReplaced)) return [];
  return [protection ? errorToProtocol(protectedError(type, prior ?? planned)) : replacedWhole(type, prior ?? planned)];
}

function replacedWhole(type: ResourceType, state: ObjectValue): ProtocolDiagnostic {
  const { id: _, ...address } = stateIdentity(type, state);
  return codedDiagnostic("WARNING", "replace.data", {
    summary: `${formatAddress(address)} is deleted with all that it holds, and made anew`,
    detail:
      "Where the platform keeps what is deleted for some days, nothing can take its place until then: then the apply takes the deletion back and fails.",
  });
}

function declaredTwice({ type }: ResourceType, resource: DesiredResource): ProtocolDiagnostic {
  const address = formatAddress(resource);
  return codedDiagnostic("ERROR", "resource.twice", {
    summary: `Another ${type} of this configuration manages ${address} too`,
    detail:
      "Each would undo what the other does. Keep one of them, and let Terraform forget the other: terraform state rm, where it is in the state.",
  });
}

/** What is planned in this run to be made or moved that a resource lies in or names. */
function plannedBeside(
  { kind, holders }: ResourceType,
  asked: DesiredResource,
  memory: Pick<RunMemory, "changeAt">,
): readonly DesiredResource[] {
  const { path, key, spec } = asked;
  const place = placeSaid(kind, asked);
  const above = path === undefined ? [] : ancestors(path);
  const [parents, groups] = [holders.filter(({ name }) => name === place.parent), new Set([kind, ...holders].map(groupOf))];
  const addresses: readonly Address[] = [
    ...(path === undefined ? [] : parents.map(({ name }) => ({ kind: name, path }))),
    ...above.flatMap((at) => [...groups].map((name) => ({ kind: name, path: at }))),
    ...referencesOf(fieldsOf(place, { key }), spec).flatMap(({ field: { target = "" }, name }) => {
      const named = kinds.get(target);
      return (named && placeOfNamed(named, name, { kind: place, path })) ?? [];
    }),
  ];
  const resources = addresses.flatMap((address) => {
    const addressKind = kinds.get(address.kind);
    return (addressKind && memory.changeAt(addressKind, address)) ?? [];
  });
  return [...new Set(resources)].filter((resource) => !isSameAddress(resource, asked));
}

/** Tells configurations apart without keeping the secrets that stand in them. */
function fingerprintOf(config: ObjectValue): string {
  const text = JSON.stringify(configJson(config));
  return createHash("sha256").update(text).digest("hex");
}
