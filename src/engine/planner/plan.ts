import { fold, formatAddress, isUnder } from "../../core/address.js";
import { boundedAttribute } from "../../core/bounded.js";
import { formatOrigin } from "../../core/errors.js";
import { addressGlob } from "../../core/glob.js";
import { isObject } from "../../core/json.js";
import type { DesiredState, Notice, Plan } from "../../core/plan.js";
import { parseRoute } from "../../core/route.js";
import { addCalls, type CallContext } from "./calls.js";
import type { ResolveSecret } from "./compare.js";
import { type Draft, draftKey, isRenamed, type Notices } from "./draft.js";
import { draftChanges } from "./drafts.js";
import { type Allowances, cautions, guard, withinReach } from "./guard.js";
import { addKept } from "./kept.js";
import { referenceKey, type ResolvedNames, resolveNames } from "./names.js";
import { observe } from "./observed.js";
import { order } from "./order.js";
import { finishPlan, toChange } from "./plan-document.js";
import { addRenumbered } from "./renumbered.js";
import { targeted, withImplied } from "./scope.js";
import { placeDrafts } from "./places.js";
import { isLeaving, pathOf } from "../trees.js";
import { fieldsOf, placedKinds, topKind } from "../../core/kind.js";
import { addressKey, type Outlook, parentKey, type World } from "../world.js";

/** What the user may say beside the files. */
export interface PlanOptions extends Allowances {
  /** Address globs; empty for everything. */
  readonly targets: readonly string[];
  /** Address globs whose unverifiable values are sent again. */
  readonly resendSecrets: readonly string[];
  readonly resolve: ResolveSecret;
  /** Told what is live, before anything is made of it. */
  readonly onObserved?: (observed: World["observed"]) => void;
}

/**
 * Makes the plan: observe, compare, resolve names, fill in calls, guard, order. Reads only.
 * Refusals do not throw: they stand in the plan, so that all of them are seen at once; a plan that has some must not be applied.
 */
export async function makePlan(outlook: Outlook, state: DesiredState, options: PlanOptions): Promise<Plan> {
  const notices: Notices = { warnings: [], refusals: [] };
  const wanted = withImplied(targeted(state, options.targets), outlook.kinds);
  const { within, refusals } = withinReach(outlook, wanted.resources);
  notices.refusals.push(...refusals);
  const world = await observe(outlook, {
    ...wanted,
    resources: within,
    deleteUndeclared: wanted.deleteUndeclared,
  });
  options.onObserved?.(world.observed);
  const matches = options.resendSecrets.map((pattern) => addressGlob(pattern));
  const resend = (address: string) => matches.some((test) => test(address));
  const { drafts, unchanged } = await draftChanges(outlook, world, { resolve: options.resolve, resend }, notices);
  addRenumbered(outlook, world, drafts);
  for (const draft of drafts)
    if (draft.action === "update" || draft.action === "restore" || isRenamed(draft)) addKept(draft, outlook.capabilities.version);
  reopenArchived(outlook, world, drafts);
  await placeDrafts(outlook, world, drafts);
  const names = await resolveNames(outlook, world, drafts, notices.refusals);
  for (const draft of drafts) addCalls(draft, callContext(outlook, world, names, draft));
  awaitArrivals(drafts);
  notices.refusals.push(...guard(await withDefaults(outlook, drafts), world, drafts, options));
  notices.warnings.push(...cautions(outlook, drafts), ...(await contents(outlook, world, drafts)));
  const ordered = order(drafts, outlook.kinds);
  const changes = ordered.drafts.map((draft) => toChange(draft, ordered.callsOf.get(draft) ?? []));
  return finishPlan(outlook, state, { changes, calls: ordered.calls, unchanged, notices });
}

/** What is created without what its holder bounds gets the instance's default, which only an administrator may read. */
async function withDefaults(outlook: Outlook, drafts: readonly Draft[]): Promise<Outlook> {
  const open = drafts.find(
    (one) => one.action === "create" && one.kind.tree && one.desired?.spec[boundedAttribute(one.fields) ?? ""] === undefined,
  );
  const from = open?.kind.tree?.defaultVisibility.kind;
  if (from === undefined || outlook.known?.[from] || !outlook.capabilities.user.administrator) return outlook;
  const route = topKind(outlook.kinds, from).routes.read ?? "";
  const { body } = await outlook.read.get(parseRoute(route).path);
  return isObject(body) ? { ...outlook, known: { ...outlook.known, [from]: body } } : outlook;
}

/** Deleting a group deletes what lies in it: the plan says what that is, declared or not. */
async function contents(outlook: Outlook, world: World, drafts: readonly Draft[]): Promise<Notice[]> {
  const deleted = new Set(drafts.filter((draft) => draft.action === "delete").map((draft) => fold(draft.address)));
  const notices = drafts.map(async (draft): Promise<Notice[]> => {
    if (draft.action !== "delete" || draft.kind.tree?.holder !== draft.kind.name) return [];
    const held = await Promise.all(
      placedKinds(outlook.kinds).map(async (kind) => {
        if (kind.tree?.holder !== draft.kind.name) return [];
        const replies = await world.trees.all(kind, draft.livePath ?? draft.path ?? "");
        return replies.map((reply) => ({ kind: kind.name, path: pathOf(kind, reply), leaving: isLeaving(kind, reply) }));
      }),
    );
    const all = held.flat();
    // What is on its way out already goes with all that lies in it.
    const isGoing = (path: string) => all.some((one) => one.leaving && (one.path === path || isUnder(path, one.path)));
    const unsaid = all
      .filter(({ path }) => !isGoing(path))
      .map(({ kind, path }) => formatAddress({ kind, path }))
      .filter((address) => !deleted.has(fold(address)));
    if (unsaid.length === 0) return [];
    const message = `deleting it also deletes ${unsaid.length} more: ${unsaid.slice(0, 20).join(", ")}${unsaid.length > 20 ? ", …" : ""}`;
    return [
      {
        rule: "delete.contents",
        message,
        addresses: [draft.address],
        ...(draft.desired ? { source: formatOrigin(draft.desired.origin) } : {}),
      },
    ];
  });
  return (await Promise.all(notices)).flat();
}

/** What hangs on an archived project can only be written while it is not archived. */
function reopenArchived({ kinds }: Outlook, world: World, drafts: Draft[]): void {
  const touched = new Set(drafts.map(({ kind, path }) => parentKey(kind, path, kinds)));
  const drafted = new Set(drafts.map(draftKey));
  for (const one of [...world.observed, ...world.unnamedParents]) {
    const key = addressKey(one.desired, kinds);
    if (!one.live || !touched.has(key) || drafted.has(key)) continue;
    const toggle = Object.entries(fieldsOf(one.kind)).find(([name, field]) => field.toggle && one.live?.spec[name] === true);
    if (!toggle) continue;
    drafts.push({
      address: one.desired.address,
      kind: one.kind,
      fields: fieldsOf(one.kind),
      path: one.desired.path,
      key: undefined,
      action: "update",
      desired: one.desired,
      live: one.live,
      livePath: one.livePath,
      differences: [],
      write: {},
      kept: one.desired.spec[toggle[0]] === undefined ? [] : [{ path: toggle[0], value: true }],
      unverifiable: [],
      calls: [],
    });
  }
}

function callContext(outlook: Outlook, world: World, names: ResolvedNames, draft: Draft): CallContext {
  return {
    dialect: outlook.capabilities.dialect,
    version: outlook.capabilities.version,
    resolve: (field, name) => {
      if (typeof name === "number" || field.wire === "name") return name;
      return names.get(referenceKey(outlook.kinds, world.references, draft, field, name)) ?? null;
    },
    parentId: (one) => one.parentId ?? undefined,
    holderId: (one, path) => (path === undefined ? undefined : (one.parentId ?? undefined)),
  };
}

/** The id of what comes by itself with a new thing is known only when the platform has made it: the call before waits for that. */
function awaitArrivals(drafts: readonly Draft[]): void {
  for (const { awaited, calls } of drafts) {
    const last = calls.findLastIndex((call) => call.phase !== "close");
    const call = calls[last];
    if (awaited && call && !call.wait) calls[last] = { ...call, wait: awaited };
  }
}
