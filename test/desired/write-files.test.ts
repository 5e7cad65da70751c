// @module-tag slow
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAddress } from "../../src/core/address.js";
import { layouts, type Declaration, type Layout } from "../../src/core/declaration.js";
import { canonicalJson, type Spec } from "../../src/core/json.js";
import { isTopLevel, kindAt } from "../../src/core/kind.js";
import { file, secret } from "../../src/core/placeholders.js";
import { bodyIdentity } from "../../src/desired/body.js";
import { loadDesired, type Loaded } from "../../src/desired/index.js";
import { checkDeclaration } from "../../src/desired/write/expressible.js";
import { writeFiles, type WriteFilesOptions, type WrittenFile } from "../../src/desired/write/files.js";
import { kinds } from "../../src/program/kinds.js";
import { draws } from "../ring.js";
import { anyDeclaration, anyText, pictures, variables } from "./declarations.js";
import { line, workspace } from "./workspace.js";

function declaration(kind: string, place: { path?: string; key?: string }, spec: Spec = {}): Declaration {
  return { kind, ...place, address: formatAddress({ kind, ...place }), spec, remarks: [] };
}

function write(
  declarations: readonly Declaration[],
  layout: Layout,
  options: Partial<WriteFilesOptions> = {},
): readonly WrittenFile[] {
  return writeFiles(declarations, { kinds, layout, ...options });
}

/** Loads the files without writing them. */
function loadWritten(files: readonly WrittenFile[], cwd: string): Promise<Loaded> {
  const overlay = new Map<string, string | Uint8Array>([
    ...files.map((file) => [path.join(cwd, file.path), file.text] as const),
    ...Object.entries(pictures).map(([name, bytes]) => [path.join(cwd, name), bytes] as const),
  ]);
  return loadDesired(["."], { kinds, cwd, env: variables, overlay });
}

/** What files can say of declarations: without what `checkDeclaration` objects to. */
function expressible(declarations: readonly Declaration[]): Declaration[] {
  const result = new Map<string, Declaration>();
  for (let one of declarations) {
    for (;;) {
      const wrong = checkDeclaration(one, kinds);
      if (wrong.length === 0) {
        result.set(bodyIdentity(kindAt(kinds, one), one.path, one.key), one);
        break;
      }
      const names = new Set(wrong.map(({ attribute }) => attribute.split(".")[0]));
      if (names.has("")) break;
      expect([...names].filter((name) => !Object.hasOwn(one.spec, name ?? ""))).toEqual([]);
      one = { ...one, spec: Object.fromEntries(Object.entries(one.spec).filter(([name]) => !names.has(name))) };
    }
  }
  return withoutSharedPaths([...result.values()]);
}

/** A group and a project cannot have one path, and a child stands under its parent's one spelling. */
function withoutSharedPaths(declarations: readonly Declaration[]): Declaration[] {
  const owners = new Map<string, string>();
  return declarations.filter((one) => {
    const { path: own = "" } = one;
    const kind = kindAt(kinds, one);
    if (kind.as === "map" && isTopLevel(kind)) return true;
    const owner = `${isTopLevel(kind) ? kind.name : kind.parent} ${own}`;
    const known = owners.get(own.toLowerCase()) ?? owner;
    owners.set(own.toLowerCase(), known);
    return known === owner;
  });
}

const company: readonly Declaration[] = [
  declaration("application_settings", {}, { signup_enabled: false }),
  declaration("topic", { path: "data" }, { title: "Data", avatar: file("assets/data.png", "") }),
  declaration("group", { path: "acme" }, { name: "Acme", avatar: file("assets/acme.png", "") }),
  declaration("project", { path: "acme/shop/web" }, { description: "The storefront", topics: ["data"] }),
  declaration(
    "integration",
    { path: "acme/shop/web", key: "pumble" },
    { webhook: secret("${env:ACME_SHOP_WEB_PUMBLE_WEBHOOK}") },
  ),
  declaration("project", { path: "acme/api" }, { import_url: secret("https://u:${file:secrets/mirror}@example.com") }),
  declaration("group", { path: "beta" }, { name: "Beta" }),
];

describe("the files of an export", () => {
  it("are one for the instance and one for each top-level group", () => {
    const files = write(company, "per-group");
    expect(files.map((file) => file.path)).toEqual(["instance.yaml", "acme.yaml", "beta.yaml", ".env.example"]);
    expect(files[1]?.text).toBe(`# yaml-language-server: $schema=./trueup.schema.json
#
# What lies under acme, as \`trueup export\` found it.
version: 1

groups:
  acme:
    name: Acme
    avatar: assets/acme.png

projects:
  acme/api:
    import_url: https://u:\${file:secrets/mirror}@example.com

  acme/shop/web:
    description: The storefront
    topics: [data]
    integrations:
      pumble:
        webhook: \${env:ACME_SHOP_WEB_PUMBLE_WEBHOOK}
`);
    expect(files[3]?.text)
      .toBe(`# The secrets that these files refer to. Copy to .env, fill in, and load it: set -a; . ./.env; set +a
# integration:acme/shop/web:pumble webhook
ACME_SHOP_WEB_PUMBLE_WEBHOOK=
`);
  });

  it("are a single one where that is asked for, with what is left out at its end", () => {
    const files = write(company, "single", { remarks: ["project:acme/old is scheduled for deletion.", "x\nversion: 2"] });
    expect(files.map((file) => file.path)).toEqual(["trueup.yaml", ".env.example"]);
    expect(files[0]?.text).toMatch(
      /# Not in these files:\n# - project:acme\/old is scheduled for deletion\.\n# - x version: 2\n$/,
    );
  });

  it("are one for each project where that is asked for, and paths in them start where they lie", () => {
    const files = write(company, "per-project");
    expect(files.map((file) => file.path)).toEqual([
      "instance.yaml",
      "acme.yaml",
      "beta.yaml",
      "acme/api.yaml",
      "acme/shop/web.yaml",
      ".env.example",
    ]);
    expect(files[4]?.text).toContain("$schema=../../trueup.schema.json");
    expect(files[3]?.text).toContain("${file:../secrets/mirror}");
  });

  it("keep apart from one another, from what is there, and from names that are not read", () => {
    const groups = ["instance", "con", "_a", "node_modules", "trueup.schema.json", "x.yaml", "taken", "v".repeat(255)];
    const files = write(
      [
        declaration("application_settings", {}),
        ...groups.map((name) => declaration("group", { path: name })),
        declaration("project", { path: "acme/x" }),
        declaration("project", { path: "acme/x.yaml/deep" }),
        declaration("project", { path: "acme/.git/hooks" }),
      ],
      "per-project",
      { taken: ["Taken.yaml"] },
    );
    expect(files.map((file) => file.path)).toEqual([
      "instance.yaml",
      "path-_a.yaml",
      "path-con.yaml",
      "instance-group.yaml",
      "path-node_modules.yaml",
      "taken-group.yaml",
      "trueup.schema.json.yaml",
      expect.stringMatching(/^v{100}-[0-9a-f]{12}\.yaml$/),
      "x.yaml.yaml",
      "acme/path-.git/hooks.yaml",
      "acme/x.yaml",
      "acme/x.yaml-files/deep.yaml",
    ]);
  });

  it("lie inside the directory whatever a path says", () => {
    const evil = ["../../etc/passwd", "/etc/passwd", "..", "a/../../b", "C:\\x", "a\0b", "", "//", "a/b\n/c", "x. "];
    const files = write(
      evil.flatMap((name) => [declaration("group", { path: name }), declaration("project", { path: `${name}/web` })]),
      "per-project",
    );
    expect(files.length).toBeGreaterThanOrEqual(evil.length);
    for (const file of files) expect(file.path).toMatch(/^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*[A-Za-z0-9][A-Za-z0-9_.-]*\.yaml$/);
    for (const file of files) expect(path.posix.normalize(file.path)).toBe(file.path);
  });

  it("begin a second one before the first is too large to be read", async () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      declaration("project", { path: `acme/p${index}` }, { description: "é".repeat(500_000) }),
    );
    const files = write([declaration("group", { path: "acme-2" }), ...many], "per-group");
    expect(files.map((file) => file.path)).toEqual(["acme.yaml", "acme-2.yaml", "acme-3.yaml", "acme-2-group.yaml"]);
    const loaded = await loadWritten(files, workspace({}));
    expect(loaded.state.resources.length).toBe(10);
    expect(loaded.diagnostics.filter(({ rule }) => rule.startsWith("file"))).toEqual([]);
  });

  it("say a thing that is not declared only where others stand in it", async () => {
    const files = write([declaration("approval_settings", { path: "acme/web" }, { reset_approvals_on_push: true })], "per-group");
    expect(files[0]?.text).toMatch(/projects:\n {2}acme\/web:\n {4}approval_settings:\n {6}reset_approvals_on_push: true\n$/);
    expect(write([], "per-group").map((file) => file.path)).toEqual(["instance.yaml"]);
  });

  it("bring back exactly what was declared, whatever it is", async () => {
    const cwd = workspace({});
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDeclaration, { maxLength: 12 }),
        fc.constantFrom(...layouts),
        fc.array(anyText, { maxLength: 2 }),
        async (random, layout, remarks) => {
          const declarations = expressible(random);
          const files = write(declarations, layout, { remarks });
          const loaded = await loadWritten(files, cwd);
          expect(loaded.diagnostics.filter(({ severity }) => severity === "error").map(line)).toEqual([]);
          const found = loaded.state.resources.map(({ address, spec, path: own, key }) =>
            canonicalJson({ address, spec, own, key }),
          );
          const asked = declarations.map(({ address, spec, path: own, key }) => canonicalJson({ address, spec, own, key }));
          expect(found).toEqual(expect.arrayContaining(asked));
          const holders = loaded.state.resources.filter(({ address }) => !declarations.some((one) => one.address === address));
          expect(holders.filter(({ spec }) => Object.keys(spec).length > 0)).toEqual([]);
          expect(found.length - holders.length).toBe(asked.length);
          const paths = files.map((file) => file.path.toLowerCase());
          expect(new Set(paths).size).toBe(paths.length);
          expect(paths.filter((one) => paths.some((other) => other.startsWith(`${one}/`)))).toEqual([]);
          expect(write([...declarations].reverse(), layout, { remarks })).toEqual(files);
        },
      ),
      { numRuns: Number(process.env["TRUEUP_LAW_RUNS"] ?? draws(150)) },
    );
  });

  it("can be written to a disk and read from it", async () => {
    const cwd = workspace({ ...pictures });
    const [sample = []] = fc.sample(fc.array(anyDeclaration, { minLength: 60, maxLength: 60 }), { seed: 4, numRuns: draws(1) });
    const declarations = expressible(sample);
    for (const file of write(declarations, "per-project")) {
      mkdirSync(path.join(cwd, path.dirname(file.path)), { recursive: true });
      writeFileSync(path.join(cwd, file.path), file.text, { flag: "wx" });
    }
    const loaded = await loadDesired(["."], { kinds, cwd, env: variables });
    expect(loaded.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const specs = new Map(loaded.state.resources.map(({ address, spec }) => [address, spec]));
    for (const { address, spec } of declarations) expect(specs.get(address)).toEqual(spec);
  });
});
