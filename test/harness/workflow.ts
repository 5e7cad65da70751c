import { Evaluator, Lexer, Parser, data } from "@actions/expressions";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";

/** What a workflow runs for. */
export interface WorkflowEvent {
  readonly name: string;
  /** `action` of the event; undefined where it has none. */
  readonly action?: string;
  /** The branch that a request is for, or that was pushed to. */
  readonly branch: string;
  readonly number?: number;
  /** What somebody who starts it by hand gives. */
  readonly inputs?: JsonObject;
}

/** True if the `on:` of a workflow names the event, its branch and its type, as docs.github.com says in "Events that trigger workflows". */
export function isTriggered(on: Json, { name, action, branch }: WorkflowEvent): boolean {
  if (!isObject(on) || !Object.hasOwn(on, name)) return false;
  const filter = isObject(on[name]) ? on[name] : {};
  const lists = (key: string, value: string | undefined): boolean => {
    const listed = filter[key];
    return !Array.isArray(listed) || (value !== undefined && listed.includes(value));
  };
  return lists("branches", branch) && lists("types", action);
}

/** A run that nobody cancels. */
const cancelled = { name: "cancelled", minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(false) };

/** What a text comes to: each `${{ }}` is an expression, and without one the whole text is where `isExpression`. By the service's own evaluator. */
export function evaluated(text: string, contexts: JsonObject, isExpression = false): string {
  const of = (expression: string): string => {
    const { tokens } = new Lexer(expression).lex();
    const parsed = new Parser(tokens, Object.keys(contexts), [cancelled]).parse();
    const given = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
    return new Evaluator(parsed, given, new Map([["cancelled", cancelled]])).evaluate().coerceString();
  };
  if (isExpression && !text.includes("${{")) return of(text);
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_whole, expression: string) => of(expression));
}

/** The jobs of a workflow that an event starts, by their `if:`. */
export function jobsFor(workflow: JsonObject, event: WorkflowEvent): readonly string[] {
  if (!isTriggered(workflow["on"] ?? null, event)) return [];
  const contexts = {
    github: { event_name: event.name, event: { number: event.number ?? null } },
    inputs: event.inputs ?? {},
  };
  return Object.entries(workflow["jobs"] as JsonObject).flatMap(([name, job]) => {
    const condition = (job as JsonObject)["if"];
    return typeof condition !== "string" || evaluated(condition, contexts, true) === "true" ? [name] : [];
  });
}
