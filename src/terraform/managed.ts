import type { TerraformAttributes, TerraformType } from "../derive/terraform/types.js";
import type { ObjectValue } from "./cty/value.js";
import type { AttributePath, ProtocolDiagnostic } from "./plugin/service.js";
import type { PrivateState } from "./private-state.js";
import type { ProviderSession } from "./session.js";

/** What a resource and a data source have in common. */
interface Described {
  /** For example `trueup_project`. */
  readonly type: string;
  readonly description: string;
  readonly attributes: TerraformAttributes;
  readonly wireType: TerraformType;
  /** What is wrong with a configuration, as far as its own words show it. `takesWriteOnly` is false for a Terraform that would store secrets. */
  readonly validate: (config: ObjectValue, takesWriteOnly: boolean) => readonly ProtocolDiagnostic[];
}

/** A data source. */
export interface DataSource extends Described {
  /** Throws what reading throws. */
  readonly read: (config: ObjectValue, session: ProviderSession) => Promise<ObjectValue>;
}

/** What is to become of one thing. */
export interface ResourcePlan {
  readonly planned: ObjectValue;
  /** Attributes for whose sake another thing takes its place. */
  readonly requiresReplace?: readonly AttributePath[];
  readonly diagnostics: readonly ProtocolDiagnostic[];
}

/** A change that Terraform planned. */
export interface ResourceChange {
  /** What the state holds; undefined where nothing is there yet. */
  readonly prior: ObjectValue | undefined;
  readonly planned: ObjectValue;
  readonly config: ObjectValue;
  readonly remembered: PrivateState;
}

/** What came of a change. */
export interface Applied {
  /** The state after it; undefined where the thing is not there. */
  readonly state: ObjectValue | undefined;
  readonly remembered: PrivateState;
  readonly diagnostics: readonly ProtocolDiagnostic[];
}

/** A resource. What throws is told as an error, and leaves the state as it was. */
export interface ManagedResource extends Described {
  readonly plan: (config: ObjectValue, prior: ObjectValue | undefined, session: ProviderSession) => Promise<ResourcePlan>;
  readonly planDestroy: (prior: ObjectValue, remembered: PrivateState, session: ProviderSession) => readonly ProtocolDiagnostic[];
  readonly apply: (change: ResourceChange, session: ProviderSession) => Promise<Applied>;
  readonly destroy: (prior: ObjectValue, remembered: PrivateState, session: ProviderSession) => Promise<Applied>;
  /** The state with what is live; undefined if the thing is gone. */
  readonly read: (state: ObjectValue, remembered: PrivateState, session: ProviderSession) => Promise<ObjectValue | undefined>;
  /** A state that only says which thing a text names. */
  readonly find: (text: string, session: ProviderSession) => Promise<ObjectValue>;
}
