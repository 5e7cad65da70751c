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
  const resources = mapped(state.resources, (desired) => declared(desired, kinds));
  const serverLayers = layers && layersOn(layers, kinds);
  return resources === state.resources && serverLayers === layers
    ? state
    : { ...state, resources, ...(serverLayers ? { layers: serverLayers } : {}) };
}

function declared(desired: Desired, kinds: Kinds): Desired {
  const { defaults = [], key } = desired;
  if (defaults.length === 0) return desired;
  const fields = fieldsOf(kindAt(kinds, desired), { key });
  let { spec } = desired;
  for (const path of defaults) {
    const value = valueAtSteps(spec, path);
    const valueOnServer = value === undefined ? undefined : onServer(fieldAt(fields, path), value);
    if (valueOnServer !== undefined && valueOnServer !== value) spec = withValueAt(spec, path, valueOnServer);
  }
  return spec === desired.spec ? desired : { ...desired, spec };
}

function layersOn(layers: Layers, kinds: Kinds): Layers {
  const bodies = (of: readonly LayerBody[], kind: string) => mapped(of, (body) => bodyOn(body, kind, kinds));
  const policies = mapped(layers.policies, (policy) => {
    const newBodies = bodies(policy.bodies, policy.kind);
    const statementsOn = (of: readonly Statement[]) =>
      mapped(of, (statement) => statementOn(statement, policy.kind, undefined, kinds));
    const [where, initial] = [statementsOn(policy.where), statementsOn(policy.initial)];
    const isSame = newBodies === policy.bodies && where === policy.where && initial === policy.initial;
    return isSame ? policy : { ...policy, bodies: newBodies, where, initial };
  });
  const presets = mapped(layers.presets, (preset) => {
    const presetBodies = bodies(preset.bodies, preset.kind);
    return presetBodies === preset.bodies ? preset : { ...preset, bodies: presetBodies };
  });
  const exceptions = mapped(layers.exceptions, (exception) => {
    const kind = layers.policies.find(({ name }) => name === exception.policy)?.kind;
    if (exception.statement === undefined || kind === undefined) return exception;
    const statement = statementOn(exception.statement, kind, exception.attribute.child, kinds);
    return statement === exception.statement ? exception : { ...exception, statement };
  });
  const isSame = policies === layers.policies && presets === layers.presets && exceptions === layers.exceptions;
  return isSame ? layers : { ...layers, policies, presets, exceptions };
}

function bodyOn(body: LayerBody, kind: string, kinds: Kinds): LayerBody {
  const statements = mapped(body.statements, (statement) => statementOn(statement, kind, body.child, kinds));
  return statements === body.statements ? body : { ...body, statements };
}

/** A statement about a resource of a kind, or about one of its children. */
function statementOn(statement: Statement, kind: string, child: LayerBody["child"], kinds: Kinds): Statement {
  if (!statement.isDefault) return statement;
  const placed = child ? kindIn(kindOf(kinds, child.kind), kind) : kindOf(kinds, kind);
  const value = onServer(fieldAt(fieldsOf(placed, { key: child?.key }), statement.path), statement.value);
  return value === statement.value ? statement : { ...statement, value };
}

/** The default on the server, part by part of what is managed so. What the documents say is right wherever nothing else is said of real servers. */
function onServer(field: Field | undefined, value: Value): Value {
  if (field === undefined) return value;
  const { fields } = field;
  if (typeOf(field).isManagedInParts && fields && isObject(value)) {
    const parts = Object.entries(value).map(
      ([name, part]) => [name, part === undefined ? part : onServer(fields[name], part)] as const,
    );
    return parts.every(([name, part]) => value[name] === part) ? value : Object.fromEntries(parts);
  }
  const { inVendor } = field;
  const isOther = inVendor !== undefined && field.default === inVendor.default && inVendor.default !== undefined;
  return isOther || (inVendor?.nullable && field.nullable) ? (defaultValueOf(field)?.value ?? value) : value;
}

/** The same list where nothing of it changes. */
function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}
