import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { passwordGrant } from "../../src/platform/index.js";
import { tokenInfo } from "../../src/platform/oauth/tokens.js";
import { createCertificate } from "../../src/terraform/plugin/certificate.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

/** A platform behind TLS with a certificate that it signed itself. */
async function secured() {
  const behind = await platform({ seed: "default" });
  const { certificatePem, keyPem } = createCertificate();
  const server = createServer({ cert: certificatePem, key: keyPem }, (incoming, reply) => {
    const { method, headers, url } = incoming;
    const { port } = new URL(behind.url);
    const outgoing = request({ port, host: "127.0.0.1", method, path: url, headers: { ...headers, host: `127.0.0.1:${port}` } });
    outgoing.on("response", (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return { url, token: behind.token, certificatePem, keyPem };
}

test("an instance whose authority the project file names is reached, and only by that authority", async () => {
  const { url, token, certificatePem, keyPem } = await secured();
  const instances = ["own", "other", "lost", "key"].map((name) => `  ${name}: { url: "${url}", ca: ca/${name}.pem }\n`).join("");
  const cwd = directory({
    "ops/trueup.yaml": `instances:\n${instances}  none: { url: "${url}" }\n`,
    "ops/ca/own.pem": certificatePem,
    "ops/ca/other.pem": createCertificate().certificatePem,
    "ops/ca/key.pem": `${certificatePem}${keyPem}`,
  });
  const call = async (instance: string) => {
    const words = ["api", "/version", "--config", "ops/trueup.yaml", "--instance", instance];
    return inProcess(words, { cwd, env: { TRUEUP_TOKEN: token, TRUEUP_BACKOFF_MS: "1" } });
  };
  expect(await call("own")).toMatchObject({ code: 0, stdout: expect.stringContaining('"version"') as string });
  for (const name of ["other", "none"]) expect(await call(name)).toMatchObject({ code: 1, stdout: "" });
  expect((await call("lost")).stderr).toMatch(
    /the certificates in ops\/ca\/lost\.pem cannot be used: ENOENT \[instance\.ca\]\n {2}at ops\/trueup\.yaml:4:/,
  );
  expect((await call("key")).stderr).toContain("the file holds a private key");
});

test("logins reach a server of an own authority in the same way", async () => {
  const { url, token, certificatePem: ca } = await secured();
  await expect(tokenInfo({ url }, token)).rejects.toMatchObject({ code: "oauth.unreachable" });
  // It answers, which a personal token is no OAuth token for.
  await expect(tokenInfo({ url, ca }, token)).rejects.toMatchObject({ code: "oauth.invalid_token" });
  await expect(passwordGrant({ url, ca, username: "nobody", password: "wrong-password" })).rejects.not.toMatchObject({
    code: "oauth.unreachable",
  });
});
