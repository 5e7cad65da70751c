import { join } from "node:path";
import type { GitlabformFile, NameForNumber } from "../../convert/gitlabform/index.js";
import { fold, parseAddress } from "../../core/address.js";
import { append, firstNames } from "../../core/collections.js";
import { type Origin, formatOrigin } from "../../core/errors.js";
import { commentLines } from "../../core/inert-text.js";
import { type Value, canonicalJson, isObject } from "../../core/json.js";
import { pointerSteps, valueAtSteps } from "../../core/steps.js";
import { type FileMapping, itemLines, loadDesired, mappingText, readSource } from "../../desired/index.js";
import { type LiveInstance, type NumberAsked, namesBehind } from "../../engine/live/index.js";
import { makePlan } from "../../engine/plan/index.js";
import { createReadApi } from "../../platform/index.js";
import { kinds } from "../kinds.js";
import { describeInstance } from "../server/instance.js";
import { onServer } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";

/** Groups and projects that are named one by one. */
const mostPaths = 8;

/** An entry that would go. */
interface GoneEntry {
  readonly entry: Value;
  /** Full paths of the groups and projects that have it. */
  readonly paths: string[];
}

type Mapping = { [name: string]: Value };

/** What is live of a list that gitlabform only adds to, and not in it: it would go. */
export interface GoneEntries {
  /** JSON pointer of the list in the file. */
  readonly pointer: string;
  readonly entries: readonly GoneEntry[];
}

/** Which server to look at, and what stands where. */
export interface LiveRequest {
  readonly server: ServerOptions;
  /** Directory of the files, absolute. */
  readonly root: string;
  readonly context: RunContext;
  /** Where the configuration names its server. */
  readonly urlAt: Origin;
}

/**
 * Converts with the server at hand: numbers become names, and lists that gitlabform only adds to are held against what is live, by a plan of nothing else. Reads what these
 * need, and writes nothing.
 */
export async function convertedLive(
  convert: (nameOf: NameForNumber) => GitlabformFile,
  { server, root, context, urlAt }: LiveRequest,
): Promise<{ readonly converted: GitlabformFile; readonly gone: readonly GoneEntries[]; readonly requests: number }> {
  const numbers: NumberAsked[] = [];
  const first = convert((target, id) => {
    numbers.push({ target, id });
    return undefined;
  });
  const { instance: pin } = first.file;
  const url = isObject(pin) && typeof pin["url"] === "string" ? pin["url"] : undefined;
  return onServer(url === undefined ? {} : { pin: { url, origin: urlAt } }, server, context, async (connection) => {
    const read = createReadApi(connection);
    const instance = await describeInstance(read, { url: connection.url, server, needsTier: true });
    const converted = numbers.length === 0 ? first : convert(await namesBehind(instance, numbers));
    const gone = await goneOf(converted, instance, { root, context });
    return { converted, gone, requests: read.requests };
  });
}

/** Entries that the plan of the additive lists alone would take away. */
async function goneOf(
  { file, additive }: GitlabformFile,
  instance: LiveInstance,
  { root, context }: { readonly root: string; readonly context: RunContext },
): Promise<readonly GoneEntries[]> {
  if (additive.length === 0) return [];
  const only = partOf(file, additive);
  const text = mappingText(only, { kinds, heading: "", remarks: [] });
  const absolute = join(root, "company.yaml");
  const overlay = new Map([[absolute, text]]);
  const { cwd, env, now } = context;
  const { state } = await loadDesired([absolute], { kinds, cwd, env, now, overlay });
  const { plan } = await makePlan(instance, state, { targets: [], resendSecrets: [], allowDelete: [], resolve: (name) => name });
  const [stated] = state.resources;
  const shown = stated?.origin.file ?? state.layers?.policies[0]?.origin.file ?? absolute;
  const source = readSource({ absolute, file: shown, directory: root }, [], overlay);
  const places = new Map(additive.map((pointer) => [formatOrigin(source.keyOrigin(pointer)), pointer] as const));
  const byFile = new Map<string, Map<string, GoneEntry>>();
  for (const { address, attributes } of plan.changes) {
    for (const { before, after, source: at } of attributes) {
      const pointer = places.get(at ?? "");
      if (pointer === undefined || !Array.isArray(before)) continue;
      const entries = byFile.get(pointer) ?? new Map<string, GoneEntry>();
      const kept = new Set(Array.isArray(after) ? after.map((item: Value) => meaning(item)) : []);
      for (const entry of before.filter((item: Value) => !kept.has(meaning(item)))) {
        const goneEntry: GoneEntry = entries.get(meaning(entry)) ?? { entry, paths: [] };
        goneEntry.paths.push(parseAddress(address).path ?? address);
        entries.set(meaning(entry), goneEntry);
      }
      if (entries.size > 0) byFile.set(pointer, entries);
    }
  }
  return [...byFile].map(([pointer, entries]) => ({ pointer, entries: [...entries.values()] }));
}

function meaning(entry: Value): string {
  return fold(canonicalJson(entry));
}

/** What of a policy or project says what it holds for. */
const around: { readonly [section: string]: readonly string[] } = {
  policies: ["projects", "groups", "except", "undeclared"],
  projects: ["moved_from"],
};

/** The file with nothing in it but these lists, and what they hold for. */
function partOf(file: FileMapping, pointers: readonly string[]): FileMapping {
  const part: Mapping = {};
  for (const pointer of pointers) {
    const [section = "", name = "", ...steps] = pointerSteps(pointer);
    const whole = valueAtSteps(file, [section, name]);
    const list = valueAtSteps(file, [section, name, ...steps]);
    if (!isObject(whole) || list === undefined) continue;
    const body = below(below(part, section), name);
    for (const word of around[section] ?? []) if (whole[word] !== undefined) body[word] = whole[word];
    steps.slice(0, -1).reduce(below, body)[steps.at(-1) ?? ""] = list;
  }
  takers(part, file);
  return withOrder(part, file);
}

/** Presets are for those that take them. */
function takers(part: Mapping, file: FileMapping): void {
  const presets = part["presets"];
  if (!isObject(presets)) return;
  for (const [path, project] of Object.entries((file["projects"] ?? {}) as Mapping)) {
    const taken = isObject(project) ? [project["extends"]].flat() : [];
    const there = taken.filter((name): name is string => typeof name === "string" && presets[name] !== undefined);
    if (there.length === 0 || !isObject(project)) continue;
    const body = below(below(part, "projects"), path);
    body["extends"] = there;
    if (project["moved_from"] !== undefined) body["moved_from"] = project["moved_from"];
  }
}

/** Policies come over those that are there. */
function withOrder(part: Mapping, file: FileMapping): FileMapping {
  for (const [name, policy] of Object.entries((part["policies"] ?? {}) as Mapping)) {
    const over = valueAtSteps(file, ["policies", name, "over"]);
    const there = Array.isArray(over)
      ? over.filter((item: Value) => typeof item === "string" && valueAtSteps(part, ["policies", item]) !== undefined)
      : [];
    if (there.length > 0) (policy as Mapping)["over"] = there;
  }
  return part;
}

function below(mapping: Mapping, step: string): Mapping {
  const made = (mapping[step] ?? {}) as Mapping;
  mapping[step] = made;
  return made;
}

/** The texts of files with what is live and would go as comments at the end of each list, so that taking the mark away keeps it. */
export function withGone(texts: ReadonlyMap<string, string>, gone: readonly GoneEntries[]): Map<string, string> {
  return new Map([...texts].map(([name, text]) => [name, noted(name, text, gone)] as const));
}

function noted(name: string, text: string, gone: readonly GoneEntries[]): string {
  const source = readSource({ absolute: name, file: name, directory: "." }, [], new Map([[name, text]]));
  const lines = text.split("\n");
  const here = gone
    .filter(({ pointer }) => isObject(source.value) && valueAtSteps(source.value, pointerSteps(pointer)) !== undefined)
    .map((entries) => ({ ...entries, at: source.keyOrigin(entries.pointer) }))
    .sort((a, b) => b.at.line - a.at.line);
  for (const { at, entries } of here) {
    const rest = lines.slice(at.line).findIndex((line) => line.search(/\S/) < at.column);
    const end = rest === -1 ? lines.length : at.line + rest;
    const indent = " ".repeat(at.column + 1);
    lines.splice(end, 0, ...noteLines(entries).map((line) => indent + line));
  }
  return lines.join("\n");
}

/** Entries that are live at the same things are told together. */
function noteLines(entries: readonly GoneEntry[]): string[] {
  const together = new Map<string, GoneEntry[]>();
  for (const entry of entries) append(together, entry.paths.join(), entry);
  return [...together.values()].flatMap((same) => [
    ...commentLines(`Live too at ${firstNames(same[0]?.paths ?? [], mostPaths)}, and taken away unless it stands here:`),
    ...same.flatMap(({ entry }) => itemLines(entry)).map((line) => `# ${line}`),
  ]);
}
