import { describe, expect, it } from "vitest";
import type { Policy } from "../../../src/core/layer.js";
import { secret } from "../../../src/core/placeholders.js";
import { line, load, loadText, problemsOf } from "../workspace.js";
import { layersOf, said } from "./reading.js";

async function policyOf(text: string): Promise<Policy> {
  const [policy] = layersOf(await loadText(text)).policies;
  if (!policy) throw new Error("there is no policy");
  return policy;
}

describe("a policy", () => {
  it("says what holds for things and what hangs on them, each value with its place", async () => {
    const policy = await policyOf(`policies:
  baseline:
    projects: ["acme/**"]
    except: [acme/sandbox/**]
    undeclared: include
    rollout: 12.5%
    set:
      merge_method: ff
      container_expiration_policy: { enabled: true }
      approval_settings: { reset_approvals_on_push: true }
      approval_rules:
        Two eyes: { rule_type: any_approver, approvals_required: { at_least: 1 } }
    initial: { description: Ask }
    enforce: [merge_method]
    ignore: [integrations.jenkins, topics]
`);
    expect(policy).toMatchObject({ name: "baseline", kind: "project", undeclared: true, rollout: 12.5, where: [], over: [] });
    expect(policy.globs).toEqual([{ pattern: "acme/**", origin: { file: "a.yaml", line: 3, column: 16 } }]);
    expect(policy.except.map(({ pattern }) => pattern)).toEqual(["acme/sandbox/**"]);
    expect(policy.bodies.map(({ child, statements }) => [child, statements.map(said)])).toEqual([
      [undefined, ["container_expiration_policy.enabled is true at 9:38", 'merge_method is "ff" at 8:7']],
      [
        { kind: "approval_rule", key: "Two eyes" },
        ["approvals_required at_least 1 at 12:68", 'rule_type is "any_approver" at 12:21'],
      ],
      [{ kind: "approval_settings" }, ["reset_approvals_on_push is true at 10:28"]],
    ]);
    expect(policy.initial.map(said)).toEqual(['description is "Ask" at 13:16']);
    expect(policy.enforce.map(({ path }) => path)).toEqual([["merge_method"]]);
    expect(policy.ignore.map(({ child, path }) => [child, path])).toEqual([
      [{ kind: "integration", key: "jenkins" }, []],
      [undefined, ["topics"]],
    ]);
  });

  it("asks for conditions by value and by bound", async () => {
    const policy = await policyOf(
      "policies: { p: { groups: [acme/*], where: { visibility: { one_of: [internal, public] }, description: null }, ignore: [name] } }",
    );
    expect(policy.where.map(said)).toEqual(["description is null at 1:89", 'visibility one_of ["internal","public"] at 1:59']);
  });

  it("may be spread over files, and says one attribute in one place", async () => {
    const loaded = await load({
      "a.yaml": 'policies: { p: { projects: ["**"], set: { merge_method: ff } } }',
      "b.yaml": "policies: { p: { set: { merge_method: ff, topics: [x] }, undeclared: include } }",
      "c.yaml": "policies: { p: { undeclared: include } }",
    });
    expect(loaded.diagnostics.map(line)).toEqual([
      "b.yaml:1:25 | duplicate.attribute | policy p.merge_method | already given at a.yaml:1:43 | one place for each attribute, even with equal values",
      "c.yaml:1:18 | duplicate.attribute | policy p.undeclared | already given at b.yaml:1:58 | one place for each attribute, even with equal values",
    ]);
  });

  it("may hold a secret by reference and no other, and files beside the declaring one", async () => {
    const files = {
      "policies/a.yaml":
        'policies: { p: { groups: ["**"], set: { avatar: ./a.png, integrations: { asana: { api_key: "${env:KEY}" } } } } }',
      "policies/a.png": "picture",
    };
    const text = files["policies/a.yaml"].replace("groups", "projects");
    const loaded = await load({ ...files, "policies/a.yaml": text }, { env: { KEY: "k" } });
    const [own, integration] = layersOf(loaded).policies[0]?.bodies ?? [];
    expect(own?.statements[0]?.value).toMatchObject({ $file: "policies/a.png" });
    expect(integration?.statements[0]?.value).toEqual(secret("${env:KEY}"));
    const literal = text.replace("${env:KEY}", "hunter2");
    const told = (await load({ ...files, "policies/a.yaml": literal })).diagnostics;
    expect(told.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      "secret.literal: a secret must not be written in a file",
    ]);
  });

  it("is held against the tier and release of a server as bodies are", async () => {
    const text =
      "policies: { p: { projects: [acme/*], undeclared: include, set: { issues_template: x, approval_rules: { R: { approvals_required: { at_least: 1 } } } } } }";
    expect(await problemsOf(text, { tier: "free" })).toEqual([
      "a.yaml:1:66 | tier | policy p.issues_template | issues_template needs tier premium, not free | ",
      "a.yaml:1:104 | tier | policy p approval_rules.R | Approval rule needs tier premium, not free | ",
    ]);
  });
});
