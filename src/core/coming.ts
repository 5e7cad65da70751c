import type { Value } from "./json.js";
import type { Wait } from "./plan.js";

/** How one of a kind comes by itself with what it hangs on, once that starts with content (see `Lookup`): a plan knows beforehand whether one will. */
export interface Coming {
  /** What the condition is called that a plan waits for. */
  readonly for: Wait["for"];
  /** The attribute of what it hangs on whose value is the key of the one that comes. */
  readonly named: string;
  /** The kind of the instance's settings that says whether one comes where the group right above says nothing. */
  readonly settings: string;
  /** Attributes of both of them that say that none comes. The first that is set decides; of a record what is said of its parts. */
  readonly none: readonly { readonly attribute: string; readonly is: Value }[];
}
