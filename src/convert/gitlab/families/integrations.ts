import { kindOf, type Kinds } from "../../../core/kind.js";
import { all, aside, type Family } from "../rules.js";

const kind = "integration";

/** The provider has had three names for the integration of a project: `gitlab_service_X`, `gitlab_integration_X` and `gitlab_project_integration_X`; that of a group has one. */
const typeName = /^gitlab_(service|integration|project_integration|group_integration)_([a-z0-9_]+)$/;

/** Where the provider has another word than the platform. */
const slugs: { readonly [name: string]: string } = { "google-chat": "hangouts-chat" };

/** The family of an integration that our kind has a shape for; undefined for other types. */
export function integrationFamily(type: string, kinds: Kinds): Family | undefined {
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
