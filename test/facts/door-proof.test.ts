// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { UnknownParameter } from "../../src/emulator/index.js";
import { compactText } from "../../src/facts/compact.js";
import { correct, readCorrections } from "../../src/facts/corrections.js";
import { type FactFiles, knownFacts, servedFiles } from "../../src/facts/known.js";
import { readFacts } from "../../src/facts/read-facts.js";
import { kinds } from "../../src/kinds/index.gen.js";
import { inProcess } from "../harness/command-line.js";
import { openFixture } from "../harness/fixture.js";

const top = new URL("../../facts/", import.meta.url);
const newest = "19.0.json";
const settings = "PUT /application/settings";
const group = "POST /groups";
const redmine = "PUT /projects/{id}/integrations/redmine";

/**
 * No correction of today adds what the program's own requests carry, so the specification is made to lie in three more places, as real ones do of commits: at the top of a
 * request, inside of a record, and of one integration.
 */
const lies = `
- {operations: ["${settings}"], parameters: {gitlab_shell_operation_limit: {absent: true}}, why: a lie}
- {operations: ["${group}"], parameters: {default_branch_protection_defaults.allow_force_push: {absent: true}}, why: a lie}
- {operations: ["${redmine}"], parameters: {project_url: {absent: true}}, why: a lie}
`;
const corrections = `
- {operations: ["${settings}"], parameters: {gitlab_shell_operation_limit: {added: true, type: integer}}, why: the truth}
- {operations: ["${group}"], parameters: {default_branch_protection_defaults.allow_force_push: {added: true, type: boolean}}, why: the truth}
- {operations: ["${redmine}"], parameters: {project_url: {added: true, type: string}}, why: the truth}
`;
const names = [
  `${redmine} project_url`,
  `${group} default_branch_protection_defaults[allow_force_push]`,
  `${settings} gitlab_shell_operation_limit`,
];

const files = {
  application_settings: { gitlab_shell_operation_limit: 7, throttle_authenticated_api_enabled: true },
  groups: {
    acme: {
      name: "Acme",
      default_branch_protection_defaults: { allow_force_push: true, allowed_to_push: [{ access_level: "maintainer" }] },
    },
  },
  projects: {
    "acme/web": {
      integrations: {
        redmine: {
          new_issue_url: "https://a.example/new",
          issues_url: "https://a.example/:id",
          project_url: "https://a.example",
        },
      },
    },
  },
};

/** What `schemas/facts` would hold of the newest release if its specification lied in the three places and the corrections had this text at their end. */
function served(more: string): string {
  const texts: FactFiles = new Map(
    readdirSync(top).map((name) => {
      const text = readFileSync(new URL(name, top), "utf8");
      if (name === newest) return [name, compactText(correct(readFacts(text), readCorrections(lies)))];
      return [name, name === "corrections.yaml" ? text + more : text];
    }),
  );
  const made = servedFiles(knownFacts(texts), kinds).get(newest);
  if (made === undefined) throw new Error(`nothing is served of ${newest}`);
  return made;
}

/** What a server with these facts does not know of the requests of one apply. */
async function toldOf(facts: string): Promise<{ readonly code: number | null; readonly told: readonly string[] }> {
  const told: UnknownParameter[] = [];
  const fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0",
    facts,
    onUnknown: (unknown) => void told.push(unknown),
  });
  try {
    fixture.write("files/trueup.yaml", JSON.stringify(files));
    const { code } = await fixture.run(["apply", "files", "--yes"]);
    const parts = told.map(({ operation, parameter }) => `${operation} ${parameter ?? "(whole)"}`);
    return { code, told: [...new Set(parts)].sort() };
  } finally {
    await fixture.close();
  }
}

describe("the door of the emulator", { tags: ["slow"] }, () => {
  it("is told nothing of an apply while the corrections say the truth of three parameters", async () => {
    expect(await toldOf(served(corrections))).toEqual({ code: 0, told: [] });
  });

  it("is told all three, each with its operation, once those three corrections are left out", async () => {
    const { code, told } = await toldOf(served(""));
    expect(told).toEqual([...names].sort());
    // What a server does not know it does not keep.
    expect(code).not.toBe(0);
  });

  it("is told the one that is left out, and of the others nothing", { tags: ["nightly"] }, async () => {
    const [, ...kept] = corrections.trim().split("\n");
    expect((await toldOf(served(`\n${kept.join("\n")}\n`))).told).toEqual([names[2]]);
  });
});
