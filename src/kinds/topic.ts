import { image, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

/** Topics of the instance (document 2, Topics; limits and the blank avatar from the reference of real servers). */
export const topic = defineKind({
  name: "topic",
  title: "Topic",
  description: "A topic that projects can be found by.",
  source: "document 2, Topics",
  oddities: {
    "If a project names a topic that does not exist, the server creates the topic. The title of the new topic is its name.": null,
    "If the topic in moved_from and the declared topic both exist, trueup merges the old topic into the declared topic. Projects of the old topic get the declared topic.":
      "GitLab doc/api/topics.md",
    "A merge of two topics cannot be undone.": "GitLab doc/api/topics.md",
    "A delete removes the topic from every project.": "GitLab doc/api/topics.md",
    "trueup uploads pictures in a separate call.": null,
    "trueup compares pictures by their content.": null,
  },
  parents: {
    instance: {
      file: "topics",
      routes: {
        ...collection("/topics", "{topic}"),
        merge: { route: "POST /topics/merge", from: "source_topic_id", into: "target_topic_id" },
      },
    },
  },
  key: { description: "The topic's name, a slug.", write: "name", read: "name", max: 255, caseless: true },
  administrators: "write",
  planted: {},
  fields: {
    title: text("Title that people see.", { required: true, min: 1, max: 255 }),
    description: text("What the topic is about.", { nullable: true, max: 1024 }),
    avatar: image("Picture of the topic; null removes it.", { nullable: { unset: "" }, read: "avatar_url" }),
  },
  refined: {
    organization_id: { description: "Number of the organization that the topic is in.", default: 1, exported: false },
  },
  example: { title: "TypeScript", description: "Typed services" },
  exampleKey: "typescript",
});
