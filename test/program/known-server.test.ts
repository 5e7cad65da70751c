import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { knownServers } from "../../src/program/project/known-server.js";
import type { Project, ProjectInstance } from "../../src/program/project/project.js";
import { directory } from "../harness/directory.js";

const origin = { file: "trueup.yaml", line: 2, column: 3 };

function instance(name: string, more: Partial<ProjectInstance> = {}): ProjectInstance {
  return {
    name,
    url: `https://${name}.example.com`,
    origin,
    allowHttp: [],
    tokenVariable: `ACCESS_${name.toUpperCase()}`,
    vars: new Map(),
    freezes: [],
    ...more,
  };
}

function project(...instances: readonly ProjectInstance[]): Project {
  return {
    file: "trueup.yaml",
    place: { file: "/trueup.yaml" },
    instances: new Map(instances.map((one) => [one.name, one])),
    defaults: [],
    freezes: [],
  };
}

const [staging, production] = [instance("staging"), instance("production")];

describe("the variable that holds a token", () => {
  it("is that of the instance at an address, whichever was chosen", () => {
    for (const chosen of [undefined, staging, production]) {
      const known = knownServers(project(staging, production), chosen, "/");
      expect(known("https://staging.example.com")).toEqual({ tokenVariable: "ACCESS_STAGING" });
      expect(known("https://production.example.com")).toEqual({ tokenVariable: "ACCESS_PRODUCTION" });
    }
  });

  it("is none for an address that the project file does not name, although an instance was chosen", () => {
    for (const chosen of [undefined, staging]) {
      const known = knownServers(project(staging, production), chosen, "/");
      for (const url of ["https://rehearsal.example.com", "https://staging.example.com/below", "http://staging.example.com"])
        expect(known(url), url).toBeUndefined();
    }
  });

  it("is that of the chosen one where two have the same address", () => {
    const twin = instance("twin", { url: staging.url });
    expect(knownServers(project(staging, twin), twin, "/")(staging.url)).toEqual({ tokenVariable: "ACCESS_TWIN" });
  });
});

describe("certificates", () => {
  const certificate = "-----BEGIN CERTIFICATE-----\nMAo=\n-----END CERTIFICATE-----\n";
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 1024,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const keys = {
    "PKCS 8": privateKey,
    "PKCS 1": createPrivateKey(privateKey).export({ type: "pkcs1", format: "pem" }).toString(),
  };
  const caOf = (text: string) => {
    const path = join(directory({ "ca.pem": text }), "ca.pem");
    return knownServers(project(instance("own", { ca: { path, origin } })), undefined, "/")("https://own.example.com")?.ca;
  };

  it("are read from the file", () => {
    expect(caOf(certificate)).toBe(certificate);
  });

  it.each(Object.entries(keys))("are refused beside a private key of the form %s", (_, key) => {
    expect(() => caOf(`${certificate}${key}`)).toThrow("the file holds a private key");
  });
});
