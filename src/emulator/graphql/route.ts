import { setTimeout as wait } from "node:timers/promises";
import type * as GraphQL from "graphql";
import type { Hono } from "hono";
import { noteActivity } from "../core/activity.js";
import { type Entrance, authenticate } from "../core/auth.js";
import { readBody } from "../core/body.js";
import type { PlatformState } from "../core/context.js";
import type { Stats } from "../core/moments.js";
import { type Json, type User, isObject } from "../core/records.js";
import { late, once } from "../core/remembered.js";
import { HttpError, toResponse } from "../core/replies.js";
import { answersFor } from "./answers.js";
import { SCHEMA } from "./schema.js";

interface GraphQLParts {
  readonly world: PlatformState;
  readonly adminToken: string;
  readonly stats: Stats;
  readonly latency: number;
}

/** Nothing is changed by a query, so a token that may read will do. */
const ENTRANCE: Entrance = { method: "GET", caller: "anyone", jobToken: false, scopes: [] };

/** `POST /api/graphql` of real servers: queries for the part of their schema that `schema.ts` has. Every other field is said not to be there. */
export function addGraphQL(application: Hono, { world, adminToken, stats, latency }: GraphQLParts): void {
  if (world.instance.dialect === "neutral") return;
  application.post("/api/graphql", async (c) => {
    stats.count("POST /api/graphql");
    if (latency > 0) await wait(latency);
    const caller = callerOf(world, c.req.raw, adminToken);
    if (caller instanceof HttpError) return toResponse({ status: 401, body: failed("Invalid token") });
    try {
      const { values } = await readBody(c.req.raw);
      const body = answered(world, caller.user, values);
      await world.store.durable();
      return toResponse({ status: 200, body });
    } catch (error) {
      if (error instanceof HttpError) return toResponse({ status: error.status, body: failed("Unexpected end of document") });
      throw error;
    }
  });
}

const failed = (message: string): Json => ({ errors: [{ message }] });

function callerOf({ store }: PlatformState, request: Request, adminToken: string): { user: User | undefined } | HttpError {
  try {
    return authenticate(store, ENTRANCE, request.headers, new URL(request.url).searchParams, adminToken);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function answered(world: PlatformState, user: User | undefined, sent: Readonly<Record<string, Json>>): Json {
  const { query, variables, operationName } = sent;
  if (typeof query !== "string" || query.trim() === "") return failed("No query string was present");
  const { graphqlSync } = library();
  return world.store.transaction(() => {
    noteActivity(world, user);
    const result = graphqlSync({
      schema: schema(),
      source: query,
      rootValue: answersFor(world, user),
      variableValues: isObject(variables) ? variables : {},
      operationName: typeof operationName === "string" ? operationName : null,
    });
    return JSON.parse(JSON.stringify(result)) as Json;
  });
}

const library = () => late("graphql") as typeof GraphQL;

const schema = once(() => library().buildSchema(SCHEMA));
