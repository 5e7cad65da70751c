import { accessLevel, LEVEL } from "../../access.js";
import type { Context } from "../../context.js";
import { invalid } from "../../errors.js";
import { isObject } from "../../json.js";
import type { Json } from "../../json.js";
import type { Project, User } from "../../records.js";
import { cleanupOf, featureLevel, SWITCHES } from "./attributes.js";
import { withoutCredentials } from "./repository.js";

/** Fields of the record itself, what only the creation uses, and what has code of its own; everything else that is sent is an attribute. */
const STRUCTURAL = [
  "id",
  "name",
  "path",
  "namespace_id",
  "visibility",
  "avatar",
  "topics",
  "tag_list",
  "default_branch",
  "initialize_with_readme",
  "template_name",
  "template_project_id",
  "use_custom_template",
  "group_with_project_templates_id",
  "container_expiration_policy_attributes",
];

const ORDER = ["disabled", "private", "enabled", "public"];

/** The attributes that a request writes, in the one form in which they are stored. */
export function sentAttributes(context: Context, user: User, before: Project | undefined): Record<string, Json> {
  const { params, store } = context;
  const sent = params.sent(STRUCTURAL);
  const isOwner = user.is_admin || before === undefined || accessLevel(store, user, before) >= LEVEL.owner;
  // Without the right these are dropped silently (the reference of real servers, projects).
  if (!isOwner) for (const name of ["emails_disabled", "emails_enabled"]) delete sent[name];
  if (!user.is_admin) delete sent["repository_storage"];
  if (typeof sent["emails_enabled"] === "boolean") sent["emails_disabled"] = !sent["emails_enabled"];
  else if (typeof sent["emails_disabled"] === "boolean") sent["emails_enabled"] = !sent["emails_disabled"];
  if (typeof sent["public_jobs"] === "boolean") sent["public_builds"] = sent["public_jobs"];
  delete sent["public_jobs"];
  if (typeof sent["import_url"] === "string") sent["import_url"] = withoutCredentials(sent["import_url"]);
  readSwitches(sent);
  if (context.instance.dialect === "vendor") limitByRepository(sent, before);
  return { ...sent, ...cleanup(context, before) };
}

/** The `*_enabled` switches are another view of the access levels; a level that is sent too wins. */
function readSwitches(sent: Record<string, Json>): void {
  for (const [name, level] of SWITCHES) {
    const value = sent[name];
    delete sent[name];
    if (typeof value === "boolean" && !Object.hasOwn(sent, level)) sent[level] = value ? "enabled" : "disabled";
  }
}

/** Merge requests and pipelines are not open to more people than the repository (the reference of real servers, ordering, section 2). */
function limitByRepository(sent: Record<string, Json>, before: Project | undefined): void {
  const levelOf = (name: string): string => {
    const value = sent[name];
    if (typeof value === "string") return value;
    return before === undefined ? "enabled" : featureLevel(before, name);
  };
  const ceiling = levelOf("repository_access_level");
  for (const name of ["merge_requests_access_level", "builds_access_level"]) {
    if (ORDER.indexOf(levelOf(name)) <= ORDER.indexOf(ceiling)) continue;
    if (Object.hasOwn(sent, name))
      throw invalid({ [name]: ["cannot have higher visibility level than repository access level"] });
    sent[name] = ceiling;
  }
}

/** `container_expiration_policy_attributes` changes only the keys that it has. */
function cleanup({ params }: Context, before: Project | undefined): Record<string, Json> {
  const sent = params.get("container_expiration_policy_attributes");
  if (sent === undefined || !isObject(sent)) return {};
  return { container_expiration_policy: { ...(before === undefined ? {} : cleanupOf(before)), ...sent } };
}
