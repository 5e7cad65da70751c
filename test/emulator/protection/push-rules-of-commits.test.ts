import { afterAll, beforeAll, expect, test } from "vitest";
import { isFound, problemOfPattern } from "../../../src/emulator/core/patterns.js";
import { changelogConfig } from "../../../src/emulator/resources/changelog/notes.js";
import { holds } from "../../../src/emulator/resources/pipelines/rules.js";
import { verdictOf } from "../../../src/emulator/resources/pipelines/rules.js";
import { type Body, type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;
let project: number;

beforeAll(async () => {
  vendor = await startVendor();
  project = (await vendor.project({ initialize_with_readme: true })).id;
  await vendor.made(`/projects/${project}/push_rule`, {});
});
afterAll(() => vendor.close());

/** Status and message of a commit that the rule is asked about. */
async function committed(rule: Body, file_path: string, more: Body = {}, content = "x"): Promise<[number, unknown]> {
  await vendor.status("PUT", `/projects/${project}/push_rule`, rule);
  const actions = [{ action: "create", file_path, content }];
  const wish = { branch: "main", commit_message: "A change", actions, ...more };
  const [status, body] = await vendor.status("POST", `/projects/${project}/repository/commits`, wish);
  return [status, (body as Body)["message"]];
}

test("files that hold secrets by their names are refused, whatever folder they are in", async () => {
  const rule = { prevent_secrets: true };
  for (const path of [
    ".aws/credentials",
    "a/.ssh/personal_rsa",
    "config/server_ed25519",
    "deep/id_rsa",
    "x/.id_ecdsa_sk",
    "a.pem",
    "b.key",
    "c.history",
    "bash_history",
  ])
    expect(await committed(rule, path)).toEqual([
      400,
      expect.stringContaining(`File name ${path} was prohibited by the pattern`),
    ]);
  for (const path of ["id_rsa.pub", "keys.md", "history.txt"]) expect((await committed(rule, path))[0]).toBe(201);
  expect((await committed({ prevent_secrets: false }, "d.pem"))[0]).toBe(201);
});

test("a file that is larger than the rule allows is refused", async () => {
  const large = "x".repeat(1024 * 1024 + 1);
  const message = 'File "large.txt" is larger than the allowed size of 1 MiB. Use Git LFS to manage this file.';
  expect(await committed({ max_file_size: 1 }, "large.txt", {}, large)).toEqual([400, message]);
  expect((await committed({ max_file_size: 1 }, "fits.txt", {}, large.slice(1)))[0]).toBe(201);
  expect((await committed({ max_file_size: 0 }, "large.txt", {}, large))[0]).toBe(201);
});

test("authors are somebody with a confirmed address, of the committer's name, and sign off, where the rule asks for it", async () => {
  const who = await vendor.made("/users", {
    username: "signer",
    name: "Signer",
    email: "signer@example.com",
    password: "correct horse battery",
  });
  const author = { author_email: "signer@work.example.com", author_name: "Signer" };
  const no = [400, "Author 'signer@work.example.com' is not a member of team"];
  expect(await committed({ member_check: true }, "one.txt", author)).toEqual(no);
  await vendor.made(`/users/${who.id}/emails`, { email: author.author_email, skip_confirmation: true });
  expect((await committed({ member_check: true }, "one.txt", author))[0]).toBe(201);
  const name = { member_check: false, commit_committer_name_check: true };
  expect(await committed(name, "two.txt", author)).toEqual([400, "Your git username is inconsistent with GitLab account name"]);
  const certified = { commit_committer_name_check: false, reject_non_dco_commits: true };
  expect(await committed(certified, "two.txt")).toEqual([400, "Commit message must contain a DCO signoff"]);
  const commit_message = "A change\n\nSigned-off-by: Signer <signer@example.com>";
  expect((await committed(certified, "two.txt", { commit_message }))[0]).toBe(201);
  await vendor.status("PUT", `/projects/${project}/push_rule`, { reject_non_dco_commits: false });
});

test("what a server commits itself needs no signature, and tags are removed by requests", async () => {
  expect(
    (await committed({ reject_unsigned_commits: true, deny_delete_tag: true, commit_committer_check: true }, "three.txt"))[0],
  ).toBe(201);
  const at = `/projects/${project}/repository/tags`;
  await vendor.made(at, { tag_name: "v1", ref: "main" });
  expect((await vendor.status("DELETE", `${at}/v1`))[0]).toBe(204);
});

test("a branch has the name that the rule asks for, also where it comes without a commit", async () => {
  await vendor.status("PUT", `/projects/${project}/push_rule`, { branch_name_regex: "^JIRA-" });
  const at = `/projects/${project}/repository/branches`;
  const message = "Branch name 'other' does not follow the pattern '^JIRA-'";
  expect(await vendor.status("POST", at, { branch: "other", ref: "main" })).toEqual([400, { message }]);
  expect((await vendor.status("POST", at, { branch: "JIRA-1", ref: "main" }))[0]).toBe(201);
});

test("patterns are run in linear time, whatever they are", async () => {
  const [slow, text] = ["^(a+)+$", `${"a".repeat(40)}b`];
  const start = performance.now();
  const said = { commit_message: text };
  expect((await committed({ branch_name_regex: "", commit_message_regex: slow }, "four.txt", said))[0]).toBe(400);
  await vendor.status("PUT", `/projects/${project}/push_rule`, { commit_message_regex: "" });
  const branches = `/projects/${project}/repository/branches`;
  await vendor.made(branches, { branch: text, ref: "main" });
  const found = await vendor.status("GET", `${branches}?regex=${encodeURIComponent(slow)}`);
  expect(found).toEqual([200, []]);
  expect(holds(`$WORD =~ /${slow}/`, { WORD: text })).toBe(false);
  expect(verdictOf({ only: [`/${slow}/`] }, { CI_COMMIT_BRANCH: text })).toBeUndefined();
  expect(changelogConfig(`tag_regex: "${slow}"`, "GET /changelog").partsOf(text)).toBeUndefined();
  expect(isFound(slow, text)).toBe(false);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("what is wrong with a pattern is told in the words of RE2", () => {
  const problems = [
    ["(?=a)", "invalid perl operator: (?="],
    ["(?<!a)b", "invalid perl operator: (?<!"],
    ["(a)\\1", "invalid escape sequence: \\1"],
    ["a{1001}", "invalid repetition size: {1001}"],
    ["a**", "bad repetition operator: **"],
    ["*a", "no argument for repetition operator: *"],
    ["(", "missing ): ("],
    ["[z-a]", "invalid character class range: z-a"],
  ] as const;
  for (const [pattern, problem] of problems) expect(problemOfPattern(pattern)).toBe(`not valid RE2 syntax: ${problem}`);
});
