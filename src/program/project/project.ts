import path from "node:path";
import type { Origin } from "../../core/errors.js";
import type { Json } from "../../core/json.js";
import type { ProjectPlace } from "../../desired/index.js";
import type { Freeze } from "./freezes.js";

/** The value that a project file gives a variable on one instance. */
export interface GivenVariable {
  readonly value: Json;
  readonly origin: Origin;
}

/** A server, as a project file knows it. */
export interface ProjectInstance {
  readonly name: string;
  /** Base address in its one spelling. */
  readonly url: string;
  /** Where its address stands. */
  readonly origin: Origin;
  /** Absolute path of the certificates of its authorities, and where it is said. */
  readonly ca?: { readonly path: string; readonly origin: Origin };
  readonly dialect?: "neutral" | "vendor";
  readonly concurrency?: number;
  readonly maxRps?: number;
  /** Hosts that may be spoken to by plain http. */
  readonly allowHttp: readonly string[];
  /** The variable of the environment that holds its token. */
  readonly tokenVariable?: string;
  readonly vars: ReadonlyMap<string, GivenVariable>;
  readonly freezes: readonly Freeze[];
}

/** What a project file gives an option. */
export interface OptionDefault {
  /** The command that it is meant for, as words after `trueup`; undefined for all that have the option. */
  readonly command?: string;
  /** Where the command's name stands. */
  readonly commandOrigin?: Origin;
  /** Without the dashes. */
  readonly option: string;
  readonly value: Json;
  readonly origin: Origin;
  readonly valueOrigin: Origin;
}

/** What a project file says. */
export interface Project {
  /** As people see it. */
  readonly file: string;
  readonly place: ProjectPlace;
  /** Absolute paths of the desired state; undefined where it names none. */
  readonly paths?: readonly string[];
  readonly instances: ReadonlyMap<string, ProjectInstance>;
  readonly defaultInstance?: string;
  readonly defaults: readonly OptionDefault[];
  /** Whether drift holds what no file says to what the platform gives by itself. */
  readonly undeclared?: "report";
  /** Those of all instances. */
  readonly freezes: readonly Freeze[];
}

/** The project of a run, for files that are laid out elsewhere: what stands for `cwd` there is `there`. */
export function placeIn(there: string, cwd: string, place: ProjectPlace): ProjectPlace {
  const moved = (absolute: string) => path.resolve(there, path.relative(cwd, absolute));
  const { scopes } = place;
  return { ...place, file: moved(place.file), ...(scopes ? { scopes: { ...scopes, directory: moved(scopes.directory) } } : {}) };
}
