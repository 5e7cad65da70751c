import { defaultValueOf } from "../../core/default-value.js";
import { type Field, typeOf } from "../../core/fields.js";
import { type Value, isObject } from "../../core/json.js";
import { type Kinds, fieldsOf, kindAt, kindIn, kindOf } from "../../core/kind.js";
import type { LayerBody, Layers, Statement } from "../../core/layer.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { fieldAt, valueAtSteps, withValueAt } from "../../core/steps.js";

/** A desired state in which each `$default` is what the attribute is on one server while nobody sets it; files give it the documents' default. `kinds` are those of the server (`kindsOn`). */
export function defaultsOn(state: DesiredState, kinds: Kinds): DesiredState {
  const { layers } = state;
  const resources = state.resources.map((desired) => declared(desired, kinds));
  return { ...state, resources, ...(layers ? { layers: layersOn(layers, kinds) } : {}) };
}

function declared(desired: Desired, kinds: Kinds): Desired {
  const { defaults = [], key } = desired;
  if (defaults.length === 0) return desired;
  const fields = fieldsOf(kindAt(kinds, desired), { key });
  let { spec } = desired;
  for (const path of defaults) {
    const value = valueAtSteps(spec, path);
    const valueOnServer = value === undefined ? undefined : onServer(fieldAt(fields, path), value);
    if (valueOnServer !== undefined) spec = withValueAt(spec, path, valueOnServer);
  }
  return { ...desired, spec };
}

function layersOn(layers: Layers, kinds: Kinds): Layers {
  const statementsOn = (statements: readonly Statement[], kind: string, child?: LayerBody["child"]) =>
    statements.map((statement) => statementOn(statement, kind, child, kinds));
  const bodiesOn = (bodies: readonly LayerBody[], kind: string) =>
    bodies.map((body) => ({ ...body, statements: statementsOn(body.statements, kind, body.child) }));
  const policies = layers.policies.map((policy) => ({
    ...policy,
    bodies: bodiesOn(policy.bodies, policy.kind),
    where: statementsOn(policy.where, policy.kind),
    initial: statementsOn(policy.initial, policy.kind),
  }));
  const presets = layers.presets.map((preset) => ({ ...preset, bodies: bodiesOn(preset.bodies, preset.kind) }));
  const exceptions = layers.exceptions.map((exception) => {
    const kind = layers.policies.find(({ name }) => name === exception.policy)?.kind;
    if (exception.statement === undefined || kind === undefined) return exception;
    return { ...exception, statement: statementOn(exception.statement, kind, exception.attribute.child, kinds) };
  });
  return { ...layers, policies, presets, exceptions };
}

/** A statement about a resource of a kind, or about one of its children. */
function statementOn(statement: Statement, kind: string, child: LayerBody["child"], kinds: Kinds): Statement {
  if (!statement.isDefault) return statement;
  const placed = child ? kindIn(kindOf(kinds, child.kind), kind) : kindOf(kinds, kind);
  return { ...statement, value: onServer(fieldAt(fieldsOf(placed, { key: child?.key }), statement.path), statement.value) };
}

/** The default on the server, part by part of what is managed so. What the documents say is right wherever nothing else is said of real servers. */
function onServer(field: Field | undefined, value: Value): Value {
  if (field === undefined) return value;
  const { fields } = field;
  if (typeOf(field).isManagedInParts && fields && isObject(value)) {
    const parts = Object.entries(value).map(
      ([name, part]) => [name, part === undefined ? part : onServer(fields[name], part)] as const,
    );
    // A placeholder is one no longer once its parts are put together anew.
    return parts.every(([name, part]) => value[name] === part) ? value : Object.fromEntries(parts);
  }
  const { inVendor } = field;
  const isOther = inVendor !== undefined && field.default === inVendor.default && inVendor.default !== undefined;
  return isOther || (inVendor?.nullable && field.nullable) ? (defaultValueOf(field)?.value ?? value) : value;
}
