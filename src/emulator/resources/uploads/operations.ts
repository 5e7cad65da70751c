import { randomBytes } from "node:crypto";
import { LEVEL, findGroup, findProject, requireLevel } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import { type Entry, type EntryHome, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import { userSummary } from "../../core/people.js";
import type { Json } from "../../core/records.js";
import { type Reply, badParameters, created, noContent, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { forgetFile, keepFile, plainName, servedFile } from "./files.js";

const table = defineEntries("markdown_uploads");

/** Files that texts of a project or group show. No collection: all there is to one is its file. */
export default {
  operations: Object.fromEntries(["project", "group"].flatMap(operationsOf)),
} satisfies Resource;

function operationsOf(kind: string): [string, OperationDeclaration][] {
  const path = `/${kind}s/{id}/uploads`;
  const home = (context: Context, level: number): EntryHome => homeAt(context, kind, level);
  const byId = (context: Context): Entry =>
    uploadWhere(context, home(context, LEVEL.maintainer), (row) => String(row.id) === context.params.requiredText("upload_id"));
  const bySecret = (context: Context, level: number): Entry => {
    const [secret, filename] = [context.params.requiredText("secret"), context.params.requiredText("filename")];
    return uploadWhere(context, home(context, level), (row) => row["secret"] === secret && row["filename"] === filename);
  };
  return [
    [`POST ${path}`, { handler: (context) => upload(context, home(context, LEVEL.guest)) }],
    [
      `GET ${path}`,
      {
        handler: (context) => {
          const all = context.store.of(table).where("home", homeKeyOf(home(context, LEVEL.maintainer)));
          return page(all.toReversed(), context, (entry) => present(context, entry));
        },
      },
    ],
    [`GET ${path}/{upload_id}`, { handler: (context) => served(context, byId(context)) }],
    [`DELETE ${path}/{upload_id}`, { handler: (context) => remove(context, byId(context)) }],
    [`GET ${path}/{secret}/{filename}`, { handler: (context) => served(context, bySecret(context, LEVEL.guest)) }],
    [`DELETE ${path}/{secret}/{filename}`, { handler: (context) => remove(context, bySecret(context, LEVEL.maintainer)) }],
  ];
}

function homeAt(context: Context, kind: string, level: number): EntryHome {
  const thing = kind === "project" ? findProject(context) : findGroup(context);
  requireLevel(context, thing, level);
  return { kind, id: thing.id };
}

function uploadWhere({ store }: Context, home: EntryHome, is: (entry: Entry) => boolean): Entry {
  return orNotFound(store.of(table).where("home", homeKeyOf(home)).find(is));
}

function upload(context: Context, home: EntryHome): Reply {
  const file = context.files.get("file");
  if (file === undefined) throw badParameters("file is missing");
  const secret = randomBytes(16).toString("hex");
  const filename = plainName(file.filename);
  const entry = context.store.of(table).insert({
    home,
    secret,
    filename,
    size: file.bytes.length,
    uploaded_by_id: context.user?.id ?? null,
    created_at: new Date().toISOString(),
  });
  keepFile(context, pathOf(entry), file);
  const isImage = /\.(png|jpe?g|gif|bmp|tiff|ico|webp|svg|mp4|m4v|mov|webm|mp3|oga|ogg|wav)$/i.test(filename);
  const alt = isImage ? filename.replace(/\.[^.]*$/, "") : filename;
  const url = `/uploads/${secret}/${filename}`;
  return created({
    id: entry.id,
    alt,
    url,
    full_path: `/-/${home.kind}/${home.id}${url}`,
    markdown: `${isImage ? "!" : ""}[${alt}](${url})`,
  });
}

function pathOf({ home, secret, filename }: Entry): string {
  return `/-/${home.kind}/${home.id}/uploads/${textOf(secret)}/${textOf(filename)}`;
}

function served(context: Context, entry: Entry): Reply {
  return servedFile(context, pathOf(entry), textOf(entry["filename"]));
}

function remove(context: Context, entry: Entry): Reply {
  forgetFile(context, pathOf(entry));
  context.store.of(table).delete(entry.id);
  return noContent();
}

function present(context: Context, entry: Entry): Record<string, Json> {
  const { id, size = null, filename = null, created_at = null } = entry;
  const user = userSummary(context, typeof entry["uploaded_by_id"] === "number" ? entry["uploaded_by_id"] : null);
  const uploaded_by =
    user === null ? null : { id: user["id"] ?? null, name: user["name"] ?? null, username: user["username"] ?? null };
  return { id, size, filename, created_at, uploaded_by };
}
