import { document, flag, mapOf, secret, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

const one = "/projects/{project}/pipeline_schedules/{pipeline_schedule}" as const;

/** Pipelines that begin by the clock (the reference of real servers, pipeline schedules). */
export const pipelineSchedule = defineKind({
  name: "pipeline_schedule",
  title: "Pipeline schedule",
  description: "A pipeline that begins by the clock.",
  source: "the reference of real servers, pipeline schedules",
  oddities: [
    {
      says: "Two of one description are possible, and cannot be told apart.",
      source: "GitLab app/models/ci/pipeline_schedule.rb",
    },
    {
      says: "Only its owner, with whose rights it runs, may change it, in some releases administrators, too: a change by somebody else takes it over.",
      source: "GitLab app/policies/ci/pipeline_schedule_policy.rb",
    },
    {
      says: "A new one is made inactive, gets its variables and is switched on then, so that no run begins half-made.",
      source: "trueup test/e2e/hazards-pipeline-schedule.test.ts",
    },
    "Whether a variable is a file is kept as it is, and cannot be said: a new one is none.",
    {
      says: "Who is neither its owner nor a maintainer does not see its variables.",
      source: "GitLab app/policies/ci/pipeline_schedule_policy.rb",
    },
  ],
  as: "map",
  dialect: "vendor",
  parents: {
    project: {
      file: "pipeline_schedules",
      routes: collection("/projects/{project}/pipeline_schedules", "{pipeline_schedule}"),
    },
  },
  key: { description: "What it is for.", write: "description", read: "description", repeatable: true, max: 255 },
  owned: { by: "owner", take: `POST ${one}/take_ownership` },
  fields: {
    ref: text("Branch that it runs for; a tag stands as refs/tags/NAME.", {
      required: true,
      min: 1,
      decode: "branch-name",
      normalise: "branch-name",
      encode: "full-ref",
    }),
    cron: text("When it runs, as a cron expression.", { required: true, min: 1, max: 255 }),
    cron_timezone: text("Time zone of that, by its name.", { default: "UTC", readAs: "time-zone" }),
    active: flag("It runs.", { default: true, onceFilled: true }),
    inputs: mapOf("Inputs of the pipeline, by name.", document("Value of the input."), {
      default: {},
      decode: "by-name",
      encode: "name-list",
      goesBy: "destroy",
    }),
    variables: mapOf("Variables of the pipeline, by name.", secret("Value of the variable.", { mayBePlain: true }), {
      default: {},
      decode: "by-key",
      links: {
        add: `POST ${one}/variables`,
        change: `PUT ${one}/variables/{key}`,
        remove: `DELETE ${one}/variables/{key}`,
        read: `GET ${one}`,
      },
    }),
  },
  example: { ref: "main", cron: "0 3 * * *", cron_timezone: "UTC", active: true, variables: { SCOPE: "all" } },
  exampleKey: "Nightly",
});
