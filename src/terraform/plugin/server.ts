import { Server, ServerCredentials, type ServiceDefinition, status, type UntypedServiceImplementation } from "@grpc/grpc-js";
import protobuf from "protobufjs/light.js";
import type { Certificate } from "./certificate.js";
import { messages, methods } from "./protocol.gen.js";
import type { ProviderService } from "./service.js";

/** A state with a large attribute must pass; Terraform itself takes as much. */
const largestMessage = 256 * 1024 * 1024;

/** Who may call: the holder of the certificate that Terraform named. */
export interface Encryption {
  readonly certificate: Certificate;
  readonly clientCertificate: string;
}

export interface GrpcServerOptions {
  readonly socket: string;
  /** Without it everybody who reaches the socket may call. */
  readonly encryption: Encryption | undefined;
  /** What answers: asked for with the first call. */
  readonly service: () => Promise<ProviderService>;
  /** Told of what a function threw, before the call fails; what it returns is shown to the user. */
  readonly onFailure: (method: string, error: unknown) => string;
  /** Asked to end the process; the answer is on its way by then. */
  readonly onShutdown: () => void;
}

/** Listens on the socket for the calls of plugin protocol 6. Throws where it cannot listen. */
export async function startServer(options: GrpcServerOptions): Promise<void> {
  const server = new Server({
    "grpc.max_receive_message_length": largestMessage,
    "grpc.max_send_message_length": largestMessage,
  });
  addProvider(server, options);
  addShutdown(server, options.onShutdown);
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${options.socket}`, credentialsOf(options.encryption), (error) => (error ? reject(error) : resolve()));
  });
}

function addProvider(server: Server, { service, onFailure }: GrpcServerOptions): void {
  const methods = createMethods();
  const handlers: UntypedServiceImplementation = {};
  for (const { name } of methods) {
    handlers[name] = (call: { request: object }, reply: (error: object | null, response?: object) => void) => {
      answer(service, name, call.request).then(
        (response) => reply(null, response),
        (error: unknown) => reply({ code: status.INTERNAL, details: onFailure(name, error) }),
      );
    };
  }
  server.addService(definitionOf(methods), handlers);
}

async function answer(service: () => Promise<ProviderService>, name: keyof ProviderService, request: object): Promise<object> {
  const provider = await service();
  const method: (request: never) => Promise<object> = provider[name].bind(provider);
  // `createMethods` decodes for each function what it takes: from here on its table stands for the types.
  return method(request as never);
}

/** The process ends once the reply is sent: Terraform waits two seconds for one that goes before, or does not go. */
function addShutdown(server: Server, onShutdown: () => void): void {
  const nothing = { encode: () => Buffer.alloc(0), decode: () => ({}) };
  const shutdown = (_call: object, reply: (error: null, response: object) => void): void => {
    reply(null, {});
    const patience = setTimeout(onShutdown, 500);
    server.tryShutdown(() => {
      clearTimeout(patience);
      onShutdown();
    });
  };
  const methods = [{ name: "shutdown", path: shutdownPath, request: nothing, response: nothing }];
  server.addService(definitionOf(methods), { shutdown });
}

function definitionOf(methods: readonly (Omit<RpcMethod, "name"> & { readonly name: string })[]): ServiceDefinition {
  return Object.fromEntries(
    methods.map(({ name, path, request, response }) => [
      name,
      {
        path,
        requestStream: false,
        responseStream: false,
        requestSerialize: request.encode,
        requestDeserialize: request.decode,
        responseSerialize: response.encode,
        responseDeserialize: response.decode,
      },
    ]),
  );
}

function credentialsOf(encryption: Encryption | undefined): ServerCredentials {
  if (encryption === undefined) return ServerCredentials.createInsecure();
  const { certificate, clientCertificate } = encryption;
  const pair = { cert_chain: Buffer.from(certificate.certificatePem), private_key: Buffer.from(certificate.keyPem) };
  return ServerCredentials.createSsl(Buffer.from(clientCertificate), [pair], true);
}

type NestedMessages = NonNullable<protobuf.INamespace["nested"]>;

/** Writes and reads messages of one type. */
interface MessageCodec {
  readonly encode: (message: object) => Buffer;
  /** The message with every field: what was not sent is empty, zero, or null where it is a message. Of fields that exclude each other, only the one that was sent. */
  readonly decode: (bytes: Uint8Array) => object;
}

/** A method on the wire. */
interface RpcMethod {
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
