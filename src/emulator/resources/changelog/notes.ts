import type * as Yaml from "yaml";
import { LEVEL, accessLevel } from "../../core/access.js";
import { textOf } from "../../core/collection/homes.js";
import type { Context } from "../../core/context.js";
import { commitsBetween } from "../../core/git/history.js";
import { type Commit, tagTable } from "../../core/git/records.js";
import { patternGroups } from "../../core/patterns.js";
import { type Json, type JsonObject, type Project, isObject } from "../../core/records.js";
import { late } from "../../core/remembered.js";
import { HttpError, notServed } from "../../core/replies.js";
import { resolveRef } from "../../core/repository.js";
import { trailersOf } from "../commits/present.js";
import { commitsOf } from "../merge-requests/lookup.js";
import { mergeRequestTable } from "../work-items/records.js";

/** What a changelog is asked for. */
export interface ChangelogWish {
  readonly version: string;
  readonly from: string | undefined;
  readonly to: string;
  readonly trailer: string;
  readonly date: string;
}

type Version = readonly [number, number, number];

/** A version without marks behind it; undefined for what is none, and for one that comes before its release. */
function stable(tag: string, { partsOf }: ChangelogConfig): Version | undefined {
  const { major, minor = "0", patch = "0", pre } = partsOf(tag) ?? {};
  return major === undefined || pre !== undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Below zero when a version is older than another. */
function compareVersions(version: readonly number[], other: readonly number[]): number {
  return version.map((part, index) => part - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** The section of a version, in Markdown. Throws 422 where it is not clear what it begins with. */
export function changelogNotes(context: Context, project: Project, config: ChangelogConfig, wish: ChangelogWish): string {
  const { store } = context;
  const to = resolveRef(store, project.id, wish.to);
  if (to === undefined) throw failed(`The commit range is invalid: ${wish.to} is not there`);
  const start = wish.from ?? tagBefore(context, project, config, wish.version);
  const from = resolveRef(store, project.id, start);
  if (from === undefined) throw failed(`The commit range is invalid: ${start} is not there`);
  const commits = commitsBetween(store, project.id, from.sha, to.sha).toReversed();
  const sections = new Map<string, string[]>();
  for (const [word, commit] of withTrailer(commits, wish.trailer)) {
    const title = config.categories[word] ?? word;
    sections.set(title, [...(sections.get(title) ?? []), lineOf(context, project, commit)]);
  }
  const texts = [...sections].map(
    ([title, lines]) => `### ${title} (${lines.length === 1 ? "1 change" : `${lines.length} changes`})\n\n${lines.join("\n")}\n`,
  );
  const body = texts.length === 0 ? "No changes.\n" : texts.join("\n");
  return `## ${wish.version.replace(/^v/, "")} (${formatted(wish.date, config.date_format)})\n\n${body}`;
}

/** The newest release before a version. */
function tagBefore({ store }: Context, project: Project, config: ChangelogConfig, version: string): string {
  const wanted = stable(version, config) ?? [0, 0, 0];
  const older = store
    .of(tagTable)
    .where("project", project.id)
    .flatMap(({ name }) => {
      const stableVersion = stable(name, config);
      return stableVersion !== undefined && compareVersions(stableVersion, wanted) < 0 ? [{ name, version: stableVersion }] : [];
    })
    .toSorted((a, b) => compareVersions(b.version, a.version));
  if (older[0] === undefined)
    throw failed("The commit start range is unspecified, and no previous tag could be found to use instead");
  return older[0].name;
}

/** Commits with the trailer and its word, without those that were taken back. */
function withTrailer(commits: readonly Commit[], trailer: string): [string, Commit][] {
  const reverted = new Set(commits.flatMap(({ message }) => /This reverts commit ([0-9a-f]{40})/.exec(message)?.[1] ?? []));
  return commits.flatMap((commit): [string, Commit][] => {
    const word = trailersOf(commit.message)
      .find(([name]) => name === trailer)?.[1]
      .trim();
    return word === undefined || word === "" || reverted.has(commit.sha) ? [] : [[word, commit]];
  });
}

/** `- [Title](group/project@sha) by @somebody ([merge request](group/project!1))`; of authors those are named who are no members and had something merged. */
function lineOf({ store }: Context, project: Project, { sha, message, author_email }: Commit): string {
  const path = project.path_with_namespace;
  const author = store.users.all().find(({ email }) => email.toLowerCase() === author_email.toLowerCase());
  const merged = store
    .of(mergeRequestTable)
    .where("project", project.id)
    .filter(({ state }) => state === "merged");
  const isNamed =
    author !== undefined &&
    accessLevel(store, author, project) < LEVEL.guest &&
    merged.some(({ author_id }) => author_id === author.id);
  const mergeRequest = merged.find(
    (candidate) =>
      candidate.merge_commit_sha === sha ||
      candidate.squash_commit_sha === sha ||
      commitsOf(store, candidate).some((commit) => commit.sha === sha),
  );
  return [
    `- [${message.split("\n")[0] ?? ""}](${path}@${sha})`,
    isNamed ? ` by @${author.username}` : "",
    mergeRequest === undefined ? "" : ` ([merge request](${path}!${mergeRequest.iid}))`,
  ].join("");
}

/** The file with a section more: before the first one of an older version, or at its end. */
export function withSection(text: string, section: string, version: string, config: ChangelogConfig): string {
  const wanted = stable(version, config) ?? [0, 0, 0];
  const headings = [...text.matchAll(/^## (v?\S+)/gm)];
  const next = headings.find(([, name = ""]) => {
    const stableVersion = stable(name, config);
    return stableVersion !== undefined && compareVersions(stableVersion, wanted) <= 0;
  });
  if (text === "") return section;
  if (next === undefined) return `${text.trimEnd()}\n\n${section}`;
  return `${text.slice(0, next.index)}${section}\n${text.slice(next.index)}`;
}

/** What a project says of its changelog. */
export interface ChangelogConfig {
  /** Headings by the words of the trailers. */
  readonly categories: Readonly<Record<string, string>>;
  readonly date_format: string;
  /** The named groups of a tag that is a version. */
  readonly partsOf: ReturnType<typeof patternGroups>;
}

/** Versions as tags have them: `1.2.3`, `v1.2.3-rc1`. */
const SEMVER = String.raw`^v?(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)\.(?<patch>0|[1-9]\d*)(?:-(?<pre>(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+(?<meta>[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`;

/** 422 in the words of real servers. */
function failed(reason: string): HttpError {
  return new HttpError(422, { message: `Failed to generate the changelog: ${reason}` });
}

/** Reads the file; without one everything is as usual. Throws 422 for what is no configuration, 501 for one with a template of its own. */
export function changelogConfig(text: string | undefined, operation: string): ChangelogConfig {
  const config = text === undefined ? {} : parsed(text);
  if (config["template"] !== undefined && config["template"] !== null)
    throw notServed(operation, "has no engine for templates of changelogs");
  const categories = config["categories"];
  return {
    categories: isObject(categories)
      ? Object.fromEntries(Object.entries(categories).map(([word, title]) => [word, textOf(title)]))
      : {},
    date_format: textOf(config["date_format"]) || "%Y-%m-%d",
    partsOf: pattern(config["tag_regex"]),
  };
}

function parsed(text: string): JsonObject {
  const { parse } = late("yaml") as typeof Yaml;
  let value: Json;
  try {
    value = parse(text) as Json;
  } catch {
    throw failed("The config is not valid YAML");
  }
  if (!isObject(value)) throw failed("The config must be a Hash");
  return value;
}

function pattern(value: Json | undefined): ReturnType<typeof patternGroups> {
  const text = textOf(value);
  try {
    return patternGroups(text === "" ? SEMVER : text);
  } catch {
    throw failed(`The regular expression ${text} is not valid`);
  }
}

/** A date as `strftime` writes it, of days, months and years. */
function formatted(date: string, format: string): string {
  const [year = "", month = "", day = ""] = date.slice(0, 10).split("-");
  const parts: Readonly<Record<string, string>> = { Y: year, m: month, d: day, y: year.slice(2), F: `${year}-${month}-${day}` };
  return format.replaceAll(/%([YmdyF])/g, (whole, letter: string) => parts[letter] ?? whole);
}
