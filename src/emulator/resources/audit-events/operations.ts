import { LEVEL, groupFor, projectFor, withId } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { type Reply, ok } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { type AuditEvent, auditTable } from "./records.js";

const licensed = { tier: "premium" } as const;

/** The audit log of the instance, of groups (theirs alone, not of what is in them) and of projects. */
export default {
  operations: {
    "GET /audit_events": {
      ...licensed,
      role: "administrator",
      parameters: { entity_type: { type: "string", enum: ["Project", "User", "Group", "Gitlab::Audit::InstanceScope"] } },
      handler: (context) => {
        const { params } = context;
        const [type, id] = [params.text("entity_type"), params.number("entity_id")];
        const isAsked = (event: AuditEvent): boolean =>
          (type === undefined || event.entity_type === type) && (id === undefined || event.entity_id === id);
        return list(context, context.store.of(auditTable).all().filter(isAsked));
      },
    },
    "GET /audit_events/{id}": {
      ...licensed,
      role: "administrator",
      handler: (context) => oneEvent(context, context.store.of(auditTable).all(), "id"),
    },
    ...operationsOf("/groups/{id}/audit_events", (context) => `Group:${groupFor(context, LEVEL.owner).id}`),
    ...operationsOf("/projects/{id}/audit_events", (context) => `Project:${projectFor(context, LEVEL.maintainer).id}`),
  },
} satisfies Resource;

function operationsOf(path: string, entity: (context: Context) => string): Record<string, OperationDeclaration> {
  const events = (context: Context): AuditEvent[] => context.store.of(auditTable).where("entity", entity(context));
  return {
    [`GET ${path}`]: { ...licensed, handler: (context) => list(context, events(context)) },
    [`GET ${path}/{audit_event_id}`]: { ...licensed, handler: (context) => oneEvent(context, events(context)) },
  };
}

/** The newest come first. */
function list(context: Context, events: readonly AuditEvent[]): Reply {
  const [after, before] = [context.params.text("created_after"), context.params.text("created_before")];
  const isWithin = ({ created_at }: AuditEvent): boolean =>
    (after === undefined || Date.parse(created_at) >= Date.parse(after)) &&
    (before === undefined || Date.parse(created_at) <= Date.parse(before));
  return page(events.filter(isWithin).toReversed(), context, (event) => present(context, event));
}

function oneEvent(context: Context, events: readonly AuditEvent[], place = "audit_event_id"): Reply {
  return ok(present(context, withId(context, events, place, "Audit Event")));
}

/** Whatever type a value has, events tell in words what it was and what it became; the author's address is that of today. */
function present({ store }: Context, event: AuditEvent): Record<string, Json> {
  const { from, to, ...details } = event.details;
  const values = from === undefined && to === undefined ? {} : { from: inWords(from), to: inWords(to) };
  return { ...event, details: { ...details, ...values, author_email: store.users.get(event.author_id)?.email ?? null } };
}

function inWords(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
