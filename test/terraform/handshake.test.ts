import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join, dirname } from "node:path";
import { createSecureContext } from "node:tls";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { readDynamicValue, writeDynamicValue } from "../../src/terraform/cty/dynamic-value.js";
import { objectValue, type CtyValue } from "../../src/terraform/cty/value.js";
import { createCertificate } from "../../src/terraform/plugin/certificate.js";
import { directory } from "../harness/directory.js";
import { takesAll } from "../ring.js";
import { callsOf, connect, connectProvider, coreEnvironment, startProvider } from "./core-client.js";
import { thing } from "./echo-service.js";
import { bundleEcho } from "./echo.js";
import { isRunning } from "./running.js";

const echo = bundleEcho();
afterAll(() => echo.remove());

const valueOf = (attributes: { readonly [name: string]: CtyValue }) =>
  writeDynamicValue(objectValue(Object.entries(attributes)), thing);

describe("the certificate of a provider", () => {
  it("is one that OpenSSL takes, whatever its length: 400 in a row", () => {
    for (let count = 0; count < 400; count += 1) {
      const { der, certificatePem, keyPem } = createCertificate();
      expect(() => createSecureContext({ cert: certificatePem, key: keyPem, ca: certificatePem })).not.toThrow();
      expect(new X509Certificate(certificatePem).raw).toEqual(der);
    }
  });

  it("is for localhost, by its alternative name, for today and a year, and signed by itself", () => {
    const certificate = new X509Certificate(createCertificate().der);
    expect(certificate.checkHost("localhost")).toBe("localhost");
    expect(certificate.subjectAltName).toBe("DNS:localhost");
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
    expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now());
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 364 * 24 * 3_600_000);
  });
});

describe("a provider that Terraform starts", () => {
  it("says one line with its certificate in base64 without padding, and answers over it", async () => {
    const provider = await connectProvider(echo.executable);
    expect(provider.stdout()).toMatch(/^1\|6\|unix\|\/[^|]+\|grpc\|[A-Za-z0-9+/]+\n$/);
    const { provider: own, resourceSchemas, serverCapabilities } = await provider.calls.getProviderSchema();
    expect(own).toMatchObject({ version: 0 });
    expect(resourceSchemas["echo_thing"]?.block.attributes.map(({ name }) => name)).toEqual(Object.keys(thing[1]));
    expect(serverCapabilities.getProviderSchemaOptional).toBe(true);
  });

  it("answers Shutdown, is gone then, and leaves no file", async () => {
    const provider = await connectProvider(echo.executable);
    const made = dirname(provider.handshake[3] ?? "");
    expect(existsSync(made)).toBe(true);
    await provider.shutdown();
    expect(await provider.ended).toBe(0);
    expect(existsSync(made)).toBe(false);
  });

  it("lets nobody in but the client whose certificate it was given", async () => {
    const { handshake, calls } = await connectProvider(echo.executable);
    const [, , , socket = "", , certificate = ""] = handshake;
    for (const own of [null, createCertificate()]) {
      const stranger = connect(socket, certificate, own);
      await expect(callsOf(stranger).getProviderSchema()).rejects.toThrow("UNAVAILABLE");
      stranger.close();
    }
    const plain = connect(socket, undefined);
    await expect(callsOf(plain).getProviderSchema()).rejects.toThrow("UNAVAILABLE");
    plain.close();
    await expect(calls.getMetadata()).resolves.toMatchObject({ resources: [{ typeName: "echo_thing" }] });
  });

  it("speaks without TLS where it is given no certificate, as TF_DISABLE_PLUGIN_TLS has it", async () => {
    const { handshake, calls } = await connectProvider(echo.executable, { encrypted: false });
    expect(handshake[5]).toBe("");
    await expect(calls.getMetadata()).resolves.toMatchObject({ resources: [{ typeName: "echo_thing" }] });
  });

  it.each([
    ["without Terraform's cookie", { TF_PLUGIN_MAGIC_COOKIE: undefined }, "which Terraform starts by itself"],
    ["with another cookie", { TF_PLUGIN_MAGIC_COOKIE: "d602" }, "which Terraform starts by itself"],
    ["by a Terraform that speaks protocol 5 alone", { PLUGIN_PROTOCOL_VERSIONS: "4,5" }, "This Terraform speaks version 4, 5"],
    ["by a Terraform that says no protocol", { PLUGIN_PROTOCOL_VERSIONS: undefined }, "Use Terraform 1.11 or later"],
  ])("started %s says so in a sentence and ends with 1", async (_name, environment, sentence) => {
    const provider = await startProvider(echo.executable, { environment });
    expect(await provider.ended).toBe(1);
    expect(provider.stdout()).toBe("");
    expect(provider.stderr()).toContain(sentence);
    expect(provider.stderr().trim().split("\n")).toHaveLength(1);
  });

  it.each([
    ["a long name", "x".repeat(100)],
    ["a bar in its name, which parts the words of the first line", "a|b"],
  ])("finds a place for its socket although the directory for temporary files has %s", async (_name, name) => {
    const awkward = join(directory(), name);
    mkdirSync(awkward);
    const provider = await connectProvider(echo.executable, { environment: { TMPDIR: awkward } });
    expect(provider.handshake[3]?.length).toBeLessThan(104);
    expect(readdirSync(awkward)).toEqual([]);
    await provider.shutdown();
    const own = directory();
    const placed = await connectProvider(echo.executable, { environment: { TMPDIR: awkward, PLUGIN_UNIX_SOCKET_DIR: own } });
    expect(placed.handshake[3]).toContain(own);
  });

  it("takes away what killed providers left, and nothing else", async () => {
    const parent = directory();
    const environment = { TMPDIR: parent };
    const alive = await connectProvider(echo.executable, { environment });
    const make = (name: string, days: number): string => {
      mkdirSync(join(parent, name));
      writeFileSync(join(parent, name, "s"), "");
      return age(join(parent, name), days);
    };
    const age = (path: string, days: number): string => {
      const then = new Date(Date.now() - days * 24 * 3_600_000);
      utimesSync(path, then, then);
      return path;
    };
    const left = make("trueup-provider-aaaaaa", 2);
    const kept = [
      make("trueup-provider-bbbbbb", 0.9),
      make("other-provider-cccccc", 9),
      age(dirname(alive.handshake[3] ?? ""), 3),
    ];
    const next = await connectProvider(echo.executable, { environment });
    await expect.poll(() => existsSync(left)).toBe(false);
    await next.shutdown();
    expect(kept.filter((path) => !existsSync(path))).toEqual([]);
    await expect(alive.calls.getMetadata()).resolves.toBeDefined();
  });

  it("is gone soon after Terraform was killed", async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `import { spawn } from "node:child_process";
        const child = spawn(process.argv[1], { stdio: ["ignore", "pipe", "ignore"], detached: true });
        child.stdout.once("data", (line) => { process.stdout.write(child.pid + " " + line); process.kill(process.pid, "SIGKILL"); });`,
        echo.executable,
      ],
      { env: coreEnvironment() },
    ).catch((error: { readonly stdout: string }) => error);
    const [pid = "", line = ""] = stdout.split(" ");
    expect(Number(pid)).toBeGreaterThan(1);
    await expect.poll(() => isRunning(Number(pid)), { timeout: 60_000 }).toBe(false);
    expect(existsSync(dirname(line.split("|")[3] ?? ""))).toBe(false);
  });

  it("goes on when Ctrl-C reaches it, and ends at SIGTERM without leaving a file", async () => {
    const provider = await connectProvider(echo.executable);
    const slow = provider.calls.applyResourceChange({
      typeName: "echo_thing",
      plannedState: valueOf({ text: "kept", wait: 300 }),
    });
    provider.process.kill("SIGINT");
    await provider.calls.stopProvider();
    expect(readDynamicValue((await slow).newState, thing)).toMatchObject({ text: "kept" });
    provider.process.kill("SIGTERM");
    expect(await provider.ended).toBe(0);
    expect(existsSync(dirname(provider.handshake[3] ?? ""))).toBe(false);
  });

  it("shakes hands a hundred times in a row without one failure (in the gate three times)", async () => {
    for (let count = 0; count < (takesAll ? 100 : 3); count += 1) {
      const provider = await connectProvider(echo.executable);
      await expect(provider.calls.getMetadata()).resolves.toBeDefined();
      await provider.shutdown();
    }
  });

  it("takes and gives values of many megabytes", async () => {
    const { calls } = await connectProvider(echo.executable);
    const text = "é".repeat(3_000_000);
    const { newState } = await calls.readResource({ typeName: "echo_thing", currentState: valueOf({ text }) });
    expect(readDynamicValue(newState, thing)).toMatchObject({ text });
  });
});

describe("a provider started with --debug", () => {
  it("prints what Terraform needs to find it, serves without TLS, and ends at Ctrl-C", async () => {
    const provider = await startProvider(echo.executable, {
      arguments: ["--debug"],
      environment: { TF_PLUGIN_MAGIC_COOKIE: undefined },
    });
    const [, json = ""] = /^TF_REATTACH_PROVIDERS='(.*)'\n$/.exec(provider.stdout()) ?? [];
    const reattach = JSON.parse(json)["registry.terraform.io/trueup/echo"];
    expect(reattach).toMatchObject({ Protocol: "grpc", ProtocolVersion: 6, Pid: provider.process.pid, Test: true });
    const client = connect(reattach.Addr.String, undefined);
    await expect(callsOf(client).getMetadata()).resolves.toBeDefined();
    client.close();
    provider.process.kill("SIGINT");
    expect(await provider.ended).toBe(0);
    expect(existsSync(dirname(reattach.Addr.String))).toBe(false);
  });
});

describe("what a provider prints", () => {
  const secret = "sesame-open-1234";
  const plan = async (act: string) => {
    const provider = await connectProvider(echo.executable);
    const outcome = provider.calls.planResourceChange({ typeName: "echo_thing", config: valueOf({ text: secret, act }) });
    return { provider, outcome };
  };

  it("goes to the log as JSON that Terraform reads, and never to standard output", async () => {
    const { provider, outcome } = await plan("print");
    await outcome;
    expect(provider.stdout().split("\n")).toHaveLength(2);
    const lines = provider
      .stderr()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line): unknown => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ "@level": "info", "@message": `printed ${secret}`, "@module": "trueup" }),
      expect.objectContaining({
        "@message": `logged ${secret}`,
        words: secret,
        "@timestamp": expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{6}Z$/),
      }),
    ]);
    expect(provider.stderr()).toContain("written to standard output");
  });

  it("has no secret in it: not in the log, not in errors", async () => {
    const { provider, outcome } = await plan("secret print throw");
    await expect(outcome).rejects.toThrow("INTERNAL: thrown: [secret]");
    await expect(outcome).rejects.not.toThrow(secret);
    expect(provider.stderr()).toContain("thrown: [secret]");
    expect(provider.stderr()).not.toContain(secret);
    await expect(provider.calls.getMetadata()).resolves.toBeDefined();
  });

  it.each(["crash", "reject"])("of a %s is one line without a secret, and the process ends with 1", async (act) => {
    const { provider, outcome } = await plan(`secret ${act}`);
    await outcome.catch(() => undefined);
    expect(await provider.ended).toBe(1);
    expect(provider.stderr().trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(provider.stderr())).toMatchObject({
      "@level": "error",
      "@message": expect.stringMatching(/^the provider crashed: Error: (crashed|rejected): \[secret\]$/),
    });
    expect(provider.stderr()).not.toContain(secret);
    expect(existsSync(dirname(provider.handshake[3] ?? ""))).toBe(false);
  });
});
