// @module-tag slow
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatAddress } from "../../src/core/address.js";
import { addressIn, isTopLevel, type PlacedKind, isLive, placedKinds } from "../../src/core/kind.js";
import type { Coverage, Desired } from "../../src/core/plan.js";
import { coverageOf, type CountedResource } from "../../src/engine/export/coverage.js";
import { kinds } from "../../src/program/kinds.js";
import type { PlanRequest } from "../../src/trueup.js";
import { openProgram, type Program } from "../harness/program.js";
import { draws } from "../ring.js";

/** Something that may be live, declared, both or neither. */
interface Subject {
  readonly kind: PlacedKind;
  readonly path?: string;
  readonly key?: string;
}

const paths = ["acme", "acme/web", "acme/web/deep", "other", "o"];
const keys = ["production", "A: b/c", "a"];

/** Everything of every kind that can be at a few places. */
const subjects: readonly Subject[] = placedKinds(kinds)
  .filter(isLive)
  .flatMap((kind): Subject[] => {
    const { as } = kind;
    if (as === "tree") return paths.map((path) => ({ kind, path }));
    if (isTopLevel(kind)) return as === "one" ? [{ kind }] : paths.map((path) => ({ kind, path }));
    return paths.flatMap((path) => (as === "one" ? [{ kind, path }] : keys.map((key) => ({ kind, path, key }))));
  });

function liveOf({ kind, path, key }: Subject): CountedResource {
  const { read = "name", with: beside } = kind.key ?? {};
  const marks = { [read]: key ?? path, ...(beside ? { [beside.field]: beside.default } : {}) };
  return { kind, ...(path === undefined ? {} : { path }), address: addressOf({ kind, path, key }), marks };
}

function addressOf({ kind, path, key }: { kind: PlacedKind; path?: string | undefined; key?: string | undefined }): string {
  return formatAddress(addressIn(kind, path, key));
}

/** A declaration, whose path is spelt in capitals if asked for: that does not count. */
function declarationOf({ kind, path: livePath, key }: Subject, loud: boolean): Desired {
  const path = loud && (kind.tree || !isTopLevel(kind)) ? livePath?.toUpperCase() : livePath;
  return {
    ...addressIn(kind, path, key),
    address: addressOf({ kind, path, key }),
    ensure: "present",
    spec: {},
    origins: {},
    origin: { file: "trueup.yaml", line: 1, column: 1 },
  };
}

describe("coverage of whatever is live and declared", () => {
  const choice = fc.array(fc.record({ live: fc.boolean(), declared: fc.boolean(), loud: fc.boolean() }), {
    minLength: subjects.length,
    maxLength: subjects.length,
  });

  it("counts what is live once: under management where it is declared, and by its address where it is not", () => {
    fc.assert(
      fc.property(choice, (choices) => {
        const of = (test: (one: (typeof choices)[number]) => boolean) =>
          subjects.filter((_, index) => choices[index] && test(choices[index]));
        // What every project has counts only where files declare it.
        const isAlwaysThere = ({ kind }: (typeof subjects)[number]) =>
          !isTopLevel(kind) && kind.as === "one" && kind.routes.create === undefined;
        const live = of((one) => one.live).filter((one) => !isAlwaysThere(one) || of(({ declared }) => declared).includes(one));
        const resources = subjects.flatMap((one, index) =>
          choices[index]?.declared ? [declarationOf(one, choices[index].loud)] : [],
        );
        const covered = coverageOf(kinds, of((one) => one.live).map(liveOf), resources, { targets: [] });
        const both = of((one) => one.live && one.declared);
        const expected = [...kinds.keys()].map((kind) => ({
          kind,
          live: live.filter((one) => one.kind.name === kind).length,
          managed: both.filter((one) => one.kind.name === kind).length,
        }));
        expect(covered.kinds).toEqual(expected.filter((one) => one.live > 0));
        const unmanaged = of((one) => one.live && !one.declared)
          .filter((one) => !isAlwaysThere(one))
          .map(addressOf);
        expect([...covered.unmanaged].sort()).toEqual(unmanaged.sort());
      }),
      { numRuns: draws(500) },
    );
  });

  it("lists by kind, and sorts within each", () => {
    const [, ...some] = subjects.toReversed().map(liveOf);
    const { unmanaged } = coverageOf(kinds, some, [], { targets: [] });
    const kindOf = (address: string): string => address.split(":", 1)[0] ?? "";
    expect([...new Set(unmanaged.map(kindOf))]).toEqual(
      [...kinds.keys()].filter((kind) => !/^(approval_settings|job_token_scope|pages_settings|repository_commit)$/.test(kind)),
    );
    for (const kind of kinds.keys()) {
      const own = unmanaged.filter((address) => kindOf(address) === kind);
      expect(own).toEqual([...own].sort());
    }
  });
});

describe("coverage of a platform", () => {
  let program: Program;
  beforeEach(async () => {
    program = await openProgram({
      seed: { users: [{ username: "alice" }], groups: [{ full_path: "acme", members: { alice: 40 } }] },
    });
  });
  afterEach(() => program.close());

  async function cover(desired: object, request: PlanRequest = {}): Promise<Coverage> {
    const { coverage } = await program.plan(desired, { ...request, unmanaged: true });
    if (coverage === undefined) throw new Error("the plan has no coverage");
    return coverage;
  }
  const only = (coverage: Coverage, kind: string) => coverage.kinds.find((one) => one.kind === kind);

  it("counts what is to move as declared, with all that hangs on it, and targets it by its new address", async () => {
    const rules = { approval_rules: { Two: { approvals_required: 1, users: ["alice"] } } };
    await program.settle({
      groups: { acme: {}, "acme/old": { name: "Old" } },
      projects: { "acme/old/web": rules, "acme/old/api": rules },
    });
    const moved = {
      groups: { acme: {}, "acme/team": { moved_from: "acme/old" } },
      projects: { "acme/team/web": rules, "acme/site": { ...rules, moved_from: "acme/old/api" } },
    };
    const coverage = await cover(moved);
    expect(coverage.unmanaged.filter((address) => /^(group|project|approval_rule):/.test(address))).toEqual([]);
    const targeted = await cover(moved, { targets: ["approval_rule:acme/team/**", "approval_rule:acme/site:*"] });
    expect(targeted).toMatchObject({ kinds: [{ kind: "approval_rule", live: 2, managed: 2 }], unmanaged: [] });
    await expect(cover(moved, { targets: ["approval_rule:acme/old/**"] })).rejects.toMatchObject({ code: "address.nothing" });
  });

  it("leaves out what is on its way out with all that lies in it, what is switched off, and rules that ask for nothing", async () => {
    await program.settle({
      groups: { acme: {}, "acme/gone": { name: "Gone" }, "acme/gone/aa": { name: "A" } },
      projects: { "acme/web": {}, "acme/gone/api": {}, "acme/gone/aa/api": {} },
    });
    await program.call("PUT", "/projects/acme%2Fweb/integrations/external-wiki", {
      external_wiki_url: "https://wiki.example.com",
    });
    await program.call("PUT", "/projects/acme%2Fweb/integrations/asana", { api_key: "key-of-the-coverage-test" });
    await program.call("DELETE", "/projects/acme%2Fweb/integrations/asana");
    await program.call("POST", "/projects/acme%2Fweb/approval_rules", {
      name: "Any",
      rule_type: "any_approver",
      approvals_required: 0,
    });
    await program.call("DELETE", "/groups/acme%2Fgone");
    const coverage = await cover({ groups: { acme: {} } });
    expect(coverage.unmanaged).toEqual([
      "application_settings",
      "appearance",
      "project:acme/web",
      "integration:acme/web:external-wiki",
    ]);
    expect(coverage.gaps).toEqual(["group:acme/gone is scheduled for deletion"]);
  });

  it("tells rules of one name apart by their type, and those that anybody fulfils by that alone", async () => {
    const own = { approvals_required: 1, users: ["alice"] };
    await program.settle({ groups: { acme: {} }, projects: { "acme/web": { approval_rules: { Same: own } } } });
    const add = (body: object) => program.call("POST", "/projects/acme%2Fweb/approval_rules", body);
    await add({ name: "Whoever", rule_type: "any_approver", approvals_required: 1 });
    await add({ name: "Same", rule_type: "report_approver", report_type: "code_coverage", approvals_required: 1 });
    const declared = { approval_rules: { Same: own, Any: { rule_type: "any_approver", approvals_required: 1 } } };
    const coverage = await cover({ groups: { acme: {} }, projects: { "acme/web": declared } });
    expect(only(coverage, "approval_rule")).toMatchObject({ live: 3, managed: 2 });
    expect(coverage.unmanaged).toContain("approval_rule:acme/web:Same");
  });
});
