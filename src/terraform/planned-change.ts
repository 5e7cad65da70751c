import { createHash } from "node:crypto";
import { type Address, addressOf, fold, formatAddress } from "../core/address.js";
import { fieldsOf, placeSaid } from "../core/kind.js";
import { placeOfNamed, referencesOf } from "../core/named.js";
import { hasNumber } from "../derive/terraform/roles.js";
import { type DesiredResource, kinds } from "../trueup.js";
import { isUnknown, type ObjectValue } from "./cty/value.js";
import { isProtected, protectedError } from "./deletion-protection.js";
import { errorToProtocol, protocolDiagnostic } from "./diagnostics.js";
import { type IdentityChange, isSameAddress, type ParentFacts } from "./identity-change.js";
import { configJson } from "./meaning.js";
import type { ProtocolDiagnostic } from "./plugin/service.js";
import { stateIdentity, type ResourceType } from "./resource-type.js";
import { ancestors, groupOf, type RunMemory } from "./run-memory.js";
import type { ProviderSession } from "./session.js";

/** A resource as it is planned, beside what the state holds of it. */
export interface PlannedChange {
  readonly config: ObjectValue;
  readonly prior: ObjectValue | undefined;
  readonly planned: ObjectValue;
  /** What the configuration asks for, as far as it is known. */
  readonly asked: DesiredResource;
  readonly change: IdentityChange | undefined;
}

/** What this run so far and the server know of parents. */
export function parentFacts(session: ProviderSession): ParentFacts {
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
export function desiredChange(type: ResourceType, { prior, asked }: Pick<PlannedChange, "prior" | "asked">): DesiredResource {
  if (!prior) return asked;
  const { id, ...before } = stateIdentity(type, prior);
  const { kind } = type;
  const from = kind.tree ? before : { ...addressOf(asked), ...(before.key === undefined ? {} : { key: before.key }) };
  return {
    ...asked,
    ...(isSameAddress(from, asked) ? {} : { from }),
    ...(id !== undefined && hasNumber(kind) ? { id } : {}),
  };
}

/** Remembers for this run what is planned, and says what in it cannot be together with what was planned before. */
export function rememberPlanned(
  type: ResourceType,
  planned: PlannedChange,
  session: ProviderSession,
): readonly ProtocolDiagnostic[] {
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
  return protocolDiagnostic(
    "WARNING",
    `${formatAddress(address)} is deleted with all that it holds, and made anew`,
    "Where the platform keeps what is deleted for some days, nothing can take its place until then: then the apply takes the deletion back and fails.\n(replace.data)",
  );
}

function declaredTwice({ type }: ResourceType, resource: DesiredResource): ProtocolDiagnostic {
  const address = formatAddress(resource);
  return protocolDiagnostic(
    "ERROR",
    `Another ${type} of this configuration manages ${address} too`,
    "Each would undo what the other does. Keep one of them, and let Terraform forget the other: terraform state rm, where it is in the state.\n(resource.twice)",
  );
}

/** What is planned in this run to be made or moved that a resource lies in or names. */
export function plannedBeside(
  { kind, holders }: ResourceType,
  asked: DesiredResource,
  memory: Pick<RunMemory, "changeAt">,
): readonly DesiredResource[] {
  const { path, key, spec } = asked;
  const place = placeSaid(kind, asked);
  const above = path === undefined ? [] : ancestors(path);
  const [own, groups] = [holders.filter(({ name }) => name === place.parent), new Set([kind, ...holders].map(groupOf))];
  const addresses: readonly Address[] = [
    ...(path === undefined ? [] : own.map(({ name }) => ({ kind: name, path }))),
    ...above.flatMap((one) => [...groups].map((name) => ({ kind: name, path: one }))),
    ...referencesOf(fieldsOf(place, { key }), spec).flatMap(({ field: { target = "" }, name }) => {
      const named = kinds.get(target);
      return (named && placeOfNamed(named, name, { kind: place, path })) ?? [];
    }),
  ];
  const found = addresses.flatMap((address) => {
    const one = kinds.get(address.kind);
    return (one && memory.changeAt(one, address)) ?? [];
  });
  return [...new Set(found)].filter((one) => !isSameAddress(one, asked));
}

/** Tells configurations apart without keeping the secrets that stand in them. */
function fingerprintOf(config: ObjectValue): string {
  return createHash("sha256")
    .update(JSON.stringify(configJson(config)))
    .digest("hex");
}
