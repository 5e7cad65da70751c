import { once } from "./remembered.js";
/** The release as it calls itself. */
export function release(instance: Instance): { version: string; revision: string } {
  const isNamed = !isEnterprise(instance) || instance.version.endsWith("-ee");
  return { version: isNamed ? instance.version : `${instance.version}-ee`, revision: "0000000000a" };
}

export const isEnterprise = (instance: Instance): boolean => instance.tier !== "free";

const TIERS = ["free", "premium", "ultimate"] as const;

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
  const needed: number = tier === undefined ? 0 : TIERS.findIndex((name) => name === tier);
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

/** Whose behaviour an emulator has, and the release that it says it is. */
export interface PlatformRelease {
  readonly dialect: Dialect;
  /** Release, as `15.4.0`. */
  readonly version: string;
}

/** What somebody asks for; all of it may be left open. */
export interface AskedRelease {
  readonly dialect?: Dialect | undefined;
  readonly serverVersion?: string | undefined;
}

/** The release where nobody names one: a server of today, or the one that the documents describe. */
const releases: Readonly<Record<Dialect, string>> = { vendor: "19.0.0", neutral: "15.4.0" };

/** What a new emulator is: a server of today, unless something else is asked for. */
export function releaseOf({ dialect = "vendor", serverVersion = releases[dialect] }: AskedRelease): PlatformRelease {
  return { dialect, version: serverVersion };
}

/**
 * What an emulator is that goes on with a data file. One that records nothing is of a time when all were neutral unless somebody said otherwise at each start,
 * and stays so. Another release may be asked for, as servers are upgraded; another dialect throws, because its rows would not be what they say.
 */
export function releaseGoneOnWith(recorded: PlatformRelease | undefined, asked: AskedRelease, file: string): PlatformRelease {
  if (recorded === undefined) return { dialect: asked.dialect ?? "neutral", version: asked.serverVersion ?? releases.neutral };
  const { dialect, version } = recorded;
  if (asked.dialect !== undefined && asked.dialect !== dialect) throw new OtherDialect(file, recorded, asked.dialect);
  return { dialect, version: asked.serverVersion ?? version };
}

/** A data file is of one dialect, and the other one is asked for. */
class OtherDialect extends Error {
  /** What to do about it. */
  readonly hint: string;

  constructor(file: string, { dialect, version }: PlatformRelease, asked: Dialect) {
    super(`${file} holds a platform of the ${dialect} dialect, release ${version}, which cannot go on in the ${asked} dialect`);
    this.hint = `Go on in the ${dialect} dialect, or begin anew: name another data file, or remove this one with all that it holds.`;
  }
}

/** Parts of a thing that are worked out when they are first asked for. */
type LateParts<T> = { readonly [Name in keyof T]?: () => T[Name] };

/** A copy of a thing with parts of its own. What is late in the original, or here, stays so until somebody asks for it: most operations are never called. */
export function variant<T extends object>(original: T, changes: Partial<T>, late: LateParts<T> = {}): T {
  const parts = { ...Object.getOwnPropertyDescriptors(original), ...Object.getOwnPropertyDescriptors(changes) };
  return withLate<T, keyof T>(Object.create(Object.prototype, parts) as T, late);
}

/** A thing that gets its late parts. */
export function withLate<T extends object, Name extends keyof T>(known: Omit<T, Name>, late: LateParts<Pick<T, Name>>): T {
  for (const [name, work] of Object.entries(late) as [string, () => unknown][])
    Object.defineProperty(known, name, { enumerable: true, configurable: true, get: once(work) });
  return known as T;
}
