import { type CalledChange, type KindCall, namesGone } from "../core/behaviour.js";
import { document, flag, mapOf, onText, secret, text } from "../core/fields.js";
import type { Json } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { asPairs, byName } from "./parts/pairs.js";
import { collection } from "./parts/routes.js";

const single = "/projects/{project}/pipeline_schedules/{pipeline_schedule}" as const;
const routes = collection("/projects/{project}/pipeline_schedules", "{pipeline_schedule}");

/** A branch by its plain name, a tag by its full one. */
const branchName = (value: Json) => onText(value, (text) => text.replace(/^refs\/heads\//, ""));
/** A branch or tag by its full name, which cannot be taken for the other; a plain one is a branch's. */
const fullName = (value: Json) =>
  onText(value, (text) => (text === "" || text.startsWith("refs/") ? text : `refs/heads/${text}`));

/** Pipelines that begin by the clock (the reference of real servers, pipeline schedules). */
export const pipelineSchedule = defineKind({
  name: "pipeline_schedule",
  title: "Pipeline schedule",
  description: "A pipeline that begins by the clock.",
  source: "the reference of real servers, pipeline schedules",
  oddities: {
    "The server allows two pipeline schedules with the same description. trueup cannot tell them apart.":
      "GitLab app/models/ci/pipeline_schedule.rb",
    "A pipeline schedule runs with the rights of its owner. Only the owner can change the schedule; in some releases, administrators can change it, too.":
      "GitLab app/policies/ci/pipeline_schedule_policy.rb",
    "If another user owns the schedule, trueup takes the ownership before a change.":
      "GitLab app/policies/ci/pipeline_schedule_policy.rb",
    "trueup creates a new schedule as inactive, adds the variables, and then activates the schedule. No pipeline runs with incomplete variables.":
      "trueup test/e2e/hazards-pipeline-schedule.test.ts",
    "Files cannot set whether a variable is a file. An existing variable keeps its type, and a new variable is not a file.": null,
    "Only the owner of the schedule and maintainers see its variables.": "GitLab app/policies/ci/pipeline_schedule_policy.rb",
  },
  dialect: "vendor",
  mistaken: { branch: "ref" },
  parents: { project: { file: "pipeline_schedules", role: "developer", routes } },
  key: { description: "What it is for.", write: "description", read: "description", repeatable: true, max: 255 },
  marks: ["owner.username"],
  before: ({ action, marks, user }) => {
    const owner = marks["owner.username"];
    if (action === "delete" || typeof owner !== "string" || user === undefined || owner === user) return undefined;
    const message = `only its owner may change it: ${user} takes it over from ${owner}, and it acts with the rights of ${user} from then on`;
    return { route: `POST ${single}/take_ownership`, warning: { rule: "owner.taken", message } };
  },
  calls: (calls, change) => activatedLast(withoutGoneInputs(calls, change), change),
  fields: {
    ref: text("Branch that it runs for; a tag stands as refs/tags/NAME.", {
      required: true,
      min: 1,
      decode: branchName,
      normalise: branchName,
      encode: fullName,
    }),
    cron: text("When it runs, as a cron expression.", { required: true, min: 1, max: 255, format: "cron" }),
    cron_timezone: text("Time zone of that, by its name.", { default: "UTC", format: "time-zone" }),
    active: flag("It runs.", { default: true }),
    inputs: mapOf("Inputs of the pipeline, by name.", document("Value of the input."), {
      default: {},
      decode: byName("name"),
      encode: asPairs("name"),
    }),
    variables: mapOf("Variables of the pipeline, by name.", secret("Value of the variable.", { secret: { mayBePlain: true } }), {
      default: {},
      decode: byName("key"),
      links: {
        add: `POST ${single}/variables`,
        change: `PUT ${single}/variables/{key}`,
        remove: `DELETE ${single}/variables/{key}`,
        read: `GET ${single}`,
      },
    }),
  },
  example: { ref: "main", cron: "0 3 * * *", cron_timezone: "UTC", active: true, variables: { SCOPE: "all" } },
  exampleKey: "Nightly",
});

/** An update keeps inputs that it does not name: those that go are named. */
function withoutGoneInputs(calls: readonly KindCall[], { action, write, live }: CalledChange): readonly KindCall[] {
  const gone = action === "create" || write["inputs"] === undefined ? [] : namesGone(write["inputs"], live?.["inputs"]);
  const removals = gone.map((name) => ({ name, destroy: true }));
  return calls.map((call) => {
    const inputs = call.body?.["inputs"];
    return Array.isArray(inputs) ? { ...call, body: { ...call.body, inputs: [...inputs, ...removals] } } : call;
  });
}

/** A schedule that gets variables becomes active after them. */
function activatedLast(calls: readonly KindCall[], { action, write, params }: CalledChange): readonly KindCall[] {
  const isNew = action === "create";
  const isActivated = isNew ? write["active"] !== false : write["active"] === true;
  if (!isActivated || !calls.some(({ route }) => route.includes("/variables"))) return calls;
  const inactive = calls.flatMap((call): KindCall[] => {
    const { active: _, ...rest } = call.body ?? {};
    const body = isNew && call.route === routes.create ? { ...rest, active: false } : rest;
    return call.body !== undefined && Object.keys(body).length === 0 ? [] : [call.body === undefined ? call : { ...call, body }];
  });
  return [...inactive, { route: `PUT ${single}`, params, body: { active: true }, phase: "close" }];
}
