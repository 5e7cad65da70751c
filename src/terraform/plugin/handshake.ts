/** How Terraform is to be spoken to. */
export interface Handshake {
  /** The certificate of the one client that is let in; undefined where Terraform is told to go without TLS. */
  readonly clientCertificate: string | undefined;
}

const cookie = ["TF_PLUGIN_MAGIC_COOKIE", "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"] as const;
/** The version of the plugin protocol that is spoken here, the only one. */
const protocolVersion = 6;

/** What Terraform asks of a plugin that it starts; a sentence where it was not Terraform, or one that speaks no protocol that is known here. */
export function readHandshake(environment: NodeJS.ProcessEnv): Handshake | string {
  const [name, value] = cookie;
  if (environment[name] !== value) {
    return "This is a provider of Terraform, which Terraform starts by itself. `trueup terraform install` puts it where Terraform finds it; `--debug` starts it by hand, for TF_REATTACH_PROVIDERS.";
  }
  const offered = (environment["PLUGIN_PROTOCOL_VERSIONS"] ?? "").split(",");
  if (!offered.includes(String(protocolVersion))) {
    return `This Terraform speaks version ${offered.join(", ") || "?"} of the plugin protocol, and this provider version ${protocolVersion}. Use Terraform 1.11 or later.`;
  }
  return { clientCertificate: environment["PLUGIN_CLIENT_CERT"] || undefined };
}

/** The line that tells Terraform where to call. The certificate goes in base64 without the padding, which Terraform does not take. */
export function handshakeLine(socket: string, certificate: Buffer | undefined): string {
  const encoded = certificate?.toString("base64").replace(/=+$/, "") ?? "";
  return `1|${protocolVersion}|unix|${socket}|grpc|${encoded}\n`;
}

/** The line for the environment of a Terraform that is to use a provider which runs already. */
export function reattachLine(source: string, socket: string): string {
  const reattach = {
    [source]: {
      Protocol: "grpc",
      ProtocolVersion: protocolVersion,
      Pid: process.pid,
      // Else Terraform ends the provider with its first command.
      Test: true,
      Addr: { Network: "unix", String: socket },
    },
  };
  return `TF_REATTACH_PROVIDERS='${JSON.stringify(reattach).replaceAll("'", String.raw`'\''`)}'\n`;
}
