import protobuf from "protobufjs/light.js";
import { messages, methods } from "./protocol.gen.js";
import type { ProviderService } from "./service.js";

type NestedMessages = NonNullable<protobuf.INamespace["nested"]>;

/** Writes and reads messages of one type. */
export interface MessageCodec {
  readonly encode: (message: object) => Buffer;
  /** The message with every field: what was not sent is empty, zero, or null where it is a message. Of fields that exclude each other, only the one that was sent. */
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
  // What a message is made of is looked up when one is first read or written: a process of Terraform's uses few of them.
  const root = new protobuf.Root().addJSON(JSON.parse(messages) as NestedMessages);
  const codec = (name: string): MessageCodec => createCodec(root.lookupType(name));
  return methods.map(({ name, path, request, response }) => ({ name, path, request: codec(request), response: codec(response) }));
}

/** go-plugin's own method: the process is to end. Neither its request nor its response says anything. */
export const shutdownPath = "/plugin.GRPCController/Shutdown";

function createCodec(type: protobuf.Type): MessageCodec {
  return {
    encode: (message) => Buffer.from(type.encode(type.fromObject(message)).finish()),
    decode: (bytes) => type.toObject(type.decode(bytes), { defaults: true, enums: String, longs: Number }),
  };
}
