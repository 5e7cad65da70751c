import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Json, type JsonObject, placeholdersIn } from "../../src/core/json.js";
import type { Plan } from "../../src/core/plan.js";
import { documentJson } from "../../src/report/index.js";
import { planDigest, readPlan } from "../../src/trueup.js";
import { openProgram, type Program } from "../harness/program.js";

let program: Program;
beforeEach(async () => {
  program = await openProgram({ seed: { users: [{ username: "alice" }] } });
});
afterEach(() => program.close());

const desired = {
  groups: { acme: { name: "Acme" } },
  projects: {
    "acme/web": {
      initialize_with_readme: true,
      description: "Built by ${file:trueup.json}",
      approval_rules: { Main: { rule_type: "any_approver", approvals_required: 1, protected_branches: ["main"] } },
    },
  },
};

type Document = { calls: { id: string; path: string; params: JsonObject; body: Record<string, Json>; after: string[] }[] } & {
  changes: { address: string; attributes: { path: string; after?: Json }[] }[];
};

/** The document that a plan is written as. */
async function documentOf(): Promise<Document> {
  return JSON.parse(documentJson(await program.plan(desired))) as Document;
}

function read(document: Document): Plan {
  return readPlan(document as unknown as Plan);
}

function bodyOf(document: Document, path: string): Record<string, Json> {
  const call = document.calls.find((one) => one.path === path);
  if (!call) throw new Error(`no call of ${path}`);
  return call.body;
}

describe("a plan that is read from its document", () => {
  it("is the plan that was written, placeholders and all", async () => {
    const plan = await program.plan(desired);
    const again = read(JSON.parse(documentJson(plan)) as Document);
    expect(documentJson(again)).toBe(documentJson(plan));
    expect(planDigest({ ...again, coverage: undefined, stats: undefined, digest: undefined } as unknown as Plan)).toBe(
      planDigest({ ...plan, coverage: undefined, stats: undefined, digest: undefined } as unknown as Plan),
    );
    const kinds = again.calls
      .flatMap(({ params, body }) => placeholdersIn([params, body ?? {}]))
      .map((one) => Object.keys(one)[0]);
    expect(new Set(kinds)).toEqual(new Set(["$ref", "$lookup", "$secret"]));
  });

  it.each([
    ["$ref to a call that it does not come after", "/calls/2/params/project", (one: Document) => void (one.calls[2]!.after = [])],
    [
      "kind that nothing has and that was not read",
      "/unread/0/kind",
      (one: Document) => void Object.assign(one, { unread: [{ kind: "nothing", path: "acme", status: 403 }] }),
    ],
    [
      "$ref in data that the files gave",
      "/calls/1/body/description",
      (one: Document) => void (bodyOf(one, "/projects")["description"] = { $ref: "c9", field: "id" }),
    ],
    [
      "$lookup of another route",
      "/calls/1/body/description",
      (one: Document) => void (bodyOf(one, "/projects")["description"] = { $lookup: "GET /users/1", field: "email" }),
    ],
    [
      "$lookup of a number along another route",
      "/calls/1/body/description",
      (one: Document) => void (bodyOf(one, "/projects")["description"] = { $lookup: "GET /users/1", field: "id" }),
    ],
    [
      "delete of what is not in its way",
      "/calls/1/displaces",
      (one: Document) => void Object.assign(one.calls[1]!, { displaces: "DELETE /projects/{project}" }),
    ],
    [
      "$secret that no attribute asks for",
      "/calls/1/body/name",
      (one: Document) => void (bodyOf(one, "/projects")["name"] = { $secret: "${env:AWS_SECRET_ACCESS_KEY}" }),
    ],
    [
      "$secret of another template than the attribute's",
      "/calls/1/body/description",
      (one: Document) => void (bodyOf(one, "/projects")["description"] = { $secret: "${env:AWS_SECRET_ACCESS_KEY}" }),
    ],
    [
      "$file where no picture can stand",
      "/calls/1/body/description",
      (one: Document) => void (bodyOf(one, "/projects")["description"] = { $file: "a.png", sha256: "0".repeat(64) }),
    ],
    [
      "$file that leads out of the directory",
      "/calls/1/body/avatar/$file",
      (one: Document) => void (bodyOf(one, "/projects")["avatar"] = { $file: "a/../../b.png", sha256: "0".repeat(64) }),
    ],
    [
      "a template as what is live",
      "/changes/0/attributes/0/before",
      (one: Document) => void Object.assign(one.changes[0]!.attributes[0]!, { before: { $secret: "${env:X}" } }),
    ],
  ])("is refused with the JSON pointer for a %s", async (_, pointer, spoil) => {
    const document = await documentOf();
    spoil(document);
    expect(() => read(document)).toThrow(`the plan cannot be read at ${pointer}`);
  });

  it("keeps data of the files that looks like a placeholder, and sends it as it is", async () => {
    const odd = { newer_setting: { $secret: { a: "b" } }, other: { $ref: "group:acme" }, third: { $$file: "x", $unknown: 1 } };
    const plan = await program.plan({ groups: { acme: { name: "Acme" } }, projects: { "acme/api": { unchecked: odd } } });
    const again = read(JSON.parse(documentJson(plan)) as Document);
    for (const one of [plan, again]) {
      expect(one.calls[1]?.body).toMatchObject(odd);
      expect(placeholdersIn(one.calls[1]?.body?.["newer_setting"])).toEqual([]);
    }
  });
});
