import { firstSegment, fold, pathsAbove } from "../../core/address.js";
import type { ApiError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { topKind } from "../../core/kind.js";
import { roleLevels } from "../../core/names.js";
import type { Plan, PlanDiagnostic } from "../../core/plan.js";
import { foldRights, type PlaceRights, type Right } from "../../core/role.js";
import { type ReadRoute, routePath } from "../../core/route.js";
import { accessLevels } from "../../core/types/access-level.js";
import { type LiveInstance, unlessRefused } from "../live/index.js";
import { rightsOfPlan } from "../plan/index.js";

/** Scopes with which nothing that a plan has can be written; a token with any other one may be able to (GitLab doc/user/profile/personal_access_tokens.md). */
const readingScopes = new Set(["read_api", "read_user", "read_repository", "read_registry", "read_virtual_registry", "openid"]);

/** So many places are asked at most; what lies in others is found out when it is written. */
const mostPlaces = 50;

/** Where somebody may have a role, and what it is called in messages. */
type Place = NonNullable<Right["at"]>;

/**
 * What the token surely lacks for the calls of a plan, a refusal for each place. What the server does not tell is not lacking: where a read is refused, where a
 * custom role or a share with a group may give more, and what is the user's own. It reads one membership for each top-level group with calls in it, and more only where that does not suffice.
 */
export async function lackingRights(
  instance: LiveInstance,
  plan: Plan,
  scopes: readonly string[] | undefined,
): Promise<PlanDiagnostic[]> {
  if (plan.calls.length === 0) return [];
  if (scopes !== undefined && scopes.length > 0 && scopes.every((scope) => readingScopes.has(scope)))
    return [
      refusal(`the token has the scope ${scopes.join(", ")}, and every write needs api: use a token with the scope api`, [
        "the token",
      ]),
    ];
  const { administrator, username } = instance.capabilities.user;
  if (administrator) return [];
  const rights = foldRights(rightsOfPlan(instance.kinds, plan));
  const standing = new Standing(instance);
  const isOwn = ({ at }: PlaceRights): boolean => at?.path !== undefined && fold(firstSegment(at.path)) === fold(username);
  const asked = rights.filter((right) => !isOwn(right)).slice(0, mostPlaces);
  const lacking = await Promise.all(asked.map(async (right) => lackingAt(right, standing, username)));
  return lacking.flat();
}

async function lackingAt(right: PlaceRights, standing: Standing, username: string): Promise<PlanDiagnostic[]> {
  const { at, role, by } = right;
  if (at?.path === undefined)
    return [refusal(`${by.join(", ")}: only an administrator may write it, and ${username} is none`, ["the instance"])];
  const level = await standing.most(at, roleLevels[role]);
  if (level === undefined || level >= roleLevels[role]) return [];
  const need = `${by.join(", ")}: writing there needs the role ${nameOf(roleLevels[role])}, and ${username} has ${nameOf(level)}`;
  return [refusal(`${need}: give it that role, or use another token`, [at.path])];
}

function refusal(message: string, addresses: readonly string[]): PlanDiagnostic {
  return { rule: "rights.lacking", message, addresses };
}

/** The role of an access level; one between two is called by the lower one. */
function nameOf(level: number): string {
  const [name = ""] = Object.entries(accessLevels).findLast(([, least]) => least <= level) ?? [];
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`.replace("_", " ");
}

/** What the user of the token is in groups and projects: each is read once. */
class Standing {
  private readonly replies = new Map<string, Promise<JsonObject | undefined>>();

  constructor(private readonly instance: LiveInstance) {}

  /** The access level in a place if it is below the one that is asked for, and surely so; else undefined or that one. */
  async most(at: Place, asked: number): Promise<number | undefined> {
    const { path = "" } = at;
    const top = this.groupAt(path.includes("/") ? firstSegment(path) : path, at);
    const first = await this.level(top);
    if (first !== undefined && first >= asked) return first;
    const levelHere = top.path === path ? first : await this.level(at);
    if (levelHere === undefined || levelHere >= asked) return levelHere;
    return (await this.isShared(at)) ? undefined : levelHere;
  }

  private groupAt(path: string, at: Place): Place {
    const holding = topKind(this.instance.kinds, at.kind).tree?.parent ?? at.kind;
    return path === at.path ? at : { kind: holding, path };
  }

  private async level(at: Place): Promise<number | undefined> {
    const { standing } = topKind(this.instance.kinds, at.kind).tree ?? {};
    const reply = await this.read(at, standing?.read);
    if (!standing || !reply) return undefined;
    const level = reply[standing.level];
    // What a custom role adds to its level nobody can tell.
    return typeof level === "number" && (reply[standing.custom] ?? null) === null ? level : undefined;
  }

  /** True where groups that the place, or a group above it, is shared with may give more, or nobody tells: older releases count no such members. */
  private async isShared(at: Place): Promise<boolean> {
    const places = [at, ...pathsAbove(at.path ?? "").map((path) => this.groupAt(path, at))];
    const shared = await Promise.all(
      places.map(async (place) => {
        const kind = topKind(this.instance.kinds, place.kind);
        const shares = (await this.read(place, kind.routes.read))?.[kind.tree?.standing.shares ?? ""];
        return !Array.isArray(shares) || shares.length > 0;
      }),
    );
    return shared.includes(true);
  }

  /** A reply about a place; undefined where the server refuses it or does not know the route. */
  private async read({ kind, path = "" }: Place, route: ReadRoute | undefined): Promise<JsonObject | undefined> {
    if (route === undefined) return undefined;
    const { user } = this.instance.capabilities;
    const filled = routePath(route, { [kind]: path, user: user.id });
    const isRefused = ({ status }: ApiError) => status >= 400 && status < 500;
    const reply = this.replies.get(filled) ?? unlessRefused(isRefused, async () => this.instance.read.find(filled));
    this.replies.set(filled, reply);
    return reply;
  }
}
