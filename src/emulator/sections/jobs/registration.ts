import { randomBytes } from "node:crypto";
import { isProject } from "../../access.js";
import { sourceKey } from "../../records.js";
import type { Group, Project, Source } from "../../records.js";
import type { Store } from "../../store.js";
import { defineTable } from "../../table.js";

/** A token that registers runners, in the place of the one that its project or group had first. */
type RegistrationToken = { readonly id: number; readonly source: Source | null; readonly token: string };

const table = defineTable<RegistrationToken, "home">("registration_tokens", {
  home: ({ source }) => (source === null ? "instance:0" : sourceKey(source)),
});

/** The token that registers runners of a project or group, or of the instance, which has none until it is reset. */
export function registrationToken(store: Store, holder: Project | Group): string {
  const { id, created_at } = holder;
  const kind = isProject(holder) ? "project" : "group";
  const preset = `GR1348941${isProject(holder) ? "p" : "-"}${id}-${created_at.replaceAll(/\D/g, "")}`;
  return store.of(table).first("home", sourceKey({ kind, id }))?.token ?? preset;
}

/** Gives a project or group, or the instance, another token for runners. */
export function resetRegistrationToken(store: Store, source: Source | null): string {
  const token = `GR1348941${randomBytes(15).toString("base64url")}`;
  const before = store.of(table).first("home", source === null ? "instance:0" : sourceKey(source));
  if (before === undefined) store.of(table).insert({ source, token });
  else store.of(table).update(before.id, { token });
  return token;
}

/** What a token registers runners for: null for the instance, undefined where it registers none. */
export function registeredFor(store: Store, token: string): Source | null | undefined {
  const known = store
    .of(table)
    .all()
    .find((one) => one.token === token);
  if (known !== undefined) return known.source;
  const [, mark, id] = /^GR1348941([p-])(\d+)-/.exec(token) ?? [];
  if (mark === undefined) return undefined;
  const kind = mark === "p" ? "project" : "group";
  const holder = (kind === "project" ? store.projects : store.groups).get(Number(id));
  return holder !== undefined && registrationToken(store, holder) === token ? { kind, id: holder.id } : undefined;
}
