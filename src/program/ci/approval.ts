import { canonicalJson, isObject, type Json } from "../../core/json.js";
import { isSecret } from "../../core/placeholders.js";
import { type Change, isLeftOutReason } from "../../core/plan.js";
import { askedBy, changeContent, holdsSecret } from "../../engine/plan/index.js";
import { kinds } from "../kinds.js";
import { hmacOf, isSameSeal } from "./seal.js";

/** What a note says was planned, so that exactly this is applied after the merge. */
export interface ApprovalSubject {
  /** The project of the request, as the pipeline names it. */
  readonly hosting: string;
  readonly request: number;
  /** The commit of the request. */
  readonly head: string;
  readonly instance: string;
}

/** What a note approves of one instance. */
export interface Approval extends ApprovalSubject {
  /** Of each change its mark; of too many the mark of all. */
  readonly marks: ReadonlySet<string>;
  readonly all?: string;
}

/** So many changes have a mark each: a note has room for them and for what people read. */
const mostMarks = 2_000;
const pattern = /<!-- trueup:approval:1 ([\w-]+)\.([\w-]+) -->/;

/**
 * The mark of a change: eight bytes of an HMAC over its address, its action and its attributes with their values before and after. Ids, lines and the order of calls are left out, values by reference count by their
 * template, files by their hash. Without the key nobody can find a value by trying.
 */
export function markOf(change: Omit<Change, "calls">, instance: string, key: string): string {
  return hmacOf(["change", instance, changeContent(compared(change))], key)
    .subarray(0, 8)
    .toString("base64url");
}

/**
 * What of a change a plan without secrets and one with them tell alike. A value by reference that the request gives counts by its template alone. Whether one behind a template that stays differs only the plan with
 * secrets knows: it counts as what goes along, where its kind always sends it along, and else not at all.
 */
function compared(change: Omit<Change, "calls">): Omit<Change, "calls"> {
  const { attributes, sends = {}, unverifiable } = change;
  const given = new Set(
    [...attributes.map(({ path, after }) => [path, after] as const), ...Object.entries(sends)].flatMap(([path, value]) =>
      holdsSecret(value) ? [path] : [],
    ),
  );
  const { fields } = askedBy(change, kinds);
  const stays = attributes.filter(({ after, origin }) => isSecret(after) && origin === "before");
  const along = stays.flatMap(({ path, after }) =>
    fields[path]?.carried && after !== undefined ? [[path, after] as const] : [],
  );
  const sent = { ...sends, ...Object.fromEntries(along) };
  return {
    ...change,
    ...(Object.keys(sent).length === 0 ? {} : { sends: sent }),
    attributes: attributes.flatMap((attribute) => {
      if (!isSecret(attribute.after)) return [attribute];
      return attribute.origin === "before" ? [] : [{ path: attribute.path, after: attribute.after }];
    }),
    unverifiable: unverifiable.filter(({ path, reason }) => !isLeftOutReason(reason) && !given.has(path)),
  };
}

/** Marks of changes as those that a note approves. */
export function approvalOf(subject: ApprovalSubject, marks: readonly string[], key: string): Approval {
  const { hosting, request, head, instance } = subject;
  const counted =
    marks.length <= mostMarks ? { marks: new Set(marks) } : { marks: new Set<string>(), all: markOfAll(marks, key) };
  return { hosting, request, head, instance, ...counted };
}

/** The comment that a note carries, which shows nothing. It stands at the end of the note. */
export function approvalMarker({ marks, ...rest }: Approval, key: string): string {
  const body = Buffer.from(canonicalJson({ ...rest, marks: [...marks].sort() })).toString("base64url");
  return `<!-- trueup:approval:1 ${body}.${hmacOf(["marker", body], key).toString("base64url")} -->`;
}

/** What a note approves, by a marker that the key made; nothing where it has none, or a forged one. */
export function approvalIn(note: string, key: string): Approval | undefined {
  const [, body = "", seal = ""] = pattern.exec(note) ?? [];
  const [given, right] = [Buffer.from(seal, "base64url"), hmacOf(["marker", body], key)];
  if (body === "" || !isSameSeal(given, right)) return undefined;
  const payload = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Json;
  if (!isObject(payload)) return undefined;
  const { hosting, request, head, instance, all, marks } = payload;
  const texts = Array.isArray(marks) ? marks.filter((mark) => typeof mark === "string") : [];
  if (typeof hosting !== "string" || typeof request !== "number" || typeof head !== "string" || typeof instance !== "string")
    return undefined;
  return { hosting, request, head, instance, marks: new Set(texts), ...(typeof all === "string" ? { all } : {}) };
}

/** An approval that an earlier one of the same commit narrows: what somebody approved grows by no later plan. */
export function narrowed(approval: Approval, earlier: Approval | undefined): Approval {
  if (earlier?.head !== approval.head || earlier.instance !== approval.instance) return approval;
  const { all: _, ...plain } = approval;
  if (approval.all !== undefined || earlier.all !== undefined)
    return approval.all === earlier.all ? approval : { ...plain, marks: new Set() };
  return { ...plain, marks: new Set([...approval.marks].filter((mark) => earlier.marks.has(mark))) };
}

/** The marks among some that any of the approvals has; all of them where one approves them together. */
export function approvedAmong(marks: readonly string[], approvals: readonly Approval[], key: string): ReadonlySet<string> {
  const all = markOfAll(marks, key);
  if (approvals.some((approval) => approval.all === all)) return new Set(marks);
  return new Set(marks.filter((mark) => approvals.some((approval) => approval.marks.has(mark))));
}

function markOfAll(marks: readonly string[], key: string): string {
  return hmacOf(["all", [...marks].sort()], key).toString("base64url");
}
