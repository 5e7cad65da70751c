import fc from "fast-check";
import { expect, it } from "vitest";
import { InvalidFilesError } from "../../src/core/errors.js";
import { drawn } from "../export/runs.js";
import { openProgram, type Program } from "../harness/program.js";
import { type Company, company, type Files, filesFor } from "./layered-company.js";

/** Makes what is live before anybody writes a file. */
async function build({ call }: Program, { projects, locked }: Company): Promise<void> {
  const acme = (await call("POST", "/groups", { name: "acme", path: "acme", visibility: "public" })) as { id: number };
  const team = (await call("POST", "/groups", {
    name: "team",
    path: "team",
    visibility: "public",
    parent_id: acme.id,
  })) as { id: number };
  for (const { path, archived, depth, rule, ...attributes } of projects) {
    const name = path.split("/").at(-1);
    const namespace_id = path.startsWith("acme/team/") ? team.id : acme.id;
    const made = (await call("POST", "/projects", { name, path: name, namespace_id, ...attributes })) as { id: number };
    if (depth !== undefined) await call("PUT", `/projects/${made.id}`, { ci_default_git_depth: depth });
    if (rule !== undefined)
      await call("POST", `/projects/${made.id}/approval_rules`, {
        name: "Two eyes",
        rule_type: "any_approver",
        approvals_required: rule,
      });
    if (archived) await call("POST", `/projects/${made.id}/archive`);
  }
  if (locked) await call("PUT", `/groups/${team.id}`, { shared_runners_setting: "disabled_and_unoverridable" });
}

const request = { allowDelete: ["project", "approval_rule", "integration"] };

/** Whether the files were carried out, were invalid, or the platform would not have it. */
async function settled(program: Program, files: Files): Promise<"settled" | "invalid" | "refused"> {
  try {
    const { refusals } = await program.plan(files, request);
    if (refusals.length > 0) return "refused";
  } catch (error) {
    if (error instanceof InvalidFilesError) return "invalid";
    throw error;
  }
  await program.settle(files, request);
  return "settled";
}

const cases = company.chain((live) => fc.record({ live: fc.constant(live), files: filesFor(live) }));

it("after apply the next plan is empty, whatever where, rollout, ignore, presets, exceptions, edits and bounds are, and whoever is archived or locked", async () => {
  const ends: string[] = [];
  for (const { seed, value } of drawn(cases)) {
    const program = await openProgram();
    try {
      await build(program, value.live);
      ends.push(await settled(program, value.files));
    } catch (error) {
      throw new Error(`TRUEUP_LAW_SEED=${seed} ${JSON.stringify(value)}`, { cause: error });
    } finally {
      await program.close();
    }
  }
  expect(ends).toContain("settled");
}, 600_000);

it("what was made while a policy was in force stays as it is and is nobody's to delete, where its rollout takes it out", async () => {
  const program = await openProgram();
  try {
    const anybody = { rule_type: "any_approver", approvals_required: 2 };
    const base = { projects: ["**"], set: { description: "by the base", merge_method: "ff" } };
    const tried = {
      projects: ["acme/**"],
      rollout: "0%",
      ignore: ["description"],
      set: { merge_method: "merge", approval_rules: { Two: anybody } },
    };
    await program.settle({
      policies: { base, tried },
      groups: { acme: { name: "Acme" } },
      projects: { "acme/web": {} },
      delete_undeclared: { approval_rules: ["acme/**"] },
    });
    const web = await program.call("GET", "/projects/acme%2Fweb");
    expect(web).toMatchObject({ description: "by the base", merge_method: "merge" });
    expect(await program.call("GET", "/projects/acme%2Fweb/approval_rules")).toMatchObject([{ name: "Two" }]);
  } finally {
    await program.close();
  }
});
