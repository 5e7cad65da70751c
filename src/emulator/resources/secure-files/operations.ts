import { createHash } from "node:crypto";
import { LEVEL, projectFor, writableProject } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Entry, type EntryHome, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { HttpError, type Reply, badParameters, created, invalid, noContent, ok, orNotFound } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";
import { forgetFile, keepFile, servedFile } from "../uploads/files.js";

const LARGEST = 5 * 1024 * 1024;

const MOST = 100;

const table = defineEntries("secure_files");

/** Files that jobs may read and nobody changes: certificates, profiles, keystores. No collection: all there is to one is its file. */
export default {
  operations: {
    "GET /projects/{id}/secure_files": (context) => page(filesOf(context, homeAt(context, LEVEL.developer)), context, present),
    "POST /projects/{id}/secure_files": upload,
    "GET /projects/{id}/secure_files/{secure_file_id}": (context) =>
      ok(present(findFile(context, homeAt(context, LEVEL.developer)))),
    "GET /projects/{id}/secure_files/{secure_file_id}/download": (context) => {
      const file = findFile(context, homeAt(context, LEVEL.developer));
      return servedFile(context, pathOf(file), textOf(file["name"]));
    },
    "DELETE /projects/{id}/secure_files/{secure_file_id}": (context) => {
      const file = findFile(context, homeAt(context, LEVEL.maintainer));
      forgetFile(context, pathOf(file));
      context.store.of(table).delete(file.id);
      return noContent();
    },
  },
} satisfies Resource;

function homeAt(context: Context, level: number): EntryHome {
  const { id } = context.request.method === "GET" ? projectFor(context, level) : writableProject(context, level);
  return { kind: "project", id };
}

function filesOf({ store }: Context, home: EntryHome): Entry[] {
  return store.of(table).where("home", homeKeyOf(home));
}

function findFile(context: Context, home: EntryHome): Entry {
  const id = context.params.requiredText("secure_file_id");
  return orNotFound(filesOf(context, home).find((file) => String(file.id) === id));
}

function pathOf({ id }: Entry): string {
  return `secure file ${id}`;
}

function upload(context: Context): Reply {
  const home = homeAt(context, LEVEL.maintainer);
  const file = context.files.get("file");
  if (file === undefined) throw badParameters("file is missing");
  const name = context.params.requiredText("name");
  const others = filesOf(context, home);
  if (file.bytes.length > LARGEST) throw new HttpError(413, { message: "413 Request Entity Too Large" });
  if (name.trim() === "") throw invalid({ name: ["can't be blank"] });
  if (others.some((candidate) => candidate["name"] === name)) throw invalid({ name: ["has already been taken"] });
  if (others.length >= MOST) throw invalid({ base: ["Maximum number of project ci secure files (100) exceeded"] });
  const checksum = createHash("sha256").update(file.bytes).digest("hex");
  const entry = context.store.of(table).insert({ home, name, checksum, created_at: new Date().toISOString() });
  keepFile(context, pathOf(entry), file);
  return created(present(entry));
}

function present({ id, name = null, checksum = null, created_at = null }: Entry): Record<string, Json> {
  const [, file_extension = null] = /\.([^.]+)$/.exec(textOf(name)) ?? [];
  return { id, name, checksum, checksum_algorithm: "sha256", created_at, expires_at: null, metadata: null, file_extension };
}
