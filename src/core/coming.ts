import type { Value } from "./json.js";
import type { Wait } from "./plan.js";

/** When the server makes one of a kind by itself, after its group or project gets its first content. A plan can then say beforehand whether that will happen. */
export interface Coming {
  /** The name of the condition that a plan waits for. */
  readonly for: Wait["for"];
  /** The attribute of the group or project whose value is the key of the one that the server makes. */
  readonly named: string;
  /** The kind of the instance's settings. They decide where the group directly above says nothing. */
  readonly settings: string;
  /** Attributes of group and settings with the value that means: the server makes none. The first attribute that is set decides; in a record, only the parts that are set. */
  readonly none: readonly { readonly attribute: string; readonly is: Value }[];
}
