import type { Context, PlatformState } from "../../core/context.js";
import { addKnown } from "../../core/facts/shown.js";
import { exists } from "../../core/instance.js";
import { type Attributes, type Json, type Settings, isObject } from "../../core/records.js";
import { remembered } from "../../core/remembered.js";
import { invalid, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { refuseVendorOnly } from "../../core/seed.js";
import { accessRules } from "../groups/attributes.js";
import { ENFORCED, isScopeEnforced } from "../job-token-scope/records.js";
import { detailedProtection, withBothProtections } from "../projects/protection.js";
import { ALIASES, NEWER, SETTINGS, rawTexts, realPresets } from "./attributes.js";
import { checkSettings, requireCompanions } from "./rules.js";
import { isBlank, readChanges } from "./values.js";

/** Read only, with values that never change (the reference of real servers, section G, extra keys). */
const CONSTANTS: Readonly<Record<string, Json>> = {
  housekeeping_bitmaps_enabled: true,
  container_registry_import_max_tags_count: 100,
  container_registry_import_max_retries: 3,
  container_registry_import_start_max_retries: 50,
  container_registry_import_max_step_duration: 300,
  container_registry_import_target_plan: "free",
  container_registry_import_created_before: "2022-01-23T00:00:00.000Z",
};

const PRESETS: Attributes = Object.fromEntries(
  Object.entries({ ...SETTINGS, ...NEWER }).map(([name, { preset }]) => [name, preset] as const),
);

/** Document 2, Application settings; document 1, Limits; forms, bounds and drops from the reference of real servers, settings and section G. */
export default {
  operations: {
    "GET /application/settings": (context) => ok(present(context)),
    "PUT /application/settings": (context) => {
      requireCompanions(context);
      const { values, wrong } = readChanges(context);
      raise(context, { ...brokenLimits(context), ...wrong });
      const row = rowOf(context);
      const changes = withBothProtections(context, withDeletionEffects(context, values));
      raise(context, checkSettings(context.instance, { ...allValues(context), ...changes }, new Set(Object.keys(changes))));
      context.store.settings.update(row.id, {
        attributes: { ...row.attributes, ...changes },
        updated_at: new Date().toISOString(),
      });
      return ok(present(context));
    },
  },
  seeds: [
    {
      key: "application_settings",
      about: "Application settings that are not at their presets: one entry.",
      entry: { type: "object", properties: Object.fromEntries(Object.keys(PRESETS).map((name) => [name, {}])) },
      load: (world, entries) => {
        const attributes = Object.assign({}, ...entries.filter(isObject)) as Attributes;
        checkSeed(world, Object.keys(attributes));
        insertRow(world, attributes);
      },
    },
  ],
} satisfies Resource;

/** Of real servers a seed may also set what facts of the release alone know. Throws for any other name. */
function checkSeed(world: PlatformState, names: readonly string[]): void {
  refuseVendorOnly(world, "application_settings/0", "updateApplicationSettings", names);
  const known = { ...PRESETS, ...world.facts?.operation("PUT /application/settings")?.params };
  const unknown = names.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw new Error(`the seed: application_settings/0 has unknown settings: ${unknown.join(", ")}`);
}

/** The row of the settings, made at the first need. */
function rowOf(world: PlatformState): Settings {
  const [row] = world.store.settings.scan({});
  return row ?? insertRow(world, {});
}

function insertRow({ store }: PlatformState, attributes: Attributes): Settings {
  const now = new Date().toISOString();
  return store.settings.insert({ attributes, created_at: now, updated_at: now });
}

/** Every setting with its value, presets included. */
function allValues(world: Context): Attributes {
  const plain = { ...PRESETS, ...dialectPresets(world), ...realPresets(world), ...rowOf(world).attributes };
  return { ...detailedProtection(plain), ...plain };
}

/** Document 2 gives domain_allowlist the default null, real servers an empty list. */
function dialectPresets({ store, instance, knowledge }: Context): Attributes {
  if (instance.dialect === "neutral") return { domain_allowlist: null };
  return knowledge?.keys.has(ENFORCED) === true ? { [ENFORCED]: isScopeEnforced(store, instance) } : {};
}

/** Limits of the model, but for texts that are blank: those unset. */
function brokenLimits({ limits, params }: Context): Record<string, readonly string[]> {
  const broken = Object.entries(limits).filter(([name]) => !isBlank(params.get(name)) || SETTINGS[name]?.preset !== null);
  return Object.fromEntries(broken);
}

function raise(context: Context, wrong: Readonly<Record<string, readonly string[]>>): void {
  const problems = Object.entries(wrong).map(([name, messages]) => [context.wire(name), messages] as const);
  if (problems.length > 0) throw invalid(Object.fromEntries(problems));
}

/** A period of 0 switches both delayed deletions off and is kept as 1; without that of groups there is none of projects (document 2). */
function withDeletionEffects({ instance }: PlatformState, values: Attributes): Attributes {
  if (!exists(instance, { tier: "premium" })) return values;
  if (values["deletion_adjourned_period"] === 0) {
    return { ...values, deletion_adjourned_period: 1, delayed_group_deletion: false, delayed_project_deletion: false };
  }
  const turnsOff = values["delayed_group_deletion"] === false && values["delayed_project_deletion"] !== true;
  return turnsOff ? { ...values, delayed_project_deletion: false } : values;
}

const presented = new WeakMap<Settings, WeakMap<object, Json>>();

/** Hundreds of settings, which seldom change: a reply is made once for each state, and frozen. Those with rules are not kept, for groups' names change. */
function present(world: Context): Json {
  const row = rowOf(world);
  if (row.attributes["duo_namespace_access_rules"] !== undefined) return reply(world, row);
  const ofRow = remembered(presented, row, () => new WeakMap<object, Json>());
  return remembered(ofRow, world.knowledge ?? row, () => Object.freeze(reply(world, row)));
}

function reply(world: Context, { id, created_at, updated_at }: Settings): Record<string, Json> {
  const isVendor = world.instance.dialect === "vendor";
  const values = allValues(world);
  const shown = Object.entries(values).filter(([name]) => !isVendor || SETTINGS[name]?.hidden !== true);
  const aliases = Object.entries(ALIASES).map(([name, lasting]) => [name, values[lasting] ?? null] as const);
  const rules = values["duo_namespace_access_rules"];
  return addKnown(
    world,
    rules === undefined ? values : { ...values, duo_namespace_access_rules: accessRules(world.store, rules) },
    {
      id,
      created_at,
      updated_at,
      ...Object.fromEntries(shown.filter(([name]) => world.knowledge === undefined || Object.hasOwn(PRESETS, name))),
      ...Object.fromEntries(aliases.filter(([name]) => !isVendor || name !== "admin_notification_email")),
      ...(isVendor ? vendorForms(values) : {}),
      ...rawTexts(world, values),
    },
  );
}

/** What real servers show in another form, and under further names (the reference of real servers, section G). */
function vendorForms(values: Attributes): Record<string, Json> {
  const addresses = values["searchengine_url"];
  const factor = values["polling_interval_multiplier"];
  const signIn = values["password_authentication_enabled_for_web"] ?? null;
  return {
    ...CONSTANTS,
    searchengine_url: typeof addresses === "string" ? addresses.split(",") : [],
    polling_interval_multiplier: decimal(factor),
    signin_enabled: signIn,
    password_authentication_enabled: signIn,
  };
}

/** Decimals are text, with at least one digit after the point. */
function decimal(value: Json | undefined): string {
  const factor = typeof value === "number" ? value : 1;
  return Number.isInteger(factor) ? factor.toFixed(1) : String(factor);
}
