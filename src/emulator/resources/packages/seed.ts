import type { PlatformState } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { TEXT, seedList, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedProject, seedTime } from "../../core/seed.js";
import { pipelinesIn } from "../pipelines/lookup.js";
import { PACKAGE_STATES, PACKAGE_TYPES, addPackageFile, packageTable } from "./records.js";

const PACKAGE = seedObject(["project", "name", "package_type"], {
  project: TEXT,
  name: TEXT,
  version: { type: ["string", "null"] },
  package_type: { type: "string", enum: PACKAGE_TYPES },
  status: { type: "string", enum: PACKAGE_STATES },
  /** User and channel of a conan recipe, `acme/stable` when left out. */
  conan_channel: TEXT,
  tags: seedList(TEXT),
  /** Refs whose newest pipeline published it. */
  pipelines: seedList(TEXT),
  at: SEED_TIME,
  files: seedList(seedObject(["file_name"], { file_name: TEXT, content: TEXT, size: { type: "integer" } })),
});

/** Packages of a seed, with their files: no documented endpoint publishes any. */
export const packageSeed = seedPart("packages", "Packages that projects published, with their files.", PACKAGE, (world, seed) => {
  const project = seedProject(world, seed.project);
  const at = seedTime(seed.at ?? "-1d");
  const pipeline_ids = (seed.pipelines ?? []).map((ref) => pipelineOf(world, project, ref));
  const row = world.store.of(packageTable).insert({
    project_id: project.id,
    name: seed.name,
    version: seed.version ?? null,
    package_type: seed.package_type,
    status: seed.status ?? "default",
    conan_channel: seed.package_type === "conan" ? (seed.conan_channel ?? "acme/stable") : null,
    tags: seed.tags ?? [],
    pipeline_ids,
    created_at: at,
    updated_at: at,
  });
  for (const { file_name, content = file_name, size = Buffer.byteLength(content) } of seed.files ?? [])
    addPackageFile(world.store, row, content, { file_name, size, created_at: at });
});

function pipelineOf({ store }: PlatformState, project: Project, ref: string): number {
  const pipeline = pipelinesIn(store, project.id).findLast((candidate) => candidate.ref === ref);
  if (pipeline === undefined)
    throw new Error(`the seed names a pipeline that ${project.path_with_namespace} does not have: ${ref}`);
  return pipeline.id;
}
