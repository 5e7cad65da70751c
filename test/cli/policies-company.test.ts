// @module-tag slow
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Json, isObject } from "../../src/core/json.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";

const example = join(top, "examples/policies");

/** The files of the company, below its directory. */
const files = readdirSync(example, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));

function company(): string {
  const place = directory();
  cpSync(example, place, { recursive: true });
  return place;
}

/** Every value that a body gives an attribute, with the attribute: what policies, presets and things say. */
function values(): string[] {
  const found: string[] = [];
  const visit = (kind: string, path: string, value: Json): void => {
    if (isObject(value)) for (const [name, part] of Object.entries(value)) visit(kind, `${path}.${name}`, part as Json);
    else found.push(`${kind}${path} ${JSON.stringify(value)}`);
  };
  for (const name of files) {
    const {
      policies = {},
      presets = {},
      projects = {},
      groups = {},
    } = parse(readFileSync(join(example, name), "utf8")) as Record<string, Record<string, Record<string, Json>>>;
    for (const { set = {}, groups: isOfGroups } of Object.values(policies)) visit(isOfGroups ? "group" : "project", "", set);
    for (const [kind, bodies] of [
      ["project", presets],
      ["project", projects],
      ["group", groups],
    ] as const)
      for (const { extends: _named, ...body } of Object.values(bodies)) visit(kind, "", body);
  }
  return found;
}

describe("the company of sixty projects in examples/policies", () => {
  it("says no value twice", () => {
    const said = values();
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
  });

  it("has sixty projects, is built with --emulator as it stands and is then as its files say; changing a default edits one line", async () => {
    const cwd = company();
    const planned = await inProcess(["plan", "--emulator", "--json"], { cwd });
    const { calls } = JSON.parse(planned.stdout) as { readonly calls: readonly unknown[] };
    const applied = await inProcess(["apply", "--emulator", "--yes"], { cwd });
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    expect(applied.stdout).toContain(`. ${calls.length} calls;`);
    const again = await inProcess(["plan", "--emulator", "--detailed-exitcode"], { cwd });
    expect(again.code, again.stdout + again.stderr).toBe(0);
    const baseline = readFileSync(join(cwd, "policies/baseline.yaml"), "utf8");
    expect(baseline.match(/merge_method: ff/g)).toHaveLength(1);
    write(join(cwd, "policies/baseline.yaml"), baseline.replace("merge_method: ff", "merge_method: rebase_merge"));
    const { changes } = JSON.parse((await inProcess(["plan", "--emulator", "--json"], { cwd })).stdout) as Shown;
    expect(changes).toHaveLength(59);
    const told = changes.map(({ attributes }) =>
      attributes.map(({ path, before: was, after, layer }) => `${path} ${was} ${after} ${layer}`).join(),
    );
    expect([...new Set(told)]).toEqual(["merge_method ff rebase_merge policy baseline"]);
  });

  it("has a page whose scopes and CODEOWNERS are those of the example", () => {
    const page = readFileSync(join(top, "docs/policies.md"), "utf8");
    for (const name of ["trueup.yaml", "CODEOWNERS"]) {
      const lines = readFileSync(join(example, name), "utf8").split("\n").slice(1);
      expect(page, name).toContain(`# ${name}\n${lines.join("\n")}`);
    }
  });
});

interface Shown {
  readonly changes: readonly {
    readonly attributes: readonly {
      readonly path: string;
      readonly before: string;
      readonly after: string;
      readonly layer: string;
    }[];
  }[];
}
