import type { NameInText } from "../../core/behaviour.js";
import { append } from "../../core/collections.js";

/** Where the server looks for owners (docs.gitlab.com, "Code Owners"), with the branch that a key may say behind it. */
const places = /^((?:docs\/|\.gitlab\/)?CODEOWNERS)(?:@.*)?$/;

/** The heading of a section, with the owners of its lines. */
export const sectionHeading = /^(?<optional>\^?)\[(?<name>[^\]]+)\](?:\[(?<approvals>\d+)\])?(?:\s+(?<owners>.*))?$/;

/** An owner by name. Roles begin with `@@`, and e-mail addresses have their `@` inside. */
const owner = /^@(\w(?:[\w./-]*\w)?)/;

/** The words of a line of CODEOWNERS, without a comment at its end: a blank in a pattern stands behind a backslash. */
export function wordsOfLine(line: string): string[] {
  const words = line.split(/(?<!\\)\s+/);
  const comment = words.findIndex((word, index) => index > 0 && word.startsWith("#"));
  return comment === -1 ? words : words.slice(0, comment);
}

/** The users and groups that a file names as owners (docs.gitlab.com, "Code Owners syntax"); none if the server does not read the file for owners. */
export function ownersIn(key: string, text: string): NameInText[] {
  const file = places.exec(key)?.[1];
  if (file === undefined) return [];
  const known = new Map<string, number[]>();
  for (const [index, line] of text.split(/\r?\n/).entries())
    for (const name of new Set(ownersOf(line.trim()))) append(known, name, index + 1);
  return [...known].map(([name, at]) => ({
    name,
    among: name.includes("/") ? ["group"] : ["user", "group"],
    rule: "repository-file.owner",
    says: `${at.length === 1 ? "line" : "lines"} ${at.join(", ")} of ${file} ${at.length === 1 ? "names" : "name"} @${name}`,
    effect: "the server ignores the owner",
  }));
}

function ownersOf(line: string): string[] {
  if (line === "" || line.startsWith("#")) return [];
  const heading = sectionHeading.exec(line)?.groups;
  // An owner may stand where a pattern does only behind a heading.
  const words = heading ? wordsOfLine(` ${heading["owners"] ?? ""}`) : wordsOfLine(line);
  return words.slice(1).flatMap((word) => owner.exec(word)?.[1] ?? []);
}
