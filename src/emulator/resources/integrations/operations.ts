import { checkUnmodified, projectNamed } from "../../core/access.js";
import { type Context, type Handler, type PlatformState, page } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { GroupOrProject } from "../../core/records.js";
import { noContent, noRoute, ok, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { FLAG, type Seeded, TEXT, seedObject } from "../../core/seed-part.js";
import { type Find, groupOf, present, presentEntry, projectOf, updateIntegration, writableProjectOf } from "./answers.js";
import { EXTENTS, SHAPES, checkSeededSlug } from "./attributes.js";
import { HAND_DOWN, handDown, handDownLater } from "./inheritance.js";
import { type Integration, integrationTable, integrationsOf, rowOf } from "./records.js";

const SEED = seedObject(["project", "slug"], { project: TEXT, slug: TEXT, active: FLAG, settings: { type: "object" } });

/**
 * Document 2, Project integrations; replies, presets and failures from the reference of real servers, section F. Those of groups are inherited by projects and
 * subgroups below (the reference of real servers, kinds). `answers.ts` makes what changes one.
 */
export default {
  operations: {
    ...operationsOf("/projects/{id}/integrations", projectOf, writableProjectOf),
    ...Object.fromEntries(
      Object.keys(SHAPES).map((slug) => [`PUT /projects/{id}/integrations/${slug}`, updateIntegration(slug, writableProjectOf)]),
    ),
    ...operationsOf("/groups/{id}/integrations", groupOf, groupOf),
  },
  work: { [HAND_DOWN]: handDown },
  seeds: [
    {
      key: "integrations",
      about: "Integrations of projects, by slug, with their parameters.",
      entry: SEED,
      load: (world, entries) => {
        for (const [index, entry] of (entries as readonly Seeded<typeof SEED>[]).entries()) {
          checkSeededSlug(world, `integrations/${index}`, entry.slug);
          addIntegration(world, entry);
        }
      },
    },
  ],
} satisfies Resource;

/** Operations that projects and groups have alike. */
function operationsOf(path: string, readable: Find, writable: Find): Record<string, Handler> {
  return {
    [`GET ${path}`]: (context) => {
      const active = integrationsOf(context, readable(context)).filter((integration) => integration.active);
      if (context.instance.dialect === "vendor") return ok(active.map((integration) => presentEntry(context, integration)));
      return page(active, context, (integration) => presentEntry(context, integration));
    },
    [`GET ${path}/{slug}`]: (context) => ok(present(context, integrationOf(context, readable(context)))),
    [`DELETE ${path}/{slug}`]: (context) => {
      const thing = writable(context);
      const disabled = disable(context, integrationOf(context, thing));
      handDownLater(context, thing, disabled.slug);
      return context.instance.dialect === "vendor" ? noContent() : ok(present(context, disabled));
    },
  };
}

/** Switches an integration off. Real servers forget what it was set to. */
function disable(context: Context, integration: Integration): Integration {
  checkUnmodified(context, integration.updated_at);
  const isReset = context.instance.dialect === "vendor";
  return context.store.of(integrationTable).update(integration.id, {
    active: false,
    attributes: isReset ? {} : integration.attributes,
    updated_at: new Date().toISOString(),
  });
}

/** The integration that the path names. Throws 404. */
function integrationOf(context: Context, thing: GroupOrProject): Integration {
  const slug = context.params.requiredText("slug");
  if (!exists(context.instance, EXTENTS[slug] ?? {})) throw noRoute();
  return orNotFound(rowOf(context, thing, slug), "Integration");
}

function addIntegration(world: PlatformState, { project: path, slug, active = true, settings = {} }: Seeded<typeof SEED>): void {
  const project = projectNamed(world.store, path);
  if (project === undefined) throw new Error(`the seed: integrations name the project ${path}, which the seed does not have`);
  const now = new Date().toISOString();
  const times = { created_at: now, updated_at: now };
  world.store
    .of(integrationTable)
    .insert({ project_id: project.id, slug, active, inherited: false, attributes: settings, ...times });
}
