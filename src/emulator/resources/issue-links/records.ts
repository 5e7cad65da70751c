import { LEVEL, requireLevel, withId } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import { exists } from "../../core/instance.js";
import type { GroupOrProject, Json } from "../../core/records.js";
import { type Reply, conflict, created, forbidden, ok } from "../../core/replies.js";
import type { OperationDeclaration } from "../../core/resource.js";
import type { Schema } from "../../core/schema.js";
import { type TableDefinition, defineTable } from "../../core/table.js";

/** That two things belong together, or that one of them waits for the other. */
type Link = {
  readonly id: number;
  readonly source_id: number;
  readonly target_id: number;
  readonly link_type: "relates_to" | "blocks";
  readonly created_at: string;
};

/** A thing that a path names, and where it lies. */
interface Found<T> {
  readonly thing: T;
  readonly parent: GroupOrProject;
}

/** Things of one kind that are linked with each other. */
export interface LinkKind<T extends { readonly id: number }> {
  /** Path of the links of one: `/projects/{id}/issues/{issue_iid}/links`. */
  readonly path: string;
  /** The place of the path that names a link. */
  readonly place: string;
  /** As keys of replies call a thing: `issue`. */
  readonly word: "issue" | "epic";
  readonly table: TableDefinition<Link, "home">;
  readonly operation: Omit<OperationDeclaration, "handler">;
  readonly find: (context: Context) => Found<T>;
  /** The other thing that a request names. Throws 404. */
  readonly target: (context: Context) => T;
  /** The thing of an id, if the caller sees it. */
  readonly seen: (context: Context, id: number) => T | undefined;
  readonly present: (context: Context, thing: T) => Record<string, Json>;
  /** What is shown of a link beside both things. */
  readonly times: boolean;
}

/** A link hangs on both things, and goes with either. */
export function linkTable(name: string, word: string): TableDefinition<Link, "home"> {
  return defineTable<Link, "home">(name, {
    home: ({ source_id, target_id }) => [`${word}:${source_id}`, `${word}:${target_id}`],
  });
}

/** The operations on links of one kind of things. */
export function linkOperations<T extends { readonly id: number }>(kind: LinkKind<T>): Record<string, OperationDeclaration> {
  const { path, place, operation } = kind;
  return {
    [`GET ${path}`]: { role: "anyone", ...operation, handler: (context) => list(context, kind) },
    [`POST ${path}`]: { ...operation, handler: (context) => create(context, kind) },
    [`GET ${path}/{${place}}`]: {
      ...operation,
      handler: (context) => ok(presentLink(context, kind, findLink(context, kind, kind.find(context)))),
    },
    [`DELETE ${path}/{${place}}`]: { ...operation, handler: (context) => remove(context, kind) },
  };
}

/** Both things of a link, of which the caller may see one alone. */
export function presentLink<T extends { readonly id: number }>(
  context: Context,
  { word, seen, present, times }: LinkKind<T>,
  { id, source_id, target_id, link_type, created_at }: Link,
): Record<string, Json> {
  const shown = (thing: T | undefined): Json => (thing === undefined ? null : present(context, thing));
  return {
    id,
    [`source_${word}`]: shown(seen(context, source_id)),
    [`target_${word}`]: shown(seen(context, target_id)),
    link_type,
    ...(times ? { created_at, updated_at: created_at } : {}),
  };
}

/** Places of paths that are numbers. */
export const numbered = (...names: readonly string[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(names.map((name) => [name, { type: "integer" }]));

function linksOf<T extends { readonly id: number }>({ store }: Context, { table, word }: LinkKind<T>, { id }: T): Link[] {
  return store.of(table).where("home", `${word}:${id}`);
}

function list<T extends { readonly id: number }>(context: Context, kind: LinkKind<T>): Reply {
  const { thing } = kind.find(context);
  const links = linksOf(context, kind, thing).flatMap((link) => {
    const isSource = link.source_id === thing.id;
    const other = kind.seen(context, isSource ? link.target_id : link.source_id);
    return other === undefined ? [] : [{ link, isSource, other }];
  });
  return page(links, context, ({ link, isSource, other }) => ({
    ...kind.present(context, other),
    [kind.place]: link.id,
    link_type: link.link_type === "blocks" && !isSource ? "is_blocked_by" : link.link_type,
    link_created_at: link.created_at,
    link_updated_at: link.created_at,
  }));
}

function create<T extends { readonly id: number }>(context: Context, kind: LinkKind<T>): Reply {
  const { store, params, instance } = context;
  const { thing, parent } = kind.find(context);
  requireLevel(context, parent, LEVEL.guest);
  const type = params.text("link_type") ?? "relates_to";
  if (type !== "relates_to" && !exists(instance, { tier: "premium" }))
    throw forbidden("Blocked issues not available for current license");
  const target = kind.target(context);
  const isTwin = linksOf(context, kind, thing).some(
    ({ source_id, target_id }) => source_id === target.id || target_id === target.id,
  );
  if (isTwin || target.id === thing.id) throw conflict(`${kind.word === "issue" ? "Issue" : "Epic"}(s) already assigned`);
  const isReversed = type === "is_blocked_by";
  const link = store.of(kind.table).insert({
    source_id: isReversed ? target.id : thing.id,
    target_id: isReversed ? thing.id : target.id,
    link_type: type === "relates_to" ? "relates_to" : "blocks",
    created_at: new Date().toISOString(),
  });
  return created(presentLink(context, kind, link));
}

function remove<T extends { readonly id: number }>(context: Context, kind: LinkKind<T>): Reply {
  const hit = kind.find(context);
  const link = findLink(context, kind, hit);
  requireLevel(context, hit.parent, LEVEL.guest);
  const body = presentLink(context, kind, link);
  context.store.of(kind.table).delete(link.id);
  return ok(body);
}

function findLink<T extends { readonly id: number }>(context: Context, kind: LinkKind<T>, { thing }: Found<T>): Link {
  return withId(context, linksOf(context, kind, thing), kind.place);
}
