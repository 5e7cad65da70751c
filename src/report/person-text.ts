import type { PersonReport } from "../core/person.js";
import { columns } from "./columns.js";
import { code, prose } from "./markdown.js";
import { type Look, paintFor } from "./paint.js";
import { clean, cleanLines, count } from "./text.js";

/** What names a person, for a terminal: what is live, the lines of files to edit, and the policies that remove the memberships. Ends with a line break. */
export function renderPerson(report: PersonReport, look: Look): string {
  const paint = paintFor(look.color);
  const { instance, username, mentions, declared, gaps, patch, stats } = report;
  const block = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[paint.bold(title), ...lines].join("\n")];
  const held = mentions.map(({ address, as, role }) => [address, role === undefined ? as : `${as}: ${role}`].map(clean));
  const lines = declared.map(({ source, address }) => [source, address].map(clean));
  const unseen = gaps.map((gap) => `  ${clean(gap)}`);
  const patchLines = cleanLines(patch.trimEnd()).map((line) => `  ${line}`);
  const parts = [
    `Instance ${clean(instance.url)}, version ${clean(instance.version)}`,
    ...(mentions.length === 0 ? [`Nothing names ${clean(username)}.`] : []),
    ...block(`${clean(username)} has on the platform`, columns(held, "  ")),
    ...block(`Lines of the files that name ${clean(username)}`, columns(lines, "  ")),
    ...block("Not looked at", unseen),
    ...(mentions.length === 0 ? [] : block("To remove the memberships, add this to a file", patchLines)),
    `${count(stats.requests, "request")} to read.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The same as a page or a note. */
export function renderPersonMarkdown({ instance, username, mentions, declared, gaps, patch }: PersonReport): string {
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`#### ${title}`, items.map((item) => `- ${item}`).join("\n")];
  const held = mentions.map(
    ({ address, as, role }) => `${code(address)} ${prose(as)}${role === undefined ? "" : `: ${prose(role)}`}`,
  );
  const lines = declared.map(({ source, address }) => `${code(source)} ${code(address)}`);
  const unseen = gaps.map((gap) => prose(gap));
  const parts = [
    `### ${prose(username)} on ${code(instance.url)}`,
    ...(mentions.length === 0 ? [`Nothing names ${code(username)}.`] : []),
    ...list("On the platform", held),
    ...list("Lines of the files", lines),
    ...list("Not looked at", unseen),
    ...(mentions.length === 0
      ? []
      : ["#### To remove the memberships, add this to a file", `\`\`\`yaml\n${cleanLines(patch.trimEnd()).join("\n")}\n\`\`\``]),
  ];
  return `${parts.join("\n\n")}\n`;
}
