import { LEVEL, requireLevel, requireUser } from "../access.js";
import type { PlatformState } from "../context.js";
import { badParameters, notFound } from "../errors.js";
import { isObject } from "../json.js";
import type { Json } from "../json.js";
import { findGroup } from "../lookup.js";
import type { Group } from "../records.js";
import { accepted } from "../replies.js";
import type { Resource } from "../resource.js";
import { createGroup } from "../sections/groups/writes.js";
import { later } from "../work.js";
import { packed, unpacked } from "./exchange/archive.js";
import { groupParts, takeGroup } from "./exchange/group.js";
import { forgetFile, keepFile, keptBytes, servedFile } from "./uploads/files.js";

const exportPath = (id: number): string => `group export ${id}`;
const importPath = (id: number): string => `group import ${id}`;

/** Groups as archives, which another server of this kind takes in. Projects are not in them. */
export default {
  operations: {
    "POST /groups/{id}/export": (context) => {
      const group = findGroup(context);
      requireLevel(context, group, LEVEL.owner);
      later(context, context.instance.workerDelay, "finishGroupExport", { id: group.id });
      return accepted();
    },
    "GET /groups/{id}/export/download": (context) => {
      const group = findGroup(context);
      requireLevel(context, group, LEVEL.owner);
      if (context.store.uploads.first("path", exportPath(group.id)) === undefined) throw notFound("or has expired");
      return servedFile(context, exportPath(group.id), `${group.path}_export.tar.gz`);
    },
    "POST /groups/import": (context) => {
      const user = requireUser(context);
      const file = context.files.get("file");
      if (file === undefined) throw badParameters("file is missing");
      const group = createGroup(context);
      keepFile(context, importPath(group.id), file);
      later(context, context.instance.workerDelay, "takeGroupArchive", { id: group.id, by: user.id });
      return accepted();
    },
  },
  work: { finishGroupExport, takeGroupArchive },
} satisfies Resource;

function groupIn({ store }: PlatformState, input: Json): Group | undefined {
  return store.groups.get(isObject(input) ? Number(input["id"]) : 0);
}

/** Background work: writes the archive of a group. */
function finishGroupExport(world: PlatformState, input: Json): void {
  const group = groupIn(world, input);
  if (group === undefined) return;
  forgetFile(world, exportPath(group.id));
  keepFile(world, exportPath(group.id), { bytes: packed(groupParts(world.store, group)), type: "application/gzip" });
}

/** Background work: takes an archive in. Of what is none the group stays empty, as on real servers. */
function takeGroupArchive(world: PlatformState, input: Json): void {
  const group = groupIn(world, input);
  if (group === undefined) return;
  const bytes = keptBytes(world, importPath(group.id));
  forgetFile(world, importPath(group.id));
  try {
    takeGroup(world.store, group, unpacked(bytes));
  } catch {
    // Nobody can be told: there is no route that shows how the import of a group went.
  }
}
