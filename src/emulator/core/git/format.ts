import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** How git writes what a tree's entry is: a file, a file to run, a link, a folder, a commit of another repository. */
export type Mode = "100644" | "100755" | "120000" | "040000" | "160000";

/** One name in a folder. */
export interface TreeEntry {
  readonly mode: Mode;
  readonly name: string;
  readonly sha: string;
}

/** Who did something when; the time is ISO text, whose offset git keeps. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly at: string;
}

/** What a commit's id is made of. */
export interface CommitText {
  readonly tree: string;
  readonly parent_ids: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/** The id of a folder with nothing in it. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** The id of git for an object: SHA-1 of its type, its length and its bytes. */
export function objectId(type: "blob" | "tree" | "commit" | "tag", bytes: Uint8Array): string {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Entries in git's order, which is that of bytes, a folder's name being taken with a slash at its end. */
export function inGitOrder(entries: readonly TreeEntry[]): TreeEntry[] {
  return entries.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
}

/** A folder as git writes it. */
export function treeBytes(entries: readonly TreeEntry[]): Buffer {
  const parts = inGitOrder(entries).flatMap(({ mode, name, sha }) => [
    Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`),
    Buffer.from(sha, "hex"),
  ]);
  return Buffer.concat(parts);
}

/** A commit as git writes it. */
export function commitBytes({ tree, parent_ids, author, committer, message }: CommitText): Buffer {
  const lines = [
    `tree ${tree}`,
    ...parent_ids.map((sha) => `parent ${sha}`),
    `author ${signed(author)}`,
    `committer ${signed(committer)}`,
  ];
  return Buffer.from(`${lines.join("\n")}\n\n${message}`);
}

/** An annotated tag of a commit as git writes it. */
export function tagBytes(name: string, sha: string, tagger: Signature, message: string): Buffer {
  return Buffer.from(`object ${sha}\ntype commit\ntag ${name}\ntagger ${signed(tagger)}\n\n${message}`);
}

/** A name or address as git keeps it: on one line, without angle brackets, and without blanks and punctuation around it. */
export function cleaned(text: string): string {
  return text.replaceAll(/[<>\n]/g, "").replaceAll(/^[\0- ,:;"\\']+|[\0- ,:;"\\']+$/g, "");
}

/** A time as git keeps it: whole seconds, with the offset that it was said with. */
export function wholeSeconds(at: string): string {
  return at.replace(/\.\d+(?=Z|[+-])/i, ".000");
}

function signed({ name, email, at }: Signature): string {
  const offset = /([+-]\d\d):?(\d\d)$/.exec(at);
  const zone = offset === null ? "+0000" : `${offset[1]}${offset[2]}`;
  return `${cleaned(name)} <${cleaned(email)}> ${Math.floor(Date.parse(at) / 1000)} ${zone}`;
}

const sortKey = ({ mode, name }: TreeEntry): Buffer => Buffer.from(mode === "040000" ? `${name}/` : name);
