import { type EntryTable, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import type { Json } from "../../core/records.js";
import type { Store } from "../../core/store.js";

/** Links of groups to those of directories and of sign-on services. */
export const ldapLinkTable = defineEntries("ldap_group_links");

export const samlLinkTable = defineEntries("saml_group_links");

/** The links of a group, as the group itself shows them where it has any. */
export function linksOf(store: Store, groupId: number): Record<string, Json> {
  const shown = (table: EntryTable, keys: readonly string[]): Json[] =>
    store
      .of(table)
      .where("home", homeKeyOf({ kind: "group", id: groupId }))
      .map((link) => Object.fromEntries(keys.map((key) => [key, link[key] ?? null])));
  const ldap = shown(ldapLinkTable, ["cn", "group_access", "provider", "filter", "member_role_id"]);
  const saml = shown(samlLinkTable, ["name", "access_level", "member_role_id", "provider"]);
  return {
    ...(ldap.length > 0 ? { ldap_group_links: ldap } : {}),
    ...(saml.length > 0 ? { saml_group_links: saml } : {}),
  };
}
