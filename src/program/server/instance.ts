import type { ReadApi } from "../../core/api.js";
import { defined } from "../../core/collections.js";
import { TrueupError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { type Kind, fieldsOf, keyParts, kindAt, kindIn, kindOf, kindsUnder, topParent } from "../../core/kind.js";
import { kindsOn } from "../../core/kinds-on.js";
import type { Layers } from "../../core/layer.js";
import { type Tier, tiers } from "../../core/names.js";
import type { Desired, DesiredState, Plan } from "../../core/plan.js";
import { parseRoute } from "../../core/route.js";
import { type LiveInstance, Reader } from "../../engine/live/index.js";
import { earlyNeeds, scoped, subtreeOf, treeNeeds } from "../../engine/plan/index.js";
import { directory } from "../../kinds/directory.js";
import { type Connection, discover, settingsPath } from "../../platform/index.js";
import { kinds } from "../kinds.js";
import type { ServerOptions } from "./run-context.js";

/** What there is to know before the server is looked at. */
interface Questions {
  readonly url: string;
  readonly server: ServerOptions;
  /** True if something asks for the tier of the licence. */
  readonly needsTier: boolean;
  readonly dialect?: "neutral" | "vendor" | undefined;
}

/** Finds out what the server is. */
export async function describeInstance(read: ReadApi, { url, server, needsTier, dialect }: Questions): Promise<LiveInstance> {
  const { settings, capabilities } = await discover(read, {
    url,
    needsDialect: true,
    needsTier,
    probe: () => probeTier(read),
    ...defined({ tier: server.tier, dialect: server.dialect ?? dialect }),
  });
  const shown = kindsUnder(kinds, topParent).filter(({ routes }) => routes.read === `GET ${settingsPath}`);
  const answers: Record<string, JsonObject> = settings ? Object.fromEntries(shown.map(({ name }) => [name, settings])) : {};
  return { read, kinds: kindsOn(kinds, capabilities), directory, capabilities, known: answers };
}

/** The same of a desired state. */
interface StateQuestions extends Omit<Questions, "dialect"> {
  readonly targets: readonly string[];
  /** Globs of full paths; empty for all. */
  readonly under?: readonly string[];
  readonly keeps?: Reader["keeps"];
}

/** The same for a desired state: what it needs in any case is read meanwhile, unless targets narrow it. `needsTier` if something beside the state asks for the tier. */
export async function describeInstanceFor(
  state: DesiredState,
  read: ReadApi,
  { url, server, needsTier, targets, under = [], keeps }: StateQuestions,
): Promise<LiveInstance> {
  const wantsTier = (desired: Desired) => asksTier(kindAt(kinds, desired), desired.key, Object.keys(desired.spec));
  const asksForTier = needsTier || state.resources.some(wantsTier) || layersWantTier(state.layers);
  const described = describeInstance(read, { url, server, needsTier: asksForTier, dialect: state.instance?.dialect });
  if (targets.length > 0) return described;
  const known = described.then((instance) => instance.known ?? {});
  const onServer = described.then((instance) => instance.kinds);
  const administrator = described.then(({ capabilities }) => capabilities.user.administrator);
  for (const answer of [known, onServer, administrator]) answer.catch(() => undefined);
  const started = new Reader({ read, kinds, directory, known, onServer, administrator }, keeps);
  // The plan asks for the same, and gets the error.
  const subtree = subtreeOf(under);
  const { resources } = scoped(state, kinds, subtree);
  started.read([...treeNeeds(kinds, resources), ...earlyNeeds(kinds, state, subtree)]).catch(() => undefined);
  return { ...(await described), started };
}

function asksTier(kind: Kind, key: string | undefined, names: readonly string[]): boolean {
  const fields = fieldsOf(kind, { key });
  const scope = key === undefined ? undefined : kind.key?.scope;
  return (
    kind.tier !== undefined ||
    (scope?.tier !== undefined && keyParts(kind, key ?? "").scope !== scope.default) ||
    (key !== undefined && kind.shapes?.[key]?.tier !== undefined) ||
    names.some((name) => fields[name]?.tier)
  );
}

/** What layers say of things that nobody declares asks for a tier, too. */
function layersWantTier(layers: Layers | undefined): boolean {
  const sources = [...(layers?.policies ?? []), ...(layers?.presets ?? [])];
  return sources.some(({ kind: on, bodies }) =>
    bodies.some(({ child, statements }) => {
      const kind = child ? kindIn(kindOf(kinds, child.kind), on) : kindOf(kinds, on);
      return asksTier(
        kind,
        child?.key,
        statements.map(({ path: [name = ""] }) => name),
      );
    }),
  );
}

/** Who may not read the licence can still see it: replies show licensed attributes only where there is a licence for them. */
async function probeTier(read: ReadApi): Promise<Tier | undefined> {
  const shown = [...kinds.values()].filter((kind) => kind.tree);
  const levels = await Promise.all(
    shown.map(async ({ tree, fields }) => {
      const [first] = (
        await read.firstPage(parseRoute(tree?.all ?? "").path, { ...tree?.allQuery, membership: true, owned: true, per_page: 1 })
      ).items;
      return Object.entries(fields).flatMap(([name, field]) =>
        first && field.tier && first[field.read ?? name] !== undefined ? [field.tier] : [],
      );
    }),
  );
  const lacks = levels.flat();
  return tiers.findLast((tier) => lacks.includes(tier));
}

/** The server of a plan, which says what that was when it was made; who is asking may have changed since. Throws TrueupError `plan.server` for a connection to another one. */
export async function instanceOfPlan<Read extends ReadApi>(
  read: Read,
  { instance: { url, tier, dialect } }: Plan,
  connection: Connection,
  server: ServerOptions,
): Promise<LiveInstance & { readonly read: Read }> {
  if (!server.ignorePin && connection.url !== url)
    throw new TrueupError({
      code: "plan.server",
      message: `the plan was made for ${url}, but the server is ${connection.url}`,
      hint: `Use the plan with ${url}, or plan again for ${connection.url}.`,
    });
  const known = { url, needsDialect: false, needsTier: false, tier: server.tier ?? tier, dialect };
  const { capabilities } = await discover(read, known);
  return { read, kinds: kindsOn(kinds, capabilities), directory, capabilities };
}
