import type { GuardedMember, Judgement } from "../core/behaviour.js";
import { flag, oneOf, secret, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

const scoped = "{key}?filter[environment_scope]={scope}";
const scope = { field: "environment_scope", separator: "@", default: "*" };

/** What can be hidden in logs: they are searched for it word by word, and where references in it are put in place it is known of few characters that they stay. */
const maskable = [
  [/^[^\r\n]*$/u, "a masked one is one line"],
  [/^[^]{8,}$/u, "a masked one has at least 8 characters"],
  [/^[\S\r\n]*$/u, "a masked one has no blanks"],
] as const;
const maskableWithReferences = [
  /^[a-zA-Z0-9_+=/@:.~\s-]*$/u,
  "a masked one that is not raw has only letters, digits and _ + = / @ : . ~ -",
] as const;

const hidden = {
  hidden: flag("Nobody is shown its value again, from its creation on.", {
    default: false,
    on: "create",
    write: "masked_and_hidden",
  }),
};

/** Variables of CI/CD (the reference of real servers, variables). */
export const variable = defineKind({
  name: "variable",
  title: "Variable",
  description: "A value that jobs of pipelines get in their environment.",
  source: "the reference of real servers, variables",
  oddities: {
    "The environment scope distinguishes variables with the same key. NAME is for all environments. NAME@production is for one environment, or for all environments that match a wildcard.":
      "GitLab doc/api/project_level_variables.md",
    "A hidden variable is hidden from its creation on. The server never returns its value again.":
      "GitLab doc/ci/variables/_index.md",
    "Pipelines of unprotected branches and tags do not get protected variables.": "GitLab doc/ci/variables/_index.md",
    "A masked value must be one line of at least eight characters without spaces.": "GitLab app/models/concerns/ci/maskable.rb",
    "Unless raw is true, a masked value may contain only letters, digits and _ + = / @ : . ~ -. The plan names the rule that a value breaks.":
      "GitLab app/models/concerns/ci/maskable.rb",
    "A variable that was not created as hidden cannot become hidden. A hidden variable can be neither shown nor unmasked. The plan refuses such a change and explains how to delete the variable and create it again.":
      "GitLab app/models/concerns/ci/hidable_variable.rb",
    "A group variable for one environment needs the tier premium.": "GitLab doc/api/group_level_variables.md",
    "A server of a lower tier stores a group variable for one environment as a variable for all environments.": null,
    "A variable with another scope is another variable. trueup creates the new variable before it deletes the old variable.":
      null,
  },
  weakens: { itself: "other", less: ["protected", "masked", "hidden"], other: ["value"] },
  dialect: "vendor",
  mistaken: { environment: "the key, after @", scope: "the key, after @" },
  parents: {
    project: { file: "variables", routes: collection("/projects/{project}/variables", scoped), key: { scope }, fields: hidden },
    group: {
      file: "variables",
      routes: collection("/groups/{group}/variables", scoped),
      key: { scope: { ...scope, tier: "premium" } },
      fields: hidden,
    },
    instance: { file: "instance_variables", routes: collection("/admin/ci/variables", "{key}") },
  },
  short: "value",
  key: {
    description: "The variable's key, of letters, digits and _; NAME@production is for one environment.",
    write: "key",
    read: "key",
    max: 255,
    like: { pattern: "^[a-zA-Z0-9_]+$", hint: "a key has letters, digits and _ only" },
  },
  fields: {
    value: secret("Its value.", {
      required: true,
      carried: true,
      secret: { mayBePlain: { masked: false, variable_type: "env_var" } },
      shown: { concealedBy: { hidden: true } },
    }),
    variable_type: oneOf("Whether jobs get the value itself, or a file that holds it.", ["env_var", "file"], {
      default: "env_var",
    }),
    protected: flag("Only pipelines of protected branches and tags get it.", { default: false }),
    masked: flag("Logs of jobs do not show its value.", { default: false }),
    raw: flag("Dollar signs in the value are no references to other variables.", { default: false }),
    description: text("What it is for.", { nullable: true, max: 255 }),
  },
  // Says which of several of one key is meant.
  ignored: { filter: "action" },
  marks: ["hidden", "masked", "raw"],
  implied: ({ hidden }) => (hidden === true ? { masked: true } : {}),
  guard: (member) => (member.action === "delete" ? [] : [...decidedByCreate(member), ...unmaskable(member)]),
  example: { value: "https://deploy.example.com", protected: true, description: "Where releases go" },
  exampleKey: "DEPLOY_URL",
});

/** What a create alone decides: nobody can send again what a hidden one holds, so trueup does not delete it and make it again. */
function decidedByCreate({ spec, live }: GuardedMember): Judgement[] {
  if (!live) return [];
  const decided = ["hidden", ...(live.marks["hidden"] === true ? ["masked"] : [])];
  return decided
    .filter((name) => spec[name] !== undefined && live.spec[name] !== undefined && spec[name] !== live.spec[name])
    .map((attribute) => ({
      rule: "create.decided",
      attribute,
      message: `${attribute} cannot be changed any more, only a create decides it: delete it ("ensure: absent", and apply), and declare it again then, with all that it holds`,
    }));
}

/** A masked value that the server does not take. */
function unmaskable({ spec, live, text: textOf }: GuardedMember): Judgement[] {
  const whole = { ...live?.marks, ...spec };
  const value = whole["masked"] === true ? textOf("value") : undefined;
  if (value === undefined) return [];
  const rules = whole["raw"] === true ? maskable : [...maskable, maskableWithReferences];
  const broken = rules.flatMap(([pattern, hint]) => (pattern.test(value) ? [] : [hint]));
  if (broken.length === 0) return [];
  const message = `the server does not take value as it is beside the rest: ${broken.join(", and ")}`;
  return [{ rule: "value.unfit", attribute: "value", message }];
}
