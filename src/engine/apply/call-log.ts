import type { Api, ApiReply, WriteRequest } from "../../core/api.js";
import { ApiError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import type { Call, Outcome, Plan } from "../../core/plan.js";
import { thingNumber } from "../../core/reply.js";

/** How a request ended. */
export interface SentEnd {
  /** HTTP status; 0 if no reply came. */
  readonly status: number;
  /** The number that the reply gives what was written. */
  readonly id?: number;
  /** The server's words, or what went wrong on the way. */
  readonly error?: string;
}

/** Keeps what an apply does: each request before it is sent, and its end. */
export interface CallLog {
  /** The plan, before anything of it is sent, and the user whose token it is. A rejection keeps the whole plan back. */
  begin(plan: Plan, username: string): Promise<void>;
  /** A request of a call, before it is sent: answers its number in the log. A rejection keeps the request back. */
  before(call: Call, request: WriteRequest): Promise<number>;
  /** How the request of that number ended. It is sent by now, so nothing is thrown. */
  after(sent: number, end: SentEnd): void;
  /** How a change ended, read back. Throws nothing. */
  ended(outcome: Outcome): void;
}

/** What an apply keeps its calls in, if anything. */
export interface Logged {
  readonly log?: CallLog;
}

/** Sends requests of one call, each of which the log has before. Throws as `send` and `before` do. */
export function loggedSend({ log }: Logged, call: Call, api: Api): (request: WriteRequest) => Promise<ApiReply> {
  if (!log) return async (request) => api.send(request);
  return async (request) => {
    const sent = await log.before(call, request);
    try {
      const reply = await api.send(request);
      const id = isObject(reply.body) ? thingNumber(reply.body["id"] ?? null) : undefined;
      log.after(sent, { status: reply.status, ...(id === undefined ? {} : { id }) });
      return reply;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      log.after(sent, {
        status,
        error: error instanceof ApiError && error.serverMessage !== "" ? error.serverMessage : String(error),
      });
      throw error;
    }
  };
}
