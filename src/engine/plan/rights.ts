import { fold, pathsAbove } from "../../core/address.js";
import { isTopLevel, kindAt, type Kinds, placedKinds } from "../../core/kind.js";
import type { LayerBody, Policy } from "../../core/layer.js";
import type { Change, Desired, DesiredState, Plan } from "../../core/plan.js";
import { type FileRights, foldRights, type Right, rightFor, rightsBeyond } from "../../core/role.js";
import { topName } from "../../core/steps.js";
import { expand, PolicyIndex, policyLabel } from "../../policies/index.js";
import { addressOfChange } from "./change-content.js";

/** The rights that the calls of a plan ask for. Whoever makes a group or project owns it, so that what lies in it asks for nothing more. */
export function rightsOfPlan(kinds: Kinds, { changes }: Pick<Plan, "changes">): Right[] {
  const paths = changes.flatMap((change) => {
    const address = addressOfChange(change, kinds);
    return change.action === "create" && kindAt(kinds, address).tree ? fold(address.path ?? "") : [];
  });
  const made = new Set(paths);
  return changes.flatMap((change) => {
    const right = change.calls.length === 0 ? undefined : rightOf(kinds, change);
    const path = right?.at?.path;
    const isMade = path !== undefined && [path, ...pathsAbove(path)].some((at) => made.has(fold(at)));
    return right === undefined || isMade ? [] : right;
  });
}

function rightOf(kinds: Kinds, change: Change): Right | undefined {
  const { path, ...address } = addressOfChange(change, kinds);
  const isMoved = change.action === "move" && change.from !== undefined && kindAt(kinds, address).tree !== undefined;
  const names = change.attributes.map((attribute) => topName(attribute.path));
  const at = isMoved ? change.from : path;
  return rightFor(kinds, { ...address, ...(at === undefined ? {} : { path: at }) }, change.action, names);
}

/**
 * The least rights with which everything that files declare can be changed, made and deleted, by the files alone. What is live may need less. A policy counts for
 * the declared things that it names, whether or not its conditions hold there, and for its globs if it is about undeclared things, too; `delete_undeclared` counts for its globs.
 */
export function rightsOfFiles(kinds: Kinds, state: DesiredState): FileRights {
  const resources = expand(state, kinds).filter(({ done }) => done === undefined);
  const places = foldRights([
    ...resources.flatMap((desired) => ofDesired(kinds, desired)),
    ...ofPolicies(kinds, state),
    ...ofDeletes(kinds, state),
  ]);
  const creates = resources.flatMap((desired) => ofCreate(kinds, desired));
  return { places, creates: foldRights(rightsBeyond(creates, places)) };
}

function ofDesired(kinds: Kinds, desired: Desired): Right[] {
  const names = namesOf(desired);
  if (desired.ensure === "absent") return some(rightFor(kinds, desired, "delete", []));
  const moved = desired.movedFrom === undefined ? [] : some(rightFor(kinds, { ...desired, path: desired.movedFrom }, "move", []));
  if (kindAt(kinds, desired).tree)
    return [...moved, ...(names.length === 0 ? [] : some(rightFor(kinds, desired, "update", names)))];
  return some(rightFor(kinds, desired, "update", names));
}

/** What making a group or project asks for in what holds it; whoever made it owns it. */
function ofCreate(kinds: Kinds, desired: Desired): Right[] {
  if (desired.ensure === "absent" || kindAt(kinds, desired).tree === undefined) return [];
  return some(rightFor(kinds, desired, "create", [...namesOf(desired), ...Object.keys(desired.initial ?? {})]));
}

function namesOf({ spec, bounds = [] }: Desired): string[] {
  return [...Object.keys(spec), ...bounds.map(({ path: [name = ""] }) => name)];
}

/** What policies ask for that the files alone do not tell as desired: of undeclared things, and where a condition may hold. */
function ofPolicies(kinds: Kinds, { layers, resources }: DesiredState): Right[] {
  if (!layers) return [];
  const index = new PolicyIndex(layers);
  return layers.policies.flatMap((policy) => {
    const named = policy.undeclared ? policy.globs.map(({ pattern }) => pattern) : namedBy(policy, index, resources);
    return named.flatMap((path) => policy.bodies.flatMap((body) => ofBody(kinds, policy, body, path)));
  });
}

function namedBy(policy: Policy, index: PolicyIndex, resources: readonly Desired[]): string[] {
  if (policy.where.length === 0) return [];
  return resources.flatMap(({ kind, path, ensure }) => {
    const isNamed = ensure === "present" && kind === policy.kind && path !== undefined;
    return isNamed && index.naming(kind, path).includes(policy) ? path : [];
  });
}

function ofBody(kinds: Kinds, policy: Policy, { child, statements }: LayerBody, path: string): Right[] {
  const names = statements.map(({ path: [name = ""] }) => name);
  if (child === undefined && names.length === 0) return [];
  const address = child === undefined ? { kind: policy.kind, path } : { kind: child.kind, parent: policy.kind, path };
  return some(rightFor(kinds, address, "update", names), policyLabel(policy.name));
}

function ofDeletes(kinds: Kinds, { deleteUndeclared }: DesiredState): Right[] {
  return Object.entries(deleteUndeclared).flatMap(([file, { patterns }]) =>
    placedKinds(kinds)
      .filter((kind) => kind.file === file && kind.routes.delete !== undefined)
      .flatMap((kind) => {
        const paths = isTopLevel(kind) && !kind.tree ? [{}] : patterns.map((path) => ({ path }));
        const rights = paths.map((at) => rightFor(kinds, { kind: kind.name, parent: kind.parent, ...at }, "delete", []));
        return rights.flatMap((right) => some(right, "delete_undeclared"));
      }),
  );
}

/** A right as a list, with the layer that asks for it. */
function some(right: Right | undefined, layer?: string): Right[] {
  if (right === undefined) return [];
  return [layer === undefined ? right : { ...right, by: `${right.by} of ${layer}` }];
}
