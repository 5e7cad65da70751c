import type { Dialect } from "./instance.js";

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
export class OtherDialect extends Error {
  /** What to do about it. */
  readonly hint: string;

  constructor(file: string, { dialect, version }: PlatformRelease, asked: Dialect) {
    super(`${file} holds a platform of the ${dialect} dialect, release ${version}, which cannot go on in the ${asked} dialect`);
    this.hint = `Go on in the ${dialect} dialect, or begin anew: name another data file, or remove this one with all that it holds.`;
  }
}
