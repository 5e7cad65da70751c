import { integer, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** Labels of issues, epics and merge requests (the reference of real servers, labels). */
export const label = defineKind({
  name: "label",
  title: "Label",
  description: "A word that issues, epics and merge requests are marked with; those of a group are there in all its projects.",
  source: "the reference of real servers, labels",
  oddities: [
    "A delete takes the label off everything that it stands on.",
    "A project cannot have a label of a name that a group above it has.",
    "Names of colours and short forms are shown as six digits.",
  ],
  as: "map",
  dialect: "vendor",
  parents: {
    project: {
      file: "labels",
      routes: {
        list: "GET /projects/{project}/labels",
        read: "GET /projects/{project}/labels/{key}",
        create: "POST /projects/{project}/labels",
        update: "PUT /projects/{project}/labels/{key}",
        delete: "DELETE /projects/{project}/labels/{key}",
      },
      fields: { priority: integer("Rank among the project's labels; 0 comes first.", { nullable: true, min: 0 }) },
    },
    group: {
      file: "labels",
      routes: {
        list: "GET /groups/{group}/labels",
        read: "GET /groups/{group}/labels/{key}",
        create: "POST /groups/{group}/labels",
        update: "PUT /groups/{group}/labels/{key}",
        delete: "DELETE /groups/{group}/labels/{key}",
      },
    },
  },
  key: { description: "The label's name; letter case counts.", write: "name", read: "name", max: 255 },
  fields: {
    color: text("Colour: six hexadecimal digits behind #, or a name that browsers know.", { required: true, min: 1 }),
    description: text("When to use it.", { nullable: true }),
  },
  example: { color: "#d9534f", description: "Something does not work" },
  exampleKey: "bug",
});
