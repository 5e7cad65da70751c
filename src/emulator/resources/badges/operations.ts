import { LEVEL, findGroup, groupChain, projectFor, requireLevel } from "../../core/access.js";
import { entriesIn, textOf } from "../../core/collection/homes.js";
import { type Collection, type Columns, type Entry, type EntryHome, collection } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { tagTable } from "../../core/git/records.js";
import type { Json, Project } from "../../core/records.js";
import { type Reply, invalid, ok, orNotFound } from "../../core/replies.js";
import { headOf } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { isHttpUrl } from "../../core/url.js";

/** Badges of projects and groups. A project shows those of the groups above as well, and cannot change these. */
export default {
  operations: {
    "GET /projects/{id}/badges/render": (context) => preview(context, projectFor(context, LEVEL.maintainer)),
    "GET /groups/{id}/badges/render": (context) => {
      requireLevel(context, findGroup(context), LEVEL.owner);
      return preview(context, undefined);
    },
  },
  collections: [
    collection("badges", {
      at: ["/projects/{id}", "/groups/{id}"],
      defaults: { name: null },
      longest: { name: 255 },
      settle: checked,
      present: (context, entry) => present(context, entry, placeOf(context, entry.home)),
      handlers: {
        list: (context, home, badges) => {
          const name = context.params.text("name");
          const shownBadges = shownIn(context, badges, home).filter((entry) => name === undefined || entry["name"] === name);
          return page(shownBadges, context, (entry) => present(context, entry, placeOf(context, home)));
        },
        read: (context, home, badges) => {
          const id = context.params.requiredText("badge_id");
          const badge = orNotFound(shownIn(context, badges, home).find((entry) => String(entry.id) === id));
          return ok(present(context, badge, placeOf(context, home)));
        },
      },
    }),
  ],
} satisfies Resource;

/** A project's own badges, then those of the groups above it; a group's own alone. */
function shownIn(context: Context, badges: Collection, home: EntryHome): Entry[] {
  const project = placeOf(context, home);
  const above = project === undefined ? [] : groupChain(context.store, project.namespace_id);
  return [home, ...above.map((id): EntryHome => ({ kind: "group", id }))].flatMap((place) => entriesIn(context, badges, place));
}

/** The project that placeholders speak of; those of a group's own badges stay as they are. */
function placeOf({ store }: Context, { kind, id }: EntryHome): Project | undefined {
  return kind === "project" ? store.projects.get(id) : undefined;
}

function present(context: Context, entry: Entry, project: Project | undefined): Record<string, Json> {
  const { id, name = null, home } = entry;
  return { id, name, ...urls(context, entry, project), kind: home.kind };
}

function urls(context: Context, badge: Columns, project: Project | undefined): Record<string, Json> {
  const [link, image] = [textOf(badge["link_url"]), textOf(badge["image_url"])];
  return {
    link_url: link,
    image_url: image,
    rendered_link_url: rendered(context, link, project),
    rendered_image_url: rendered(context, image, project),
  };
}

function preview(context: Context, project: Project | undefined): Reply {
  const { params } = context;
  const badge: Columns = { link_url: params.requiredText("link_url"), image_url: params.requiredText("image_url") };
  checked(context, badge);
  return ok({ name: null, ...urls(context, badge, project) });
}

/** Puts what a project is in the place of `%{project_path}` and its like; what is not known stays. */
function rendered(context: Context, url: string, project: Project | undefined): string {
  if (project === undefined) return url;
  const { store, instance } = context;
  const values: Readonly<Record<string, Json | undefined>> = {
    project_path: project.path_with_namespace,
    project_title: project.name,
    project_name: project.path,
    project_id: String(project.id),
    project_namespace: project.path_with_namespace.split("/").slice(0, -1).join("/"),
    group_name: project.path_with_namespace.split("/")[0],
    gitlab_server: new URL(instance.url).host,
    default_branch: project.attributes["default_branch"],
    commit_sha: headOf(store, project),
    latest_tag: store.of(tagTable).where("project", project.id).at(-1)?.name,
  };
  return url.replaceAll(/%\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === "string" ? value : whole;
  });
}

/** Throws 400 for what is no address of the web; placeholders may stand anywhere in it. */
function checked(_: Context, columns: Columns): Columns {
  const wrong: Record<string, string[]> = {};
  for (const name of ["link_url", "image_url"]) {
    if (!Object.hasOwn(columns, name)) continue;
    const url = textOf(columns[name]).replaceAll(/%\{\w+\}/g, "x");
    if (url === "") wrong[name] = ["can't be blank", "must be a valid URL"];
    else if (!isHttpUrl(url)) wrong[name] = ["is blocked: Only allowed schemes are http, https"];
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return columns;
}
