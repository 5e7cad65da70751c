import { type FileDiagnostic, fault } from "../../core/errors.js";
import { type Json, type JsonObject, isObject } from "../../core/json.js";
import { didYouMean } from "../../core/names.js";
import { pointerStep, pointerSteps } from "../../core/pointer.js";
import { scopeWords } from "../../core/project-schema.js";
import type { FileScope, SourceFile } from "../../desired/index.js";
import { kinds } from "../../kinds/index.gen.js";

/** The lines of `scopes`; what is wrong with one is pushed to `diagnostics`. */
export function scopesOf(source: SourceFile, value: JsonObject, diagnostics: FileDiagnostic[]): readonly FileScope[] {
  const known = scopeWords(kinds);
  return Object.entries(value).map(([files, said]) => {
    const pointer = `/scopes${pointerStep(files)}`;
    const wrong = fileGlobMistake(files);
    if (wrong !== undefined) diagnostics.push(fault("scope.glob", source.keyOrigin(pointer), wrong.message, wrong));
    const inShort = Array.isArray(said);
    const items = textsIn(isObject(said) ? said["may"] : said);
    items.forEach((item: string, index) => {
      const place = pointer + (inShort ? "" : "/may") + pointerStep(index);
      const mistake = known.includes(item) ? undefined : pathGlobMistake(item, known);
      const attribute = pointerSteps(place).join(".");
      if (mistake) diagnostics.push(fault("scope.word", source.valueOrigin(place), mistake.message, { ...mistake, attribute }));
    });
    return {
      files: files.replace(/^(?:\.\/)+/, ""),
      words: items.filter((item) => known.includes(item)),
      paths: items.filter((item) => !known.includes(item)).map(pathIn),
      ...(inShort ? {} : { env: textsIn(isObject(said) ? said["env"] : undefined) }),
      origin: source.keyOrigin(pointer),
    };
  });
}

/** What goes before the path of a single group at the top, which would else be taken for a word. */
const oneGroup = "group:";

function pathIn(item: string): string {
  return item.startsWith(oneGroup) ? item.slice(oneGroup.length) : item;
}

function textsIn(value: Json | undefined): readonly string[] {
  return (Array.isArray(value) ? value : []).filter((item: Json): item is string => typeof item === "string");
}

interface Mistake {
  readonly message: string;
  readonly allowed: string;
}

function fileGlobMistake(files: string): Mistake | undefined {
  const segments = files.replace(/^(?:\.\/)+/, "").split("/");
  if (files.endsWith("/")) return { message: "a glob of files ends in no slash", allowed: `${files}** for all below it` };
  if (segments.some((segment) => ["", ".", ".."].includes(segment)) || files.includes("\\")) {
    const allowed = "a glob relative to the directory of this file, such as teams/shop/**";
    return { message: "this cannot be the path of a file below the directory of the project file", allowed };
  }
  return braces(files);
}

/** What has neither a slash nor a wildcard is meant for a word: as a path it would let a slip of the hand through. */
function pathGlobMistake(written: string, known: readonly string[]): Mistake | undefined {
  const item = pathIn(written);
  const segments = item.split("/");
  if (item === written && segments.length === 1 && !item.includes("*")) {
    const guess = didYouMean(item, known);
    const words = `one of ${known.join(", ")}, a glob of full paths such as ${item}/**, or ${oneGroup}${item} for that group alone`;
    return { message: `there is no word ${JSON.stringify(item)} in scopes`, allowed: guess ? `did you mean ${guess}?` : words };
  }
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) {
    return { message: "this is no glob of full paths", allowed: "a glob such as acme/shop/**" };
  }
  return braces(item);
}

/** Globs of trueup know * and ** and nothing else: what others mean by more would match nothing here. */
function braces(pattern: string): Mistake | undefined {
  if (!/[{}[\]!?]/.test(pattern)) return undefined;
  return {
    message: "a glob knows only * (one segment, or a part of it) and ** (any number of segments)",
    allowed: "an entry for each",
  };
}
