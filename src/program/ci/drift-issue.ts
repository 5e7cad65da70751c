import { createHash } from "node:crypto";
import type { Forge, ForgeIssue, IssueChange } from "./forge.js";

/** What a run found, as the one issue of an instance tells it. */
export interface DriftTelling {
  /** What people call the instance; its address where nobody gave it a name. */
  readonly instance: string;
  readonly title: string;
  /** How many differences of which kind, in one line. Empty where the instance is as the files say. */
  readonly summary: string;
  /** Changes with the set of differences, and with nothing else. */
  readonly digest: string;
  /** What was read: an issue is closed only by a run that read the same. */
  readonly scope: string;
  /** False where something could not be read, or the plan was refused. */
  readonly isWhole: boolean;
  /** The text, in at most so many characters. */
  readonly text: (limit: number) => string;
}

/** What became of the issue, and why it was left alone if it was. */
export interface IssueOutcome {
  readonly end: "made" | "updated" | "reopened" | "closed" | "left" | "none";
  readonly issue?: Pick<ForgeIssue, "number" | "url">;
  readonly why?: string;
  /** Issues with the marker that somebody else wrote. */
  readonly ignored: number;
}

/** By which issues are listed. */
const driftLabel = "trueup-drift";
/** What the services take as the text of an issue (GitHub: 65,536 characters), with some room. */
const longest = 60_000;
/** So much room the text of trueup has, however much people wrote around it. */
const shortest = 2_000;

/**
 * Keeps the one issue of an instance: makes it, updates it where the set of differences changed, opens it again where somebody closed it too early, and closes it after a run that
 * read the same whole and found nothing. What people write around the markers stays. Issues of others count for nothing, whatever stands in them. Throws what the forge throws.
 */
export async function tellDrift(forge: Forge, hosting: string, telling: DriftTelling): Promise<IssueOutcome> {
  const listed = (await forge.issues(hosting, driftLabel)).filter(({ body }) => body.includes(beginOf(telling.instance)));
  const issues = listed.filter(({ isOwn }) => isOwn);
  const ignored = listed.length - issues.length;
  const issue = issues.find(({ isOpen }) => isOpen) ?? issues.at(-1);
  const done = { ...(issue ? { issue } : {}), ignored };
  if (telling.summary === "") return { ...(await withoutDrift(forge, hosting, issue, telling)), ...done };
  if (issue === undefined) {
    const body = blockOf(telling, longest);
    const made = await forge.makeIssue(hosting, { title: telling.title, body, labelName: driftLabel });
    return { end: "made", issue: made, ignored };
  }
  return { ...(await withDrift(forge, hosting, issue, telling)), ...done };
}

type End = Pick<IssueOutcome, "end" | "why">;

async function withoutDrift(forge: Forge, hosting: string, issue: ForgeIssue | undefined, telling: DriftTelling): Promise<End> {
  if (!issue?.isOpen) return { end: "none" };
  if (!telling.isWhole) return { end: "left", why: "this run could not read everything" };
  if (stateOf(issue.body)?.scope !== hashOf(telling.scope))
    return { end: "left", why: "this run read another part than that of the issue" };
  await forge.comment(hosting, issue.number, "The instance is as the files say again.");
  await forge.changeIssue(hosting, issue.number, { isOpen: false });
  return { end: "closed" };
}

async function withDrift(forge: Forge, hosting: string, issue: ForgeIssue, telling: DriftTelling): Promise<End> {
  const before = stateOf(issue.body);
  const isSame = before?.digest === hashOf(telling.digest) && before.scope === hashOf(telling.scope);
  if (issue.isOpen && isSame) return { end: "left", why: "the differences are the same as before" };
  if (issue.isOpen && !telling.isWhole) return { end: "left", why: "this run could not read everything" };
  const change: IssueChange = {
    ...(isSame ? {} : { title: telling.title, body: withBlock(issue.body, telling) }),
    ...(issue.isOpen ? {} : { isOpen: true }),
  };
  await forge.changeIssue(hosting, issue.number, change);
  const what = issue.isOpen ? "The differences changed" : "The instance still differs from the files";
  await forge.comment(hosting, issue.number, `${what}: ${telling.summary}.`);
  return { end: issue.isOpen ? "updated" : "reopened" };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function beginOf(instance: string): string {
  return `<!-- trueup:drift:${hashOf(instance)} `;
}

function endOf(instance: string): string {
  return `<!-- trueup:drift:${hashOf(instance)}:end -->`;
}

/** The text of trueup between its markers, the first of which keeps what it tells of. */
function blockOf(telling: DriftTelling, limit: number): string {
  const first = `${beginOf(telling.instance)}set:${hashOf(telling.digest)} scope:${hashOf(telling.scope)} -->`;
  const last = endOf(telling.instance);
  const text = telling.text(Math.max(limit - first.length - last.length - 4, shortest));
  return `${first}\n${text}\n${last}`;
}

/** What an issue tells of: the hashes of its differences and of its scope. */
function stateOf(body: string): { readonly digest: string; readonly scope: string } | undefined {
  const [, digest = "", scope = ""] =
    /<!-- trueup:drift:[0-9a-f]{16} set:([0-9a-f]{16}) scope:([0-9a-f]{16}) -->/.exec(body) ?? [];
  return digest === "" ? undefined : { digest, scope };
}

/** A body with the new text of trueup in place of the old one. Where somebody took away the second marker, all after the first one was trueup's. */
function withBlock(body: string, telling: DriftTelling): string {
  const start = body.indexOf(beginOf(telling.instance));
  const last = endOf(telling.instance);
  // A text of the instance may hold the marker itself: only the last one ends the block.
  const end = body.lastIndexOf(last);
  const [above, below] = [body.slice(0, start), end < start ? "" : body.slice(end + last.length)];
  return `${above}${blockOf(telling, longest - above.length - below.length)}${below}`;
}
