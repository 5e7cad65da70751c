import { impliedBy } from "../../core/field-rules.js";
import { addressGlob } from "../../core/glob.js";
import type { JsonObject } from "../../core/json.js";
import { fieldsOf, kindAt, type Kinds } from "../../core/kind.js";
import type { DesiredState } from "../../core/plan.js";

/**
 * The part of the desired state that targets name. What is undeclared is left alone: which things nobody declares shows only in the whole.
 * A target may name something that no file declares: then nothing happens.
 */
export function targeted(state: DesiredState, targets: readonly string[]): DesiredState {
  if (targets.length === 0) return state;
  const tests = targets.map((pattern) => addressGlob(pattern));
  const resources = state.resources.filter((one) => tests.some((test) => test(one.address)));
  return { ...state, resources, deleteUndeclared: {} };
}

/** Some values stand for others (a deletion period of 0 for both delays off): what the files leave out is filled in. */
export function withImplied(state: DesiredState, kinds: Kinds): DesiredState {
  const resources = state.resources.map((one) => {
    const fields = fieldsOf(kindAt(kinds, one), { key: one.key });
    const implied = Object.entries(one.spec).map(([name, value]) =>
      value === undefined ? {} : impliedBy(fields[name]?.implies, value),
    );
    return implied.every((more) => Object.keys(more).length === 0)
      ? one
      : { ...one, spec: Object.assign({}, ...implied, one.spec) as JsonObject };
  });
  return { ...state, resources };
}
