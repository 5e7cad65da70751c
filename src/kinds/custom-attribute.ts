import { text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { slots } from "./parts/routes.js";

/** Values that administrators attach to groups and projects (the reference of real servers, custom attributes). */
export const customAttribute = defineKind({
  name: "custom_attribute",
  title: "Custom attribute",
  description: "A value that administrators attach to a group or project, for programs of their own.",
  source: "the reference of real servers, custom attributes",
  dialect: "vendor",
  parents: {
    project: { file: "custom_attributes", routes: slots("/projects/{project}/custom_attributes") },
    group: { file: "custom_attributes", routes: slots("/groups/{group}/custom_attributes") },
  },
  slots: true,
  administrators: "read",
  short: "value",
  key: { description: "The attribute's name.", read: "key", max: 255 },
  fields: { value: text("Its value.", { required: true, carried: true, min: 1 }) },
  example: { value: "4711" },
  exampleKey: "cost_center",
});
