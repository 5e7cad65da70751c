import { LEVEL, groupFor, projectFor, writableProject } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import type { Context, Handler, PlatformState } from "../../core/context.js";
import { isAtLeast } from "../../core/instance.js";
import {
  type Attributes,
  type Group,
  type GroupOrProject,
  type Json,
  type Project,
  orPreset,
  picked,
} from "../../core/records.js";
import { HttpError, badRequest, invalid, ok } from "../../core/replies.js";
import { parsedUrl } from "../../core/url.js";
import { isAddress } from "../application-settings/values.js";
import { TOGGLES, furtherProperties, furtherToggles, keptOf, refuseMaking, shapeOf } from "./attributes.js";
import { handDownLater, inheritedFor } from "./inheritance.js";
import { type Integration, belongsTo, integrationTable, rowOf } from "./records.js";

/** Finds the project or group of a request, for who may do it. */
export type Find = (context: Context) => GroupOrProject;

/** Handles a request that creates or edits one kind of integration of a project or group; what is not sent stays as it is. */
export function updateIntegration(slug: string, find: Find): Handler {
  return (context) => {
    const thing = find(context);
    const saved = saveIntegration(context, thing, slug);
    handDownLater(context, thing, slug);
    return ok(present(context, saved));
  };
}

/** Stores what was sent of one kind of integration of a project or group, unless it is to be inherited. Throws what is wrong with it. */
function saveIntegration(context: Context, thing: GroupOrProject, slug: string): Integration {
  const inherited = inheritedFor(context, thing, slug);
  if (inherited !== undefined) return inherited;
  const { store } = context;
  const sent = keptOf(context.params.sent(["id", ...(shapeOf(context, slug).ignored ?? [])]));
  const row = rowOf(context, thing, slug);
  if (row === undefined) refuseMaking(context, slug);
  check(context, slug, { ...presets(context, slug), ...row?.attributes, ...sent });
  const updated_at = new Date().toISOString();
  const values = { active: true, inherited: false, attributes: { ...row?.attributes, ...sent }, updated_at };
  if (row !== undefined) return store.of(integrationTable).update(row.id, values);
  return store.of(integrationTable).insert({ ...belongsTo(thing), slug, ...values, created_at: updated_at });
}

/** The project, for its maintainers and owners (document 2). */
export const projectOf = (context: Context): Project => projectFor(context, LEVEL.maintainer);

/** As `projectOf`, for a write. */
export const writableProjectOf = (context: Context): Project => writableProject(context, LEVEL.maintainer);

/** Throws what the dialect answers when a value is not as its kind wants it: real servers give no detail. */
function check(context: Context, slug: string, values: Attributes): void {
  const { instance, limits } = context;
  const wrong: Record<string, readonly string[]> = { ...limits, ...problems(context, slug, values) };
  const entries = Object.entries(wrong).map(([name, messages]) => [context.wire(name), messages] as const);
  if (entries.length === 0) return;
  if (instance.dialect === "neutral") throw invalid(Object.fromEntries(entries));
  throw isAtLeast(instance.version, "16.0")
    ? new HttpError(422, { message: "422 Unprocessable Entity" })
    : badRequest("400 Bad Request");
}

function problems(context: Context, slug: string, values: Attributes): Record<string, string[]> {
  const { instance } = context;
  const wrong: Record<string, string[]> = {};
  const { secrets, addresses = [] } = shapeOf(context, slug);
  for (const name of secrets) if (isBlank(values[name])) wrong[name] = ["can't be blank"];
  for (const name of addresses) {
    if (!isBlank(values[name]) && !isAddress(textOf(values[name]))) wrong[name] = ["must be a valid URL"];
  }
  const isVendor = instance.dialect === "vendor";
  if ("issues_url" in values && (isVendor || slug === "ewm") && !contains(values["issues_url"], ":id")) {
    wrong["issues_url"] = ["must contain :id"];
  }
  if (isVendor && slug === "confluence" && !isCloudWiki(values["workspace_url"])) {
    wrong["workspace_url"] = ["must be an https address under atlassian.net"];
  }
  if (slug === "datadog" && isBlank(values["monitoring_site"]) && isBlank(values["api_url"])) {
    wrong["monitoring_site"] = ["can't be blank"];
  }
  return wrong;
}

const contains = (value: Json | undefined, part: string): boolean => typeof value === "string" && value.includes(part);

const isBlank = (value: Json | undefined): boolean => typeof value !== "string" || value.trim() === "";

function isCloudWiki(value: Json | undefined): boolean {
  const address = typeof value === "string" ? parsedUrl(value) : undefined;
  return address?.protocol === "https:" && address.hostname.endsWith(".atlassian.net");
}

const presets = (world: PlatformState, slug: string): Attributes => ({ ...TOGGLES, ...shapeOf(world, slug).properties });

/** Integration list entry (document 2). */
export function presentEntry(world: PlatformState, integration: Integration): Record<string, Json> {
  const { instance } = world;
  const { id, slug, inherited, attributes } = integration;
  return {
    id,
    title: shapeOf(world, slug).title,
    ...picked(integration, "slug", "created_at", "updated_at", "active"),
    ...orPreset(attributes, TOGGLES),
    ...furtherToggles(world, attributes),
    ...(instance.dialect === "vendor" ? { inherited } : {}),
  };
}

/** The list entry with what the kind is set to, without its secrets. */
export function present(world: PlatformState, integration: Integration): Record<string, Json> {
  const { slug, attributes } = integration;
  const { properties, textual = [], vendor = {} } = shapeOf(world, slug);
  const { dialect, version } = world.instance;
  const isVendor = dialect === "vendor";
  const areTexts = isVendor && !isAtLeast(version, "16.0");
  const shown = Object.entries(properties)
    .filter(([name]) => !isHiddenByName(world, name))
    .map(([name, preset]) => {
      const value = name in attributes ? (attributes[name] ?? null) : preset;
      const isText = areTexts && textual.includes(name) && typeof value === "boolean";
      return [(isVendor ? vendor[name] : undefined) ?? name, isText ? String(value) : value] as const;
    });
  const further = furtherProperties(world, slug, attributes);
  return { ...presentEntry(world, integration), properties: { ...Object.fromEntries(shown), ...further } };
}

/** Before 15.0 real servers hid every parameter whose name looked secret. */
function isHiddenByName({ instance }: PlatformState, name: string): boolean {
  return (
    instance.dialect === "vendor" && !isAtLeast(instance.version, "15.0") && /password|token|key|title|description/.test(name)
  );
}

export const groupOf = (context: Context): Group => groupFor(context, LEVEL.owner);
