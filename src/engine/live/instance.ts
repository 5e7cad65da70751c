import type { ReadApi } from "../../core/api.js";
import type { JsonObject } from "../../core/json.js";
import type { Basis } from "../snapshot/index.js";
import type { Reader } from "./reader.js";

/** What the engine needs of the outside in order to look at the platform. */
export interface LiveInstance extends Basis {
  readonly read: ReadApi;
  /** A reply that was already read while the capabilities were found out, by kind. */
  readonly known?: Readonly<Record<string, JsonObject>>;
  /** Already reads the declared groups and projects. */
  readonly started?: Reader;
  /** Told before a decision's reads how many requests they take at least: what lists take beyond their first page shows only in them. */
  readonly onReads?: (requests: number) => void;
}
