import { lastSegment, parentPath } from "../../core/address.js";
import type { Json } from "../../core/json.js";
import type { ConfigLevel } from "./levels.js";
import type { Omissions } from "./omissions.js";
import { type ConfigBranch, isBranch, leafOf, plainOf, type ConfigTree } from "./tree.js";

/** Reads a file that the configuration names, relative to it; undefined where it cannot be read. */
export type ReadText = (path: string) => string | undefined;

interface FileContext {
  readonly level: ConfigLevel;
  readonly told: Omissions;
  readonly readText: ReadText;
}

const words = [
  "overwrite",
  "skip_ci",
  "branches",
  "only_first_branch",
  "commit_message",
  "content",
  "file",
  "template",
  "jinja_env",
  "delete",
  "skip",
];

/** Files of repositories, each under its path and branch. */
export function filesOf(tree: ConfigBranch, context: FileContext): ConfigBranch {
  const parts = [...tree.parts].flatMap(([path, file]) => {
    if (!isBranch(file) || leafOf(file, "skip") === true) return [];
    for (const [name, part] of file.parts)
      if (!words.includes(name)) context.told.tell(part.at, `${name} is left out: trueup does not know it`);
    return branchesOf(path, file, context).flatMap((branch): (readonly [string, ConfigTree])[] => {
      const entry = entryOf(path, file, context);
      return entry === undefined ? [] : [[`${path}@${branch}`, entry]];
    });
  });
  return { at: tree.at, parts: new Map(parts) };
}

function branchesOf(path: string, file: ConfigBranch, { level, told }: FileContext): readonly string[] {
  const said = file.parts.get("branches");
  if (said === undefined)
    throw told.wrong(
      file.at,
      `file ${path} does not say on which branches it is`,
      "branches: all, protected or a list of names.",
    );
  const isProtected = leafOf(file, "branches") === "protected";
  const value: Json = isBranch(said) ? null : said.value;
  const names: readonly Json[] = isProtected ? protectedIn(level) : Array.isArray(value) ? value : [value];
  const exact = names.filter((name): name is string => typeof name === "string" && isExact(name));
  const others = names.filter((name) => !isExact(name));
  if (others.length > 0 || exact.length === 0) {
    const what = isProtected ? "protected" : JSON.stringify(others.length > 0 ? others : value);
    told.tell(
      exact.length === 0 ? file.at : said.at,
      `file ${path} is left out on branches ${what}: only what is live tells which these are`,
    );
  }
  if (leafOf(file, "only_first_branch") !== true) return exact;
  if (exact.length > 1)
    told.tell(
      said.at,
      `file ${path} is declared on ${exact[0] ?? ""} alone: only what is live tells which of its branches is the first that is there`,
    );
  return exact.slice(0, 1);
}

function isExact(name: Json): boolean {
  return typeof name === "string" && name !== "all" && !name.includes("*");
}

/** Names that the level itself protects. */
function protectedIn({ sections }: ConfigLevel): readonly string[] {
  const branches = sections.get("branches");
  return isBranch(branches)
    ? [...branches.parts].filter(([, one]) => leafOf(one, "protected") === true).map(([name]) => name)
    : [];
}

function entryOf(path: string, file: ConfigBranch, context: FileContext): ConfigBranch | undefined {
  const { told } = context;
  if (leafOf(file, "delete") === true) return { at: file.at, parts: new Map([["delete", { at: file.at, value: true }]]) };
  const overwrite = file.parts.get("overwrite");
  if (overwrite !== undefined && leafOf(file, "overwrite") === false) {
    told.tell(
      file.at,
      `file ${path} is left out: overwrite: false only makes it where there is none, and trueup keeps what a file declares`,
    );
    return undefined;
  }
  const content = contentOf(path, file, context);
  if (content === undefined) return undefined;
  const message = messageOf(file);
  return {
    at: file.at,
    parts: new Map<string, ConfigTree>([
      ["content", content],
      ...(message === undefined ? [] : [["commit_message", message] as const]),
    ]),
  };
}

function messageOf(file: ConfigBranch): ConfigTree | undefined {
  const [said, skips] = [leafOf(file, "commit_message"), leafOf(file, "skip_ci") === true];
  if (typeof said !== "string" && !skips) return undefined;
  const text = typeof said === "string" ? said : "Bring files to their declared state";
  return { at: file.at, value: skips ? `${text} [skip ci]` : text };
}

function contentOf(path: string, file: ConfigBranch, context: FileContext): ConfigTree | undefined {
  const { told, readText, level } = context;
  const [said, from] = [file.parts.get("content"), file.parts.get("file")];
  if (said !== undefined && from !== undefined)
    throw told.wrong(from.at, `file ${path} has both content and file`, "Only one of them can say what is in it.");
  const source = leafOf(file, "file");
  const text = typeof source === "string" ? readText(source) : leafOf(file, "content");
  if (typeof text !== "string") {
    const at = (from ?? said ?? file).at;
    throw told.wrong(
      at,
      `there is no text for file ${path}`,
      "content: the text itself, or file: a path relative to the configuration.",
    );
  }
  const at = (from ?? said ?? file).at;
  if (leafOf(file, "template") === false || !/\{[{%#]/.test(text)) return { at, value: text };
  const made = level.sort === "project" ? rendered(text, variablesOf(file, level.path)) : undefined;
  if (made !== undefined) return { at, value: made };
  told.tell(at, `file ${path} is left out: it is a template whose text differs by project; declare it under each`);
  return undefined;
}

function variablesOf(file: ConfigBranch, path: string): ReadonlyMap<string, string> {
  const environment = file.parts.get("jinja_env");
  const own = isBranch(environment) ? [...environment.parts].map(([name, part]) => [name, textOf(plainOf(part))] as const) : [];
  return new Map([["project", lastSegment(path)], ["group", parentPath(path) ?? ""], ...own]);
}

/** A template in which only names stand, filled in; undefined for one that does more. */
function rendered(text: string, variables: ReadonlyMap<string, string>): string | undefined {
  if (/\{[%#]/.test(text)) return undefined;
  let isWhole = true;
  const made = text.replaceAll(/\{\{(.*?)\}\}/gs, (all, inner: string) => {
    const value = variables.get(inner.trim());
    isWhole &&= value !== undefined;
    return value ?? all;
  });
  return isWhole ? made : undefined;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
