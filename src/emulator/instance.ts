export const TIERS = ["free", "premium", "ultimate"] as const;

/** What a licence allows; each tier has all of the ones before it. */
export type Tier = (typeof TIERS)[number];

/** `neutral` obeys the three documents in names, statuses and effects; `vendor` obeys the reference of real servers. */
export type Dialect = "neutral" | "vendor";

/** What kind of server this is. It does not change while it runs. */
export interface Instance {
  readonly tier: Tier;
  readonly dialect: Dialect;
  /** Release, as `15.4.0`. */
  readonly version: string;
  /** Base address without a trailing slash, for links and `web_url`. */
  readonly url: string;
  /** Milliseconds that background work takes. */
  readonly workerDelay: number;
  /** Seconds that an OAuth access token is good for. */
  readonly tokenLifetime: number;
}

/** Where a thing exists: in one dialect only, from a tier on, from a release on, and before a release; all optional. */
export interface Extent {
  readonly dialect?: string | undefined;
  readonly tier?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** True when a thing exists on this instance. */
export function exists(instance: Instance, { dialect, tier, since, until }: Extent): boolean {
  const { tier: licensed, version } = instance;
  const needed: number = tier === undefined ? 0 : TIERS.findIndex((one) => one === tier);
  if (needed < 0) throw new Error(`the API description names a tier that does not exist: ${tier}`);
  return (
    (dialect === undefined || dialect === instance.dialect) &&
    needed <= TIERS.indexOf(licensed) &&
    (since === undefined || isAtLeast(version, since)) &&
    (until === undefined || !isAtLeast(version, until))
  );
}

/** Compares releases number by number: `15.10` is later than `15.4.2`. */
export function isAtLeast(version: string, other: string): boolean {
  const [left, right] = [numbers(version), numbers(other)];
  for (let place = 0; place < 3; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

const numbers = (version: string): number[] =>
  version
    .split(/[.-]/)
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10) || 0);
