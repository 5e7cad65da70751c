import type * as Yaml from "yaml";
import { textOf } from "../../core/collection/homes.js";
import { type Json, type JsonObject, isObject } from "../../core/records.js";
import { late } from "../../core/remembered.js";

/** A job of a configuration: its own keys, those that it extends, and the stage that it runs in. */
export interface ConfiguredJob {
  readonly name: string;
  readonly stage: string;
  readonly keys: JsonObject;
}

/** What a configuration of pipelines comes to. */
export interface Configuration {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** In the order of their stages. */
  readonly jobs: readonly ConfiguredJob[];
  readonly workflow: JsonObject;
  readonly variables: JsonObject;
  readonly mergedYaml: string | null;
  /** What `include` brought in. */
  readonly includes: readonly JsonObject[];
}

/** Finds the text of a file that `include: local` names. */
type FindFile = (path: string) => string | undefined;

const STAGES = ["build", "test", "deploy"];

const GLOBALS = new Set(
  "default include stages variables workflow image services before_script after_script cache spec pages".split(" "),
);

const KEYWORDS = new Set(
  `after_script allow_failure artifacts before_script cache coverage dast_configuration dependencies environment except extends hooks id_tokens identity image inherit
  interruptible manual_confirmation needs only pages parallel publish release resource_group retry rules run script secrets services stage start_in tags timeout trigger variables when type`.split(
    /\s+/,
  ),
);

/** Reads a configuration as real servers do, as far as it can be told without running it. */
export function readConfiguration(text: string, find: FindFile): Configuration {
  if (text.trim() === "") return failed("Please provide content of .gitlab-ci.yml");
  const { document, problem } = parsed(text);
  if (problem !== undefined) return failed(problem);
  if (!isObject(document)) return failed("Invalid configuration format");
  const included = withIncludes(document, find, 0);
  if (included.problem !== undefined) return failed(included.problem);
  return checked(included.document, included.includes);
}

function failed(...errors: string[]): Configuration {
  return { errors, warnings: [], jobs: [], workflow: {}, variables: {}, mergedYaml: null, includes: [] };
}

function parsed(text: string): { readonly document?: Json; readonly problem?: string } {
  const { parse, Scalar, YAMLSeq } = late("yaml") as typeof Yaml;
  const reference: Yaml.CollectionTag = {
    tag: "!reference",
    collection: "seq",
    resolve: (sequence) => {
      const named = new YAMLSeq();
      named.items = [new Scalar("!reference"), ...sequence.items];
      return named;
    },
  };
  try {
    return { document: plain(parse(text, { merge: true, logLevel: "silent", customTags: [reference] }) as Json) };
  } catch (error) {
    const [line = ""] = error instanceof Error ? error.message.split("\n") : [];
    return { problem: line === "" ? "Invalid configuration format" : line };
  }
}

/** Names may be written as Ruby's symbols. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => plain(item));
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.replace(/^:/, ""), plain(item ?? null)]));
}

const DEEPEST_INCLUDE = 10;

function withIncludes(
  document: JsonObject,
  find: FindFile,
  depth: number,
): { readonly document: JsonObject; readonly includes: readonly JsonObject[]; readonly problem?: string } {
  const { include, ...rest } = document;
  const includes: JsonObject[] = [];
  let merged: JsonObject = {};
  for (const item of include === undefined ? [] : Array.isArray(include) ? (include as readonly Json[]) : [include]) {
    const path = isObject(item) ? item["local"] : item;
    const location = textOf(path).replace(/^\//, "");
    if (typeof path !== "string")
      return { document, includes, problem: `${JSON.stringify(item)} is not included: this server fetches no files of others` };
    const text = depth < DEEPEST_INCLUDE ? find(location) : undefined;
    if (text === undefined) return { document, includes, problem: `Local file \`${location}\` does not exist!` };
    const inner = parsed(text);
    if (inner.problem !== undefined || !isObject(inner.document))
      return { document, includes, problem: `Included file \`${location}\` does not have valid YAML syntax!` };
    const whole = withIncludes(inner.document, find, depth + 1);
    if (whole.problem !== undefined) return whole;
    merged = deepMerged(merged, whole.document);
    includes.push(...whole.includes, { type: "local", location, extra: {} });
  }
  return { document: deepMerged(merged, rest), includes };
}

/** Mappings are put together, everything else is replaced. */
function deepMerged(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const before = merged[name];
    merged[name] = before !== undefined && isObject(before) && isObject(value) ? deepMerged(before, value) : value;
  }
  return merged;
}

function checked(document: JsonObject, includes: readonly JsonObject[]): Configuration {
  const errors: string[] = [];
  const whole: Record<string, Json> = {};
  for (const [name, value] of Object.entries(document))
    whole[name] = isObject(value) && !GLOBALS.has(name) ? extended(document, name, errors) : value;
  for (const [name, value] of Object.entries(whole)) whole[name] = referenced(whole, value, 0);
  const stages = [".pre", ...stagesOf(whole["stages"]), ".post"];
  const jobs = Object.entries(whole).flatMap(([name, keys]): ConfiguredJob[] => {
    if ((GLOBALS.has(name) && name !== "pages") || name.startsWith(".")) return [];
    if (!isObject(keys)) {
      errors.push(`jobs ${name} config should be a hash`);
      return [];
    }
    return [{ name, stage: textOf(keys["stage"] ?? keys["type"] ?? "test"), keys }];
  });
  if (jobs.length === 0 && errors.length === 0) errors.push("jobs config should contain at least one visible job");
  for (const job of jobs) errors.push(...problemsOf(job, jobs, stages));
  const { stringify } = late("yaml") as typeof Yaml;
  const { workflow, variables } = whole;
  return {
    errors,
    warnings: [],
    jobs: jobs.toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage)),
    workflow: workflow !== undefined && isObject(workflow) ? workflow : {},
    variables: variables !== undefined && isObject(variables) ? variables : {},
    mergedYaml: `---\n${stringify(whole)}`,
    includes,
  };
}

function stagesOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map((stage: Json) => textOf(stage)) : STAGES;
}

function extended(document: JsonObject, name: string, errors: string[], seen: readonly string[] = []): JsonObject {
  const keys = document[name];
  if (keys === undefined || !isObject(keys)) return {};
  const { extends: bases, ...rest } = keys;
  if (bases === undefined) return rest;
  let merged: JsonObject = {};
  for (const base of Array.isArray(bases) ? (bases as readonly Json[]) : [bases]) {
    const of = textOf(base);
    if (seen.includes(of) || of === name) errors.push(`${name}: circular dependency detected in \`extends\``);
    else if (document[of] === undefined) errors.push(`${name}: unknown keys in \`extends\` (${of})`);
    else merged = deepMerged(merged, extended(document, of, errors, [...seen, name]));
  }
  return deepMerged(merged, rest);
}

/** Puts what `!reference [job, key]` names in its place. */
function referenced(document: JsonObject, value: Json, depth: number): Json {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (list[0] === "!reference" && depth < DEEPEST_INCLUDE) {
      const target = list.slice(1).reduce<Json>((at, name) => (isObject(at) ? (at[textOf(name)] ?? null) : null), document);
      return referenced(document, target, depth + 1);
    }
    return list.map((item) => referenced(document, item, depth));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, referenced(document, item, depth)]));
}

function problemsOf({ name, stage, keys }: ConfiguredJob, jobs: readonly ConfiguredJob[], stages: readonly string[]): string[] {
  const unknown = Object.keys(keys).filter((key) => !KEYWORDS.has(key));
  const isScript = (value: Json | undefined): boolean =>
    typeof value === "string" || (Array.isArray(value) && value.flat(10).every((item: Json) => typeof item === "string"));
  const names = new Set(jobs.map((job) => job.name));
  const named = (value: Json | undefined): string[] =>
    (Array.isArray(value) ? (value as readonly Json[]) : []).flatMap((item) => {
      if (!isObject(item)) return [textOf(item)];
      return item["project"] !== undefined || item["pipeline"] !== undefined || item["optional"] === true
        ? []
        : [textOf(item["job"])];
    });
  const unknownIn = (key: string, word: string): string[] =>
    named(keys[key]).flatMap((needed) => (names.has(needed) ? [] : [`${name} job: undefined ${word}: ${needed}`]));
  const hasWork = ["script", "run", "trigger", "release"].some((key) => keys[key] !== undefined && keys[key] !== null);
  return [
    ...(unknown.length > 0 ? [`jobs:${name} config contains unknown keys: ${unknown.join(", ")}`] : []),
    ...(hasWork ? [] : [`jobs:${name} config should implement the script:, run:, or trigger: keyword`]),
    ...["before_script", "script", "after_script"]
      .filter((key) => keys[key] !== undefined && keys[key] !== null && !isScript(keys[key]))
      .map((key) => `jobs:${name}:${key} config should be a string or a nested array of strings up to 10 levels deep`),
    ...(keys["only"] !== undefined && keys["rules"] !== undefined
      ? [`jobs:${name} config key may not be used with \`rules\`: only`]
      : []),
    ...(stages.includes(stage)
      ? []
      : [`${name} job: chosen stage ${stage} does not exist; available stages are ${stages.join(", ")}`]),
    ...unknownIn("needs", "need"),
    ...unknownIn("dependencies", "dependency"),
  ];
}
