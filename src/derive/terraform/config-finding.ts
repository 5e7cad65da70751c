import type { Path } from "./written.js";

/** Something about a configuration that can be told without the platform. Values are never quoted: they may be secret. */
export interface ConfigFinding {
  readonly severity: "error" | "warning";
  /** Stable rule name, as of the same finding about a file. */
  readonly rule: string;
  /** Names, and indexes of lists and sets, that lead to what it is about; none for the resource itself. */
  readonly path: Path;
  readonly message: string;
  /** What is allowed, or what to do. */
  readonly allowed?: string;
}
