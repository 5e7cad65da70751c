import { describe, expect, it } from "vitest";
import type { Layers, Policy, Statement } from "../../../src/core/layers/layer.js";
import type { Loaded } from "../../../src/desired/index.js";
import { line, loadText } from "../workspace.js";

const said = ({ path, word, value, origin }: Statement) =>
  `${path.join(".")} ${word} ${JSON.stringify(value)} at ${origin.line}:${origin.column}`;

function layersOf(loaded: Loaded): Layers {
  expect(loaded.diagnostics.filter(({ severity }) => severity === "error").map(line)).toEqual([]);
  const { layers } = loaded.state;
  if (!layers) throw new Error("the files have no layers");
  return layers;
}

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
      [{ kind: "approval_settings" }, ["reset_approvals_on_push is true at 10:28"]],
      [
        { kind: "approval_rule", key: "Two eyes" },
        ['rule_type is "any_approver" at 12:21', "approvals_required at_least 1 at 12:68"],
      ],
    ]);
    expect(policy.initial.map(said)).toEqual(['description is "Ask" at 13:16']);
    expect(policy.enforce.map(({ path }) => path)).toEqual([["merge_method"]]);
    expect(policy.ignore.map(({ child, path }) => [child, path])).toEqual([
      [{ kind: "integration", key: "jenkins" }, []],
      [undefined, ["topics"]],
    ]);
  });
});
