import { textOf } from "../../core/collection/homes.js";
import { patternTest } from "../../core/patterns.js";
import { type Json, type JsonObject, isObject } from "../../core/records.js";

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
  const rule = (rules as readonly Json[]).flat(10).find((item) => isObject(item) && applies(item, variables));
  if (rule === undefined || !isObject(rule)) return undefined;
  const timing = textOf(rule["when"] ?? when);
  const allowed = rule["allow_failure"];
  return timing === "never" ? undefined : { when: timing, allowFailure: typeof allowed === "boolean" ? allowed : undefined };
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

function matchesAny(value: Json, variables: Variables): boolean {
  const refs = isObject(value) ? (value["refs"] ?? null) : value;
  const list = refs === null ? [] : Array.isArray(refs) ? (refs as readonly Json[]) : [refs];
  return refs === null || list.some((item) => matches(textOf(item), variables));
}

function matches(text: string, variables: Variables): boolean {
  const { CI_COMMIT_BRANCH: branch, CI_COMMIT_TAG: tag, CI_PIPELINE_SOURCE: source } = variables;
  if (text === "branches") return branch !== undefined;
  if (text === "tags") return tag !== undefined;
  if (SOURCES[text] !== undefined) return source === SOURCES[text];
  const name = branch ?? tag ?? "";
  const [, pattern] = /^\/(.*)\/i?$/.exec(text) ?? [];
  if (pattern === undefined) return text === name;
  try {
    return patternTest(pattern)(name);
  } catch {
    return false;
  }
}

/** Values of variables by name. */
export type Variables = Readonly<Record<string, string>>;

/** Whether a text fits a pattern. */
type Test = (text: string) => boolean;

type Value = string | Test | boolean | null;

const TOKEN = /\s*(\|\||&&|==|!=|=~|!~|\(|\)|\$\{?\w+\}?|"[^"]*"|'[^']*'|\/(?:\\.|[^/\\])+\/[a-z]*|null\b)/y;

/** Whether the text of a `rules:if` holds. Undefined for what is no such expression. */
export function holds(text: string, variables: Variables): boolean | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  let place = 0;
  const peek = (): string | undefined => tokens[place];
  const take = (): string => tokens[place++] ?? "";

  const value = (): Value => {
    const token = take();
    if (token === "(") {
      const inner = either();
      if (take() !== ")") throw new SyntaxError(text);
      return inner;
    }
    return valueOf(token, variables);
  };
  const comparison = (): Value => {
    const left = value();
    const operator = peek() ?? "";
    if (!["==", "!=", "=~", "!~"].includes(operator)) return left;
    take();
    return compared(left, operator, value());
  };
  const chain = (operand: () => Value, operator: string, joined: (left: boolean, right: boolean) => boolean) => (): Value => {
    let left = operand();
    while (peek() === operator) {
      take();
      left = joined(isTrue(left), isTrue(operand()));
    }
    return left;
  };
  const both = chain(comparison, "&&", (left, right) => left && right);
  const either = chain(both, "||", (left, right) => left || right);

  try {
    const result = isTrue(either());
    return place === tokens.length ? result : undefined;
  } catch {
    return undefined;
  }
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens.length === 0 ? undefined : tokens;
}

function valueOf(token: string, variables: Variables): Value {
  if (token === "null") return null;
  if (token.startsWith("$")) return variables[token.replaceAll(/[${}]/g, "")] ?? null;
  if (/^["']/.test(token)) return token.slice(1, -1);
  const [, body, flags] = /^\/(.*)\/([a-z]*)$/.exec(token) ?? [];
  if (body === undefined) throw new SyntaxError(token);
  return patternTest(body, flags);
}

function compared(left: Value, operator: string, right: Value): boolean {
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  const fits = typeof right === "string" ? valueOf(right, {}) : right;
  const isMatch = typeof fits === "function" && typeof left === "string" && fits(left);
  return operator === "=~" ? isMatch : !isMatch;
}

function isTrue(value: Value): boolean {
  return value === true || typeof value === "function" || (typeof value === "string" && value !== "");
}
