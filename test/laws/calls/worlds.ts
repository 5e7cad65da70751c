import fc from "fast-check";
import type { EmulatorOptions } from "../../../src/emulator/index.js";

/*
 * The random files of the law of counted calls: a group and its projects, with all that decides whether the platform protects a first branch by itself.
 */

/** Files, and the platform that they are applied to. */
export interface Sample {
  readonly files: object;
  readonly platform: EmulatorOptions;
}

/** The users that every platform begins with. */
const users = ["alice", "bob"] as const;

const platforms: fc.Arbitrary<EmulatorOptions> = fc
  .record({
    server: fc.constantFrom<EmulatorOptions>(
      { dialect: "neutral", serverVersion: "15.4.0" },
      { dialect: "vendor", serverVersion: "17.10.0" },
      { dialect: "vendor", serverVersion: "19.0.0" },
    ),
    tier: fc.constantFrom<NonNullable<EmulatorOptions["tier"]>>("free", "premium", "ultimate"),
    // The protection comes at once, or long after the next call.
    workerDelay: fc.constantFrom(0, 20, 120),
    isGroupThere: fc.boolean(),
  })
  .map(({ server, tier, workerDelay, isGroupThere }) => ({
    ...server,
    tier,
    workerDelay,
    seed: { users: users.map((username) => ({ username })), groups: isGroupThere ? [{ full_path: "acme" }] : [] },
  }));

const level = fc.constantFrom("no_access", "developer", "maintainer").map((access_level) => [{ access_level }]);
const protection = fc.record(
  { allowed_to_push: level, allowed_to_merge: level, allow_force_push: fc.boolean() },
  { requiredKeys: [] },
);
const role = fc.constantFrom("guest", "developer", "maintainer").map((access_level) => ({ access_level }));
const some = <Key extends string, Value>(values: Readonly<Record<Key, fc.Arbitrary<Value>>>) =>
  fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Partial<Record<Key, Value>>>;

/** Details that mean what a level does, and such as no level means. */
const details = fc.record({
  allowed_to_push: fc.constantFrom("developer", "maintainer").map((access_level) => [{ access_level }]),
  allowed_to_merge: fc.constantFrom("developer", "maintainer").map((access_level) => [{ access_level }]),
  allow_force_push: fc.boolean(),
});

/** A group that is there shows the instance's level as its own: a plan that changes that one leaves the group to the next plan, so none here does. */
const settings = (isVendor: boolean, isGroupThere: boolean) =>
  some<string, unknown>({
    default_branch_name: fc.constantFrom("main", "trunk"),
    ...(isGroupThere ? {} : { default_branch_protection: isVendor ? fc.constantFrom(0, 1, 2, 3, 4) : fc.constantFrom(0, 1, 2) }),
  });

const group = (isVendor: boolean, isLicensed: boolean) =>
  fc
    .record({
      own: fc.oneof(
        fc.constant({}),
        fc.record({ default_branch_protection: fc.constantFrom(0, 1, 2) }),
        ...(isVendor ? [fc.record({ default_branch_protection_defaults: details })] : []),
      ),
      more: some<string, unknown>({
        ...(isVendor ? { default_branch: fc.constantFrom("main", "trunk") } : {}),
        ...(isVendor && isLicensed ? { protected_branches: fc.constant({ "x*": {} }) } : {}),
        ...(isVendor ? { members: some({ alice: role }) } : {}),
      }),
    })
    .map(({ own, more }) => ({ name: "Acme", ...own, ...more }));

/** What only real servers have. */
const ofRealServers = {
  variables: fc.constant({ KEY: { value: "value-of-key" } }),
  repository_files: some<string, object>({ "a.txt": fc.constant({ content: "a\n" }), "b.txt": fc.constant({ content: "b\n" }) }),
  hooks: fc.constant({ "https://hooks.example/": { push_events: true } }),
  members: some({ bob: fc.constant({ access_level: "maintainer" }) }),
} as const;

const project = (isVendor: boolean, isLicensed: boolean) =>
  some<string, unknown>({
    initialize_with_readme: fc.boolean(),
    protected_branches: some({ main: protection, trunk: protection, "release/*": protection, "*": protection }),
    ...(isVendor ? ofRealServers : {}),
    ...(isVendor && isLicensed ? { approval_rules: fc.constant({ Two: { approvals_required: 2, users: ["bob"] } }) } : {}),
  }).map((one) => ({
    ...one,
    // Who approves is a member.
    ...(one["approval_rules"] === undefined ? {} : { members: { bob: { access_level: "maintainer" } } }),
  }));

/** Files that an empty platform, or one with the group alone, can be brought to. */
export const samples: fc.Arbitrary<Sample> = platforms.chain((platform) => {
  const isVendor = platform.dialect === "vendor";
  const isLicensed = platform.tier !== "free";
  const isGroupThere = (platform.seed as { readonly groups: readonly unknown[] }).groups.length > 0;
  return fc
    .record({
      application_settings: settings(isVendor, isGroupThere),
      group: group(isVendor, isLicensed && platform.serverVersion !== "15.4.0"),
      web: project(isVendor, isLicensed),
      app: project(isVendor, isLicensed),
    })
    .map(({ application_settings, group: acme, web, app }) => ({
      platform,
      files: { application_settings, groups: { acme }, projects: { "acme/web": web, "acme/app": app } },
    }));
});
