import { LEVEL, refuseArchived, requireLevel } from "../access.js";
import type { Context, Handler, PlatformState } from "../context.js";
import { HttpError, badRequest, invalid, noRoute, notFound } from "../errors.js";
import { exists, isAtLeast } from "../instance.js";
import type { Json } from "../json.js";
import { checkUnmodified, findProject, projectNamed } from "../lookup.js";
import { page } from "../pages.js";
import type { Attributes, Integration, Project } from "../records.js";
import { noContent, ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { parsedUrl } from "../url.js";
import { checkSeededSlug, furtherProperties, furtherToggles, keptOf, refuseMaking, shapeOf } from "./integrations-further.js";
import { EXTENTS, SHAPES, TOGGLES } from "./integrations-table.js";
import { belongsTo, inheritedFor, integrationsOf, rowOf } from "./integrations/inheritance.js";
import type { GroupOrProject } from "./integrations/inheritance.js";

type SeedIntegration = { project: string; slug: string; active?: boolean; settings?: Attributes };

/** Document 2, Project integrations; replies, presets and failures from the reference of real servers, section F. */
export const integrations: Resource = {
  operations: {
    "GET /projects/{id}/integrations": (context) => {
      const active = integrationsOf(context, projectOf(context)).filter((one) => one.active);
      if (context.instance.dialect === "vendor") return ok(active.map((one) => presentEntry(context, one)));
      return page(active, context, (one) => presentEntry(context, one));
    },
    "GET /projects/{id}/integrations/{slug}": (context) => ok(present(context, integrationOf(context, projectOf(context)))),
    "DELETE /projects/{id}/integrations/{slug}": (context) => {
      const project = projectOf(context);
      refuseArchived(project);
      const disabled = disable(context, integrationOf(context, project));
      return context.instance.dialect === "vendor" ? noContent() : ok(present(context, disabled));
    },
    ...Object.fromEntries(
      Object.keys(SHAPES).map((slug) => [`PUT /projects/{id}/integrations/${slug}`, updateIntegration(slug)]),
    ),
  },
  seeds: [
    {
      key: "integrations",
      about: "Integrations of projects, by slug, with their parameters.",
      entry: {
        type: "object",
        required: ["project", "slug"],
        additionalProperties: false,
        properties: {
          project: { type: "string" },
          slug: { type: "string" },
          active: { type: "boolean" },
          settings: { type: "object" },
        },
      },
      load: (world, entries) => {
        for (const [index, entry] of entries.entries()) {
          checkSeededSlug(world, `integrations/${index}`, (entry as SeedIntegration).slug);
          addIntegration(world, entry as SeedIntegration);
        }
      },
    },
  ],
};

/** Handles a request that creates or edits one kind of integration; what is not sent stays as it is. */
export function updateIntegration(slug: string): Handler {
  return (context) => {
    const project = projectOf(context);
    refuseArchived(project);
    const inherited = inheritedFor(context, project, slug);
    return ok(present(context, inherited ?? saveIntegration(context, project, slug)));
  };
}

/** Stores what was sent of one kind of integration of a project or group. Throws what is wrong with it. */
export function saveIntegration(context: Context, thing: GroupOrProject, slug: string): Integration {
  const { store } = context;
  const sent = keptOf(context.params.sent(["id", ...(shapeOf(context, slug).ignored ?? [])]));
  const row = rowOf(context, thing, slug);
  if (row === undefined) refuseMaking(context, slug);
  check(context, slug, { ...presets(context, slug), ...row?.attributes, ...sent });
  const updated_at = new Date().toISOString();
  const values = { active: true, inherited: false, attributes: { ...row?.attributes, ...sent }, updated_at };
  if (row !== undefined) return store.integrations.update(row.id, values);
  return store.integrations.insert({ ...belongsTo(thing), slug, ...values, created_at: updated_at });
}

/** Switches an integration off. Real servers forget what it was set to. */
export function disable(context: Context, integration: Integration): Integration {
  checkUnmodified(context, integration.updated_at);
  const isReset = context.instance.dialect === "vendor";
  return context.store.integrations.update(integration.id, {
    active: false,
    attributes: isReset ? {} : integration.attributes,
    updated_at: new Date().toISOString(),
  });
}

/** The project, for its maintainers and owners (document 2). */
function projectOf(context: Context): Project {
  const project = findProject(context);
  requireLevel(context, project, LEVEL.maintainer);
  return project;
}

/** The integration that the path names. Throws 404. */
export function integrationOf(context: Context, thing: GroupOrProject): Integration {
  const slug = context.params.requiredText("slug");
  if (!exists(context.instance, EXTENTS[slug] ?? {})) throw noRoute();
  const row = rowOf(context, thing, slug);
  if (row === undefined) throw notFound("Integration");
  return row;
}

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
    if (!isBlank(values[name]) && !isAddress(values[name])) wrong[name] = ["must be a valid URL"];
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

function isAddress(value: Json | undefined): boolean {
  return typeof value === "string" && ["http:", "https:"].includes(parsedUrl(value)?.protocol ?? "");
}

function isCloudWiki(value: Json | undefined): boolean {
  const address = typeof value === "string" ? parsedUrl(value) : undefined;
  return address?.protocol === "https:" && address.hostname.endsWith(".atlassian.net");
}

const presets = (world: PlatformState, slug: string): Attributes => ({ ...TOGGLES, ...shapeOf(world, slug).properties });

/** Integration list entry (document 2). */
export function presentEntry(world: PlatformState, integration: Integration): Record<string, Json> {
  const { instance } = world;
  const { id, slug, created_at, updated_at, active, inherited, attributes } = integration;
  const toggles = Object.entries(TOGGLES).map(([name, preset]) => [name, attributes[name] ?? preset] as const);
  return {
    id,
    title: shapeOf(world, slug).title,
    slug,
    created_at,
    updated_at,
    active,
    ...Object.fromEntries(toggles),
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

function addIntegration(world: PlatformState, { project: path, slug, active = true, settings = {} }: SeedIntegration): void {
  const project = projectNamed(world.store, path);
  if (project === undefined) throw new Error(`the seed: integrations name the project ${path}, which the seed does not have`);
  const now = new Date().toISOString();
  const times = { created_at: now, updated_at: now };
  world.store.integrations.insert({ project_id: project.id, slug, active, inherited: false, attributes: settings, ...times });
}
