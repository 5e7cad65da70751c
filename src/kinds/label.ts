import type { KindCall } from "../core/behaviour.js";
import { colorDigits } from "../core/colors.js";
import { integer, onText, text } from "../core/fields.js";
import type { Json } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

/** Labels of issues, epics and merge requests (the reference of real servers, labels). */
export const label = defineKind({
  name: "label",
  title: "Label",
  description: "A word that issues, epics and merge requests are marked with; those of a group are there in all its projects.",
  source: "the reference of real servers, labels",
  oddities: {
    "A delete removes the label from every item that has the label.": "GitLab doc/user/project/labels.md",
    "A project cannot have a label with the same name as a label of a group above.": "GitLab lib/api/helpers/label_helpers.rb",
    "The server returns names of colours and short forms of colours as six digits.": null,
  },
  dialect: "vendor",
  parents: {
    project: {
      file: "labels",
      role: "planner",
      routes: collection("/projects/{project}/labels", "{label}", { list: "?include_ancestor_groups=false" }),
      fields: { priority: integer("Rank among the project's labels; 0 comes first.", { nullable: true, min: 0 }) },
    },
    group: {
      file: "labels",
      role: "planner",
      routes: collection("/groups/{group}/labels", "{label}", { list: "?include_ancestor_groups=false" }),
    },
  },
  short: "color",
  key: {
    description: "The label's name, without a comma; letter case counts.",
    write: "name",
    read: "name",
    max: 255,
    like: { pattern: "^[^,]*$", hint: "a label's name has no comma" },
    countsBelow: true,
  },
  fields: {
    color: text("Colour: six hexadecimal digits behind #, or a name that browsers know.", {
      required: true,
      min: 1,
      format: "color",
      // One colour may be written in several ways.
      normalise: (value: Json) => onText(value, (text) => colorDigits(text) ?? text),
    }),
    description: text("When to use it.", { nullable: true }),
  },
  ignored: { new_name: "read-elsewhere" },
  calls: (calls, { action }) => (action === "move" ? calls.map(renaming) : calls),
  refined: { archived: { description: "It is not offered any more.", default: false } },
  example: { color: "#d9534f", description: "Something does not work" },
  exampleKey: "bug",
});

/** The server takes the new name under a parameter of its own. */
function renaming(call: KindCall): KindCall {
  const { name, ...body } = call.body ?? {};
  return name === undefined ? call : { ...call, body: { ...body, new_name: name } };
}
