import type { Capabilities } from "../../core/api.js";
import type { Diagnostic } from "../../core/diagnostic.js";
import type { Field } from "../../core/fields.js";
import type { PlacedKind } from "../../core/kind.js";
import { compareVersions, type Tier, tierIncludes } from "../../core/names.js";
import type { Desired } from "../../core/plan.js";
import type { Basis } from "./observations.js";

/** Role, tier and release that a thing as a whole needs and the token or server lacks. */
export function lackingKind({ capabilities }: Basis, { key }: Pick<Desired, "key">, kind: PlacedKind): Diagnostic[] {
  const { version, user } = capabilities;
  const shape = key === undefined ? undefined : kind.shapes?.[key];
  const lacks: Diagnostic[] = [];
  if (kind.administrators && !user.administrator)
    lacks.push({ rule: "role", message: `only an administrator may write it, and ${user.username} is none` });
  for (const needed of [kind.tier, shape?.tier]) lacks.push(...lackingTier(capabilities, needed, ""));
  if (kind.since !== undefined && isOlder(version, kind.since))
    lacks.push({ rule: "version", message: `needs release ${kind.since}; this server is ${version}` });
  if (shape?.until !== undefined && !isOlder(version, shape.until))
    lacks.push({ rule: "version", message: `gone since release ${shape.until}; this server is ${version}` });
  return lacks;
}

/** Tier and release that an attribute needs and the server lacks. */
export function lackingAttribute(capabilities: Capabilities, name: string, field: Field | undefined): Diagnostic[] {
  const { version } = capabilities;
  const lacks = lackingTier(capabilities, field?.tier, `${name} `);
  if (field?.since !== undefined && isOlder(version, field.since))
    lacks.push({ rule: "version", message: `${name} needs release ${field.since}; this server is ${version}` });
  if (field?.until !== undefined && !isOlder(version, field.until))
    lacks.push({ rule: "version", message: `${name} is gone since release ${field.until}; this server is ${version}` });
  return lacks;
}

function lackingTier({ tier, tierSource }: Capabilities, needed: Tier | undefined, what: string): Diagnostic[] {
  if (needed === undefined || tierIncludes(tier, needed)) return [];
  return [{ rule: "tier", message: `${what}needs ${needed}; this server is ${tier} (${tierHow[tierSource]})` }];
}

const tierHow = {
  license: "by its licence",
  flag: "by --tier",
  probe: "by what it shows; say --tier if that is wrong",
} as const;

/** A server that does not tell its release is taken to know everything. */
function isOlder(version: string, needed: string): boolean {
  return version !== "0" && compareVersions(version, needed) < 0;
}
