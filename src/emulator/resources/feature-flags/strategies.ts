import { textOf } from "../../core/collection/homes.js";
import type { Entry } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import { type Json, type JsonObject, isObject, objectsIn } from "../../core/records.js";
import { defineTable } from "../../core/table.js";

/** Names of strategies with the parameters that each needs. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  default: [],
  gradualRolloutUserId: ["groupId", "percentage"],
  userWithId: ["userIds"],
  flexibleRollout: ["groupId", "rollout", "stickiness"],
  gitlabUserList: [],
};

/** Gives strategies and scopes their numbers; nothing is kept in them. */
const numbersOf = {
  strategies: defineTable<{ readonly id: number }>("feature_flag_strategies", {}),
  scopes: defineTable<{ readonly id: number }>("feature_flag_scopes", {}),
};

/** What a request writes: an entry with an id changes that one, `_destroy` takes it away, another is added. */
export function writtenStrategies(
  context: Context,
  sent: readonly JsonObject[],
  before: readonly JsonObject[],
): { readonly strategies: readonly JsonObject[]; readonly problems: readonly string[] } {
  const strategies = [...before];
  for (const strategy of sent) {
    const place = strategies.findIndex(({ id }) => id !== undefined && id === strategy["id"]);
    const known = strategies[place];
    if (strategy["_destroy"] === true) {
      if (known !== undefined) strategies.splice(place, 1);
      continue;
    }
    const made = written(context, strategy, known);
    if (known === undefined) strategies.push(made);
    else strategies[place] = made;
  }
  return { strategies, problems: [...new Set(strategies.flatMap(problemsOf))] };
}

function written(context: Context, sent: JsonObject, before: JsonObject | undefined): JsonObject {
  const { name, parameters, user_list_id } = { ...before, ...sent };
  return {
    id: before?.["id"] ?? context.store.of(numbersOf.strategies).allocate(),
    name: name ?? null,
    parameters: parameters ?? {},
    user_list_id: user_list_id ?? null,
    scopes: scopesOf(context, sent["scopes"], before?.["scopes"]),
  };
}

/** Without a word a strategy is for all environments. */
function scopesOf(context: Context, sent: Json | undefined, before: Json | undefined): Json {
  const scopes = objectsIn(before);
  const wanted = sent === undefined && before === undefined ? [{ environment_scope: "*" }] : objectsIn(sent);
  for (const strategy of wanted) {
    const place = scopes.findIndex(({ id }) => id !== undefined && textOf(id) === textOf(strategy["id"]));
    const isGone = strategy["_destroy"] === true || strategy["_destroy"] === "true";
    if (isGone) scopes.splice(place < 0 ? scopes.length : place, 1);
    else if (place >= 0) scopes[place] = { ...scopes[place], environment_scope: strategy["environment_scope"] ?? "*" };
    else
      scopes.push({
        id: context.store.of(numbersOf.scopes).allocate(),
        environment_scope: strategy["environment_scope"] ?? "*",
      });
  }
  return scopes;
}

function problemsOf({ name, parameters }: JsonObject): string[] {
  const needed = KINDS[textOf(name)];
  if (needed === undefined) return ["Strategies name strategy name is invalid"];
  const names = isObject(parameters) ? Object.keys(parameters) : [];
  const isWhole = names.length === needed.length && needed.every((parameter) => names.includes(parameter));
  return isWhole ? [] : ["Strategies parameters parameters are invalid"];
}

/** A strategy as replies show it, with the list of users that it names. */
export function present({ id, name, parameters, scopes }: JsonObject, list: Entry | undefined): JsonObject {
  const user_list =
    list === undefined
      ? null
      : { id: list.id, iid: list["iid"] ?? null, name: list["name"] ?? null, user_xids: list["user_xids"] ?? null };
  return { id: id ?? null, name: name ?? null, parameters: parameters ?? null, scopes: scopes ?? null, user_list };
}
