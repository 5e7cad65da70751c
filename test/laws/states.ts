import fc from "fast-check";
import type { JsonObject } from "../../src/core/json.js";
import type { Kind } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { twoValues, unsetValue } from "../e2e/values.js";

/** A random desired state, in the form of a file. */
export interface State {
  readonly topics: JsonObject;
  readonly groups: JsonObject;
  readonly projects: JsonObject;
  readonly delete_undeclared?: JsonObject;
}

const topicNames = ["ada", "basic", "cobol", "dylan"] as const;
const groupPaths = ["red", "red/one", "red/one/deep", "red/two", "blue", "blue/one"] as const;
const projectPaths = ["red/app", "red/one/app", "red/one/deep/lib", "blue/app", "blue/one/lib"] as const;

/** Attributes that depend on others, on who asks, or on what is above. */
const bound = new Set([
  "visibility",
  "name",
  "topics",
  "archived",
  "emails_disabled",
  "ldap_cn",
  "ldap_access",
  "share_with_group_lock",
  "require_two_factor_authentication",
  "prevent_sharing_groups_outside_hierarchy",
  "ip_restriction_ranges",
  "shared_runners_setting",
  "shared_runners_enabled",
  "lfs_enabled",
  "auto_devops_enabled",
  "keep_latest_artifact",
  "default_branch",
  "default_branch_protection",
  "import_url",
  "repository_storage",
  "repository_access_level",
  "mr_default_target_self",
  "show_diff_preview_in_email",
  "warn_about_potentially_unwanted_characters",
  "show_default_award_emojis",
]);

/** Some free attributes of a kind, each at one of its values or unset. */
function attributes(name: string, key?: string): fc.Arbitrary<JsonObject> {
  const kind = kinds.get(name) as Kind;
  const fields = key === undefined ? kind.fields : (kind.shapes?.[key]?.fields ?? {});
  const free = Object.entries(fields).filter(
    ([attribute, { type, on, dialect, since, until, deprecated, requires, secret, links, required }]) =>
      ["text", "flag", "enum", "integer", "record"].includes(type) &&
      !(on ?? dialect ?? since ?? until ?? deprecated ?? requires ?? secret ?? links ?? required) &&
      !attribute.includes("mirror") &&
      !attribute.includes("merge_pipelines") &&
      !bound.has(attribute),
  );
  const one = free.map(([attribute, field]) => {
    const values = twoValues(field, [name, ...(key === undefined ? [] : [key]), attribute].join("."));
    const none = unsetValue(field);
    return fc.constantFrom(...values, ...(none === undefined ? [] : [none])).map((value) => [attribute, value] as const);
  });
  return fc
    .tuple(...one)
    .chain((all) => fc.subarray(all, { maxLength: Math.min(6, all.length) }).map((some) => Object.fromEntries(some)));
}

const topics = fc
  .subarray([...topicNames])
  .chain((names) =>
    fc.record(
      Object.fromEntries(
        names.map((name) => [
          name,
          fc.record(
            { title: fc.constantFrom("One", "Two"), description: fc.constantFrom("x", null) },
            { requiredKeys: ["title"] },
          ),
        ]),
      ),
    ),
  );

const levels = fc.uniqueArray(fc.constantFrom("developer", "maintainer"), { minLength: 1 });

const environment = fc.record(
  {
    deploy_access_levels: levels.map((names) => names.map((access_level) => ({ access_level }))),
    required_approval_count: fc.integer({ min: 0, max: 5 }),
    approval_rules: levels.map((names) => names.map((access_level, index) => ({ access_level, required_approvals: index + 1 }))),
  },
  { requiredKeys: ["deploy_access_levels"] },
);

const ruleNaming = (group: string) =>
  fc.record(
    {
      approvals_required: fc.integer({ min: 0, max: 3 }),
      users: fc.constant(["root"]),
      groups: fc.constantFrom([group], []),
      applies_to_all_protected_branches: fc.boolean(),
    },
    { requiredKeys: ["approvals_required", "users"] },
  );

const integrations = fc.record(
  {
    "external-wiki": fc.record({ external_wiki_url: fc.constantFrom("https://a.example.com", "https://b.example.com") }),
    "emails-on-push": attributes("integration", "emails-on-push").map((more) => ({
      ...more,
      recipients: "a@example.com b@example.com",
    })),
  },
  { requiredKeys: [] },
);

/** Groups with everything above them, so that every parent is declared; one visibility for all, since what no longer is declared keeps its own. */
const groups = fc
  .record({ paths: fc.subarray([...groupPaths], { minLength: 1 }), visibility: fc.constant("internal") })
  .chain(({ paths, visibility }) => {
    const all = [
      ...new Set(paths.flatMap((path) => path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/")))),
    ];
    const body = fc.record({
      more: attributes("group"),
      protected_environments: fc.record({ production: environment, staging: environment }, { requiredKeys: [] }),
    });
    return fc.record(
      Object.fromEntries(
        all.map((path) => [
          path,
          body.map(({ more, ...children }) => ({ name: `Group ${path}`, visibility, ...more, ...children })),
        ]),
      ),
    );
  });

const projectIn = (group: string) =>
  fc.record({
    more: attributes("project"),
    own: fc.record({ topics: fc.subarray([...topicNames, "eiffel"]), archived: fc.boolean() }, { requiredKeys: [] }),
    children: fc.record(
      {
        approval_settings: attributes("approval_settings"),
        approval_rules: fc.record({ First: ruleNaming(group), Second: ruleNaming(group) }, { requiredKeys: [] }),
        integrations,
      },
      { requiredKeys: [] },
    ),
  });

/** A desired state whose projects lie in declared groups. */
export const states: fc.Arbitrary<State> = fc
  .record({ topics, groups, undeclared: fc.boolean() })
  .chain(({ undeclared, ...state }) => {
    const homes = projectPaths.filter((path) => Object.hasOwn(state.groups, path.slice(0, path.lastIndexOf("/"))));
    return fc.subarray([...homes]).chain((paths) =>
      fc
        .record(
          Object.fromEntries(
            paths.map((path) => [
              path,
              projectIn(path.split("/")[0] ?? path).map(({ more, own, children }) => ({
                visibility: "private",
                ...more,
                ...own,
                ...children,
              })),
            ]),
          ),
        )
        .map((projects): State => ({
          ...(state as Omit<State, "projects">),
          projects: projects as JsonObject,
          ...(undeclared
            ? {
                delete_undeclared: {
                  topics: true,
                  approval_rules: ["**"],
                  integrations: ["**"],
                  protected_environments: ["**"],
                  projects: ["**"],
                },
              }
            : {}),
        })),
    );
  });
