import { LEVEL, accessLevel, projectFor, requireUser } from "../../core/access.js";
import { removeEntry } from "../../core/collection/columns.js";
import { entriesIn, findEntry, textOf } from "../../core/collection/homes.js";
import { presentEntry } from "../../core/collection/lists.js";
import { type Collection, type Columns, type Entry, type EntryHome, collection } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import { type Json, type Project, objectsIn } from "../../core/records.js";
import { HttpError, badRequest, created, forbidden, invalid, noContent, ok, orNotFound } from "../../core/replies.js";
import { branchNamed, tagNamed } from "../../core/repository.js";
import type { Resource } from "../../core/resource.js";
import { pipelinesIn } from "../pipelines/lookup.js";
import { presentListed, presentVariable } from "../pipelines/present.js";
import { startPipeline } from "../pipelines/start.js";
import { cronProblems, nextRun, scheduleTable } from "./records.js";

const variables: Collection = collection("variables", {
  at: "/projects/{id}/pipeline_schedules/{pipeline_schedule_id}",
  read: "developer",
  write: "developer",
  key: "key",
  fixed: ["key"],
  filled: ["key"],
  defaults: { variable_type: "env_var", raw: false },
  never: ["description", "environment_scope", "hidden", "masked", "protected"],
  unique: { columns: ["key"], refuse: ({ key }) => invalid({ key: [`(${textOf(key)}) has already been taken`] }) },
  settle: (context, columns, _, home) => {
    requireOwner(context, scheduleOf(context, home));
    if (columns["key"] !== undefined && !/^\w{1,255}$/.test(textOf(columns["key"])))
      throw invalid({ key: ["can contain only letters, digits and '_'."] });
    return columns;
  },
  status: { remove: 202 },
  after: { removed: (context, { home }) => requireOwner(context, scheduleOf(context, home)) },
});

const schedules: Collection = collection("pipeline_schedules", {
  at: "/projects/{id}",
  read: "developer",
  write: "developer",
  table: scheduleTable,
  filled: ["description", "cron", "ref"],
  defaults: { cron_timezone: "UTC", active: true, inputs: [] },
  single_only: ["last_pipeline", "variables"],
  filters: { scope: ({ active }, value) => active === (value === "active") },
  settle,
  shows,
  handlers: {
    remove: (context, home, self) => {
      const entry = findEntry(context, self, home, "pipeline_schedule_id");
      if (!mayManage(context, entry)) throw forbidden();
      removeEntry(context, self, entry);
      return noContent();
    },
  },
  actions: {
    "POST /take_ownership": (context, entry, self) => {
      const user = requireUser(context);
      if (!mayManage(context, entry)) throw forbidden();
      if (entry["owner_id"] === user.id) return ok(presentEntry(context, self, entry, "single"));
      const owned = context.store.of(scheduleTable).update(entry.id, { owner_id: user.id, updated_at: new Date().toISOString() });
      return created(presentEntry(context, self, owned, "single"));
    },
    "POST /play": (context, entry) => {
      const user = requireUser(context);
      const project = projectOf(context, entry);
      const variables = variablesOf(context, entry).map(({ key, value, variable_type }) => ({
        key: key ?? null,
        value: value ?? null,
        variable_type: variable_type ?? null,
      }));
      try {
        const ref = textOf(entry["ref"]);
        startPipeline(context, { project, ref, user, source: "schedule", variables, schedule_id: entry.id });
      } catch (error) {
        // Real servers start it in the background, where a refusal is seen in the list of pipelines only.
        if (!(error instanceof HttpError)) throw error;
      }
      return created({ message: "201 Created" });
    },
  },
});

/** Pipelines that begin by the clock (the reference of real servers, kinds, section 2.5). */
export default {
  operations: {
    "GET /projects/{id}/pipeline_schedules/{pipeline_schedule_id}/pipelines": (context) => {
      const { id } = projectFor(context, LEVEL.developer);
      const entry = findEntry(context, schedules, { kind: "project", id }, "pipeline_schedule_id");
      const pipelines = pipelinesIn(context.store, id).filter(({ schedule_id }) => schedule_id === entry.id);
      const inOrder = context.params.text("sort") === "desc" ? pipelines.toReversed() : pipelines;
      return page(inOrder, context, (pipeline) => presentListed(context, pipeline));
    },
  },
  collections: [schedules, variables],
} satisfies Resource;

function projectOf({ store }: Context, { home }: Entry): Project {
  return orNotFound(store.projects.get(home.id), "Project");
}

function scheduleOf({ store }: Context, { id }: EntryHome): Entry {
  return orNotFound(store.of(scheduleTable).get(id), "Pipeline Schedule");
}

function variablesOf(context: Context, { id }: Entry): Entry[] {
  return entriesIn(context, variables, { kind: scheduleTable.name, id });
}

/** Maintainers and the owner see a schedule's variables, remove it and may take it over. */
function mayManage(context: Context, entry: Entry): boolean {
  const user = requireUser(context);
  return (
    user.is_admin ||
    entry["owner_id"] === user.id ||
    accessLevel(context.store, user, projectOf(context, entry)) >= LEVEL.maintainer
  );
}

/** Only its owner changes a schedule. */
function requireOwner(context: Context, entry: Entry): void {
  const user = requireUser(context);
  if (!user.is_admin && entry["owner_id"] !== user.id) throw forbidden();
}

function settle(context: Context, columns: Columns, before: Entry | undefined, home: EntryHome): Columns {
  if (before !== undefined) requireOwner(context, before);
  const { inputs, ...rest } = columns;
  const wrong = cronProblems({ ...before, ...rest }, ["cron"]);
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    ...rest,
    ...(rest["ref"] === undefined ? {} : { ref: fullRef(context, home.id, textOf(rest["ref"])) }),
    inputs: writtenInputs(inputs, before?.["inputs"]),
    ...(before === undefined ? { owner_id: requireUser(context).id } : {}),
  };
}

/** `main` as `refs/heads/main`. Throws 400 for the name of a branch and of a tag. */
function fullRef({ store }: Context, projectId: number, ref: string): string {
  if (/^refs\/(heads|tags)\//.test(ref)) return ref;
  const isBranch = branchNamed(store, projectId, ref) !== undefined;
  const isTag = tagNamed(store, projectId, ref) !== undefined;
  if (isBranch && isTag) throw badRequest("Ref is ambiguous");
  return isBranch ? `refs/heads/${ref}` : isTag ? `refs/tags/${ref}` : ref;
}

/** An input that is named again is replaced; `destroy` takes it away. */
function writtenInputs(sent: Json | undefined, before: Json | undefined): Json {
  const inputs = new Map(objectsIn(before).map((input) => [textOf(input["name"]), input]));
  for (const { name, value = null, destroy } of objectsIn(sent)) {
    if (destroy === true || destroy === "true") inputs.delete(textOf(name));
    else inputs.set(textOf(name), { name: name ?? null, value });
  }
  return [...inputs.values()];
}

function shows(context: Context, entry: Entry): Record<string, Json> {
  const last = pipelinesIn(context.store, entry.home.id).findLast(({ schedule_id }) => schedule_id === entry.id);
  const hasInputs = context.knowledge?.keys.has("inputs") === true;
  const shown = {
    owner: userSummary(context, Number(entry["owner_id"])),
    next_run_at: nextRun(textOf(entry["cron"]), textOf(entry["cron_timezone"]))?.toISOString() ?? null,
    last_pipeline: last === undefined ? null : presentListed(context, last),
    ...(hasInputs ? { inputs: entry["inputs"] ?? [] } : {}),
  };
  if (!mayManage(context, entry)) return shown;
  return { ...shown, variables: variablesOf(context, entry).map(presentVariable) };
}
