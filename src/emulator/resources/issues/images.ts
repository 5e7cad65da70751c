import { Buffer } from "node:buffer";
import { LEVEL, accessLevel, refuseArchived, requireUser } from "../../core/access.js";
import type { UploadedFile } from "../../core/body.js";
import { type Context, type PlatformState, checkLimits, page } from "../../core/context.js";
import type { Json, Project } from "../../core/records.js";
import { HttpError, type Reply, badParameters, badRequest, created, forbidden, noContent, ok } from "../../core/replies.js";
import { TEXT, seedObject, seedPart } from "../../core/seed-part.js";
import { SEED_TIME, seedTime } from "../../core/seed.js";
import { defineTable } from "../../core/table.js";
import { checkImage, removeUpload, saveUpload } from "../../core/uploads.js";
import { seedNoteable } from "../award-emoji/seed.js";
import { type Issue, issueTable } from "../work-items/records.js";
import { findIssue } from "./lookup.js";

/** A picture of a measurement, on an incident. */
type MetricImage = {
  readonly id: number;
  readonly issue_id: number;
  readonly created_at: string;
  readonly filename: string;
  readonly file_path: string;
  readonly url: string | null;
  readonly url_text: string | null;
};

const metricImageTable = defineTable<MetricImage, "issue">("metric_images", { issue: (image) => image.issue_id });

/** Largest picture, in bytes. */
const LIMIT = 1024 * 1024;

/** POST metric_images: incidents only (document 3); by members who may change the issue: Reporters, its author and assignees. */
export function uploadMetricImage(context: Context): Reply {
  const { params, files } = context;
  const file = files.get("file");
  if (file === undefined) throw badParameters("file is invalid");
  if (file.bytes.length > LIMIT) throw badRequest("400 Bad request - File is too large");
  const { issue, project } = findIssue(context);
  refuseArchived(project);
  // The words of real servers, with the status that they have.
  if (issue.issue_type !== "incident" || !mayUpload(context, issue, project))
    throw new HttpError(403, { message: "Not allowed!" });
  checkLimits(context);
  checkImage("file", file, LIMIT);
  const [url = null, url_text = null] = [params.text("url"), params.text("url_text")];
  return created(present(addMetricImage(context, issue, file, { url, url_text, created_at: new Date().toISOString() })));
}

/** Keeps a picture of an incident. */
function addMetricImage(
  world: PlatformState,
  issue: Issue,
  file: UploadedFile,
  { url, url_text, created_at }: Pick<MetricImage, "url" | "url_text" | "created_at">,
): MetricImage {
  const images = world.store.of(metricImageTable);
  const file_path = saveUpload(world, `issuable_metric_image/file/${images.next}`, file, null);
  return images.insert({ issue_id: issue.id, created_at, filename: file.filename, file_path, url, url_text });
}

/** GET metric_images, oldest first. Only incidents have them: 403 for other issues, where real servers answer an empty list. */
export function listMetricImages(context: Context): Reply {
  const { issue } = findIssue(context);
  if (issue.issue_type !== "incident" && context.instance.dialect === "neutral")
    throw forbidden("Only incidents have metric images");
  return page(context.store.of(metricImageTable).where("issue", issue.id), context, present);
}

/** Forgets the pictures of an issue that goes away. */
export function forgetMetricImages(world: PlatformState, issue: Issue): void {
  const images = world.store.of(metricImageTable);
  for (const image of images.where("issue", issue.id)) {
    removeUpload(world, image.file_path);
    images.delete(image.id);
  }
}

/** PUT of a picture: its address and what is written under it. */
export function changeMetricImage(context: Context): Reply {
  const { store, params } = context;
  const image = findToChange(context);
  const changes = Object.fromEntries(
    ["url", "url_text"].flatMap((name) => (params.has(name) ? [[name, params.text(name) ?? null]] : [])),
  );
  return ok(present(store.of(metricImageTable).update(image.id, changes)));
}

/** DELETE of a picture. */
export function removeMetricImage(context: Context): Reply {
  const image = findToChange(context);
  removeUpload(context, image.file_path);
  context.store.of(metricImageTable).delete(image.id);
  return noContent();
}

function findToChange(context: Context): MetricImage {
  const { store, params } = context;
  const { issue, project } = findIssue(context);
  refuseArchived(project);
  if (!mayUpload(context, issue, project)) throw new HttpError(403, { message: "Not allowed!" });
  const id = params.requiredNumber("metric_image_id");
  const image = store.of(metricImageTable).get(id);
  if (image?.issue_id !== issue.id) throw new HttpError(404, { message: "Metric image not found!" });
  return image;
}

function mayUpload(context: Context, issue: Issue, project: Project): boolean {
  const user = requireUser(context);
  const level = accessLevel(context.store, user, project);
  const isTheirs = issue.author_id === user.id || issue.assignee_ids.includes(user.id);
  return user.is_admin || level >= LEVEL.reporter || (level > LEVEL.none && isTheirs);
}

function present({ id, created_at, filename, file_path, url, url_text }: MetricImage): Record<string, Json> {
  return { id, created_at, filename, file_path, url, url_text };
}

/** A PNG of one pixel, for pictures of which the seed gives no bytes. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const reference = { type: "string", pattern: String.raw`^[^#]+#\d+$` } as const;

const SEED = seedObject(["on", "filename"], {
  on: reference,
  filename: TEXT,
  content: TEXT,
  url: TEXT,
  url_text: TEXT,
  created_at: SEED_TIME,
});

/** Metric images of a seed, on incidents (`group/project#1`), of which the seed must have each; `content` is base64. */
export const metricImageSeed = seedPart("metric_images", "Pictures of metrics on incidents.", SEED, (world, seed) => {
  const issue = world.store.of(issueTable).get(seedNoteable(world, seed.on).id);
  if (issue?.issue_type !== "incident") throw new Error(`the seed gives metric images to what is no incident: ${seed.on}`);
  const bytes = Buffer.from(seed.content ?? PIXEL, "base64");
  const { filename, url = null, url_text = null, created_at = "-0d" } = seed;
  addMetricImage(world, issue, { filename, type: "", bytes }, { url, url_text, created_at: seedTime(created_at) });
});
