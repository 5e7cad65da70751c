import { firstSegment, fold, formatAddress } from "../../core/address.js";
import { compareTexts } from "../../core/collections.js";
import type { Declaration, Layout, SharedDeclaration } from "../../core/declaration.js";
import { FileNames } from "../../core/file-names.js";
import { commentLines } from "../../core/inert-text.js";
import {
  addressIn,
  isTopLevel,
  kindAt,
  kindOf,
  type Kinds,
  kindsUnder,
  type PlacedKind,
  topKind,
  topParent,
} from "../../core/kind.js";
import { bodyIdentity } from "../body.js";
import { inOrder } from "../order.js";
import { apart, attributeLines, bodyLines, entryLines, indented, joinedEntries, memberName, type Nested } from "./body.js";
import { environmentExample } from "./environment.js";
import { keyLines } from "./scalar.js";

/** Files that an export writes beside these. */
export const schemaFile = "trueup.schema.json";
export const environmentFile = ".env.example";

const commonHeading = "What many groups and projects have in common, as `trueup export --fold` found it.";

/** Nobody can read a file that is longer, and one that is three times as long is refused when it is loaded. */
const largestFile = 3 * 1024 * 1024;

/** What writing needs to know beside the declarations. */
export interface WriteFilesOptions {
  readonly kinds: Kinds;
  readonly layout: Layout;
  /** The words at the top of each file, in place of those that say what is in it. */
  readonly heading?: string;
  /** What no body stands for and is not in the files, a sentence each: at the end of the first file. */
  readonly remarks?: readonly string[];
  /** What many of the declarations say in one place. */
  readonly shared?: readonly SharedDeclaration[];
  /** Files that are there already, by path: none gets the name of one. */
  readonly taken?: readonly string[];
  /** Where the schema is that an editor checks the files by, relative to the root; left out, beside them, and null where there is none. */
  readonly schema?: string | null;
}

/** A file to write: its path below the root, with forward slashes, and its text. */
export interface WrittenFile {
  readonly path: string;
  readonly text: string;
}

/** The declarations that go into one file. */
interface Share {
  readonly directory: readonly string[];
  readonly name: string;
  /** What is said at the top. */
  readonly heading: string;
  /** Told apart from another file of the same name by this. */
  readonly word: string;
  readonly members: Nested[];
}

/**
 * New files that say what the declarations say, cut by the layout, and `.env.example` where they refer to variables; equal declarations give equal
 * files. What would make a file too large goes into further ones beside it. Each declaration is of a sort that loading takes (`checkDeclaration`).
 */
export function writeFiles(declarations: readonly Declaration[], options: WriteFilesOptions): readonly WrittenFile[] {
  const { remarks = [], taken = [], kinds } = options;
  const names = new FileNames([schemaFile, environmentFile, ...taken], ".yaml");
  const common = sharedSections(options.shared ?? [], kinds);
  const isOwnFile = options.layout !== "single" && (options.shared ?? []).length > 0;
  const policies = isOwnFile
    ? [{ path: names.claim([], "policies", "shared"), text: textOf([head(0, commonHeading, options.schema), ...common]) }]
    : [];
  const shares = sharesOf(nest(declarations, kinds), options);
  const files = shares.flatMap((share, index) =>
    writeShare(share, names, options, index === 0 ? [...(isOwnFile ? [] : common), leftOut(remarks)] : []),
  );
  // One that is there already is not new: what it lacks is the caller's to add.
  const environment = taken.includes(environmentFile)
    ? undefined
    : environmentExample([...declarations, ...saidByShared(options.shared ?? [])]);
  return [...policies, ...files, ...(environment === undefined ? [] : [{ path: environmentFile, text: environment }])];
}

/** Which members go together: first the file of the instance, then those of groups, then those of projects. */
function sharesOf(members: readonly Nested[], { kinds, layout }: WriteFilesOptions): readonly Share[] {
  const first: Share = {
    directory: [],
    name: layout === "single" ? "trueup" : "instance",
    heading:
      layout === "single"
        ? "The desired state of the platform, as `trueup export` found it."
        : "What belongs to the whole instance, as `trueup export` found it.",
    word: "files",
    members: [],
  };
  const [tops, singles] = [new Map<string, Share>(), new Map<string, Share>()];
  for (const member of members) {
    const { tree } = kindOf(kinds, member.declaration.kind);
    const path = member.declaration.path ?? "";
    if (layout === "single" || !tree) first.members.push(member);
    else if (layout === "per-project" && tree.parent !== member.declaration.kind)
      share(singles, fold(path), () => ownShare(member)).push(member);
    else {
      const name = firstSegment(path);
      const heading = `What lies under ${name}, as \`trueup export\` found it.`;
      share(tops, fold(name), () => ({ directory: [], name, heading, word: tree.parent, members: [] })).push(member);
    }
  }
  const others = [...bySegments(tops), ...bySegments(singles)];
  return first.members.length > 0 || others.length === 0 ? [first, ...others] : others;
}

function share(shares: Map<string, Share>, key: string, make: () => Share): Nested[] {
  const known = shares.get(key) ?? make();
  shares.set(key, known);
  return known.members;
}

function ownShare({ declaration: { kind, path = "" } }: Nested): Share {
  const segments = path.split("/");
  const heading = `The ${kind} ${path}, as \`trueup export\` found it.`;
  return { directory: segments.slice(0, -1), name: segments.at(-1) ?? "", heading, word: kind, members: [] };
}

function bySegments(shares: ReadonlyMap<string, Share>): Share[] {
  return [...shares].sort(([a], [b]) => compareTexts(a, b)).map(([, file]) => file);
}

function writeShare(
  file: Share,
  names: FileNames,
  options: WriteFilesOptions,
  more: readonly (readonly string[])[],
): WrittenFile[] {
  const { kinds } = options;
  const { name, word, heading } = file;
  const path = names.claim(file.directory, name, word);
  const directory = path.split("/").slice(0, -1);
  const context = { kinds, directory: directory.join("/") };
  const entries = file.members.map((member) => {
    const kind = kindAt(kinds, member.declaration);
    return { kind, lines: entryLines(memberName(kind, member.declaration), member, context) };
  });
  const parts = cut(entries);
  return parts.map((part, index) => {
    const sections = kindsUnder(kinds, topParent).map((kind) =>
      joinedEntries(
        kind,
        part.filter((entry) => entry.kind === kind).map((entry) => entry.lines),
      ),
    );
    const isLast = index === parts.length - 1;
    const blocks = [head(directory.length, options.heading ?? heading, options.schema), ...sections, ...(isLast ? more : [])];
    return { path: index === 0 ? path : names.claim(file.directory, `${name}-${index + 1}`, word), text: textOf(blocks) };
  });
}

/** Blocks of lines with an empty line between them. */
export function textOf(blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** What stands at the top of a file that lies so deep below the root. */
export function head(depth: number, heading: string, schema: string | null = schemaFile): string[] {
  const up = depth > 0 ? "../".repeat(depth) : schema?.startsWith("../") ? "" : "./";
  const reference = schema === null ? [] : [`# yaml-language-server: $schema=${up}${schema}`, "#"];
  return [...reference, ...commentLines(heading), "version: 1"];
}

/** What is not in the files, as comments. */
export function leftOut(remarks: readonly string[]): string[] {
  return remarks.length === 0 ? [] : ["# Not in these files:", ...remarks.flatMap((remark) => commentLines(remark, "- "))];
}

/** Cuts a list where the sizes of its items add up to more than a file may have; at least one piece. */
function cut<T extends { readonly lines: readonly string[] }>(items: readonly T[]): readonly (readonly T[])[] {
  const pieces: T[][] = [[]];
  let sum = 0;
  for (const item of items) {
    // Bytes of the lines as they stand in a file, indented once.
    const length = item.lines.reduce((total, line) => total + Buffer.byteLength(line) + 3, 0);
    if (sum > 0 && sum + length > largestFile) {
      pieces.push([]);
      sum = 0;
    }
    pieces.at(-1)?.push(item);
    sum += length;
  }
  return pieces;
}

/** A declaration that others are still put into. */
interface Growing extends Nested {
  readonly children: Growing[];
}

/** Declarations as they stand in files, in order, those inside of their bodies below them. What one stands in and is not declared is there as an empty body. */
export function nest(declarations: readonly Declaration[], kinds: Kinds): Nested[] {
  const top: Growing[] = [];
  const growing = new Map<string, Growing>();
  // A kind is applied after the one that holds it, so that a holder is met first.
  for (const declaration of inOrder([...declarations, ...missingHolders(declarations, kinds)], kinds)) {
    const kind = kindAt(kinds, declaration);
    const nested: Growing = { declaration, children: [] };
    growing.set(bodyIdentity(kind, declaration.path, declaration.key), nested);
    const holder = holderOf(kind, kinds);
    const siblings = holder ? growing.get(bodyIdentity(holder, declaration.path, undefined))?.children : top;
    siblings?.push(nested);
  }
  return top;
}

function missingHolders(declarations: readonly Declaration[], kinds: Kinds): Declaration[] {
  const missing = new Map<string, Declaration>();
  const declared = new Set(
    declarations.map((declaration) => bodyIdentity(kindAt(kinds, declaration), declaration.path, declaration.key)),
  );
  for (const declaration of declarations) {
    const holder = holderOf(kindAt(kinds, declaration), kinds);
    const identity = holder && bodyIdentity(holder, declaration.path, undefined);
    if (!holder || !identity || declared.has(identity)) continue;
    const place = addressIn(holder, declaration.path, undefined);
    missing.set(identity, { ...place, address: formatAddress(place), spec: {}, remarks: [] });
  }
  return [...missing.values()];
}

function holderOf(kind: PlacedKind, kinds: Kinds): PlacedKind | undefined {
  return isTopLevel(kind) ? undefined : topKind(kinds, kind.parent);
}

/** The sections of a file at the root that say what many things share: policies, then presets, each in the order given. Sections without members are left out. */
function sharedSections(shared: readonly SharedDeclaration[], kinds: Kinds): readonly (readonly string[])[] {
  const policies = shared
    .filter(isPolicy)
    .map(
      (policy) =>
        [
          policy.name,
          [
            ...attributeLines(topKind(kinds, policy.kind).file, policy.globs),
            ...(policy.except.length === 0 ? [] : attributeLines("except", policy.except)),
            ...keyLines("set"),
            ...indented(bodyOf(policy, kinds)),
          ],
        ] as const,
    );
  const presets = shared.filter((declaration) => !isPolicy(declaration));
  return [
    namedEntries("policies", policies),
    namedEntries(
      "presets",
      presets.map((preset) => [preset.name, bodyOf(preset, kinds)]),
    ),
  ];
}

/** What they say, under the names that messages have for it. */
export function saidByShared(shared: readonly SharedDeclaration[]): readonly Pick<Declaration, "address" | "spec">[] {
  return shared.flatMap((declaration) => {
    const label = `${isPolicy(declaration) ? "policy" : "preset"} ${declaration.name}`;
    return [
      { address: label, spec: declaration.body.spec },
      ...declaration.children.map(({ kind, key, spec }) => ({ address: [label, kind, key].filter(Boolean).join(" "), spec })),
    ];
  });
}

function isPolicy({ globs }: SharedDeclaration): boolean {
  return globs.length > 0;
}

function namedEntries(section: string, members: readonly (readonly [string, readonly string[]])[]): readonly string[] {
  if (members.length === 0) return [];
  return apart(
    section,
    members.map(([name, lines]) => [...keyLines(name), ...indented(lines)]),
  );
}

function bodyOf({ body, children }: SharedDeclaration, kinds: Kinds): string[] {
  return bodyLines(
    { declaration: body, children: children.map((declaration) => ({ declaration, children: [] })) },
    { kinds, directory: "" },
  );
}
