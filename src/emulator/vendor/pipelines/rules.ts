import { isObject } from "../../json.js";
import type { Json, JsonObject } from "../../json.js";
import { textOf } from "../../row/text.js";
import { patternTest } from "../configuration/patterns.js";
import { holds } from "./expression.js";
import type { Variables } from "./expression.js";

/** What a job is in a pipeline: left out when undefined. */
export interface Verdict {
  readonly when: string;
  readonly allowFailure: boolean | undefined;
}

/** What a job's `rules`, `only`, `except` and `when` say of a pipeline with these variables. */
export function verdictOf(keys: JsonObject, variables: Variables): Verdict | undefined {
  const when = textOf(keys["when"] ?? "on_success");
  const rules = keys["rules"];
  if (!Array.isArray(rules))
    return isPlanned(keys, variables) && when !== "never" ? { when, allowFailure: undefined } : undefined;
  const rule = (rules as readonly Json[]).flat(10).find((one) => isObject(one) && applies(one, variables));
  if (rule === undefined || !isObject(rule)) return undefined;
  const said = textOf(rule["when"] ?? when);
  const allowed = rule["allow_failure"];
  return said === "never" ? undefined : { when: said, allowFailure: typeof allowed === "boolean" ? allowed : undefined };
}

/** Changes and files that rules ask for are taken to be there. */
function applies(rule: JsonObject, variables: Variables): boolean {
  const condition = rule["if"];
  return condition === undefined || holds(textOf(condition), variables) === true;
}

/** Whether `workflow:rules` let a pipeline be. */
export function workflowAllows(workflow: JsonObject, variables: Variables): boolean {
  return !Array.isArray(workflow["rules"]) || verdictOf({ rules: workflow["rules"] }, variables) !== undefined;
}

const SOURCES: Readonly<Record<string, string>> = {
  merge_requests: "merge_request_event",
  pushes: "push",
  schedules: "schedule",
  triggers: "trigger",
  web: "web",
  api: "api",
  pipelines: "pipeline",
};

/** Jobs without rules run for branches and tags, not for merge requests. */
function isPlanned(keys: JsonObject, variables: Variables): boolean {
  const { only, except } = keys;
  const isForMergeRequest = variables["CI_PIPELINE_SOURCE"] === "merge_request_event";
  const isChosen = only === undefined ? !isForMergeRequest : matchesAny(only, variables);
  return isChosen && (except === undefined || !matchesAny(except, variables));
}

function matchesAny(said: Json, variables: Variables): boolean {
  const refs = isObject(said) ? (said["refs"] ?? null) : said;
  const list = refs === null ? [] : Array.isArray(refs) ? (refs as readonly Json[]) : [refs];
  return refs === null || list.some((one) => matches(textOf(one), variables));
}

function matches(said: string, variables: Variables): boolean {
  const { CI_COMMIT_BRANCH: branch, CI_COMMIT_TAG: tag, CI_PIPELINE_SOURCE: source } = variables;
  if (said === "branches") return branch !== undefined;
  if (said === "tags") return tag !== undefined;
  if (SOURCES[said] !== undefined) return source === SOURCES[said];
  const name = branch ?? tag ?? "";
  const [, pattern] = /^\/(.*)\/i?$/.exec(said) ?? [];
  if (pattern === undefined) return said === name;
  try {
    return patternTest(pattern)(name);
  } catch {
    return false;
  }
}
