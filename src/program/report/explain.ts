import { fold, formatAddress, parseAddress } from "../../core/address.js";
import type { ExplainedAttribute } from "../../core/explained.js";
import type { Value } from "../../core/json.js";
import { type PlacedKind, addressIn, isTopLevel, kindIn, parentsOf, placesOf, topKind, topParent } from "../../core/kind.js";
import type { Desired, DesiredState } from "../../core/plan.js";
import { valueAtSteps } from "../../core/steps.js";
import { effectiveText } from "../../desired/index.js";
import {
  defaultsOn,
  effectiveDesired,
  type ExplainedSubject,
  explainLines,
  type Hold,
  holdByFiles,
  type Lived,
  liveName,
  PolicyIndex,
  whereHeld,
} from "../../engine/plan/index.js";
import { createReadApi } from "../../platform/index.js";
import { secrets } from "../files/outside.js";
import { kinds } from "../kinds.js";
import { describeInstanceFor } from "../server/instance.js";
import { onServer, pinOf } from "../server/link.js";
import type { RunContext, ServerOptions } from "../server/run-context.js";

/** What files say of a thing, and what is live of it where that was asked for. */
export interface ThingExplained {
  readonly address: string;
  /** Undefined where neither a body nor a policy or preset says anything of it. */
  readonly desired: Desired | undefined;
  readonly attributes: readonly (ExplainedAttribute & { readonly live?: Value })[];
  /** Policies that name it and do not hold, with why. */
  readonly notInForce: Readonly<Record<string, string>>;
  /** Left out where the platform was not asked. */
  readonly isLive?: boolean;
}

/** Where it is looked at what is live; left out where only files are asked. */
export interface ExplainServer {
  readonly server: ServerOptions;
  readonly context: RunContext;
}

/**
 * Explains attributes of a thing by all that files say for it and for many: each line, in the order in which they count. Reads the platform only where one is given.
 * @param attributes dotted canonical names; all that something is said of where left out
 */
export async function explainThing(
  given: DesiredState,
  address: string,
  attributes: readonly string[] | undefined,
  at?: ExplainServer,
): Promise<ThingExplained> {
  const asked = subjectOf(given, address);
  const beside = isTopLevel(asked.kind) ? (attributes ?? []).flatMap((name) => name.split(".")[0] ?? []) : [];
  return deciding(given, { ...asked, beside }, at, (state, hold, subject, lived) => {
    const desired = desiredOf(state, subject, hold);
    const live = lived?.find(({ address: liveAddress }) => fold(liveAddress) === fold(address))?.spec;
    return {
      address: formatAddress(parseAddress(address)),
      desired,
      attributes: (attributes ?? namesOf(desired)).map((name) => {
        const shown = live && valueAtSteps(live, name.split("."));
        return { ...explainLines(kinds, state, subject, name, hold), ...(shown === undefined ? {} : { live: shown }) };
      }),
      notInForce: Object.fromEntries(hold(state).notInForce),
      ...(at ? { isLive: live !== undefined } : {}),
    };
  });
}

/** The merged declaration of a thing, with what hangs on it, as a file that says it by itself: origins as comments. Undefined where nothing is said of it. */
export async function effectiveDeclaration(
  given: DesiredState,
  address: string,
  at?: ExplainServer,
): Promise<string | undefined> {
  return deciding(given, subjectOf(given, address), at, (state, hold, subject) => {
    const all = effectiveDesired(kinds, state, subject, hold);
    const wanted = isTopLevel(subject.kind) ? all : all.filter((desired) => fold(desired.address) === fold(address));
    return wanted.some(({ origin }) => origin.file !== "") ? effectiveText(wanted, kinds) : undefined;
  });
}

/** Names of what something is said of. */
function namesOf(desired: Desired | undefined): string[] {
  return [...new Set([...Object.keys(desired?.spec ?? {}), ...(desired?.bounds ?? []).map(({ path: [name = ""] }) => name)])];
}

function desiredOf(state: DesiredState, subject: ExplainedSubject, hold: Hold): Desired | undefined {
  const { kind, path, key } = subject;
  const address = fold(formatAddress(addressIn(kind, path === "" ? undefined : path, key)));
  const desired = effectiveDesired(kinds, state, subject, hold).find((resource) => fold(resource.address) === address);
  return desired && desired.origin.file !== "" ? desired : undefined;
}

function subjectOf(state: DesiredState, text: string): ExplainedSubject {
  const address = parseAddress(text);
  const { path = "", key } = address;
  const kind = placeOf(state, address.kind, path, text);
  const top = isTopLevel(kind) ? kind : topKind(kinds, kind.parent);
  const names = addressIn(top, path === "" ? undefined : path, undefined);
  return { top, path, kind, address: formatAddress(names), ...(key === undefined ? {} : { key }) };
}

/** What an address hangs on: as declared, else that of whose path something is declared, else what a policy names. */
function placeOf(state: DesiredState, name: string, path: string, text: string): PlacedKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no kind ${name}`);
  const parents = parentsOf(kind);
  const declared = state.resources.find((resource) => fold(resource.address) === fold(text))?.parent;
  const at = parents.find((candidate) =>
    state.resources.some((other) => other.kind === candidate && fold(other.path ?? "") === fold(path)),
  );
  const index = state.layers && new PolicyIndex(state.layers);
  const named = parents.find((candidate) => candidate !== topParent && (index?.naming(candidate, path).length ?? 0) > 0);
  const parent = declared ?? at ?? named;
  return parent === undefined ? (placesOf(kind)[0] ?? kindIn(kind, parents[0] ?? topParent)) : kindIn(kind, parent);
}

/** Decides by the state as it is for the server, where one is asked: what `$default` means depends on it. */
async function deciding<T>(
  state: DesiredState,
  subject: ExplainedSubject,
  at: ExplainServer | undefined,
  decision: (state: DesiredState, hold: Hold, subject: ExplainedSubject, lived?: readonly Lived[]) => T,
): Promise<T> {
  if (!at) return decision(state, holdByFiles(kinds, subject), subject);
  const { server, context } = at;
  return onServer(pinOf(state), server, context, async (connection) => {
    const questions = { url: connection.url, server, needsTier: false, targets: [subject.address] };
    const instance = await describeInstanceFor(state, createReadApi(connection), questions);
    const stateThere = defaultsOn(state, instance.kinds);
    const resolve = secrets(state.root, context);
    return whereHeld(instance, stateThere, { subject, resolve }, (hold, lived) => {
      const live = lived.find(({ address }) => address === subject.address);
      const named = { ...subject, liveName: liveName(live?.spec, subject.path) };
      return decision(stateThere, hold, named, lived);
    });
  });
}
