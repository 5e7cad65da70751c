import { Buffer } from "node:buffer";
import { LEVEL, accessLevel, canSee, refuseArchived, requireLevel, requireUser } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { type Project, given } from "../../core/records.js";
import { type Reply, badParameters, created, forbidden, invalid, noContent, notFound, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { isAvailable } from "../projects/attributes.js";
import { projectWith } from "../projects/rules.js";
import { type Snippet, snippetTable } from "../work-items/records.js";
import { forgetSnippet } from "../work-items/removal.js";
import { changedFiles, filesOf, newFiles, presentSnippet } from "./present.js";

const PROJECT = "/projects/{id}/snippets";

const CHANGEABLE = ["content", "description", "file_name", "files", "title", "visibility"];

/** Pieces of text that people keep for themselves or in a project. No collection: both dialects keep them, and who sees one its visibility says. */
export default {
  operations: {
    ...operationsAt("/snippets", "{id}", (context) => find(context, "id", null)),
    ...operationsAt(PROJECT, "{snippet_id}", (context) => find(context, "snippet_id", readable(context).id)),
    "GET /snippets": (context) => {
      const { id } = requireUser(context);
      return list(context, personal(context), ({ author_id }) => author_id === id);
    },
    "GET /snippets/public": (context) => list(context, personal(context), ({ visibility }) => visibility === "public"),
    "GET /snippets/all": (context) => list(context, context.store.of(snippetTable).all()),
    "POST /snippets": (context) => create(context, null),
    [`GET ${PROJECT}`]: {
      role: "anyone",
      handler: (context) => {
        return list(context, context.store.of(snippetTable).where("project", readable(context).id));
      },
    },
    [`POST ${PROJECT}`]: (context) => {
      const project = readable(context);
      requireLevel(context, project, LEVEL.reporter);
      refuseArchived(project);
      return create(context, project.id);
    },
  },
} satisfies Resource;

function operationsAt(path: string, place: string, find: (context: Context) => Snippet): Record<string, OperationDeclaration> {
  const snippetPath = `${path}/${place}`;
  return {
    [`GET ${snippetPath}`]: { role: "anyone", handler: (context) => ok(presentSnippet(context, find(context))) },
    [`PUT ${snippetPath}`]: { handler: (context) => update(context, find(context)) },
    [`DELETE ${snippetPath}`]: {
      handler: (context) => {
        const snippet = find(context);
        requireEditor(context, snippet);
        forgetSnippet(context, snippet);
        return noContent();
      },
    },
    [`GET ${snippetPath}/raw`]: { role: "anyone", handler: (context) => raw(filesOf(find(context))[0]?.content) },
    [`GET ${snippetPath}/files/{ref}/{file_path}/raw`]: {
      role: "anyone",
      handler: (context) => {
        const path_ = context.params.requiredText("file_path");
        return raw(filesOf(find(context)).find((file) => file.path === path_)?.content);
      },
    },
    [`GET ${snippetPath}/user_agent_detail`]: {
      role: "administrator",
      handler: (context) => {
        find(context);
        // Who wrote it from where is kept only where texts are held against spam.
        throw notFound("UserAgentDetail");
      },
    },
  };
}

function raw(content: string | undefined): Reply {
  if (content === undefined) throw notFound("File");
  return { status: 200, body: Buffer.from(content), headers: { "Content-Type": "text/plain; charset=utf-8" } };
}

function personal({ store }: Context): Snippet[] {
  return store
    .of(snippetTable)
    .all()
    .filter(({ project_id }) => project_id === null);
}

/** Newest first, from and to a time: those that the caller sees, or others that are asked for. */
function list(
  context: Context,
  snippets: readonly Snippet[],
  isAsked: (snippet: Snippet) => boolean = (shownSnippet) => isSeen(context, shownSnippet),
): Reply {
  const isInTime = context.params.within("created");
  const matchingSnippets = snippets.filter((candidate) => isAsked(candidate) && isInTime(candidate.created_at));
  return page(matchingSnippets.toReversed(), context, (shownSnippet) => presentSnippet(context, shownSnippet));
}

function isSeen({ store, user }: Context, { visibility, author_id, project_id }: Snippet): boolean {
  if (user?.is_admin === true || user?.id === author_id) return true;
  const isOpen = visibility === "public" || (visibility === "internal" && user !== undefined);
  if (project_id === null) return isOpen;
  const project = store.projects.get(project_id);
  if (project === undefined || !canSee(store, user, project)) return false;
  const isMember = user !== undefined && accessLevel(store, user, project) > LEVEL.none;
  return (isOpen || isMember) && isAvailable(project, "snippets_access_level", isMember);
}

/** The project, where its snippets are open to the caller. */
const readable = (context: Context): Project => projectWith(context, "snippets_access_level");

/** The snippet of a project, or of nobody but its author. Throws 404 where it is not seen. */
function find(context: Context, place: string, project_id: number | null): Snippet {
  const snippet = context.store.of(snippetTable).get(Number(context.params.requiredText(place)));
  if (snippet?.project_id !== project_id || !isSeen(context, snippet)) throw notFound("Snippet");
  return snippet;
}

function visibilityIn({ params }: Context): Snippet["visibility"] | undefined {
  const asked = params.text("visibility");
  return asked === "private" || asked === "internal" || asked === "public" ? asked : undefined;
}

function create(context: Context, project_id: number | null): Reply {
  const { store, params } = context;
  const title = params.requiredText("title");
  if (title.trim() === "") throw invalid({ title: ["can't be blank"] });
  const files = newFiles(context);
  const now = new Date().toISOString();
  const snippet = store.of(snippetTable).insert({
    project_id,
    title,
    description: params.text("description") ?? null,
    file_name: files[0]?.path ?? "",
    files,
    visibility: visibilityIn(context) ?? "internal",
    author_id: requireUser(context).id,
    created_at: now,
    updated_at: now,
  });
  return created(presentSnippet(context, snippet));
}

/** Its author changes a snippet, and who maintains the project. */
function requireEditor(context: Context, { author_id, project_id }: Snippet): void {
  const user = requireUser(context);
  const project = project_id === null ? undefined : context.store.projects.get(project_id);
  if (project !== undefined) refuseArchived(project);
  const isMaintainer = project !== undefined && accessLevel(context.store, user, project) >= LEVEL.maintainer;
  if (!user.is_admin && user.id !== author_id && !isMaintainer) throw forbidden();
}

function update(context: Context, snippet: Snippet): Reply {
  const { params, store } = context;
  requireEditor(context, snippet);
  if (!CHANGEABLE.some((name) => params.has(name)))
    throw badParameters(`${CHANGEABLE.join(", ")} are missing, at least one parameter must be provided`);
  const title = params.text("title");
  if (title?.trim() === "") throw invalid({ title: ["can't be blank"] });
  const files = changedFiles(context, snippet);
  const changed = store.of(snippetTable).update(snippet.id, {
    files,
    file_name: files[0]?.path ?? snippet.file_name,
    ...given({ title }),
    ...(params.has("description") ? { description: params.text("description") ?? null } : {}),
    visibility: visibilityIn(context) ?? snippet.visibility,
    updated_at: new Date().toISOString(),
  });
  return ok(presentSnippet(context, changed));
}
