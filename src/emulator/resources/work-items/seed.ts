import { groupChain } from "../../core/access.js";
import type { PlatformState } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_DAY, SEED_TIME, seedDay, seedGroup, seedProject, seedTime } from "../../core/seed.js";
import type { Row, Table } from "../../core/table.js";
import { type Home, epicTable, homeKey, iterationTable, labelTable, milestoneTable } from "./records.js";
import { homesOf } from "./sent.js";

/** Where a label or milestone of a seed lives: one of the two. */
type SeedHome = { readonly project?: string | undefined; readonly group?: string | undefined };

const HOME_SEED = { project: TEXT, group: TEXT } as const;

/** Throws when a seed names no home, or two. */
function seedHome(world: PlatformState, { project, group }: SeedHome, what: string): Home {
  if (project !== undefined && group === undefined) return { kind: "project", id: seedProject(world, project).id };
  if (group !== undefined && project === undefined) return { kind: "group", id: seedGroup(world, group).id };
  throw new Error(`the seed must say either the project or the group of ${what}`);
}

/** Ids of a project's labels by name. Throws for one that neither the project nor a group above it has. */
export function seedLabels(world: PlatformState, project: Project, names: readonly string[]): number[] {
  const labels = inHomes(world, project, world.store.of(labelTable));
  return names.map((name) => idOf(labels, (label) => label.name === name, `label ${name}`, project));
}

/** Id of a project's milestone by title; null for none. Throws as `seedLabels`. */
export function seedMilestone(world: PlatformState, project: Project, title: string | undefined): number | null {
  return titled(inHomes(world, project, world.store.of(milestoneTable)), "milestone", title, project);
}

/** Id of an epic of the groups above a project by title; null for none. Throws as `seedLabels`. */
export function seedEpic(world: PlatformState, project: Project, title: string | undefined): number | null {
  return titled(inGroups(world, project, world.store.of(epicTable)), "epic", title, project);
}

/** Id of an iteration of the groups above a project by title; null for none. Throws as `seedLabels`. */
export function seedIteration(world: PlatformState, project: Project, title: string | undefined): number | null {
  return titled(inGroups(world, project, world.store.of(iterationTable)), "iteration", title, project);
}

type Titled = Row & { readonly title: string | null };

function titled(rows: readonly Titled[], word: string, title: string | undefined, project: Project): number | null {
  return title === undefined ? null : idOf(rows, (row) => row.title === title, `${word} ${title}`, project);
}

function inGroups<T extends Row>({ store }: PlatformState, project: Project, table: Table<T, "group">): T[] {
  return groupChain(store, project.namespace_id).flatMap((id) => table.where("group", id));
}

function inHomes<T extends Row>(world: PlatformState, project: Project, table: Table<T, "home">): T[] {
  return homesOf(world, project).flatMap((home) => table.where("home", home));
}

function idOf<T extends Row>(rows: readonly T[], is: (row: T) => boolean, what: string, project: Project): number {
  const row = rows.find(is);
  if (row === undefined) throw new Error(`the seed names a ${what} that ${project.path_with_namespace} does not have`);
  return row.id;
}

const LABEL = seedObject(["name"], {
  ...HOME_SEED,
  name: TEXT,
  color: TEXT,
  text_color: TEXT,
  description: TEXT,
  priority: { type: "integer" },
});

/** Labels of a seed, in a project or a group. */
export const labelSeed = seedPart("labels", "Labels of projects and groups.", LABEL, (world, { project, group, ...label }) => {
  const home = seedHome(world, { project, group }, `the label ${label.name}`);
  const preset = { color: "#428BCA", text_color: "#FFFFFF", description: null, priority: null };
  world.store.of(labelTable).insert({ ...preset, ...label, home });
});

const MILESTONE = seedObject(["title"], {
  ...HOME_SEED,
  title: TEXT,
  description: TEXT,
  state: { type: "string", enum: ["active", "closed"] },
  start_date: SEED_DAY,
  due_date: SEED_DAY,
  created_at: SEED_TIME,
});

/** Milestones of a seed, in a project or a group. */
export const milestoneSeed = seedPart("milestones", "Milestones of projects and groups.", MILESTONE, (world, seed) => {
  const milestones = world.store.of(milestoneTable);
  const home = seedHome(world, seed, `the milestone ${seed.title}`);
  const created_at = seedTime(seed.created_at ?? "-0d");
  milestones.insert({
    iid: milestones.count("home", homeKey(home)) + 1,
    home,
    title: seed.title,
    description: seed.description ?? "",
    state: seed.state ?? "active",
    start_date: seed.start_date === undefined ? null : seedDay(seed.start_date),
    due_date: seed.due_date === undefined ? null : seedDay(seed.due_date),
    created_at,
    updated_at: created_at,
  });
});

const ITERATION = seedObject(["group", "start_date", "due_date"], {
  group: TEXT,
  title: TEXT,
  description: TEXT,
  start_date: SEED_DAY,
  due_date: SEED_DAY,
});

/** Iterations of a seed; whether one is past, current or upcoming follows from its days. */
export const iterationSeed = seedPart("iterations", "Iterations of groups.", ITERATION, (world, seed) => {
  const iterations = world.store.of(iterationTable);
  const group_id = seedGroup(world, seed.group).id;
  const [start_date, due_date, today] = [seedDay(seed.start_date), seedDay(seed.due_date), seedDay("-0d")];
  const number = iterations.count("group", group_id) + 1;
  const created_at = seedTime("-0d");
  iterations.insert({
    iid: number,
    sequence: number,
    group_id,
    title: seed.title ?? null,
    description: seed.description ?? null,
    state: due_date < today ? CLOSED : start_date > today ? UPCOMING : CURRENT,
    start_date,
    due_date,
    created_at,
    updated_at: created_at,
  });
});

const [UPCOMING, CURRENT, CLOSED] = [1, 2, 3];
