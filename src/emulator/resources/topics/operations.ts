import { findRow } from "../../core/access.js";
import { type Context, type PlatformState, checkLimits, page } from "../../core/context.js";
import { addKnown } from "../../core/facts/shown.js";
import type { Json } from "../../core/records.js";
import { badRequest, created, invalid, noContent, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { removeUpload, uploadUrl } from "../../core/uploads.js";
import { sentAvatar } from "../uploads/files.js";
import { type Topic, topicTable } from "./records.js";

const SEED = seedObject(["name"], { name: TEXT, title: TEXT, description: TEXT, organization_id: { type: "integer" } });

/** Document 2, Topics; lengths, uniqueness, messages and the merge of two, which nobody can undo, from the reference of real servers, section G. */
export default {
  operations: {
    "GET /topics": (context) => {
      const { store, params } = context;
      const topics = store
        .of(topicTable)
        .all()
        .filter((topic) => isFound(context, topic, params.text("search")));
      const listed =
        params.flag("without_projects") === true
          ? topics.filter((topic) => store.projects.count("topic", topic.id) === 0)
          : topics;
      const weights = new Map(listed.map((topic) => [topic.id, weight(context, topic)]));
      const sorted = listed.sort((a, b) => (weights.get(b.id) ?? 0) - (weights.get(a.id) ?? 0) || a.id - b.id);
      return page(sorted, context, (topic) => presentTopic(context, topic));
    },
    "GET /topics/{id}": (context) => ok(presentTopic(context, findRow(context, context.store.of(topicTable), "id"))),
    "POST /topics": (context) => {
      check(context, undefined);
      const { store, params } = context;
      const topic = store.of(topicTable).insert({
        name: params.requiredText("name"),
        title: params.requiredText("title"),
        description: params.text("description") ?? null,
        avatar: null,
        ...(params.has("organization_id") ? { organization_id: params.requiredNumber("organization_id") } : {}),
        updated_at: new Date().toISOString(),
      });
      return created(presentTopic(context, setAvatar(context, topic)));
    },
    "PUT /topics/{id}": (context) => {
      const before = findRow(context, context.store.of(topicTable), "id");
      check(context, before);
      const { store, params } = context;
      const topic = store.of(topicTable).update(before.id, {
        name: params.text("name") ?? before.name,
        title: params.text("title") ?? before.title,
        description: params.has("description") ? (params.text("description") ?? null) : before.description,
        updated_at: new Date().toISOString(),
      });
      return ok(presentTopic(context, setAvatar(context, topic)));
    },
    "DELETE /topics/{id}": (context) => {
      const topic = findRow(context, context.store.of(topicTable), "id");
      for (const project of context.store.projects.where("topic", topic.id)) {
        context.store.projects.update(project.id, { topic_ids: project.topic_ids.filter((id) => id !== topic.id) });
      }
      removeUpload(context, topic.avatar);
      context.store.of(topicTable).delete(topic.id);
      return noContent();
    },
    "POST /topics/merge": {
      role: "administrator",
      handler: (context) => {
        const { store, params } = context;
        const source = store.of(topicTable).get(params.requiredNumber("source_topic_id"));
        const target = store.of(topicTable).get(params.requiredNumber("target_topic_id"));
        if (source === undefined || target === undefined)
          throw badRequest(`The ${source === undefined ? "source" : "target"} topic is not found`);
        if (source.id === target.id) throw badRequest("The source topic and the target topic are identical.");
        for (const { id, topic_ids } of store.projects.where("topic", source.id)) {
          const moved = topic_ids.map((topicId) => (topicId === source.id ? target.id : topicId));
          store.projects.update(id, { topic_ids: [...new Set(moved)] });
        }
        removeUpload(context, source.avatar);
        store.of(topicTable).delete(source.id);
        return created(presentTopic(context, target));
      },
    },
  },
  seeds: [
    seedPart("topics", "Topics of projects.", SEED, ({ store }, { name, title = name, description = null, ...rest }) => {
      store.of(topicTable).insert({ name, title, description, avatar: null, updated_at: new Date().toISOString(), ...rest });
    }),
  ],
} satisfies Resource;

/** Document 2 searches the name; real servers the title too. */
function isFound({ instance }: PlatformState, topic: Topic, search: string | undefined): boolean {
  const texts = instance.dialect === "vendor" ? [topic.name, topic.title] : [topic.name];
  return search === undefined || texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

/** What the list is ordered by: document 2 counts all projects of a topic, real servers those that are not private. */
function weight({ store, instance }: PlatformState, topic: Topic): number {
  if (instance.dialect === "neutral") return store.projects.count("topic", topic.id);
  return store.projects.where("topic", topic.id).filter((project) => project.visibility !== "private").length;
}

/** Throws 400 with all that is wrong with the topic's attributes. */
function check(context: Context, before: Topic | undefined): void {
  checkLimits(context);
  const { store, params } = context;
  const wrong: Record<string, string[]> = {};
  const [name, title] = [params.text("name"), params.text("title")];
  if (params.has("name") && (name ?? "").trim() === "") wrong["name"] = ["can't be blank"];
  else if (name !== undefined && /[\r\n]/.test(name)) wrong["name"] = ["has characters that are not allowed"];
  const known = name === undefined ? undefined : store.of(topicTable).first("name", name.toLowerCase());
  if (known !== undefined && known.id !== before?.id) wrong["name"] = ["has already been taken"];
  if (params.has("title") && (title ?? "").trim() === "") wrong["title"] = ["can't be blank"];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}

function setAvatar(context: Context, topic: Topic): Topic {
  const avatar = sentAvatar(context, `projects/topic/avatar/${topic.id}`, topic.avatar);
  return avatar === undefined ? topic : context.store.of(topicTable).update(topic.id, { avatar });
}

/** Topic (document 2, Topics). */
function presentTopic(context: Context, topic: Topic): Record<string, Json> {
  const { id, name, title, description } = topic;
  const total_projects_count = context.store.projects.count("topic", id);
  // Servers that know organizations have one that is there from the start.
  const organization_id = topic.organization_id ?? (context.knowledge?.isWhole === true ? 1 : undefined);
  const shown = { id, name, title, description, total_projects_count, avatar_url: uploadUrl(context, topic.avatar) };
  return addKnown(context, organization_id === undefined ? {} : { organization_id }, shown);
}
