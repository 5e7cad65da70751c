import type { Json } from "../json.js";

/** What is known of an operation by facts of the release alone. */
export interface OperationKnowledge {
  /** Keys of its reply, or of each item where that is a list. */
  readonly keys: ReadonlySet<string>;
  /** Whether the reply has no other keys: not before the oldest facts. */
  readonly isWhole: boolean;
  /** What attributes are before anybody writes them, as far as that is known. */
  readonly presets: Readonly<Record<string, Json>>;
}
