import { addressKey, parentKey } from "../../core/address-key.js";
import { formatOrigin } from "../../core/errors.js";
import { fieldsOf, isTopLevel } from "../../core/kind.js";
import type { DesiredState } from "../../core/plan.js";
import { SecretVariables } from "../../core/secret-variables.js";
import { withBoundsMet } from "../../policies/index.js";
import { type LiveInstance, Pictures, decide, readerOf } from "../live/index.js";
import { differsBy, observe, wholeTree, withImplied, withLayers, withinReach } from "../plan/index.js";
import { type Facts, type Observations, type Observed, isMisnamed } from "../snapshot/index.js";
import { type Adoption, adopt, editOf } from "./adopt.js";
import { Declared, variablesIn } from "./declared.js";
import { type Exported, exportLive, type ExportOptions, nothingExported } from "./export.js";
import { type GivenDrift, GivenValues } from "./given.js";
import { type PlaceGiven, adoptUnderLayers, placedEdits } from "./placed.js";
import { secretsBeside } from "./plain-values.js";

/** What adopting drift needs to know beside the two sides. */
interface AdoptOptions extends Pick<ExportOptions, "refuse" | "resolve" | "isTaken" | "onSecret"> {
  /** Addresses whose drift is adopted. */
  readonly isSelected: (address: string) => boolean;
  /** Asked where to take over what something else than a thing's own body gives; undefined for what stays as it is. */
  readonly place: PlaceGiven;
}

/** What the files must say for the platform to be as they say; only of what they declare, give by policies, or ask to be deleted. */
export async function adoptDrift(instance: LiveInstance, state: DesiredState, options: AdoptOptions): Promise<Exported> {
  const implied = withImplied(state, instance.kinds);
  const reader = readerOf(instance);
  const { observations, things, desired } = await decide(reader, (facts) => observeAll(instance, state, options, facts));
  const pictures = new Pictures(options.isTaken);
  const declared = new Declared(implied.resources, instance.kinds);
  const gaps: string[] = [];
  const variables = new SecretVariables(variablesIn(implied.resources));
  const context = { instance, reader, ...options, pictures, gaps, variables };
  const bodies = new Map(implied.resources.map((resource) => [addressKey(resource, instance.kinds), resource]));
  const given = state.layers && new GivenValues(instance.kinds, state.layers, things, desired.resources);
  const adoptions: Adoption[] = [];
  const drifts: GivenDrift[] = [];
  const observed = observations.observed.filter((resource) => options.isSelected(resource.desired.address));
  const isIn = hangsOnLeaving(instance, observations);
  for (const resource of observed) {
    if (!isLive(resource) || isIn(resource) || resource.desired.ensure === "absent") continue;
    if (isPendingMove(resource))
      gaps.push(
        `${resource.desired.address}: the move from ${resource.desired.formerKey ?? resource.livePath ?? ""} is still to be made`,
      );
    const fields = fieldsOf(resource.kind, { key: resource.desired.key });
    for (const secret of secretsBeside(fields, resource.desired, resource.live)) options.onSecret(secret);
    if (!given) adoptions.push(await adopt(resource, context));
    else {
      const taken = await adoptUnderLayers(resource, bodies.get(addressKey(resource.desired, instance.kinds)), given, context);
      adoptions.push(...taken.adoptions);
      drifts.push(...taken.drifts);
    }
  }
  const gone = observed.filter((resource) => (!isLive(resource) || isIn(resource)) && resource.desired.ensure === "present");
  const isOwn = ({ desired: resource }: Observed) => bodies.has(addressKey(resource, instance.kinds));
  const asked = new Set(gone.filter((other) => !isOwn(other) && !other.desired.reached).map((other) => other.desired));
  for (const resource of declared.withoutChildren(gone.map(({ desired: other }) => other)))
    if (asked.has(resource)) gaps.push(`${resource.address}: it is not there, and ${formatOrigin(resource.origin)} asks for it`);
  const undesired = await undesiredOnes(instance, { ...state, resources: desired.resources }, observations, options);
  const edits = [
    ...adoptions.flatMap((adoption) => editOf(adoption, context) ?? []),
    ...(await placedEdits(drifts, bodies, options.place, context)),
  ];
  return {
    edits: [...edits, ...declared.forget(gone.filter(isOwn).map((resource) => resource.desired)), ...undesired.edits],
    pictures: new Map([...pictures.namedBy(edits), ...undesired.pictures]),
    gaps: [...gaps, ...undesired.gaps],
    unmatched: [],
  };
}

/** All that is desired, whichever layer says it, and what is live of it. */
function observeAll(instance: LiveInstance, state: DesiredState, { resolve }: AdoptOptions, facts: Facts) {
  const differs = differsBy(instance, { resolve }, facts);
  const layered = withLayers(instance, state, { within: wholeTree, differs }, facts);
  const desired = withImplied(layered.state, instance.kinds);
  const { within } = withinReach(instance, desired.resources);
  const observations = observe(instance, { resources: within, deleteUndeclared: desired.deleteUndeclared }, facts);
  return {
    desired,
    things: layered.things,
    observations: { ...observations, observed: state.layers ? observations.observed.map(withBoundsMet) : observations.observed },
  };
}

function isLive(observed: Observed): observed is Observed & { readonly live: NonNullable<Observed["live"]> } {
  return observed.live !== undefined && !observed.live.scheduledForDeletion;
}

/** Tells what hangs on something that is scheduled for deletion, and goes with it. */
function hangsOnLeaving({ kinds }: LiveInstance, { observed, unnamedParents }: Observations): (resource: Observed) => boolean {
  const leaving = [...observed, ...unnamedParents].filter(({ live }) => live?.scheduledForDeletion);
  const keys = new Set(leaving.map(({ desired }) => addressKey(desired, kinds)));
  return ({ kind, desired }) => keys.has(parentKey(kind, desired.path, kinds) ?? "");
}

function isPendingMove({ kind, desired, live, livePath }: Observed): boolean {
  if (!kind.tree) return live !== undefined && isMisnamed(kind, desired, live.marks);
  return desired.movedFrom !== undefined && livePath !== desired.path;
}

/** What the files want deleted and is live: to adopt it is to declare it whole. */
async function undesiredOnes(
  instance: LiveInstance,
  state: DesiredState,
  observations: Observations,
  options: AdoptOptions,
): Promise<Exported> {
  const absent = observations.observed
    .filter((observed) => isLive(observed) && observed.desired.ensure === "absent")
    .map(({ kind, desired, live }) => ({ kind, path: desired.path, thing: live ?? desired }));
  const undeclared = observations.undeclared.map(({ kind, live, path }) => ({ kind, path, thing: live }));
  const undesired = [...absent, ...undeclared].filter(({ thing }) => options.isSelected(thing.address));
  if (undesired.length === 0) return nothingExported;
  const { layers: _, ...plain } = state;
  const things = new Set(undesired.map(({ thing }) => addressKey(thing, instance.kinds)));
  const under = undesired.flatMap(({ kind, path }) => {
    const liesUnderPath = kind.tree !== undefined || !isTopLevel(kind);
    return liesUnderPath && path !== undefined ? [path] : [];
  });
  return exportLive(instance, {
    ...options,
    scope: { under: [...new Set(under)], kinds: [...new Set(undesired.map(({ kind }) => kind.name))] },
    isSelected: (thing) => things.has(addressKey(thing, instance.kinds)),
    full: false,
    state: plain,
  });
}
