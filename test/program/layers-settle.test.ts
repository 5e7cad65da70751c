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
    if (refusals.length > 0) return ("refused" + JSON.stringify(refusals.slice(0, 1))) as "refused";
  } catch (error) {
    if (error instanceof InvalidFilesError)
      return ("invalid " +
        error.diagnostics
          .filter((d) => d.severity === "error")
          .map((d) => d.rule + " " + d.message)
          .slice(0, 2)
          .join(" // ")) as "invalid";
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
      ends.push(
        `FAILED ${seed} ${JSON.stringify((error as { actual: unknown }).actual).slice(0, 900)}\n      ${String(error).slice(0, 500)}` +
          (process.env["TRUEUP_LAW_SEED"] ? JSON.stringify(value, undefined, 1) : ""),
      );
    } finally {
      await program.close();
    }
  }
  if (process.env["TRUEUP_LAW_RUNS"] !== undefined) console.log(ends.sort().join("\n"));
  expect(ends).toContain("settled");
}, 280_000);
