import { fold } from "../../core/address.js";
import { defined } from "../../core/collections.js";
import { type Value, canonicalJson } from "../../core/json.js";
import { isTopLevel, kindAt } from "../../core/kind.js";
import type { AttributeChange, Desired, DesiredState } from "../../core/plan.js";
import { effectiveDesired, holdByFiles } from "../../engine/plan/index.js";
import { loadValid } from "../files/load.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";

/** What a request changes in one declaration, whatever is live. */
export interface DeclarationChange {
  readonly address: string;
  readonly change: "declared" | "changed" | "no longer declared";
  readonly attributes: readonly AttributeChange[];
}

/** What a request changes in all that files declare. */
export interface DeclarationChanges {
  readonly changes: readonly DeclarationChange[];
  /** Names of policies and presets that it adds, changes or takes away: whom they reach beside what is declared only the platform knows. */
  readonly layers: readonly string[];
  /** True where other things than before are deleted because no file declares them. */
  readonly deletesOthers: boolean;
}

/** Compares the files of a request with those of its base, and asks no server anything: policies and presets count for what the files declare. Throws InvalidFilesError. */
export async function declarationChanges(paths: readonly string[], context: RunContext): Promise<DeclarationChanges> {
  const { state: after, base } = await loadValid(paths, context);
  const before = base ?? { resources: [], deleteUndeclared: {}, root: after.root };
  const [old, now] = [effectiveOnes(before), effectiveOnes(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => changeOf(old.get(key), now.get(key)) ?? []);
  return {
    changes: changes.toSorted((change, other) => (change.address < other.address ? -1 : 1)),
    layers: changedLayers(before, after),
    deletesOthers: patternsOf(before) !== patternsOf(after),
  };
}

/** All that files say of each thing that they declare, whichever layer says it. */
function effectiveOnes(state: DesiredState): ReadonlyMap<string, Desired> {
  const children = state.resources.flatMap((head) => {
    const kind = kindAt(kinds, head);
    if (!state.layers || !isTopLevel(kind)) return [];
    const subject = { top: kind, path: head.path ?? "", kind, address: head.address };
    return effectiveDesired(kinds, state, subject, holdByFiles(kinds, subject));
  });
  return new Map([...state.resources, ...children].map((resource) => [keyOf(resource), resource]));
}

function keyOf(desired: Desired): string {
  const { with: beside } = kindAt(kinds, desired).key ?? {};
  return canonicalJson([fold(desired.address), beside ? (desired.spec[beside.field] ?? null) : null]);
}

function changeOf(before: Desired | undefined, after: Desired | undefined): DeclarationChange | undefined {
  const address = (after ?? before)?.address ?? "";
  if (before === undefined) return { address, change: "declared", attributes: differences(undefined, after) };
  if (after === undefined) return { address, change: "no longer declared", attributes: [] };
  const attributes = differences(before, after);
  return attributes.length === 0 ? undefined : { address, change: "changed", attributes };
}

function differences(before: Desired | undefined, after: Desired | undefined): AttributeChange[] {
  const [old, now] = [saidBy(before), saidBy(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((path): AttributeChange[] => {
    const [from, to] = [old[path], now[path]];
    if (textOf(from) === textOf(to)) return [];
    return [{ path, ...defined({ before: from, after: to }) }];
  });
}

/** What a declaration says: its attributes, and what it says of the thing itself where that is not the usual. */
function saidBy(desired: Desired | undefined): Readonly<Record<string, Value | undefined>> {
  if (desired === undefined) return {};
  return {
    ...(desired.ensure === "absent" ? { ensure: "absent" } : {}),
    ...(desired.movedFrom === undefined ? {} : { moved_from: desired.movedFrom }),
    ...desired.spec,
  };
}

function textOf(value: Value | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}

function changedLayers({ layers: before }: DesiredState, { layers: after }: DesiredState): string[] {
  return (["policies", "presets"] as const).flatMap((sort) => {
    const [old, now] = [before, after].map(
      (layers) => new Map((layers?.[sort] ?? []).map((layer) => [layer.name, layerText(layer)])),
    ) as [Map<string, string>, Map<string, string>];
    const word = sort === "policies" ? "policy" : "preset";
    const names = new Set([...old.keys(), ...now.keys()]);
    return [...names].filter((name) => old.get(name) !== now.get(name)).map((name) => `${word} ${name}`);
  });
}

/** A layer without where it stands. */
function layerText(layer: object): string {
  return JSON.stringify(layer, (key, value: unknown) =>
    key === "origin" || key === "origins" || key === "source" ? undefined : value instanceof Map ? [...value] : value,
  );
}

function patternsOf({ deleteUndeclared }: DesiredState): string {
  return canonicalJson(Object.entries(deleteUndeclared).map(([file, { patterns }]) => [file, [...patterns]]));
}
