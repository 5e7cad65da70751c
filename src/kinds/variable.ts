import { flag, oneOf, secret, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

const scoped = "{key}?filter[environment_scope]={scope}";
const scope = { field: "environment_scope", separator: "@", default: "*" };

/** Variables of CI/CD (the reference of real servers, variables). */
export const variable = defineKind({
  name: "variable",
  title: "Variable",
  description: "A value that jobs of pipelines get in their environment.",
  source: "the reference of real servers, variables",
  oddities: [
    "Variables of one key differ by the environments that they are for: NAME is for all, NAME@production for one or for those of a wildcard.",
    "A hidden one is hidden from its creation on, and its value is never shown again.",
    "Protected ones are not there in pipelines of branches and tags that are not protected.",
    "A value that is to be masked is one line of at least eight characters without blanks.",
  ],
  as: "map",
  dialect: "vendor",
  parents: {
    project: { file: "variables", routes: collection("/projects/{project}/variables", scoped), key: { scope } },
    group: { file: "variables", routes: collection("/groups/{group}/variables", scoped), key: { scope } },
    instance: { file: "instance_variables", routes: collection("/admin/ci/variables", "{key}") },
  },
  key: { description: "The variable's key; NAME@production is for one environment.", write: "key", read: "key", max: 255 },
  fields: {
    value: secret("Its value.", { required: true, carried: true, mayBePlain: true, concealedBy: { hidden: true } }),
    variable_type: oneOf("Whether jobs get the value itself, or a file that holds it.", ["env_var", "file"], {
      default: "env_var",
    }),
    protected: flag("Only pipelines of protected branches and tags get it.", { default: false }),
    masked: flag("Logs of jobs do not show its value.", { default: false }),
    hidden: flag("Nobody is shown its value again, from its creation on.", {
      default: false,
      on: "create",
      write: "masked_and_hidden",
    }),
    raw: flag("Dollar signs in the value are no references to other variables.", { default: false }),
    description: text("What it is for.", { nullable: true, max: 255 }),
  },
  // Says which of several of one key is meant.
  ignored: { filter: "action" },
  example: { value: "https://deploy.example.com", protected: true, description: "Where releases go" },
  exampleKey: "DEPLOY_URL",
});
