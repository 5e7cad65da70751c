import protobuf from "protobufjs/light.js";
import type { ProviderService } from "./service.js";

/** Fields of a message: `[repeated |map ]type number`. The keys of maps are texts. */
type Fields = { readonly [name: string]: string };

const diagnostics = "repeated Diagnostic";

/** The messages of tfplugin6.proto that resources and data sources need, with the numbers of their fields. plugin/service.ts has the same as types. */
const messages: { readonly [name: string]: Fields } = {
  Empty: {},
  DynamicValue: { msgpack: "bytes 1", json: "bytes 2" },
  PathStep: { attributeName: "string 1", elementKeyString: "string 2", elementKeyInt: "int64 3" },
  AttributePath: { steps: "repeated PathStep 1" },
  Diagnostic: { severity: "Severity 1", summary: "string 2", detail: "string 3", attribute: "AttributePath 4" },
  RawState: { json: "bytes 1" },
  NestedObject: { attributes: "repeated Attribute 1", nesting: "Nesting 3" },
  Attribute: {
    name: "string 1",
    type: "bytes 2",
    nestedType: "NestedObject 10",
    description: "string 3",
    required: "bool 4",
    optional: "bool 5",
    computed: "bool 6",
    sensitive: "bool 7",
    descriptionKind: "DescriptionKind 8",
    deprecated: "bool 9",
    writeOnly: "bool 11",
  },
  Block: {
    version: "int64 1",
    attributes: "repeated Attribute 2",
    description: "string 4",
    descriptionKind: "DescriptionKind 5",
    deprecated: "bool 6",
  },
  Schema: { version: "int64 1", block: "Block 2" },
  ServerCapabilities: { planDestroy: "bool 1", getProviderSchemaOptional: "bool 2", moveResourceState: "bool 3" },
  ClientCapabilities: { deferralAllowed: "bool 1", writeOnlyAttributesAllowed: "bool 2" },
  TypeName: { typeName: "string 1" },
  MetadataResponse: {
    serverCapabilities: "ServerCapabilities 1",
    diagnostics: `${diagnostics} 2`,
    dataSources: "repeated TypeName 3",
    resources: "repeated TypeName 4",
  },
  SchemaResponse: {
    provider: "Schema 1",
    resourceSchemas: "map Schema 2",
    dataSourceSchemas: "map Schema 3",
    diagnostics: `${diagnostics} 4`,
    serverCapabilities: "ServerCapabilities 6",
  },
  ValidateProviderRequest: { config: "DynamicValue 1" },
  ValidateProviderResponse: { diagnostics: `${diagnostics} 2` },
  ValidateRequest: { typeName: "string 1", config: "DynamicValue 2", clientCapabilities: "ClientCapabilities 3" },
  DiagnosedResponse: { diagnostics: `${diagnostics} 1` },
  ConfigureRequest: { terraformVersion: "string 1", config: "DynamicValue 2", clientCapabilities: "ClientCapabilities 3" },
  UpgradeRequest: { typeName: "string 1", version: "int64 2", rawState: "RawState 3" },
  UpgradeResponse: { upgradedState: "DynamicValue 1", diagnostics: `${diagnostics} 2` },
  ReadRequest: {
    typeName: "string 1",
    currentState: "DynamicValue 2",
    private: "bytes 3",
    clientCapabilities: "ClientCapabilities 5",
  },
  ReadResponse: { newState: "DynamicValue 1", diagnostics: `${diagnostics} 2`, private: "bytes 3" },
  PlanRequest: {
    typeName: "string 1",
    priorState: "DynamicValue 2",
    proposedNewState: "DynamicValue 3",
    config: "DynamicValue 4",
    priorPrivate: "bytes 5",
    clientCapabilities: "ClientCapabilities 7",
  },
  PlanResponse: {
    plannedState: "DynamicValue 1",
    requiresReplace: "repeated AttributePath 2",
    plannedPrivate: "bytes 3",
    diagnostics: `${diagnostics} 4`,
  },
  ApplyRequest: {
    typeName: "string 1",
    priorState: "DynamicValue 2",
    plannedState: "DynamicValue 3",
    config: "DynamicValue 4",
    plannedPrivate: "bytes 5",
  },
  ApplyResponse: { newState: "DynamicValue 1", private: "bytes 2", diagnostics: `${diagnostics} 3` },
  ImportRequest: { typeName: "string 1", id: "string 2", clientCapabilities: "ClientCapabilities 3" },
  ImportedResource: { typeName: "string 1", state: "DynamicValue 2", private: "bytes 3" },
  ImportResponse: { importedResources: "repeated ImportedResource 1", diagnostics: `${diagnostics} 2` },
  ReadDataRequest: { typeName: "string 1", config: "DynamicValue 2", clientCapabilities: "ClientCapabilities 4" },
  ReadDataResponse: { state: "DynamicValue 1", diagnostics: `${diagnostics} 2` },
  StopResponse: { error: "string 1" },
};

const enums: { readonly [name: string]: readonly string[] } = {
  Severity: ["INVALID", "ERROR", "WARNING"],
  DescriptionKind: ["PLAIN", "MARKDOWN"],
  Nesting: ["INVALID", "SINGLE", "LIST", "SET", "MAP"],
};

/** What tfplugin6.Provider can be asked: the function that answers (its method is called the same), the request and the response. Other methods are answered as unimplemented, which Terraform takes. */
const answers: readonly (readonly [name: keyof ProviderService, request: string, response: string])[] = [
  ["getMetadata", "Empty", "MetadataResponse"],
  ["getProviderSchema", "Empty", "SchemaResponse"],
  ["validateProviderConfig", "ValidateProviderRequest", "ValidateProviderResponse"],
  ["validateResourceConfig", "ValidateRequest", "DiagnosedResponse"],
  ["validateDataResourceConfig", "ValidateRequest", "DiagnosedResponse"],
  ["upgradeResourceState", "UpgradeRequest", "UpgradeResponse"],
  ["configureProvider", "ConfigureRequest", "DiagnosedResponse"],
  ["readResource", "ReadRequest", "ReadResponse"],
  ["planResourceChange", "PlanRequest", "PlanResponse"],
  ["applyResourceChange", "ApplyRequest", "ApplyResponse"],
  ["importResourceState", "ImportRequest", "ImportResponse"],
  ["readDataSource", "ReadDataRequest", "ReadDataResponse"],
  ["stopProvider", "Empty", "StopResponse"],
];

/** Writes and reads messages of one type. */
export interface MessageCodec {
  readonly encode: (message: object) => Buffer;
  /** The message with every field: what was not sent is empty, zero, or null where it is a message. */
  readonly decode: (bytes: Uint8Array) => object;
}

/** A method on the wire. */
export interface RpcMethod {
  /** The function of the service that answers. */
  readonly name: keyof ProviderService;
  readonly path: string;
  readonly request: MessageCodec;
  readonly response: MessageCodec;
}

/** All methods of the provider. */
export function createMethods(): readonly RpcMethod[] {
  const root = createRoot();
  const codec = (name: string): MessageCodec => createCodec(root.lookupType(name));
  return answers.map(([name, request, response]) => ({
    name,
    path: `/tfplugin6.Provider/${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    request: codec(request),
    response: codec(response),
  }));
}

/** go-plugin's own method: the process is to end. Neither its request nor its response says anything. */
export const shutdownPath = "/plugin.GRPCController/Shutdown";

function createRoot(): protobuf.Root {
  const root = new protobuf.Root();
  for (const [name, words] of Object.entries(enums)) {
    root.add(new protobuf.Enum(name, Object.fromEntries(words.map((word, number) => [word, number]))));
  }
  for (const [name, fields] of Object.entries(messages)) {
    const type = new protobuf.Type(name);
    for (const [field, description] of Object.entries(fields)) type.add(createField(field, description.split(" ")));
    root.add(type);
  }
  root.resolveAll();
  return root;
}

function createField(name: string, description: readonly string[]): protobuf.ReflectionObject {
  const [number = "", type = "", rule] = description.toReversed();
  if (rule === "map") return new protobuf.MapField(name, Number(number), "string", type);
  return new protobuf.Field(name, Number(number), type, rule);
}

function createCodec(type: protobuf.Type): MessageCodec {
  return {
    encode: (message) => Buffer.from(type.encode(type.fromObject(message)).finish()),
    decode: (bytes) => type.toObject(type.decode(bytes), { defaults: true, enums: String, longs: Number }),
  };
}
