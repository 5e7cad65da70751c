import type { SeedPart, PlatformState } from "../../../context.js";
import { homeKey, iterationTable, labelTable, milestoneTable } from "../../../records/work-items.js";
import type { Milestone } from "../../../records/work-items.js";
import { SEED_DAY, SEED_TIME, seedDay, seedGroup, seedTime } from "../../../seed-values.js";
import { HOME_SEED, seedHome } from "./names.js";
import type { SeedHome } from "./names.js";

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
