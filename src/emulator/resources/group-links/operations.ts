import { LEVEL, canSee, findGroup, groupFor, projectFor } from "../../core/access.js";
import { entriesIn, textOf } from "../../core/collection/homes.js";
import { listEntries } from "../../core/collection/lists.js";
import { type Columns, type Entry, type EntryHome, collection } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import type { Group, Json } from "../../core/records.js";
import { HttpError, type Reply, badParameters, noContent, notFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { listGroups } from "../groups/lists.js";
import { ldapLinkTable, samlLinkTable } from "./records.js";

const saml = collection("saml_group_links", {
  at: "/groups/{id}",
  table: samlLinkTable,
  read: "owner",
  write: "owner",
  tier: "premium",
  key: "name",
  apart: {
    column: "provider",
    parameter: "provider",
    refuse: () =>
      new HttpError(422, { message: "Multiple group links found with the same name. Specify a provider to disambiguate" }),
  },
  stores: { saml_group_name: "name" },
  filled: ["name"],
  longest: { name: 255, provider: 255 },
  unique: {
    columns: ["name", "provider"],
    refuse: () => new HttpError(400, { message: { saml_group_name: ["has already been taken"] } }),
  },
  defaults: { provider: null, member_role_id: null },
});

const ldap = collection("ldap_group_links", {
  at: "/groups/{id}",
  table: ldapLinkTable,
  key: "cn",
  read: "owner",
  write: "owner",
  tier: "premium",
  defaults: { cn: null, filter: null, member_role_id: null },
  settle: checkedFilter,
  handlers: {
    list: (context, home, links) => {
      if (entriesIn(context, links, home).length === 0) throw new HttpError(404, { message: "No linked LDAP groups found" });
      return listEntries(context, links, home);
    },
    remove: (context, home) => removeNamed(context, home, undefined),
  },
});

/**
 * Links of groups to those of sign-on services: they are made and taken away, never changed (the reference of real servers, kinds, section 1). The
 * emulator is a server without LDAP: it has no groups to look for and nothing to synchronise with. Also groups that may be shared with, or are.
 */
export default {
  operations: {
    "DELETE /groups/{id}/ldap_group_links": removal((context) => context.params.text("provider")),
    "DELETE /groups/{id}/ldap_group_links/{cn}": removal(() => undefined),
    "DELETE /groups/{id}/ldap_group_links/{provider}/{cn}": removal((context) => context.params.text("provider")),
    "POST /groups/{id}/ldap_sync": {
      tier: "premium",
      handler: (context) => {
        ownedGroup(context);
        return noServer();
      },
    },
    "GET /ldap/groups": { tier: "premium", role: "administrator", handler: noServer },
    "GET /ldap/{provider}/groups": { tier: "premium", role: "administrator", handler: noServer },
    "GET /groups/{id}/groups/shared": {
      role: "anyone",
      handler: (context) => {
        const { groupShares, groups } = context.store;
        const shares = groupShares.where("shared_with", findGroup(context).id);
        const holders = shares.flatMap(({ group_id }) => groups.get(group_id) ?? []);
        return listSeen(context, holders);
      },
    },
    "GET /projects/{id}/share_locations": (context) => {
      const { projectShares, groups } = context.store;
      const project = projectFor(context, LEVEL.maintainer);
      const taken = new Set(projectShares.where("project", project.id).map(({ group_id }) => group_id));
      const free = groups.all().filter(({ id }) => !taken.has(id) && id !== project.namespace_id);
      return listSeen(context, free);
    },
  },
  collections: [saml, ldap],
} satisfies Resource;

function removal(provider: (context: Context) => string | undefined): OperationDeclaration {
  return { tier: "premium", handler: (context) => removeNamed(context, ownedGroup(context), provider(context)) };
}

function listSeen(context: Context, groups: readonly Group[]): Reply {
  const seen = groups.filter((group) => canSee(context.store, context.user, group));
  return listGroups(context, seen, ({ name, path }) => [name, path]);
}

function ownedGroup(context: Context): EntryHome {
  return { kind: "group", id: groupFor(context, LEVEL.owner).id };
}

/** What needs an LDAP server is not there without one. */
function noServer(): never {
  throw notFound();
}

/** A link is by the common name of a group or by a filter. */
function checkedFilter({ store, params }: Context, columns: Columns, _: Entry | undefined, home: EntryHome): Columns {
  const named = ["cn", "filter"].filter((name) => (params.text(name) ?? "") !== "");
  const [by] = named;
  if (by === undefined) throw badParameters("cn, filter are missing, exactly one parameter must be provided");
  if (named.length > 1) throw badParameters("cn, filter are mutually exclusive");
  const value = textOf(columns[by]);
  if (by === "filter" && !isFilter(value)) throw new HttpError(409, { message: "Filter must be a valid filter" });
  const others = entriesIn({ store }, ldap, home);
  if (others.some((other) => other[by] === value && other["provider"] === columns["provider"]))
    throw new HttpError(409, { message: `${by === "cn" ? "Cn" : "Filter"} has already been taken` });
  return columns;
}

/** True for a text with its brackets in pairs, one pair around all. */
function isFilter(text: string): boolean {
  if (!/^\(.*\)$/s.test(text)) return false;
  let depth = 0;
  for (const [at, letter] of Array.from(text).entries()) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (depth < 0 || (depth === 0 && at < Array.from(text).length - 1)) return false;
  }
  return depth === 0;
}

/** Takes away the link of a common name or filter, with a provider that of this one. */
function removeNamed(context: Context, home: EntryHome, provider: string | undefined): Reply {
  const { store, params } = context;
  const [cn, filter] = [params.text("cn"), params.text("filter")];
  if (cn === undefined && filter === undefined)
    throw badParameters("cn, filter are missing, exactly one parameter must be provided");
  const isMeant = (value: Json | undefined, asked: string | undefined): boolean => asked === undefined || value === asked;
  const link = entriesIn(context, ldap, home).find(
    (entry) => isMeant(entry["cn"], cn) && isMeant(entry["filter"], filter) && isMeant(entry["provider"], provider),
  );
  if (link === undefined) throw new HttpError(404, { message: "Linked LDAP group not found" });
  store.of(ldap.table).delete(link.id);
  return noContent();
}
