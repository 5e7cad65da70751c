import { spawn, type ChildProcess } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { Client, credentials, type ChannelCredentials, type ServiceError } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { createCertificate, type Certificate } from "../../src/terraform/plugin/certificate.js";
import { createMethods, shutdownPath } from "../../src/terraform/plugin/server.js";
import type { DynamicValue, ProviderService, SentValue } from "../../src/terraform/plugin/service.js";

/** A message as it was received: with every field. */
export type Received<Message> = {
  readonly [Name in keyof Message]-?: NonNullable<Message[Name]> extends SentValue
    ? DynamicValue | null
    : NonNullable<Message[Name]> extends readonly (infer Item extends object)[]
      ? readonly Received<Item>[]
      : NonNullable<Message[Name]>;
};

/** A request: what is left out is not sent. */
export type Sent<Request> = {
  readonly [Name in keyof Request]?: Request[Name] extends DynamicValue | null ? SentValue | null : Request[Name];
};

/** The calls of Terraform's core, typed by what a provider answers. They fail with grpc-js's ServiceError. */
export type Calls = {
  readonly [Name in keyof ProviderService]: (
    request?: Parameters<ProviderService[Name]> extends [infer Request] ? Sent<Request> : object,
  ) => Promise<Received<Awaited<ReturnType<ProviderService[Name]>>>>;
};

/** How a provider is started: as Terraform does it, unless these say otherwise. */
export interface Starting {
  readonly arguments?: readonly string[];
  /** Beside PATH; `undefined` takes a variable away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly directory?: string;
  /** False to be told to go without TLS, as TF_DISABLE_PLUGIN_TLS tells it. */
  readonly encrypted?: boolean;
}

/** A provider process that has said its first line, or ended. */
export interface StartedProvider {
  readonly process: ChildProcess;
  /** Standard output so far, and standard error. */
  stdout(): string;
  stderr(): string;
  /** Its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** What stands between the bars of its first line: core version, protocol, network, address, kind, certificate. */
  readonly handshake: readonly string[];
}

/** Its calls too. */
export interface ConnectedProvider extends StartedProvider {
  readonly calls: Calls;
  /** GRPCController.Shutdown, and what it took until the process was gone. */
  shutdown(): Promise<void>;
}

const cookie = { TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2" };
const largest = 256 * 1024 * 1024;

/** The certificate of the client that these tests are. */
export const clientCertificate: Certificate = createCertificate();

/** The environment in which Terraform starts a provider. */
export function coreEnvironment(encrypted = true): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    ...cookie,
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    PLUGIN_MIN_PORT: "10000",
    PLUGIN_MAX_PORT: "25000",
    ...(encrypted ? { PLUGIN_CLIENT_CERT: clientCertificate.certificatePem } : {}),
  };
}

/** Starts a provider and waits for its first line, or its end. It ends with the test. */
export async function startProvider(executable: string, starting: Starting = {}): Promise<StartedProvider> {
  const child = spawn(executable, starting.arguments ?? [], {
    cwd: starting.directory,
    env: { ...coreEnvironment(starting.encrypted), ...starting.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  child.stderr.on("data", (chunk: Buffer) => void (stderr += chunk.toString()));
  const said = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes("\n")) resolve();
    });
  });
  await Promise.race([said, ended]);
  const handshake = (stdout.split("\n")[0] ?? "").split("|");
  return { process: child, stdout: () => stdout, stderr: () => stderr, ended, handshake };
}

/** Starts a provider, shakes hands with it as Terraform's core does, and calls it. */
export async function connectProvider(executable: string, starting: Starting = {}): Promise<ConnectedProvider> {
  const started = await startProvider(executable, starting);
  const [, protocol, network, address = "", kind, certificate = ""] = started.handshake;
  if (protocol !== "6" || network !== "unix" || kind !== "grpc") {
    throw new Error(`no handshake: ${started.stdout()}\n${started.stderr()}`);
  }
  const client = connect(address, starting.encrypted === false ? undefined : certificate);
  onTestFinished(() => client.close());
  return {
    ...started,
    calls: callsOf(client),
    async shutdown() {
      await call(
        client,
        shutdownPath,
        () => Buffer.alloc(0),
        () => ({}),
        {},
      );
      await started.ended;
    },
  };
}

/** A client for the socket that takes exactly the server of the certificate, and has one itself unless told otherwise. */
export function connect(socket: string, certificate: string | undefined, own: Certificate | null = clientCertificate): Client {
  return new Client(`unix:${socket}`, credentialsOf(certificate, own), {
    "grpc.ssl_target_name_override": "localhost",
    "grpc.default_authority": "localhost",
    "grpc.max_receive_message_length": largest,
    "grpc.max_send_message_length": largest,
  });
}

function credentialsOf(certificate: string | undefined, own: Certificate | null): ChannelCredentials {
  if (certificate === undefined) return credentials.createInsecure();
  const server = Buffer.from(new X509Certificate(Buffer.from(certificate, "base64")).toString());
  return own === null
    ? credentials.createSsl(server)
    : credentials.createSsl(server, Buffer.from(own.keyPem), Buffer.from(own.certificatePem));
}

/** The typed calls over a client. */
export function callsOf(client: Client): Calls {
  const calls = createMethods().map(({ name, path, request, response }) => [
    name,
    (sent: object = {}) => call(client, path, () => request.encode(sent), response.decode, sent),
  ]);
  return Object.fromEntries(calls) as Calls;
}

function call(
  client: Client,
  path: string,
  encode: (message: object) => Buffer,
  decode: (bytes: Buffer) => object,
  message: object,
): Promise<object> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, encode, decode, message, (error: ServiceError | null, response?: object) => {
      if (error) reject(error);
      else resolve(response ?? {});
    });
  });
}
