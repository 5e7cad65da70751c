import { LEVEL, accessLevel, findRow, groupChain, isProject, requireUser } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import type { GroupOrProject, Json, Source, User } from "../../core/records.js";
import { forbidden } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { type RegisteredRunner, runnerTable } from "../pipelines/records.js";
import { registrationOf, statusOf } from "./present.js";

/** The runner that the path or a parameter names. Throws `404 Runner Not Found`. */
export function findRunner(context: Context, name = "id"): RegisteredRunner {
  return findRow(context, context.store.of(runnerTable), name, "Runner");
}

/** The runner with a token. Throws 403 where no runner has it. */
export function runnerWith({ store, params }: Context): RegisteredRunner {
  const runner = store.of(runnerTable).first("token", params.requiredText("token"));
  if (runner === undefined) throw forbidden();
  return runner;
}

/** Whether the user keeps a runner of the project or group: Maintainers of the one, Owners of the other. */
function keeps(store: Store, user: User, { kind, id }: Source): boolean {
  const holder = kind === "project" ? store.projects.get(id) : store.groups.get(id);
  return holder !== undefined && accessLevel(store, user, holder) >= (kind === "project" ? LEVEL.maintainer : LEVEL.owner);
}

export function ownsRunner(store: Store, user: User, runner: RegisteredRunner): boolean {
  return registrationOf(runner).sources.some((source) => keeps(store, user, source));
}

/** A runner that the caller may change. Throws 404 and 403. */
export function keptRunner(context: Context, name?: string): RegisteredRunner {
  const user = requireUser(context);
  const runner = findRunner(context, name);
  if (!user.is_admin && !ownsRunner(context.store, user, runner)) throw forbidden("No access granted");
  return runner;
}

/** A runner that the caller may look at: those for all are everybody's. */
export function seenRunner(context: Context): RegisteredRunner {
  const runner = findRunner(context);
  return runner.runner_type === "instance_type" ? runner : keptRunner(context);
}

/** Runners for a project or group: its own, those of the groups above, and those for all. */
export function runnersFor(store: Store, holder: GroupOrProject): RegisteredRunner[] {
  const groups = groupChain(store, isProject(holder) ? holder.namespace_id : holder.id);
  const isHere = (source: Source): boolean =>
    source.kind === "group" ? groups.includes(source.id) : isProject(holder) && source.id === holder.id;
  return store
    .of(runnerTable)
    .all()
    .filter((runner) => runner.runner_type === "instance_type" || registrationOf(runner).sources.some(isHere));
}

/** The runners that a list is asked for, newest first. */
export function askedRunners({ params }: Context, runners: readonly RegisteredRunner[]): RegisteredRunner[] {
  const tags = params.get("tag_list");
  const wanted: readonly Json[] = Array.isArray(tags) ? tags : [];
  const paused = params.get("paused");
  const isOf = (runner: RegisteredRunner, word: Json | undefined): boolean => {
    if (word === undefined || word === null || word === "") return true;
    if (word === "active" || word === "paused") return runner.active === (word === "active");
    if (word === "specific") return runner.runner_type === "project_type";
    if (word === "shared") return runner.runner_type === "instance_type";
    return runner.runner_type === word || statusOf(runner) === word;
  };
  const isAsked = (runner: RegisteredRunner): boolean =>
    ["scope", "type", "status"].every((name) => isOf(runner, params.get(name))) &&
    (typeof paused !== "boolean" || runner.active !== paused) &&
    wanted.every((tag) => registrationOf(runner).tag_list.some((runnerTag) => runnerTag === tag));
  return runners.filter(isAsked).toReversed();
}
