import type { Diagnostic } from "../../core/diagnostic.js";
import { type Field, typeOf } from "../../core/fields.js";
import type { Value } from "../../core/json.js";
import { compareVersions } from "../../core/names.js";
import { isPlaceholder } from "../../core/placeholders.js";
import { accessLevelName, rolesSince } from "../../core/types/access-level.js";
import type { UsedField } from "../../core/used-fields.js";

/** Why this server does not take a value that files may say, because servers of the other dialect or of later releases do. Fields of kinds as the server has them (`kindsOn`). */
export function refusedValue({ field, path, value }: UsedField, version: string): Diagnostic[] {
  const role = typeOf(field).namesNumbers ? accessLevelName(value) : undefined;
  const since = role === undefined ? undefined : rolesSince[role];
  if (since !== undefined && compareVersions(version, since) < 0)
    return [{ rule: "version", message: `${path} is ${role}, a role that needs release ${since}; this server is ${version}` }];
  if (field.inVendor === undefined || isPlaceholder(value)) return [];
  const allowed = value === null ? notNull(field) : (notAmong(field, value) ?? outOfBounds(field, value));
  if (allowed === undefined) return [];
  return [
    { rule: "value", message: `${path} is ${JSON.stringify(value)}, which this server does not take; allowed: ${allowed}` },
  ];
}

function notNull({ nullable }: Field): string | undefined {
  return nullable ? undefined : "anything but null";
}

/** A word that no server is known to have is one of a newer release, which files say under `unchecked`. */
function notAmong({ values, inVendor }: Field, value: Value): string | undefined {
  const isWord = typeof value === "string" || typeof value === "number";
  const isElsewhere = isWord && (inVendor?.values?.includes(value) ?? false);
  return values === undefined || !isElsewhere || values.includes(value) ? undefined : values.join(", ");
}

function outOfBounds(field: Field, value: Value): string | undefined {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  const size = typeof value === "number" ? value : typeof value === "string" || Array.isArray(value) ? value.length : undefined;
  if (size === undefined || (size >= min && size <= max)) return undefined;
  const { counts } = typeOf(field);
  const unit = counts === undefined ? "" : ` ${counts}`;
  if (field.max === undefined) return `at least ${min}${unit}`;
  return field.min === undefined ? `at most ${max}${unit}` : `${min} to ${max}${unit}`;
}
