import { text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

/** Times at which a project deploys nothing (the reference of real servers, freeze periods). */
export const freezePeriod = defineKind({
  name: "freeze_period",
  title: "Freeze period",
  description: "A time at which a project deploys nothing.",
  source: "the reference of real servers, freeze periods",
  oddities: {
    "The server allows two freeze periods with the same start and the same end. trueup cannot tell them apart.":
      "GitLab app/models/ci/freeze_period.rb",
  },
  weakens: { itself: "less", other: ["freeze_end", "cron_timezone"] },
  dialect: "vendor",
  parents: {
    project: { file: "freeze_periods", routes: collection("/projects/{project}/freeze_periods", "{freeze_period}") },
  },
  key: {
    description: "When it begins, as a cron expression.",
    write: "freeze_start",
    read: "freeze_start",
    repeatable: true,
    max: 255,
    format: "cron",
  },
  fields: {
    freeze_end: text("When it ends, as a cron expression.", { required: true, min: 1, max: 255, format: "cron" }),
    cron_timezone: text("Time zone of both, by its name.", { default: "UTC", format: "time-zone" }),
  },
  example: { freeze_end: "0 7 * * 1", cron_timezone: "UTC" },
  exampleKey: "0 23 * * 5",
});
