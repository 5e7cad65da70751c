import { flag, refs, setOf, text } from "../../../src/core/fields.js";
import { defineKind, type Routes } from "../../../src/core/kind.js";

function routesUnder(holder: "group" | "project"): Routes {
  const at = `/${holder}s/{${holder}}/gates` as const;
  return {
    list: `GET ${at}`,
    read: `GET ${at}/{key}`,
    create: `POST ${at}`,
    update: `PATCH ${at}/{key}`,
    delete: `DELETE ${at}/{key}`,
  };
}

/** What holds releases up (made up). */
export const gate = defineKind({
  name: "gate",
  title: "Gate",
  description: "What holds releases up until somebody opens it.",
  source: "the reference of real servers, made up",
  parents: {
    project: {
      file: "gates",
      routes: routesUnder("project"),
      fields: {
        rules: setOf("Approval rules that open it.", refs("approval_rule", { cased: true }), { default: [], write: "rule_ids" }),
      },
    },
    group: { file: "gates", routes: routesUnder("group") },
  },
  key: { description: "Its name.", write: "name", read: "name", max: 255 },
  tier: "premium",
  fields: {
    description: text("What it is for.", { nullable: true }),
    closed: flag("Whether nothing passes.", { default: false }),
  },
  example: { description: "Nothing leaves on Fridays", closed: true },
  exampleKey: "release",
});
