import type { Field } from "../../../src/core/fields.js";
import { isObject, type Json, type JsonObject, textAt } from "../../../src/core/json.js";
import { fieldsOf, kindOf } from "../../../src/core/kind.js";
import { compareVersions } from "../../../src/core/names.js";
import { accessLevelName } from "../../../src/core/types/access-level.js";
import { kinds } from "../../../src/program/kinds.js";
import type { Administrator } from "../../harness/administrator.js";
import { resources } from "./provider.js";
import { shown, type ShownResource } from "./states.js";

/** Attributes that the provider calls otherwise than replies do. */
const replyNames: Readonly<Record<string, string>> = {
  visibility_level: "visibility",
  tags: "topics",
  pipelines_enabled: "jobs_enabled",
  performance_bar_allowed_group_path: "performance_bar_allowed_group_id",
};

/**
 * What stands in for the provider, in a release of the server's time: everything live, as a refresh would write it into a state. Names of users and
 * branches come as data sources.
 */
export async function refreshed(platform: Pick<Administrator, "ask">, version: string): Promise<ShownResource[]> {
  const resource = (type: string, name: string, reply: JsonObject) => resourceOf(type, name, reply, version);
  const reader = new Reader(platform);
  const topics = await reader.list("/topics");
  const groups = (await reader.details("/groups")).filter(({ marked_for_deletion_on: mark }) => (mark ?? null) === null);
  const projects = (await reader.details("/projects")).filter(({ marked_for_deletion_on: mark }) => (mark ?? null) === null);
  const below = [
    ...(await Promise.all(groups.map((one) => ofGroup(reader, one)))),
    ...(await Promise.all(projects.map((one) => ofProject(reader, one)))),
  ];
  return [
    shown("data.gitlab_users.all", { users: await reader.list("/users") }),
    resource("gitlab_application_settings", "this", await reader.one("/application/settings")),
    resource("gitlab_application_appearance", "this", await reader.one("/application/appearance")),
    ...topics.map((topic) => resource("gitlab_topic", named(topic), topic)),
    ...groups.map((group) => resource("gitlab_group", named(group), group)),
    ...projects.map((project) => resource("gitlab_project", named(project), project)),
    ...below.flat(),
  ];
}

class Reader {
  constructor(private readonly platform: Pick<Administrator, "ask">) {}

  async one(path: string): Promise<JsonObject> {
    const { status, body } = await this.platform.ask("GET", path);
    return status < 300 && isObject(body) ? body : {};
  }

  async list(path: string): Promise<JsonObject[]> {
    const all: JsonObject[] = [];
    for (let page = 1; ; page++) {
      const { status, body } = await this.platform.ask("GET", `${path}?per_page=100&page=${page}`);
      if (status >= 300 || !Array.isArray(body)) return all;
      all.push(...body.filter(isObject));
      if (body.length < 100) return all;
    }
  }

  async details(path: string): Promise<JsonObject[]> {
    const all = await this.list(path);
    return Promise.all(all.map((one) => this.one(`${path}/${textAt(one, "id")}`)));
  }
}

async function ofGroup(reader: Reader, group: JsonObject): Promise<ShownResource[]> {
  const at = `/groups/${textAt(group, "id")}`;
  const environments = await reader.list(`${at}/protected_environments`);
  const template = group["file_template_project_id"];
  return [
    ...environments.map((one) =>
      shown(`gitlab_group_protected_environment.${named(group)}_${textAt(one, "name")}`, {
        group: textAt(group, "id"),
        environment: one["name"] ?? null,
        required_approval_count: one["required_approval_count"] ?? 0,
        deploy_access_levels: entriesOf(one["deploy_access_levels"]),
        approval_rules: entriesOf(one["approval_rules"]),
      }),
    ),
    ...(typeof template === "number"
      ? [
          shown(`gitlab_group_project_file_template.${named(group)}`, {
            group_id: group["id"] ?? null,
            file_template_project_id: template,
          }),
        ]
      : []),
    ...shares(group).map((one) =>
      shown(`gitlab_group_share_group.${named(group)}_${textAt(one, "group_id")}`, {
        group_id: textAt(group, "id"),
        share_group_id: one["group_id"] ?? null,
        ...accessOf(one),
      }),
    ),
  ];
}

async function ofProject(reader: Reader, project: JsonObject): Promise<ShownResource[]> {
  const id = project["id"] ?? null;
  const at = `/projects/${textAt(project, "id")}`;
  const name = named(project);
  const approvals = await reader.one(`${at}/approvals`);
  const rules = await reader.list(`${at}/approval_rules`);
  const active = (await reader.list(`${at}/integrations`)).filter((one) => one["active"] === true && one["inherited"] !== true);
  const integrations = await Promise.all(active.map((one) => reader.one(`${at}/integrations/${textAt(one, "slug")}`)));
  return [
    shown(`data.gitlab_project_protected_branches.${name}`, {
      protected_branches: await reader.list(`${at}/protected_branches`),
    }),
    ...(Object.keys(approvals).length === 0
      ? []
      : [shown(`gitlab_project_level_mr_approvals.${name}`, { project_id: id, ...approvalsOf(approvals) })]),
    ...rules.map((rule, index) =>
      shown(`gitlab_project_approval_rule.${name}_${index}`, {
        project: textAt(project, "id"),
        name: rule["name"] ?? null,
        approvals_required: rule["approvals_required"] ?? 0,
        rule_type: rule["rule_type"] ?? "",
        report_type: rule["report_type"] ?? null,
        applies_to_all_protected_branches: rule["applies_to_all_protected_branches"] ?? false,
        user_ids: idsOf(rule["users"]),
        group_ids: idsOf(rule["groups"]),
        protected_branch_ids: idsOf(rule["protected_branches"]),
      }),
    ),
    ...integrations.map((one) => integration(name, id, one)),
    ...shares(project).map((one) =>
      shown(`gitlab_project_share_group.${name}_${textAt(one, "group_id")}`, {
        project: textAt(project, "id"),
        group_id: one["group_id"] ?? null,
        ...accessOf(one),
      }),
    ),
  ];
}

/** A resource with the attributes that the provider's documentation gives; what a reply lacks is the zero of its type, as the provider writes it. */
function resourceOf(type: string, name: string, reply: JsonObject, version: string): ShownResource {
  const known = resources.find((one) => one.type === type);
  const fields = fieldsOf(kindOf(kinds, known?.kind ?? ""));
  const attributes = Object.entries(known?.attributes ?? {}).flatMap(([attribute, fate]) => {
    if (fate === "-" || fate === "!") return [];
    const desired = fate.startsWith("> ") ? fate.slice(2) : attribute;
    const field = fields[desired] ?? Object.values(fields).find(({ vendor }) => vendor === desired);
    const isLater = field?.since !== undefined && compareVersions(version, field.since) < 0;
    return field === undefined || isLater
      ? []
      : [[attribute, stateValue(field, attribute, reply[replyNames[attribute] ?? attribute])] as const];
  });
  const places = ["id", "full_path", "path", "path_with_namespace", "name", "parent_id"].map(
    (place) => [place, reply[place] ?? null] as const,
  );
  const id = reply["id"] === undefined ? "gitlab" : textAt(reply, "id");
  return shown(`${type}.${name}`, { ...Object.fromEntries(places), ...Object.fromEntries(attributes), id });
}

function stateValue(field: Field, attribute: string, live: Json | undefined): Json {
  if (field.secret || field.unreadable) return null;
  if (/^(?:ip_restriction_ranges|allowed_email_domains_list|elasticsearch_url)$/.test(attribute))
    return typeof live === "string" && live !== "" ? live.split(",") : Array.isArray(live) ? live : [];
  switch (field.type) {
    case "flag":
      return live ?? false;
    case "integer":
    case "number":
      return live ?? 0;
    case "set":
    case "list":
      return live ?? [];
    case "record":
      return isObject(live) ? [blockOf(live)] : [];
    case "reference":
      return isObject(live) ? (live["id"] ?? 0) : (live ?? 0);
    case "map":
      return live ?? {};
    default:
      return live ?? (field.values?.every((value) => typeof value === "number") ? 0 : "");
  }
}

function blockOf(live: JsonObject): JsonObject {
  const words = (value: Json | undefined): Json =>
    Array.isArray(value) ? value.map((one: Json) => word(isObject(one) ? one["access_level"] : one)) : [];
  if ("allowed_to_push" in live)
    return { ...live, allowed_to_push: words(live["allowed_to_push"]), allowed_to_merge: words(live["allowed_to_merge"]) };
  const { name_regex: regex = null, ...others } = live;
  return { ...others, name_regex_delete: regex };
}

function word(level: Json | undefined): Json {
  const name = accessLevelName(level);
  return name === "no_access" ? "no one" : (name ?? null);
}

function approvalsOf(approvals: JsonObject): JsonObject {
  const known = resources.find(({ type }) => type === "gitlab_project_level_mr_approvals")?.attributes ?? {};
  return Object.fromEntries(
    Object.keys(known).flatMap((name) => (name in approvals ? [[name, approvals[name] ?? null] as const] : [])),
  );
}

function integration(project: string, id: Json, one: JsonObject): ShownResource {
  const slug = textAt(one, "slug");
  const properties = isObject(one["properties"]) ? one["properties"] : {};
  const attributes = Object.entries(fieldsOf(kindOf(kinds, "integration"), { key: slug })).map(([own, field]) => {
    const name = field.vendor ?? own;
    return [name, field.secret ? "a-secret-in-the-state" : (properties[name] ?? one[name] ?? null)] as const;
  });
  const type = `gitlab_project_integration_${slug.replaceAll("-", "_")}`;
  return shown(`${type}.${project}`, { project: textAt({ id }, "id"), active: true, slug, ...Object.fromEntries(attributes) });
}

function entriesOf(list: Json | undefined): Json {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((one) => {
    const isRole = (one["user_id"] ?? null) === null && (one["group_id"] ?? null) === null;
    const { id = null, user_id = null, group_id = null, required_approvals = null } = one;
    return {
      id,
      user_id,
      group_id,
      required_approvals,
      access_level: isRole ? word(one["access_level"]) : null,
      group_inheritance_type: 0,
    };
  });
}

function shares(thing: JsonObject): readonly JsonObject[] {
  const list = thing["shared_with_groups"];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function accessOf(share: JsonObject): JsonObject {
  return { group_access: word(share["group_access_level"]), expires_at: share["expires_at"] ?? "" };
}

function idsOf(list: Json | undefined): Json {
  return Array.isArray(list) ? list.filter(isObject).map(({ id = null }) => id) : [];
}

function named(thing: JsonObject): string {
  return `n${textAt(thing, "id")}`;
}
