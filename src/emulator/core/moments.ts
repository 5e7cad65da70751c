import type { Context as HonoContext, Hono } from "hono";
import { findCredentialValue } from "./auth.js";
import type { Operation } from "./journal.js";
import { type Reply, badRequest, created, noContent, notFound, ok, toResponse, unauthorized } from "./replies.js";
import type { Store } from "./store.js";

/** What the routes for whoever tests against an emulator need. */
interface Moments {
  readonly store: Store;
  readonly adminToken: string;
  /** True if other machines may reach it: then these routes take the administrator's token. */
  readonly isExposed: () => boolean;
}

const NAME = /^[\w.-]{1,100}$/;

/**
 * Routes that put everything back between tests: `POST /-/emulator/reset` to what it was started with, and moments of one's own by name, held in memory
 * (`POST /-/emulator/snapshots/NAME`, `…/NAME/restore`, `DELETE`, and the list). Ids that were given since are given again.
 */
export function addMoments(application: Hono, { store, adminToken, isExposed }: Moments): void {
  const begin = [...store.rows()];
  const kept = new Map<string, readonly Operation[]>();
  const route = (method: string, path: string, run: (c: HonoContext) => Reply): void => {
    application.on(method, `/-/emulator${path}`, async (c) => {
      if (isExposed() && findCredentialValue(c.req.raw) !== adminToken) throw unauthorized();
      const reply = run(c);
      await store.durable();
      return toResponse(reply);
    });
  };
  const restored = (rows: readonly Operation[] | undefined): Reply => {
    if (rows === undefined) throw notFound("Snapshot");
    store.restore(rows);
    return noContent();
  };
  route("POST", "/reset", () => restored(begin));
  route("GET", "/snapshots", () => ok([...kept.keys()].toSorted()));
  route("POST", "/snapshots/:name", (c) => {
    const name = nameOf(c);
    kept.set(name, [...store.rows()]);
    return created({ name });
  });
  route("POST", "/snapshots/:name/restore", (c) => restored(kept.get(nameOf(c))));
  route("DELETE", "/snapshots/:name", (c) => {
    if (!kept.delete(nameOf(c))) throw notFound("Snapshot");
    return noContent();
  });
}

function nameOf(c: HonoContext): string {
  const name = c.req.param("name") ?? "";
  if (!NAME.test(name)) throw badRequest("the name of a snapshot has letters, digits and . _ - only, at most 100 of them");
  return name;
}

/** Counts requests by method and route template. */
export class Stats {
  readonly #counts = new Map<string, number>();

  count(route: string): void {
    this.#counts.set(route, (this.#counts.get(route) ?? 0) + 1);
  }

  reset(): void {
    this.#counts.clear();
  }

  report(): { total: number; routes: Record<string, number> } {
    const routes = Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { total: Object.values(routes).reduce((sum, count) => sum + count, 0), routes };
  }
}
