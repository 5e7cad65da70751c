import { flag, refs, setOf } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

const at = "/projects/{project}/job_token_scope" as const;

/** Those of one sort that are let in, at a route of their own. */
const allowed = (description: string, what: "project" | "group", list: string, more: { readonly holder?: true }) => {
  const write = `target_${what}_id`;
  const route = `${at}/${list}` as const;
  return setOf(
    description,
    { ...refs(what), write },
    {
      default: [],
      links: { add: `POST ${route}`, remove: `DELETE ${route}/{${write}}`, list: `GET ${route}`, first: true, ...more },
    },
  );
};

/** Whose jobs may use a project by their tokens (the reference of real servers, job token scope). */
export const jobTokenScope = defineKind({
  name: "job_token_scope",
  title: "Job token scope",
  description: "Projects and groups whose jobs may use a project by the tokens that jobs get.",
  source: "the reference of real servers, job token scope",
  oddities: {
    "The allowlist always contains the project itself. This entry cannot be removed.":
      "GitLab app/models/ci/job_token/allowlist.rb",
    "trueup first removes projects and groups, then adds projects and groups, then enables the allowlist.":
      "trueup test/e2e/hazards-job-token-scope.test.ts",
    "trueup can neither read nor set the policies of single entries.": null,
  },
  weakens: { more: ["projects", "groups"], less: ["enabled"] },
  dialect: "vendor",
  parents: { project: { file: "job_token_scope", since: "16.0", routes: { read: `GET ${at}`, update: `PATCH ${at}` } } },
  slots: true,
  chained: true,
  fields: {
    enabled: flag("Only jobs of the projects and groups that are named here are let in.", {
      read: "inbound_enabled",
      default: true,
      lockedBy: [{ kind: "application_settings", field: "enforce_ci_inbound_job_token_scope_enabled", is: true, value: true }],
    }),
    projects: allowed("Projects whose jobs are let in, by full path.", "project", "allowlist", { holder: true }),
    groups: allowed("Groups whose projects' jobs are let in, by full path.", "group", "groups_allowlist", {}),
  },
  // The project has the same switch as an attribute of its own.
  check: ({ enabled }, parent) => {
    const other = parent?.["ci_inbound_job_token_scope_enabled"];
    if (enabled === undefined || other === undefined || enabled === other) return [];
    const message = "the project says otherwise by ci_inbound_job_token_scope_enabled: say it in one place";
    return [{ rule: "job-token-scope.twice", attribute: "enabled", message }];
  },
  example: { enabled: true, projects: ["acme/platform/deploy"], groups: ["acme/platform"] },
});
