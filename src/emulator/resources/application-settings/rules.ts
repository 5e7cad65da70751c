import { isIP } from "node:net";
import type { Context } from "../../core/context.js";
import { parseDuration } from "../../core/durations.js";
import { type Instance, isAtLeast } from "../../core/instance.js";
import { type Attributes, type Json, isObject } from "../../core/records.js";
import { badParameters } from "../../core/replies.js";
import { COMPANIONS, KEPT_COMPANIONS, VENDOR_COMPANIONS } from "./attributes.js";
import { isBlank } from "./values.js";

const DAY = 86_400;

const LONGEST_OUTBOUND_LIST = 1000;

const SMALLEST_DORMANT_PERIOD = 90;

const STORAGES = ["default"];

const DEFAULT_VISIBILITIES = ["default_project_visibility", "default_group_visibility"];

const KEY_TYPES = ["rsa", "dsa", "ecdsa", "ecdsa_sk", "ed25519", "ed25519_sk"].map((type) => `${type}_key_restriction`);

/** Throws 400 `error` when a setting is switched on without what the request must hold beside it. */
export function requireCompanions(context: Context): void {
  const { params, instance, wire } = context;
  const tables = instance.dialect === "vendor" ? [COMPANIONS, VENDOR_COMPANIONS] : [COMPANIONS];
  const missing = tables.flatMap((table) =>
    Object.entries(table).flatMap(([setting, companions]) =>
      params.get(setting) === true ? companions.filter((name) => (params.get(name) ?? null) === null) : [],
    ),
  );
  if (missing.length > 0) throw badParameters(missing.map((name) => `${wire(name)} is missing`).join(", "));
  const exclusive = ["password_authentication_enabled_for_web", "password_authentication_enabled", "signin_enabled"];
  if (instance.dialect === "vendor" && exclusive.filter((name) => params.has(name)).length > 1) {
    throw badParameters(`${exclusive.join(", ")} are mutually exclusive`);
  }
}

/**
 * What is wrong with all settings together, by attribute.
 * @param settings every setting with its value after the change
 * @param changed names of the settings that the request changes
 */
export function checkSettings(instance: Instance, settings: Attributes, changed: ReadonlySet<string>): Record<string, string[]> {
  const wrong: Record<string, string[]> = {};
  const refuse = (attribute: string, message: string): void => {
    (wrong[attribute] ??= []).push(message);
  };
  checkCompanions(instance, settings, refuse);
  checkArchive(settings["archive_builds_in_human_readable"], refuse);
  if (KEY_TYPES.every((name) => settings[name] === -1)) refuse("allowed_key_types", "can't be blank");
  const period = settings["deactivate_dormant_users_period"];
  if (settings["deactivate_dormant_users"] === true && typeof period === "number" && period < SMALLEST_DORMANT_PERIOD) {
    refuse("deactivate_dormant_users_period", `must be greater than or equal to ${SMALLEST_DORMANT_PERIOD}`);
  }
  if (settings["delayed_project_deletion"] === true && settings["delayed_group_deletion"] === false) {
    refuse("delayed_project_deletion", "can't be enabled when delayed group deletion is disabled");
  }
  checkVisibility(instance, settings, changed, refuse);
  checkLists(settings, refuse);
  return wrong;
}

type Refuse = (attribute: string, message: string) => void;

function checkCompanions({ dialect, tier }: Instance, settings: Attributes, refuse: Refuse): void {
  for (const [setting, companions] of Object.entries(dialect === "vendor" ? KEPT_COMPANIONS : COMPANIONS)) {
    const isLicensed = tier !== "free" || !setting.startsWith("searchengine_");
    if (settings[setting] !== true || !isLicensed) continue;
    for (const name of companions) if (isBlank(settings[name])) refuse(name, "can't be blank");
  }
}

/** Document 1, Limits: at least 1 day. The message is about the column that real servers keep. */
function checkArchive(archive: Json | undefined, refuse: Refuse): void {
  const seconds = typeof archive === "string" ? parseDuration(archive) : undefined;
  if (seconds !== undefined && seconds < DAY) refuse("archive_builds_in_seconds", "must be at least 1 day(s).");
}

/** From 16.4 a default visibility may not be one that is restricted (the reference of real servers, settings). */
function checkVisibility(instance: Instance, settings: Attributes, changed: ReadonlySet<string>, refuse: Refuse): void {
  const restricted = settings["restricted_visibility_levels"];
  if (!isAtLeast(instance.version, "16.4") || !Array.isArray(restricted)) return;
  if (![...DEFAULT_VISIBILITIES, "restricted_visibility_levels"].some((name) => changed.has(name))) return;
  for (const name of DEFAULT_VISIBILITIES) {
    if (restricted.includes(settings[name])) refuse(name, "cannot be set to a restricted visibility level");
  }
}

function checkLists(settings: Attributes, refuse: Refuse): void {
  const outbound = settings["outbound_local_requests_whitelist"];
  if (Array.isArray(outbound) && outbound.length > LONGEST_OUTBOUND_LIST) {
    refuse("outbound_local_requests_whitelist", `is too long (maximum is ${LONGEST_OUTBOUND_LIST} entries)`);
  }
  const allowed = settings["geo_node_allowed_ips"];
  if (typeof allowed === "string" && !allowed.split(",").every((part) => isAddressRange(part.trim()))) {
    refuse("geo_node_allowed_ips", "is not a valid list of IP ranges");
  }
  const weights = settings["repository_storages_weighted"];
  if (!isObject(weights)) return;
  const unknown = Object.keys(weights).filter((name) => !STORAGES.includes(name));
  if (unknown.length > 0) refuse("repository_storages_weighted", `can't include: ${unknown.join(", ")}`);
  else if (Object.values(weights).every((weight) => weight === 0)) {
    refuse("repository_storages_weighted", "must have at least one storage with a weight above 0");
  }
}

function isAddressRange(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
