import type { Diagnostic } from "../core/diagnostic.js";
import { terraformTypeOf } from "../derive/terraform/type-of.js";
import type { TerraformAttributes } from "../derive/terraform/types.js";
import { configuredOf, type Configured, resourceToProtocol } from "./configured.js";
import { sameValue } from "./cty/same.js";
import { isObjectValue, isWhollyKnown, type ObjectValue, unknown } from "./cty/value.js";
import { isProtected, protectedError } from "./deletion-protection.js";
import { attributePath, protocolDiagnostic, errorToProtocol } from "./diagnostics.js";
import { withValues } from "./finished.js";
import { identityChange } from "./identity-change.js";
import type { ResourcePlan } from "./managed.js";
import { desiredChange, parentFacts, plannedBeside, type PlannedChange, rememberPlanned } from "./planned-change.js";
import { plannedState } from "./planned.js";
import type { ProtocolDiagnostic } from "./plugin/service.js";
import type { PrivateState } from "./private-state.js";
import type { ResourceType } from "./resource-type.js";
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
    protocolDiagnostic(
      "WARNING",
      `${kind.title} cannot be deleted and stays as it is`,
      "What it was before Terraform managed it is not known, so nothing is put back. Terraform only forgets it.",
    ),
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
    const told = (severity: "ERROR" | "WARNING", all: readonly Diagnostic[]): readonly ProtocolDiagnostic[] =>
      all.map((one) => resourceToProtocol(severity, one, configured));
    if (lacking.length > 0 || session.memory.isApplying) return told("ERROR", lacking);
    const desired = isNew ? resource : desiredChange(type, { prior, asked: planned.asked });
    const { refusals, warnings } = await resources.preview(desired, plannedBeside(type, resource, session.memory));
    return [
      ...told(
        "ERROR",
        refusals.filter(({ rule }) => !isForLater(rule)),
      ),
      ...told("WARNING", warnings),
    ];
  } catch (error) {
    return [errorToProtocol(error)];
  }
}

/** What another resource, or another provider, may still set right before this one is made true: only then it is known. */
function isForLater(rule: string): boolean {
  return ["parent.missing", "reference.ineligible", "visibility"].includes(rule) || rule.startsWith("move.");
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
  return protocolDiagnostic("ERROR", `${name} is needed to create it`, detail, attributePath(attributes, name));
}

/** Changes of what is only taken when the thing is created. */
function tooLate(attributes: TerraformAttributes, prior: ObjectValue, planned: ObjectValue): readonly ProtocolDiagnostic[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const [before, after] = [prior[name] ?? null, planned[name] ?? null];
    if (attribute.field?.on !== "create" || after === null || sameValue(before, after, terraformTypeOf(attribute))) return [];
    const summary = `${name} is only taken when the thing is created: the change sends nothing`;
    return [
      protocolDiagnostic(
        "WARNING",
        summary,
        "The state takes it over. To have it as asked, replace the thing: terraform apply -replace.",
        attributePath(attributes, name),
      ),
    ];
  });
}
