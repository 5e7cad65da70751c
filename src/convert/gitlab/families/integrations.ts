import { kindOf, type Kinds } from "../../../core/kind.js";
import { all, aside, type Family } from "../rules.js";

const kind = "integration";

/** The provider has had three names for the integration of a project: `gitlab_service_X`, `gitlab_integration_X` and `gitlab_project_integration_X`. */
const typeName = /^gitlab_(?:service|integration|project_integration)_([a-z0-9_]+)$/;

/** The family of an integration that our kind has a shape for; undefined for other types. */
export function integrationFamily(type: string, kinds: Kinds): Family | undefined {
  const slug = typeName.exec(type)?.[1]?.replaceAll("_", "-");
  if (slug === undefined || !Object.hasOwn(kindOf(kinds, kind).shapes ?? {}, slug)) return undefined;
  return {
    types: [type],
    kind,
    place: { as: "in", of: ["project"], thing: "project", key: { always: slug } },
    rules: {
      ...all(["id", "project", "title", "slug", "active", "created_at", "updated_at"], aside),
      use_inherited_settings: { lost: "what is inherited is not declared, or it would no longer be inherited" },
    },
    switchedBy: "active",
    borrowed: { new_issue_url: "project_url" },
  };
}
