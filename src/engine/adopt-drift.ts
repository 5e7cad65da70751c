import { formatAddress } from "../core/address.js";
import type { Edit, Refuse } from "../core/declaration.js";
import type { DesiredState } from "../core/plan.js";
import { adopt } from "./adopt.js";
import type { ResolveSecret } from "./compare.js";
import { Declared } from "./declared.js";
import { type Exported, exportLive } from "./export.js";
import { withinReach } from "./guard.js";
import { observe } from "./observe.js";
import { type IsTaken, Pictures } from "./pictures.js";
import { deletable, withImplied } from "./scope.js";
import { SecretVariables } from "./secret-variables.js";
import type { Observed, Outlook, World } from "./world.js";

/** What adopting drift needs to know beside the two sides. */
export interface AdoptOptions {
  /** Addresses whose drift is adopted. */
  readonly isWanted: (address: string) => boolean;
  readonly refuse: Refuse;
  readonly resolve: ResolveSecret;
  readonly isTaken: IsTaken;
  readonly onSecret: (value: string) => void;
}

/** What the files must say for the platform to be as they say; only of what they declare, or ask to be deleted. */
export async function adoptDrift(outlook: Outlook, state: DesiredState, options: AdoptOptions): Promise<Exported> {
  const wanted = withImplied(state, outlook.kinds);
  const { within } = withinReach(outlook, wanted.resources);
  const world = await observe(outlook, {
    resources: within,
    deleteUndeclared: deletable(outlook, wanted.deleteUndeclared),
  });
  const pictures = new Pictures(options.isTaken);
  const declared = new Declared(wanted.resources, outlook.kinds);
  const gaps: string[] = [];
  const context = { outlook, ...options, pictures, gaps, variables: new SecretVariables(declared.variables()) };
  const edits: Edit[] = [];
  const observed = world.observed.filter((one) => options.isWanted(one.desired.address));
  for (const one of observed) {
    if (!isLive(one) || one.desired.ensure === "absent") continue;
    if (isPendingMove(one)) gaps.push(`${one.desired.address}: the move from ${one.livePath ?? ""} is still to be made`);
    const edit = await adopt({ kind: one.kind, desired: one.desired, live: one.live }, context);
    if (edit) edits.push(edit);
  }
  const gone = observed.filter((one) => !isLive(one) && one.desired.ensure === "present");
  edits.push(...declared.forget(gone.map(({ desired }) => desired)));
  const unwanted = await unwantedOnes(outlook, wanted, world, options);
  return {
    edits: [...edits, ...unwanted.flatMap((one) => one.edits)],
    pictures: new Map([pictures.files, ...unwanted.map((one) => one.pictures)].flatMap((files) => [...files])),
    gaps,
  };
}

function isLive(one: Observed): one is Observed & { readonly live: NonNullable<Observed["live"]> } {
  return one.live !== undefined && !one.live.scheduledForDeletion;
}

function isPendingMove({ kind, desired, livePath }: Observed): boolean {
  return kind.tree !== undefined && desired.movedFrom !== undefined && livePath !== desired.path;
}

/** What the files want deleted and is live: to adopt it is to declare it whole. */
async function unwantedOnes(outlook: Outlook, state: DesiredState, world: World, options: AdoptOptions): Promise<Exported[]> {
  const absent = world.observed
    .filter((one) => isLive(one) && one.desired.ensure === "absent")
    .map(({ kind, desired }) => ({ kind, address: desired.address, path: desired.path }));
  const strays = world.strays.map(({ kind, live, path }) => ({ kind, address: live.address, path }));
  const wanted = [...absent, ...strays].filter(({ address }) => options.isWanted(address));
  const places = new Map(
    wanted.map(({ kind, path }) => {
      const isUnderPath = kind.tree !== undefined || kind.place.under !== undefined;
      const scope = { under: isUnderPath && path !== undefined ? [path] : [], kinds: [kind.name] };
      return [formatAddress({ kind: kind.name, ...(path === undefined ? {} : { path }) }), scope] as const;
    }),
  );
  const addresses = new Set(wanted.map(({ address }) => address));
  const found = await Promise.all(
    [...places.values()].map(async (scope) => exportLive(outlook, { ...options, scope, full: false, desired: state.resources })),
  );
  return found.map((one) => ({
    ...one,
    edits: one.edits.filter(
      (edit) => edit.action !== "forget" && addresses.has(edit.action === "declare" ? edit.declaration.address : edit.address),
    ),
  }));
}
