/**
 * Terraform's plugin protocol 6 (tfplugin6.proto), as far as a provider of resources and data sources speaks it. Of a request every field that an answer reads is there: what was not sent is empty, zero, or null where it is a message.
 * Of a response, what is left out is not sent.
 */

/** A value in MessagePack, or in JSON where MessagePack is empty: cty/dynamic-value.ts reads and writes it. */
export interface DynamicValue {
  readonly msgpack: Uint8Array;
  readonly json: Uint8Array;
}

/** A value to be sent: exactly one of the two. */
export type SentValue = { readonly msgpack: Uint8Array } | { readonly json: Uint8Array };

/** The way to an attribute, from the top of the resource; what lies within others is not told apart here. */
export interface AttributePath {
  readonly steps: readonly { readonly attributeName: string }[];
}

/** What Terraform shows its user. */
export interface ProtocolDiagnostic {
  readonly severity: "ERROR" | "WARNING";
  readonly summary: string;
  readonly detail?: string;
  readonly attribute?: AttributePath;
}

/** What most responses carry beside what they answer. */
export interface Diagnosed {
  readonly diagnostics?: readonly ProtocolDiagnostic[];
}

/** Attributes of a nested attribute. */
export interface WireObject {
  readonly attributes: readonly WireAttribute[];
  readonly nesting: "SINGLE" | "LIST" | "SET" | "MAP";
}

/** An attribute as Terraform is told of it; either `type` (JSON text of its type) or `nestedType`. */
export interface WireAttribute {
  readonly name: string;
  readonly type?: Uint8Array;
  readonly nestedType?: WireObject;
  readonly description?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly descriptionKind?: "PLAIN" | "MARKDOWN";
  readonly deprecated?: boolean;
  readonly writeOnly?: boolean;
}

/** The attributes of a resource, data source or provider, with the version of what its states hold. */
export interface WireSchema {
  readonly version: number;
  readonly block: {
    readonly version?: number;
    readonly attributes: readonly WireAttribute[];
    readonly description?: string;
    readonly descriptionKind?: "PLAIN" | "MARKDOWN";
    readonly deprecated?: boolean;
  };
}

/** What the provider can do that Terraform must know of before it asks. */
export interface ServerCapabilities {
  /** True where destroying is to be planned by the provider too. */
  readonly planDestroy?: boolean;
  /** True where the schema need not be asked of every process. */
  readonly getProviderSchemaOptional?: boolean;
}

export interface GetMetadataResponse extends Diagnosed {
  readonly serverCapabilities?: ServerCapabilities;
  readonly resources?: readonly { readonly typeName: string }[];
  readonly dataSources?: readonly { readonly typeName: string }[];
}

export interface GetProviderSchemaResponse extends Diagnosed {
  readonly provider: WireSchema;
  readonly resourceSchemas: { readonly [type: string]: WireSchema };
  readonly dataSourceSchemas: { readonly [type: string]: WireSchema };
  readonly serverCapabilities?: ServerCapabilities;
}

/** To check the block of the provider, or to take it over. */
export interface ProviderConfigRequest {
  readonly config: DynamicValue | null;
}

/** To check a resource; to check or read a data source, whose requests carry no capabilities. */
export interface ConfigRequest extends ProviderConfigRequest {
  readonly typeName: string;
  readonly clientCapabilities: { readonly writeOnlyAttributesAllowed: boolean } | null;
}

export interface UpgradeResourceStateRequest {
  readonly typeName: string;
  /** The version of the schema that the state was written with. */
  readonly version: number;
  readonly rawState: { readonly json: Uint8Array } | null;
}

export interface UpgradeResourceStateResponse extends Diagnosed {
  readonly upgradedState?: SentValue;
}

export interface ReadResourceRequest {
  readonly typeName: string;
  readonly currentState: DynamicValue | null;
  readonly private: Uint8Array;
}

/** What a resource is by now: to a read and to a change. */
export interface StateResponse extends Diagnosed {
  /** A null value where the thing is gone. */
  readonly newState?: SentValue;
  readonly private?: Uint8Array;
}

export interface PlanResourceChangeRequest {
  readonly typeName: string;
  readonly priorState: DynamicValue | null;
  readonly proposedNewState: DynamicValue | null;
  readonly config: DynamicValue | null;
  readonly priorPrivate: Uint8Array;
}

export interface PlanResourceChangeResponse extends Diagnosed {
  readonly plannedState?: SentValue;
  readonly requiresReplace?: readonly AttributePath[];
  readonly plannedPrivate?: Uint8Array;
}

export interface ApplyResourceChangeRequest {
  readonly typeName: string;
  readonly priorState: DynamicValue | null;
  readonly plannedState: DynamicValue | null;
  readonly config: DynamicValue | null;
  readonly plannedPrivate: Uint8Array;
}

export interface ImportResourceStateRequest {
  readonly typeName: string;
  readonly id: string;
}

export interface ImportResourceStateResponse extends Diagnosed {
  readonly importedResources?: readonly { readonly typeName: string; readonly state: SentValue; readonly private?: Uint8Array }[];
}

export interface ReadDataSourceResponse extends Diagnosed {
  readonly state?: SentValue;
}

/** What a provider answers. Requests come in parallel. A function that throws fails the call with the error's text, secrets taken out; what a user can act on is better told in `diagnostics`. */
export interface ProviderService {
  getMetadata(): Promise<GetMetadataResponse>;
  getProviderSchema(): Promise<GetProviderSchemaResponse>;
  validateProviderConfig(request: ProviderConfigRequest): Promise<Diagnosed>;
  validateResourceConfig(request: ConfigRequest): Promise<Diagnosed>;
  validateDataResourceConfig(request: ConfigRequest): Promise<Diagnosed>;
  upgradeResourceState(request: UpgradeResourceStateRequest): Promise<UpgradeResourceStateResponse>;
  configureProvider(request: ProviderConfigRequest): Promise<Diagnosed>;
  readResource(request: ReadResourceRequest): Promise<StateResponse>;
  planResourceChange(request: PlanResourceChangeRequest): Promise<PlanResourceChangeResponse>;
  applyResourceChange(request: ApplyResourceChangeRequest): Promise<StateResponse>;
  importResourceState(request: ImportResourceStateRequest): Promise<ImportResourceStateResponse>;
  readDataSource(request: ConfigRequest): Promise<ReadDataSourceResponse>;
  /** Terraform was interrupted: nothing new is to be started, and what is under way ends soon. */
  stopProvider(): Promise<{ readonly error?: string }>;
}

/** The functions of a provider, each called like the method of the protocol that it answers. Other methods are answered as unimplemented, which Terraform takes. */
export const answered = [
  "getMetadata",
  "getProviderSchema",
  "validateProviderConfig",
  "validateResourceConfig",
  "validateDataResourceConfig",
  "upgradeResourceState",
  "configureProvider",
  "readResource",
  "planResourceChange",
  "applyResourceChange",
  "importResourceState",
  "readDataSource",
  "stopProvider",
] as const satisfies readonly (keyof ProviderService)[];
