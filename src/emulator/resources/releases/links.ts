import { type Context, type Handler, page } from "../../core/context.js";
import { type Json, isObject } from "../../core/records.js";
import { type Reply, badRequest, created, invalid, notFound, ok } from "../../core/replies.js";
import { parsedUrl } from "../../core/url.js";
import { type FoundRelease, linksOf, presentLink, readableRelease, releaseToChange } from "./present.js";
import { RELEASE_LINK_TYPES, type ReleaseLink, releaseLinkTable } from "./records.js";

/** A link that no release has yet. */
type Draft = Pick<ReleaseLink, "name" | "url" | "filepath" | "link_type">;

const LONGEST_PATH = 128;

const LONGEST_NAME = 255;

/** The links of a new release, as `assets[links]` has them. Throws 400 with all that is wrong with them; names and addresses must differ. */
export function linksSent(assets: Readonly<Record<string, Json>> | undefined): Draft[] {
  const links = assets?.["links"];
  const drafts = Array.isArray(links) ? links.filter((link: Json) => isObject(link)).map((link) => draftOf(link)) : [];
  const doubled = (["name", "url", "filepath"] as const).flatMap((key) => repeated(drafts.map((draft) => draft[key])));
  const problems = drafts.flatMap((draft) =>
    Object.entries(problemsOf(draft, [])).flatMap(([name, texts]) => texts.map((text) => `Links ${name} ${text}`)),
  );
  if (doubled.length > 0) problems.unshift(`Links have duplicate values (${doubled.join(", ")})`);
  if (problems.length > 0) throw badRequest(`Validation failed: ${[...new Set(problems)].join(", ")}`);
  return drafts;
}

/** Endpoints of single links (beyond the documents; the reference of real servers, section H). */
export const linkHandlers: Readonly<Record<string, Handler>> = {
  "GET /projects/{id}/releases/{tag_name}/assets/links": (context) => {
    const hit = readableRelease(context);
    return page(linksOf(context, hit.release), context, (link) => presentLink(context, link, hit));
  },
  "GET /projects/{id}/releases/{tag_name}/assets/links/{link_id}": (context) => {
    const hit = readableRelease(context);
    return ok(presentLink(context, findLink(context, hit), hit));
  },
  "POST /projects/{id}/releases/{tag_name}/assets/links": (context) => {
    const hit = releaseToChange(context);
    const draft = draftOf(context.params.sent());
    check(draft, linksOf(context, hit.release));
    const link = context.store.of(releaseLinkTable).insert({ ...draft, release_id: hit.release.id });
    return created(presentLink(context, link, hit));
  },
  "PUT /projects/{id}/releases/{tag_name}/assets/links/{link_id}": (context) => {
    const hit = releaseToChange(context);
    const link = findLink(context, hit);
    const draft = draftOf({ ...link, ...context.params.sent() });
    const others = linksOf(context, hit.release).filter((other) => other.id !== link.id);
    check(draft, others);
    return ok(presentLink(context, context.store.of(releaseLinkTable).update(link.id, draft), hit));
  },
  "DELETE /projects/{id}/releases/{tag_name}/assets/links/{link_id}": (context): Reply => {
    const hit = releaseToChange(context);
    const link = findLink(context, hit);
    context.store.of(releaseLinkTable).delete(link.id);
    return ok(presentLink(context, link, hit));
  },
};

function findLink({ store, params }: Context, { release }: FoundRelease): ReleaseLink {
  const link = store.of(releaseLinkTable).get(params.requiredNumber("link_id"));
  if (link?.release_id !== release.id) throw notFound("Link");
  return link;
}

function draftOf(sent: Readonly<Record<string, Json>>): Draft {
  const text = (name: string): string => (typeof sent[name] === "string" ? sent[name] : "");
  const filepath = text("filepath");
  return {
    name: text("name"),
    url: text("url"),
    filepath: filepath === "" ? null : filepath,
    link_type: RELEASE_LINK_TYPES.find((type) => type === sent["link_type"]) ?? "other",
  };
}

function check(draft: Draft, others: readonly Draft[]): void {
  const problems = problemsOf(draft, others);
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** What is wrong with a link (document 2, Releases: unique names and addresses; schemes and paths from the reference of real servers). */
function problemsOf(draft: Draft, others: readonly Draft[]): Record<string, string[]> {
  const { name, url, filepath } = draft;
  const isTaken = (key: "name" | "url" | "filepath"): boolean =>
    draft[key] !== null && others.some((other) => other[key] === draft[key]);
  const problems: Record<string, string[]> = {
    name: [
      ...(name.trim() === "" ? ["can't be blank"] : []),
      ...(name.length > LONGEST_NAME ? [`is too long (maximum is ${LONGEST_NAME} characters)`] : []),
      ...(isTaken("name") ? ["has already been taken"] : []),
    ],
    url: [...urlProblems(url), ...(isTaken("url") ? ["has already been taken"] : [])],
    filepath: [
      ...(filepath === null || isPath(filepath) ? [] : ["is in an invalid format"]),
      ...(isTaken("filepath") ? ["has already been taken"] : []),
    ],
  };
  return Object.fromEntries(Object.entries(problems).filter(([, texts]) => texts.length > 0));
}

function urlProblems(url: string): string[] {
  if (url.trim() === "") return ["can't be blank"];
  const address = parsedUrl(url);
  if (address === undefined) return ["must be a valid URL"];
  const isAllowed = ["http:", "https:", "ftp:"].includes(address.protocol);
  return isAllowed ? [] : ["is blocked: Only allowed schemes are http, https, ftp"];
}

function isPath(filepath: string): boolean {
  const isShaped = filepath.length <= LONGEST_PATH && /^(?:\/[\w.-]+)+$/.test(filepath) && /[\da-zA-Z]$/.test(filepath);
  return isShaped && !filepath.split("/").some((part) => part === "." || part === "..");
}

function repeated(values: readonly (string | null)[]): string[] {
  const later = values.filter((value, place): value is string => value !== null && values.indexOf(value) !== place);
  return [...new Set(later)];
}
