import { advice, type Purpose } from "./advice.js";

/** A cause of a failed request, as Node and the client report it. */
export interface Cause {
  readonly code: string;
  readonly syscall: string;
  readonly message: string;
}

/** Why a server cannot be reached, in plain words. */
export interface Unreachable {
  readonly reason: string;
  readonly hint: string;
  /** A repeat cannot help. */
  readonly hopeless: boolean;
}

/** The causes of a failed request. An attempt on several addresses of one name fails with one error for each. */
export function causesOf(error: unknown): Cause[] {
  if (error instanceof AggregateError) return error.errors.flatMap(causesOf);
  if (!(error instanceof Error)) return [];
  const text = (name: string): string => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : "";
  };
  return [{ code: text("code"), syscall: text("syscall"), message: error.message }];
}

/** Why nothing reached the server at an address, in place of the words of the system and of OpenSSL. Undefined if the cause is none of the network or of TLS. */
export function whyUnreachable({ code, syscall }: Cause, url: string, purpose: Purpose): Unreachable | undefined {
  const { hostname, port, protocol } = new URL(url);
  const server = `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
  const { address } = advice[purpose];
  const lasting = (reason: string, hint: string) => ({ reason, hint, hopeless: true });
  const passing = (reason: string, hint: string) => ({ reason, hint, hopeless: false });
  switch (code) {
    case "ENOTFOUND":
      return lasting(`the host ${hostname} is not known`, `${address} Or is this computer not in the network of the server?`);
    case "EAI_AGAIN":
      return passing(`no name server says where the host ${hostname} is`, `Check the network of this computer. ${address}`);
    case "ECONNREFUSED":
      return passing(
        `the server at ${server} refuses the connection`,
        `Check that the server is up, and that the port is right. ${address}`,
      );
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return passing(`the network has no way to ${server}`, `Check the network of this computer. ${address}`);
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
      return lasting(
        `the server at ${server} speaks http, not https`,
        `Begin the URL with http://, or use the port for https. ${address}`,
      );
    case "CERT_HAS_EXPIRED":
      return lasting(
        `the certificate of ${hostname} has expired`,
        "Renew the certificate on the server, or correct the clock of this computer.",
      );
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return lasting(`the certificate of the server is not for the host ${hostname}`, address);
  }
  if (code === "ETIMEDOUT" && syscall === "connect")
    return passing(`${server} does not answer`, `Check that the server is up, and that no firewall is between. ${address}`);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY_LEAF_SIGNATURE/.test(code))
    return lasting(`this computer does not trust the certificate of ${hostname} (${code})`, advice[purpose].authority);
  return /ERR_TLS|^ERR_SSL|EPROTO/.test(code)
    ? lasting(
        `the server at ${server} and trueup agree on no TLS connection (${code})`,
        `Check which versions of TLS the server takes. ${address}`,
      )
    : undefined;
}
