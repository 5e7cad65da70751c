import { image, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** Topics of the instance (document 2, Topics; limits and the blank avatar from the reference of real servers). */
export const topic = defineKind({
  name: "topic",
  title: "Topic",
  description: "A topic that projects can be found by.",
  source: "document 2, Topics",
  oddities: [
    "A project that names a topic nobody made makes it, with its name as its title.",
    {
      says: "Where moved_from names another one that is there, that becomes part of this one, and its projects follow; nobody can undo it.",
      source: "GitLab doc/api/topics.md",
    },
    { says: "Deleting one takes it off every project.", source: "GitLab doc/api/topics.md" },
    "Pictures go up in a call of their own and are compared by their content.",
  ],
  as: "map",
  parents: {
    instance: {
      file: "topics",
      routes: {
        list: "GET /topics",
        read: "GET /topics/{topic}",
        create: "POST /topics",
        update: "PUT /topics/{topic}",
        delete: "DELETE /topics/{topic}",
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
    avatar: image("Picture of the topic; null removes it.", { nullable: true, unset: "", read: "avatar_url" }),
  },
  refined: {
    organization_id: { description: "Number of the organization that the topic is in.", default: 1, exported: false },
  },
  example: { title: "TypeScript", description: "Typed services" },
  exampleKey: "typescript",
});
