import { kindOf, type Kinds } from "../../../core/kind.js";
import { all, aside, branchDefaults, type Family, picture } from "../rules.js";
import { access } from "./access.js";
import { ofInstance } from "./parents.js";
import { plain } from "./plain.js";
import { repository } from "./repository.js";
import { trees } from "./trees.js";

/** Settings of the instance: most go by their own name, or by the vendor's name of ours. */
const applicationSettings: Family = {
  types: ["gitlab_application_settings"],
  kind: "application_settings",
  place: { as: "one" },
  rules: {
    ...all(["id", "gitlab_dedicated_instance", "gitlab_environment_toolkit_instance"], aside),
    performance_bar_allowed_group_path: { to: "performance_bar_allowed_group_id" },
    default_branch_protection_defaults: branchDefaults,
    elasticsearch_url: { to: "elasticsearch_url", as: "commas" },
  },
};

/** What the instance looks like. */
const appearance: Family = {
  types: ["gitlab_application_appearance"],
  kind: "appearance",
  place: { as: "one" },
  rules: all(["id", "keep_settings_on_destroy"], aside),
};

const topics = ofInstance(["gitlab_topic"], "topic", "name", {
  ...all(["avatar_hash", "avatar_url", "soft_destroy"], aside),
  avatar: picture,
});

/** All but the integrations, of which each has a type of its own. */
export const families: readonly Family[] = [
  applicationSettings,
  appearance,
  topics,
  ...trees,
  ...access,
  ...repository,
  ...plain,
];
const byType: ReadonlyMap<string, Family> = new Map(
  families.flatMap((family) => family.types.map((type) => [type, family] as const)),
);

/** How resources of a type are converted; undefined if they have no counterpart. */
export function familyOf(type: string, kinds: Kinds): Family | undefined {
  return byType.get(type) ?? integrationFamily(type, kinds);
}

const kind = "integration";

/** The provider has had three names for the integration of a project: `gitlab_service_X`, `gitlab_integration_X` and `gitlab_project_integration_X`; that of a group has one. */
const typeName = /^gitlab_(service|integration|project_integration|group_integration)_([a-z0-9_]+)$/;

/** Where the provider has another word than the platform. */
const slugs: { readonly [name: string]: string } = { "google-chat": "hangouts-chat" };

/** The family of an integration that our kind has a shape for; undefined for other types. */
function integrationFamily(type: string, kinds: Kinds): Family | undefined {
  const [, sort, name] = typeName.exec(type) ?? [];
  const plain = name?.replaceAll("_", "-");
  const slug = plain === undefined ? undefined : (slugs[plain] ?? plain);
  if (slug === undefined || !Object.hasOwn(kindOf(kinds, kind).shapes ?? {}, slug)) return undefined;
  const thing = sort === "group_integration" ? "group" : "project";
  return {
    types: [type],
    kind,
    place: { as: "in", of: [thing], thing, key: { always: slug } },
    rules: {
      ...all(["id", thing, "title", "slug", "active", "created_at", "updated_at"], aside),
      use_inherited_settings: { lost: "what is inherited is not declared, or it would no longer be inherited" },
    },
    switchedBy: "active",
    borrowed: { new_issue_url: "project_url" },
  };
}
