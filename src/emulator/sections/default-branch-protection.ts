import { LEVEL } from "../access.js";
import type { Context } from "../context.js";
import { isObject } from "../json.js";
import type { Json } from "../json.js";
import type { Attributes } from "../records.js";

const [developers, maintainers] = [[{ access_level: 30 }], [{ access_level: 40 }]];

/** What the numbers of default_branch_protection mean on real servers. */
const PROTECTIONS: readonly Json[] = [
  { allowed_to_push: developers, allow_force_push: true, allowed_to_merge: developers },
  { allowed_to_push: developers, allow_force_push: false, allowed_to_merge: developers },
  { allowed_to_push: maintainers, allow_force_push: false, allowed_to_merge: maintainers },
  { allowed_to_push: maintainers, allow_force_push: true, allowed_to_merge: developers },
  { allowed_to_push: maintainers, allow_force_push: true, allowed_to_merge: developers, developer_can_initial_push: true },
];

/** How a default branch is protected: the level that its entries let through, and whether Developers may begin it. */
export interface DefaultProtection {
  readonly push: number;
  readonly merge: number;
  readonly allow_force_push: boolean;
  readonly isBegunByDevelopers: boolean;
}

/** What the details of a protection come to; undefined where they protect nothing. */
export function protectionOf(details: Json): DefaultProtection | undefined {
  if (!isObject(details) || text(details) === text(PROTECTIONS[0] ?? null)) return undefined;
  const push = strictest(details["allowed_to_push"]);
  return {
    push,
    merge: strictest(details["allowed_to_merge"]),
    allow_force_push: details["allow_force_push"] === true,
    isBegunByDevelopers: push === LEVEL.developer || details["developer_can_initial_push"] === true,
  };
}

/** Of several levels nobody counts before Developers, and these before Maintainers, as real servers read them. */
function strictest(entries: Json | undefined): number {
  const levels = Array.isArray(entries) ? entries.map((entry: Json) => (isObject(entry) ? entry["access_level"] : null)) : [];
  return [LEVEL.none, LEVEL.developer].find((level) => levels.includes(level)) ?? LEVEL.maintainer;
}

/** The details that a level stands for on real servers. */
export function detailsOf(level: number): Json {
  return PROTECTIONS[level] ?? null;
}

/** The two names of how default branches are protected: whichever is sent, both change. */
export function withBothProtections({ knowledge, params }: Context, values: Attributes): Attributes {
  const [level, defaults] = [values["default_branch_protection"], values["default_branch_protection_defaults"]];
  if (knowledge?.keys.has("default_branch_protection_defaults") !== true) return values;
  if (typeof level === "number" && !params.has("default_branch_protection_defaults")) {
    return { ...values, default_branch_protection_defaults: PROTECTIONS[level] ?? null };
  }
  const meant = isObject(defaults) ? PROTECTIONS.findIndex((one) => text(one) === text(defaults)) : -1;
  return meant < 0 ? values : { ...values, default_branch_protection: meant };
}

/** The same for the same members, in whatever order they come. */
function text(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** How default branches are protected in detail, while nobody said it so. */
export function detailedProtection(values: Attributes): Attributes {
  const level = values["default_branch_protection"];
  return typeof level === "number" ? { default_branch_protection_defaults: PROTECTIONS[level] ?? null } : {};
}
