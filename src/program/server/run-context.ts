import type { Tier } from "../../core/names.js";
import type { Timeouts } from "../../core/timeouts.js";
import type { ProjectPlace, StandIn, VariableRequest } from "../../desired/index.js";
import type { NamedInstance, RequestEvent, ServerQuestion, User } from "../../platform/index.js";

/** The world around one run: nothing is taken from the process behind the caller's back. The redactor learns every secret that the run meets; whatever is printed goes through it. */
export interface RunContext extends User {
  readonly cwd: string;
  /** The instant at which the run happens, for what holds only for a time. */
  readonly now: Date;
  /** Values of variables of the files, beside those of the environment. */
  readonly vars?: VariableRequest;
  /** The value of a secret variable that is not set, where no real secret is needed; without it that is an error. */
  readonly standIn?: StandIn;
  /** True for a run that resolves no reference of the files, set or not. */
  readonly withoutSecrets?: true;
  /** True for a run that compares the rest where a reference has no value. */
  readonly comparesRest?: true;
  /** The project that files belong to. */
  readonly projectPlace?: ProjectPlace;
  /** Where the files are those of a request, which is held against its base. */
  readonly request?: RequestPlace;
  readonly signal?: AbortSignal;
  /** Asks the user whether to go to the server that only the files or the plan name. */
  readonly agree?: (url: string) => Promise<boolean>;
  /** Lays out what paths held in a revision, for who asks what the files said then: it starts another program. */
  readonly filesAt?: (revision: string, paths: readonly string[], cwd: string) => Promise<RevisionFiles>;
  /** Told before the platform is read for a plan how many requests that takes at least; again where more shows. */
  readonly onReads?: (requests: number) => void;
  /** How requests name the program; `trueup` without. */
  readonly userAgent?: string;
  /** Told of every request, for a debug log and for counting. */
  readonly onRequest?: (event: RequestEvent) => void;
}

/** What the files of a request are held against. The project of the run is that of the base, where the files are. */
export interface RequestPlace {
  /** The base as the user names it. */
  readonly base: string;
  /** Where its files are laid out: stands for the directory that the run is in. */
  readonly baseCwd: string;
  /** True where the request is merged: then the run goes by its own project and acknowledgements, and the base only tells what is new. */
  readonly isMerged?: true;
  /** The project of the base, where its files are. */
  readonly basePlace?: ProjectPlace;
  /** The project that the request has, by which nothing goes: what it says must be right. */
  readonly ownPlace?: ProjectPlace;
}

/** The files of a directory as they were in a revision of Git, until `remove`. */
export interface RevisionFiles {
  /** Stands for the directory that the run is in. */
  readonly cwd: string;
  readonly remove: () => Promise<void>;
}

/** Which server, and how hard to press it. */
export interface ServerOptions {
  readonly url?: string;
  /** The instance that the project file means. */
  readonly instance?: NamedInstance;
  /** Those that it names, where none is meant. */
  readonly instanceNames?: readonly string[];
  /** Which names the server uses, where that is said of it and not found out. */
  readonly dialect?: "neutral" | "vendor";
  readonly tier?: Tier;
  /** Requests in flight at once, always so many; without it as many as the server bears. */
  readonly concurrency?: number;
  /** Where `concurrency` is not given: requests in flight at once at most; 64 without it. */
  readonly maxConcurrency?: number;
  /** Requests per second at most. */
  readonly maxRps?: number;
  /** How long is waited for what does not come, as far as it is not to be the default; a run may take six hours without it. */
  readonly timeouts?: Partial<Timeouts>;
  /** Pages of a list at most; 2,000 without it. */
  readonly maxPages?: number;
  /** Milliseconds before the first repeat of a request; 300 without it. */
  readonly backoff?: number;
  /** Milliseconds that the server is given to show what it has accepted; 10,000 without it. */
  readonly settle?: number;
  /** Hosts that may be spoken to by plain http although they are not loopback. */
  readonly allowHttp?: readonly string[];
  /** True where a pin to another server does not count: on the embedded emulator, and where the user says so. */
  readonly ignorePin?: boolean;
}

/** What is asked about the server, given what files or plans name. */
export function questionOf(
  { url, instance, instanceNames, allowHttp }: ServerOptions,
  env: RunContext["env"],
  named: Pick<ServerQuestion, "pin" | "suggested">,
): Omit<ServerQuestion, "choosePin"> {
  return { flagUrl: url, instance, instanceNames, env, allowHttp, ...named };
}
