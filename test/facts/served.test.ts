import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defineKind } from "../../src/core/kind.js";
import { compactText } from "../../src/facts/compact.js";
import { correct, readCorrections } from "../../src/facts/corrections.js";
import { readEvidence } from "../../src/facts/evidence.js";
import { readFacts } from "../../src/facts/read-facts.js";
import type { OperationFacts, ReleaseFacts } from "../../src/facts/release.js";
import { servedFacts, type ServingFacts } from "../../src/facts/served.js";
import { kinds } from "../../src/kinds/index.gen.js";

const top = new URL("../../facts/", import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, top), "utf8");
const evidence = readEvidence(textOf("evidence.yaml"));
const corrections = readCorrections(textOf("corrections.yaml"));
const serving: ServingFacts = {
  releases: ["17.10", "19.0"].map((release) => correct(readFacts(textOf(`${release}.json`)), corrections)),
  evidence,
  dates: (_kind, attribute) => (attribute === "enforce_terms" ? { since: "18.2" } : {}),
  isSecret: (kind, key, name) => (name === "dim" ? undefined : `${kind}.${key} ${name}` === "integration.jira password"),
  kinds,
};
const served = servedFacts("19.0", serving);
const older = servedFacts("17.10", serving);

describe("the served facts of a release", () => {
  it("have the type of every parameter of settings, of which the server declares none", () => {
    const params = served.operations["PUT /application/settings"]?.params ?? {};
    expect(params["enforce_terms"]?.type).toBe("boolean");
    expect(params["throttle_protected_paths_requests_per_period"]?.type).toBe("integer");
    expect(params["kroki_formats"]).toEqual({ type: "object", items: { type: "boolean" } });
    expect(params["elasticsearch_code_scope"]?.type).toBe("boolean");
  });

  it("show what is written in the type in which it is written", () => {
    const reply = served.operations["GET /application/settings"]?.reply ?? {};
    expect(reply["enforce_terms"]?.type).toBe("boolean");
    expect(reply["domain_allowlist"]?.type).toBe("array");
    const group = older.operations["GET /groups/{id}"]?.reply ?? {};
    expect(group["lfs_enabled"]?.type).toBe("boolean");
    expect(group["default_branch_protection_defaults"]?.type).toBe("object");
  });

  it("call no key of a reply a text for want of a type", () => {
    const things = ["/application/settings", "/groups/{id}", "/projects/{id}"];
    const wrong = things.flatMap((thing) => {
      const params = served.operations[`PUT ${thing}`]?.params ?? {};
      const reply = served.operations[`GET ${thing}`]?.reply ?? {};
      return Object.entries(params).flatMap(([name, { type, format }]) => {
        const shown = reply[name]?.type;
        return shown === undefined || format === "binary" || shown === type
          ? []
          : [`${thing} ${name}: ${type}, shown as ${shown}`];
      });
    });
    expect(wrong).toEqual([
      "/application/settings elasticsearch_url: string, shown as array",
      "/application/settings polling_interval_multiplier: number, shown as string",
    ]);
  });

  it("are read from their file as they were written", () => {
    for (const one of [served, older]) expect(readFacts(compactText(one))).toEqual(one);
  });

  it("take in what the specification of an older release lacks, less what is dated later", () => {
    const params = older.operations["PUT /application/settings"]?.params ?? {};
    expect(params["admin_mode"]).toEqual({ type: "boolean" });
    expect(params).not.toHaveProperty("enforce_terms");
    expect(older.operations["GET /application/settings"]?.reply).not.toHaveProperty("enforce_terms");
    expect(served.operations["PUT /application/settings"]?.params).toHaveProperty("enforce_terms");
  });

  it("say which texts are secrets", () => {
    const { password, username } = served.operations["PUT /projects/{id}/integrations/jira"]?.params ?? {};
    expect(password).toEqual({ type: "string", required: true, secret: true });
    expect(username).toEqual({ type: "string" });
  });

  it("give an older release no integration that came later", () => {
    expect(served.operations).toHaveProperty(["PUT /projects/{id}/integrations/linear"]);
    expect(older.operations).not.toHaveProperty(["PUT /projects/{id}/integrations/linear"]);
  });

  it("are those of known releases only", () => {
    expect(() => servedFacts("18.0", serving)).toThrow("no facts of release 18.0");
  });
});

describe("an operation that stands in", () => {
  const lamp = defineKind({
    name: "lamp",
    title: "Lamp",
    description: "A light.",
    source: "nothing",
    parents: { instance: { file: "lamp", routes: { read: "GET /lamp", update: "PUT /lamp" } } },
    fields: {},
    example: {},
  });
  const params = {
    colour: { type: "string" },
    parts: { type: "object", properties: { shade: { type: "string" }, foot: { type: "string" } } },
  };
  const facts = (release: string, operation: OperationFacts | undefined): ReleaseFacts => ({
    release,
    operations: operation ? { "PUT /lamp": operation } : {},
  });
  const lamps = (...releases: readonly ReleaseFacts[]): ServingFacts => ({
    releases,
    evidence,
    dates: (kind, attribute) => (kind === "lamp" && attribute === "parts.foot" ? { since: "18.5" } : {}),
    isSecret: (_kind, _key, name) => (name === "dim" ? undefined : false),
    kinds: new Map([["lamp", lamp]]),
  });

  it("has no inner attribute that is dated later", () => {
    const known = lamps(facts("17.10", undefined), facts("19.0", { params }));
    expect(servedFacts("17.10", known).operations["PUT /lamp"]?.params?.["parts"]?.properties).toEqual({
      shade: { type: "string" },
    });
    expect(servedFacts("19.0", known).operations["PUT /lamp"]?.params).toEqual(params);
  });

  it("has a text that nobody decided about as a secret", () => {
    const dim = { dim: { type: "string" }, dim_enabled: { type: "string" }, hue: { type: "string" } };
    const operation = servedFacts("19.0", lamps(facts("19.0", { params: dim }))).operations["PUT /lamp"];
    expect(operation?.params).toEqual({
      dim: { type: "string", secret: true },
      dim_enabled: { type: "boolean" },
      hue: { type: "string" },
    });
  });

  it("is that of the next release that has it", () => {
    const known = lamps(
      facts("17.10", undefined),
      facts("19.0", { params }),
      facts("20.0", { params: { hue: { type: "string" } } }),
    );
    expect(Object.keys(servedFacts("17.10", known).operations["PUT /lamp"]?.params ?? {})).toEqual(["colour", "parts"]);
  });
});
