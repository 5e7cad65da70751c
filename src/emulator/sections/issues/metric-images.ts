import { accessLevel, LEVEL, refuseArchived, requireUser } from "../../access.js";
import type { UploadedFile } from "../../body.js";
import { checkLimits } from "../../context.js";
import type { Context, PlatformState } from "../../context.js";
import { badParameters, badRequest, forbidden, HttpError } from "../../errors.js";
import type { Json } from "../../json.js";
import { page } from "../../pages.js";
import type { Project } from "../../records.js";
import type { Issue } from "../../records/work-items.js";
import { created, noContent, ok } from "../../replies.js";
import type { Reply } from "../../replies.js";
import { defineTable } from "../../table.js";
import { checkImage, removeUpload, saveUpload } from "../../uploads.js";
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
  const facts = { url: params.text("url"), url_text: params.text("url_text"), created_at: new Date().toISOString() };
  return created(present(addMetricImage(context, issue, file, facts)));
}

/** What is known of a picture beside its bytes. */
interface Facts {
  readonly url: string | undefined;
  readonly url_text: string | undefined;
  readonly created_at: string;
}

/** Keeps a picture of an incident. */
export function addMetricImage(world: PlatformState, issue: Issue, file: UploadedFile, facts: Facts): MetricImage {
  const { url = null, url_text = null, created_at } = facts;
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
