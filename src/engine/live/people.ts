import { fold } from "../../core/address.js";
import { ApiError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { topKind } from "../../core/kind.js";
import { parseRoute, routePath } from "../../core/route.js";
import type { LiveInstance } from "./decide.js";
import { pathOf, readById } from "./trees.js";

/** People are read one and all where that takes at most this many pages: what a plan names need not be named by anything that is live. */
const mostPages = 100;
const pageSize = 100;

/** Who there is, who is a member where, and what groups and projects outside of a scope are: what no kind says and plans look up. */
export class People {
  /** What could not be read, a sentence each. */
  readonly gaps: string[] = [];

  constructor(private readonly source: Pick<LiveInstance, "read" | "kinds" | "directory">) {}

  /** All people, or the first page of them where they are too many. */
  async all(): Promise<readonly JsonObject[]> {
    const first = await this.source.read.firstPage(parseRoute(this.source.directory.people).path);
    const isShort = first.totalPages === undefined ? first.items.length < pageSize : first.totalPages <= mostPages;
    if (isShort) return [...first.items, ...(await first.rest())];
    this.gaps.push(
      `there are more than ${(mostPages * pageSize).toLocaleString("en")} users: only those that something names are there`,
    );
    return first.items;
  }

  /** The direct members of a group or project; nobody where the token may not see them, which becomes a gap. */
  async members(kind: string, path: string, { id }: JsonObject): Promise<readonly JsonObject[]> {
    const route = this.source.directory.directMembership[kind];
    if (id === undefined || route === undefined) return [];
    try {
      return await this.source.read.list(routePath(route, { [kind]: id }));
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
      this.gaps.push(`members of ${kind}:${path} cannot be read: ${error.answer}`);
      return [];
    }
  }

  /** The reply about a group or project at a path; undefined if there is none. A path of digits alone is taken for a number, and an old path for the new one. */
  async namespace(kind: string, path: string): Promise<JsonObject | undefined> {
    const reply = await readById(this.source.read, topKind(this.source.kinds, kind), path, true);
    return reply && fold(pathOf(topKind(this.source.kinds, kind), reply)) === fold(path) ? reply : undefined;
  }
}
