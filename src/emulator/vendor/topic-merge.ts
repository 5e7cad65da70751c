import { badRequest } from "../errors.js";
import { created } from "../replies.js";
import type { Resource } from "../resource.js";
import { presentTopic } from "../sections/topics.js";
import { removeUpload } from "../uploads.js";

/** Two topics become one; nobody can undo it. */
export default {
  operations: {
    "POST /topics/merge": {
      role: "administrator",
      handler: (context) => {
        const { store, params } = context;
        const source = store.topics.get(params.requiredNumber("source_topic_id"));
        const target = store.topics.get(params.requiredNumber("target_topic_id"));
        if (source === undefined || target === undefined)
          throw badRequest(`The ${source === undefined ? "source" : "target"} topic is not found`);
        if (source.id === target.id) throw badRequest("The source topic and the target topic are identical.");
        for (const { id, topic_ids } of store.projects.where("topic", source.id)) {
          const moved = topic_ids.map((one) => (one === source.id ? target.id : one));
          store.projects.update(id, { topic_ids: [...new Set(moved)] });
        }
        removeUpload(context, source.avatar);
        store.topics.delete(source.id);
        return created(presentTopic(context, target));
      },
    },
  },
} satisfies Resource;
