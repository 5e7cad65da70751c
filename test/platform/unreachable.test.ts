import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { causesOf, whyUnreachable } from "../../src/platform/unreachable.js";
import { createCertificate } from "../../src/terraform/plugin/certificate.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { startServer } from "./local-server.js";

/** The port of a server that ends with the test. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The error of a plan against an address. */
async function errorOf(url: string, ...words: readonly string[]): Promise<string> {
  const cwd = directory({ "trueup.yaml": "topics: { a: { title: A } }\n" });
  const env = { TRUEUP_URL: url, TRUEUP_TOKEN: "token-of-nobody-0123", TRUEUP_BACKOFF_MS: "1" };
  const { code, stderr } = await inProcess(["plan", "trueup.yaml", ...words], { cwd, env });
  expect(code).toBe(1);
  return stderr.replaceAll(/\s+/g, " ").trim();
}

const check = "Check the URL: instance.url in the files, the project file, TRUEUP_URL or --url.";

describe("a server that cannot be reached is told in plain words:", () => {
  it("an unknown host", async () => {
    expect(await errorOf("https://platform.invalid")).toBe(
      `Error: GET /user could not reach https://platform.invalid: the host platform.invalid is not known [api.unreachable] hint: ${check} Or is this computer not in the network of the server?`,
    );
  });

  it("a port at which nothing listens", async () => {
    const server = await startServer(() => undefined);
    await server.close();
    expect(await errorOf(server.url)).toBe(
      `Error: GET /user could not reach ${server.url} (5 attempts): the server at ${new URL(server.url).host} refuses the connection [api.unreachable] hint: Check that the server is up, and that the port is right. ${check}`,
    );
  });

  it("https to a server that speaks http", async () => {
    const { url } = await startServer(({ json }) => json(200, {}));
    expect(await errorOf(url.replace("http:", "https:"))).toBe(
      `Error: GET /user could not reach ${url.replace("http:", "https:")}: the server at ${new URL(url).host} speaks http, not https [api.unreachable] hint: Begin the URL with http://, or use the port for https. ${check}`,
    );
  });

  it("a certificate that this computer does not trust", async () => {
    const { certificatePem, keyPem } = createCertificate();
    const port = await listening(createTlsServer({ cert: certificatePem, key: keyPem }));
    expect(await errorOf(`https://localhost:${port}`)).toBe(
      `Error: GET /user could not reach https://localhost:${port}: this computer does not trust the certificate of localhost (DEPTH_ZERO_SELF_SIGNED_CERT) [api.unreachable] hint: If an authority of your own signed it, set NODE_EXTRA_CA_CERTS to the file of its certificate, or name the file as ca of the instance in trueup.yaml.`,
    );
  });

  it("a TLS handshake that fails", async () => {
    const alert = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
    const port = await listening(createServer((socket) => void socket.once("data", () => socket.end(alert))));
    expect(await errorOf(`https://localhost:${port}`)).toBe(
      `Error: GET /user could not reach https://localhost:${port}: the server at localhost:${port} and trueup agree on no TLS connection (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE) [api.unreachable] hint: Check which versions of TLS the server takes. ${check}`,
    );
  });

  it("a server that accepts and never answers", async () => {
    const port = await listening(createServer((socket) => onTestFinished(() => void socket.destroy())));
    expect(await errorOf(`http://127.0.0.1:${port}`, "--timeout", "headers=1", "--timeout", "request=2")).toBe(
      "Error: GET /user got no complete reply: no complete reply within 2 s [api.no_reply] hint: Check the server and the network, then run again. To wait longer, give --timeout request=SECONDS.",
    );
  });
});

describe("a cause that no server of a test can have", () => {
  const reasonOf = (code: string, syscall = "") => {
    const [cause] = causesOf(Object.assign(new Error("raw words"), { code, syscall }));
    return cause && whyUnreachable(cause, "https://platform.example.com/base", "plan");
  };

  it.each([
    [
      "ETIMEDOUT",
      "connect",
      "platform.example.com:443 does not answer",
      "Check that the server is up, and that no firewall is between.",
      false,
    ],
    [
      "EHOSTUNREACH",
      "connect",
      "the network has no way to platform.example.com:443",
      "Check the network of this computer.",
      false,
    ],
    [
      "ENETUNREACH",
      "connect",
      "the network has no way to platform.example.com:443",
      "Check the network of this computer.",
      false,
    ],
    [
      "EAI_AGAIN",
      "getaddrinfo",
      "no name server says where the host platform.example.com is",
      "Check the network of this computer.",
      false,
    ],
  ])("has plain words, too: %s", (code, syscall, reason, hint, hopeless) => {
    expect(reasonOf(code, syscall)).toEqual({ reason, hint: `${hint} ${check}`, hopeless });
  });

  it("has plain words, too: a certificate that is old or of another host", () => {
    expect(reasonOf("CERT_HAS_EXPIRED")).toEqual({
      reason: "the certificate of platform.example.com has expired",
      hint: "Renew the certificate on the server, or correct the clock of this computer.",
      hopeless: true,
    });
    expect(reasonOf("ERR_TLS_CERT_ALTNAME_INVALID")).toEqual({
      reason: "the certificate of the server is not for the host platform.example.com",
      hint: check,
      hopeless: true,
    });
  });

  it("is left to its own words if it is another one", () => {
    expect(reasonOf("ECONNRESET", "read")).toBeUndefined();
  });
});
