import { groupChain } from "../../core/access.js";
import type { PlatformState, SeedPart } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { SEED_DAY, SEED_TIME, seedDay, seedGroup, seedProject, seedTime } from "../../core/seed.js";
import type { Row, Table } from "../../core/table.js";
import { type Home, type Milestone, epicTable, homeKey, iterationTable, labelTable, milestoneTable } from "./records.js";

/** Where a label or milestone of a seed lives: one of the two. */
type SeedHome = { readonly project?: string; readonly group?: string };

const HOME_SEED = { project: { type: "string" }, group: { type: "string" } } as const;

/** Throws when a seed names no home, or two. */
function seedHome(world: PlatformState, { project, group }: SeedHome, what: string): Home {
  if (project !== undefined && group === undefined) return { kind: "project", id: seedProject(world, project).id };
  if (group !== undefined && project === undefined) return { kind: "group", id: seedGroup(world, group).id };
  throw new Error(`the seed must say either the project or the group of ${what}`);
}

/** The project and the groups above it, nearest first: where its labels and milestones come from. */
function homesOf({ store }: Pick<PlatformState, "store">, project: Project): Home[] {
  const groups = groupChain(store, project.namespace_id).map((id) => ({ kind: "group", id }) as const);
  return [{ kind: "project", id: project.id }, ...groups];
}

/** Ids of a project's labels by name. Throws for one that neither the project nor a group above it has. */
export function seedLabels(world: PlatformState, project: Project, names: readonly string[]): number[] {
  const labels = inHomes(world, project, world.store.of(labelTable));
  return names.map((name) => found(labels, (label) => label.name === name, `label ${name}`, project));
}

/** Id of a project's milestone by title; null for none. Throws as `seedLabels`. */
export function seedMilestone(world: PlatformState, project: Project, title: string | undefined): number | null {
  if (title === undefined) return null;
  const milestones = inHomes(world, project, world.store.of(milestoneTable));
  return found(milestones, (milestone) => milestone.title === title, `milestone ${title}`, project);
}

/** Id of an epic of the groups above a project by title; null for none. Throws as `seedLabels`. */
export function seedEpic(world: PlatformState, project: Project, title: string | undefined): number | null {
  if (title === undefined) return null;
  const epics = groupChain(world.store, project.namespace_id).flatMap((id) => world.store.of(epicTable).where("group", id));
  return found(epics, (epic) => epic.title === title, `epic ${title}`, project);
}

/** Id of an iteration of the groups above a project by title; null for none. Throws as `seedLabels`. */
export function seedIteration(world: PlatformState, project: Project, title: string | undefined): number | null {
  if (title === undefined) return null;
  const rows = groupChain(world.store, project.namespace_id).flatMap((id) => world.store.of(iterationTable).where("group", id));
  return found(rows, (iteration) => iteration.title === title, `iteration ${title}`, project);
}

function inHomes<T extends Row>(world: PlatformState, project: Project, table: Table<T, "home">): T[] {
  return homesOf(world, project).flatMap((home) => table.where("home", homeKey(home)));
}

function found<T extends Row>(rows: readonly T[], is: (row: T) => boolean, what: string, project: Project): number {
  const row = rows.find(is);
  if (row === undefined) throw new Error(`the seed names a ${what} that ${project.path_with_namespace} does not have`);
  return row.id;
}

type SeedLabel = SeedHome & { name: string; color?: string; text_color?: string; description?: string; priority?: number };

type SeedMilestone = SeedHome & {
  title: string;
  description?: string;
  state?: Milestone["state"];
  start_date?: string;
  due_date?: string;
  created_at?: string;
};

type SeedIteration = { group: string; title?: string; description?: string; start_date: string; due_date: string };

const text = { type: "string" } as const;

/** Labels of a seed, in a project or a group. */
export const labelSeed: SeedPart = {
  key: "labels",
  about: "Labels of projects and groups.",
  entry: {
    type: "object",
    required: ["name"],
    additionalProperties: false,
    properties: { ...HOME_SEED, name: text, color: text, text_color: text, description: text, priority: { type: "integer" } },
  },
  load: (world, entries) => {
    for (const entry of entries) addLabel(world, entry as SeedLabel);
  },
};

/** Milestones of a seed, in a project or a group. */
export const milestoneSeed: SeedPart = {
  key: "milestones",
  about: "Milestones of projects and groups.",
  entry: {
    type: "object",
    required: ["title"],
    additionalProperties: false,
    properties: {
      ...HOME_SEED,
      title: text,
      description: text,
      state: { type: "string", enum: ["active", "closed"] },
      start_date: SEED_DAY,
      due_date: SEED_DAY,
      created_at: SEED_TIME,
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addMilestone(world, entry as SeedMilestone);
  },
};

/** Iterations of a seed; whether one is past, current or upcoming follows from its days. */
export const iterationSeed: SeedPart = {
  key: "iterations",
  about: "Iterations of groups.",
  entry: {
    type: "object",
    required: ["group", "start_date", "due_date"],
    additionalProperties: false,
    properties: { group: text, title: text, description: text, start_date: SEED_DAY, due_date: SEED_DAY },
  },
  load: (world, entries) => {
    for (const entry of entries) addIteration(world, entry as SeedIteration);
  },
};

function addLabel(world: PlatformState, seed: SeedLabel): void {
  world.store.of(labelTable).insert({
    home: seedHome(world, seed, `the label ${seed.name}`),
    name: seed.name,
    color: seed.color ?? "#428BCA",
    text_color: seed.text_color ?? "#FFFFFF",
    description: seed.description ?? null,
    priority: seed.priority ?? null,
  });
}

function addMilestone(world: PlatformState, seed: SeedMilestone): void {
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
}

const [UPCOMING, CURRENT, CLOSED] = [1, 2, 3];

function addIteration(world: PlatformState, seed: SeedIteration): void {
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
}
