import { describe, expect, it } from "vitest";
import type { Declaration } from "../../src/core/declaration.js";
import type { Spec } from "../../src/core/json.js";
import { file, masked, secret } from "../../src/core/placeholders.js";
import { environmentExample } from "../../src/desired/write/environment.js";
import { checkDeclaration } from "../../src/desired/write/expressible.js";
import { kinds } from "../../src/program/kinds.js";

function faults(kind: string, spec: Spec, place: { path?: string; key?: string } = { path: "acme/web" }): string[] {
  return checkDeclaration({ kind, address: kind, spec, remarks: [], ...place }, kinds).map(
    ({ attribute, message }) => `${attribute} | ${message}`,
  );
}

describe("what a file cannot say", () => {
  it("is nothing of what people declare", () => {
    const spec = {
      description: "${env:HOME} stands here as it is",
      topics: ["a"],
      avatar: file("assets/a.png", "x"),
      import_url: secret("https://u:${env:ACME_TOKEN}@example.com"),
      container_expiration_policy: { enabled: true, keep_n: null },
    };
    expect(faults("project", spec)).toEqual([]);
  });

  it("is a name that no file may use, with all that stands under it", () => {
    expect(faults("project", {}, { path: "acme" })).toEqual([expect.stringMatching(/^ \| "acme": .*namespace/)]);
    expect(faults("topic", {}, { path: " b" })).toEqual([expect.stringMatching(/^ \| " b": .*space/)]);
    expect(faults("topic", {}, { path: "a:b" })).toEqual([]);
    expect(faults("topic", {}, { path: "constructor" })).toEqual([' | "constructor" cannot be used as a key']);
    expect(faults("approval_rule", { approvals_required: 1 }, { path: "acme/web", key: " Any" })).toEqual([
      expect.stringMatching(/^ \| " Any": .*space/),
    ]);
    expect(faults("approval_settings", {}, { path: "acme/w b" })).toEqual([expect.stringMatching(/^ \| "acme\/w b": /)]);
  });

  it("is told by its attribute: a number out of bounds, an item that is there twice; a word that is none of an enum's goes under unchecked", () => {
    expect(
      faults("project", { merge_method: "octopus", ci_default_git_depth: -1, topics: ["Go", "go"], description: "x" }).map(
        (fault) => fault.split(" | ")[0],
      ),
    ).toEqual(["ci_default_git_depth", "topics.1"]);
  });

  it("is a secret that nobody knows, and a number that would not come back as it is", () => {
    expect(faults("integration", { webhook: masked() }, { path: "acme/web", key: "pumble" })).toEqual([
      "webhook | the platform does not show it",
      " | webhook is required",
    ]);
    expect(faults("project", { build_timeout: 2 ** 60 })).toEqual(["build_timeout | the number is too large to be kept exactly"]);
  });

  it("is an attribute without its companion: the one that asks for it, never one that is not there", () => {
    expect(faults("application_settings", { spamfilter_enabled: true }, {})).toEqual([
      expect.stringMatching(/^spamfilter_enabled \| spamfilter_enabled needs spamfilter_api_key/),
    ]);
    expect(faults("approval_rule", { approvals_required: 1, users: [], groups: [] }, { path: "acme/web", key: "R" })).toEqual([
      expect.stringMatching(/^groups \| a regular rule without users and groups/),
    ]);
  });

  it("is a spelling that files read as another attribute", () => {
    expect(faults("project", { public_builds: true })).toEqual(["public_builds | a file cannot say it as it is"]);
  });
});

describe(".env.example", () => {
  const declarations: readonly Declaration[] = [
    { kind: "a", address: "a:x", spec: { one: secret("${env:B} ${env:A} ${file:f}"), two: "${env:C}" }, remarks: [] },
    { kind: "a", address: "a:w", spec: { three: "${env:D}", one: secret("${env:E}"), two: secret("${env:D}") }, remarks: [] },
    { kind: "a", address: "a:y\nZ=1", spec: { deep: [{ one: secret("${env:A}") }] }, remarks: [] },
  ];

  it("names every variable once, under what needs it, sorted, and nothing else", () => {
    expect(environmentExample(declarations)?.split("\n").slice(1)).toEqual([
      "# a:w one, two",
      "D=",
      "E=",
      "",
      "# a:x one",
      "B=",
      "",
      "# a:x one",
      "# a:y Z=1 deep.0.one",
      "A=",
      "",
    ]);
    expect(environmentExample([])).toBeUndefined();
  });

  it("that is there already keeps every line and gains only what it lacks", () => {
    expect(environmentExample(declarations, "# ours\nexport A=\nOTHER=x\nD=\nE=")).toBe(
      "# ours\nexport A=\nOTHER=x\nD=\nE=\n# a:x one\nB=\n",
    );
    expect(environmentExample(declarations, "A=\nB=\nD=\nE=")).toBe("A=\nB=\nD=\nE=");
  });
});
