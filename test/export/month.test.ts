import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { type Directory, expectNoSecretIn, openDirectory } from "../harness/directory.js";
import { type Company, setUp } from "./month-company.js";

type ByHand = readonly [method: string, path: string, body: object | undefined, reported: string];

/** What people change by hand, and the address and attribute by which each change is reported; `shop` is the number of that team's group. */
const byHand = (shop: number): readonly ByHand[] => [
  // What a file or a policy says.
  ["PUT", "/projects/acme%2Fshop%2Fapp-1", { squash_option: "never" }, "project:acme/shop/app-1 squash_option"],
  ["PUT", "/projects/acme%2Fshop%2Fapp-1/variables/LOG_LEVEL", { value: "trace" }, "variable:acme/shop/app-1:LOG_LEVEL value"],
  ["PUT", "/projects/acme%2Fdata%2Fapp-2/labels/docs", { color: "#000000" }, "label:acme/data/app-2:docs color"],
  ["DELETE", "/projects/acme%2Fplatform%2Fapp-0/protected_branches/main", undefined, "protected_branch:acme/platform/app-0:main"],
  ["DELETE", "/projects/acme%2Fmobile%2Fapp-3/protected_tags/v*", undefined, "protected_tag:acme/mobile/app-3:v*"],
  // What no file says, because it was at its default.
  ["PUT", "/projects/acme%2Fplatform%2Fapp-0", { description: "By hand" }, "project:acme/platform/app-0 description"],
  ["PUT", "/projects/acme%2Fdata%2Fapp-2", { lfs_enabled: false }, "project:acme/data/app-2 lfs_enabled"],
  [
    "PUT",
    "/projects/acme%2Fmobile%2Fapp-3",
    { issues_access_level: "disabled" },
    "project:acme/mobile/app-3 issues_access_level",
  ],
  ["PUT", "/groups/acme%2Fdata", { project_creation_level: "noone" }, "group:acme/data project_creation_level"],
  [
    "PATCH",
    "/projects/acme%2Fmobile%2Fapp-3/protected_branches/main",
    { code_owner_approval_required: true },
    "protected_branch:acme/mobile/app-3:main code_owner_approval_required",
  ],
  // What no file knows of.
  ["POST", "/projects/acme%2Fdata%2Fapp-2/variables", { key: "DEBUG", value: "1" }, "variable:acme/data/app-2:DEBUG"],
  ["POST", "/projects/acme%2Fshop%2Fapp-5/members", { username: "alice", access_level: 40 }, "member:acme/shop/app-5:alice"],
  ["POST", "/projects", { path: "scratch", namespace_id: shop }, "project:acme/shop/scratch"],
];

/** An export and a plan need no value. */
const isWithoutValues = ([command]: readonly string[]): boolean => command === "export" || command === "plan";

/** The first month of a company of so many projects. A plain export has at least `plain` lines, a folded one at most `folded`. */
function month(count: number, { plain, folded }: { readonly plain: number; readonly folded: number }): void {
  let company: Company;
  let office: Directory;
  beforeAll(async () => {
    company = await setUp(count);
    office = openDirectory();
  });
  afterAll(async () => {
    await company?.server.close();
    office?.close();
  });

  const run = (words: readonly string[], values: Readonly<Record<string, string>> = {}) =>
    inProcess(words, {
      cwd: office.path,
      env: { ...values, ...company.server.env },
      secrets: Object.values(company.values),
    });
  const ends = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(words, isWithoutValues(words) ? {} : company.values);
    expect(code, stdout + stderr).toBe(0);
    return stdout;
  };
  const filesOf = (place: string) =>
    Object.fromEntries(
      readdirSync(join(office.path, place)).map((name) => [name, readFileSync(join(office.path, place, name), "utf8")]),
    );
  const linesOf = (place: string): number =>
    Object.entries(filesOf(place)).reduce(
      (sum, [name, text]) => (name.endsWith(".yaml") ? sum + text.split("\n").length - 1 : sum),
      0,
    );

  it("an export plans empty with no value set", async () => {
    await ends("export", "--out", "plain", "--plain-variables");
    expect(await ends("plan", "plain", "--detailed-exitcode")).toContain("Nothing to do");
  });

  it("a folded export plans empty with no value set, in a part of the lines", async () => {
    await ends("export", "--out", "files", "--plain-variables", "--fold");
    expect(await ends("plan", "files", "--detailed-exitcode")).toContain("Nothing to do");
    expect(linesOf("plain")).toBeGreaterThanOrEqual(plain);
    expect(linesOf("files")).toBeLessThanOrEqual(folded);
  });

  it("each secret has a reference of its own and stands in no file", () => {
    const names = filesOf("files")[".env.example"]?.match(/^\w+(?==)/gm);
    expect(names?.toSorted()).toEqual(Object.keys(company.values).toSorted());
    expectNoSecretIn(office.path, Object.values(company.values));
  });

  it("nothing is undeclared but what servers make by themselves", async () => {
    const { coverage } = JSON.parse(await ends("drift", "files", "--undeclared", "--json")) as Plan;
    expect(coverage).toMatchObject({ unmanaged: ["appearance"], notDeclared: { things: [], attributes: [] } });
  });

  it("an export into the folded files changes no byte", async () => {
    const before = filesOf("files");
    await ends("export", "--out", "files", "--plain-variables", "--yes");
    expect(filesOf("files")).toEqual(before);
  });

  it("of 13 changes by hand each is found, and nothing else", async () => {
    const { id } = (await company.server.call("GET", "/groups/acme%2Fshop")) as { readonly id: number };
    const done = byHand(id);
    expect(done).toHaveLength(13);
    for (const [method, path, body] of done) await company.server.call(method, path, body);
    const { code, stdout, stderr } = await run(["drift", "files", "--undeclared", "--json"], company.values);
    expect(code, stderr).toBe(2);
    expect(reportedBy(JSON.parse(stdout) as Plan).toSorted()).toEqual(done.map(([, , , reported]) => reported).toSorted());
  });

  it("what is adopted or restored is as the files say, and an export into them changes no byte", async () => {
    await ends("drift", "files", "--undeclared", "--adopt-all", "--adopt-to", "thing", "--yes");
    // What a policy gives and somebody deleted is no value that a file can take over.
    await ends("apply", "files", "--yes");
    await ends("drift", "files", "--undeclared");
    const before = filesOf("files");
    await ends("export", "--out", "files", "--plain-variables", "--yes");
    expect(filesOf("files")).toEqual(before);
  });
}

/** What a plan reports of what is otherwise than files say, and of what they do not say. */
function reportedBy({ changes, coverage }: Plan): string[] {
  const { things = [], attributes = [] } = coverage?.notDeclared ?? {};
  return [
    ...changes.flatMap(({ action, address, attributes: changed }) =>
      action === "create" ? [address] : changed.map(({ path }) => `${address} ${path}`),
    ),
    ...things,
    ...attributes.map(({ address, path }) => `${address} ${path}`),
  ];
}

describe("the first month of a company of 6 projects", { tags: ["slow"] }, () => month(6, { plain: 250, folded: 200 }));
describe("the first month of a company of 60 projects", { tags: ["nightly"] }, () => month(60, { plain: 1900, folded: 480 }));
