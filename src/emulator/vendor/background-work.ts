import { hostname } from "node:os";
import type { Context } from "../context.js";
import type { Json } from "../json.js";
import { ok } from "../replies.js";
import type { OperationDeclaration, Resource } from "../resource.js";

const started = Date.now();

/** Figures of the work that goes on in the background: here one process with one queue. */
export default {
  operations: {
    "GET /sidekiq/queue_metrics": metrics((context) => ({ queues: queues(context) })),
    "GET /sidekiq/process_metrics": metrics(() => ({ processes: processes() })),
    "GET /sidekiq/job_stats": metrics((context) => ({ jobs: jobs(context) })),
    "GET /sidekiq/compound_metrics": metrics((context) => ({
      queues: queues(context),
      processes: processes(),
      jobs: jobs(context),
    })),
  },
} satisfies Resource;

function metrics(of: (context: Context) => Json): OperationDeclaration {
  return { role: "administrator", handler: (context) => ok(of(context)) };
}

/** Work that is due by now. */
function waiting({ store }: Context): number {
  return store.scheduledWork.all().filter(({ due, failure }) => due <= Date.now() && failure === null).length;
}

function queues(context: Context): Json {
  return { default: { backlog: waiting(context), latency: 0 } };
}

function processes(): Json {
  const { pid } = process;
  return [
    {
      hostname: hostname(),
      pid,
      tag: "emulator",
      started_at: new Date(started).toISOString(),
      queues: ["default"],
      labels: [],
      concurrency: 1,
      busy: 0,
    },
  ];
}

function jobs(context: Context): Json {
  const { store } = context;
  const all = store.scheduledWork.all();
  const failed = all.filter(({ failure }) => failure !== null).length;
  return { processed: store.scheduledWork.next - 1 - all.length + failed, failed, enqueued: waiting(context), dead: failed };
}
