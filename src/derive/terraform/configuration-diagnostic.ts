import type { Diagnostic } from "../../core/diagnostic.js";
import type { Path } from "./written.js";

/** Something about a configuration that can be told without the platform. Values are never quoted: they may be secret. */
export interface ConfigurationDiagnostic extends Diagnostic {
  readonly severity: "error" | "warning";
  /** Names, and indexes of lists and sets, that lead to what it is about; none for the resource itself. */
  readonly path: Path;
}
