// @module-tag slow
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentHash } from "../../src/constructs/reconcile-command.js";
import { findFiles } from "../../src/desired/find-files.js";
import { directory } from "../harness/directory.js";

const declaring = [
  "a.yaml",
  "b.yml",
  "_c.yaml",
  ".d.yaml",
  "sub/e.yaml",
  "sub/_f/g.yaml",
  "node_modules/h.yaml",
  "i.json",
  "j.yaml.txt",
];
const pictures = ["one.png", "sub/two.png", "_drafts/three.png"];

/** Files with what each names. */
const anyTree = fc
  .uniqueArray(fc.constantFrom(...declaring), { minLength: 1 })
  .chain((files) => fc.tuple(...files.map((file) => fc.tuple(fc.constant(file), fc.subarray(pictures)))))
  .filter((tree) => tree.some(([file]) => ["a.yaml", "b.yml", "sub/e.yaml"].includes(file)));

type Tree = readonly (readonly [file: string, named: readonly string[]])[];

function plant(root: string, tree: Tree): void {
  for (const picture of pictures) {
    mkdirSync(dirname(join(root, picture)), { recursive: true });
    writeFileSync(join(root, picture), picture);
  }
  for (const [file, named] of tree) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    const paths = named.map((picture) => relative(dirname(file), picture));
    writeFileSync(join(root, file), JSON.stringify({ topics: Object.fromEntries(paths.map((avatar, at) => [at, { avatar }])) }));
  }
}

describe("the hash of what trueup apply reads", () => {
  it("is another one when a file is that the command line reads or that such a file names, and only then", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, async (tree) => {
        const root = directory();
        plant(root, tree);
        const { files } = await findFiles([root], "/");
        const read = new Set(files.map(({ absolute }) => relative(root, absolute)));
        const counted = new Set([...read, ...tree.flatMap(([file, named]) => (read.has(file) ? named : []))]);
        for (const name of [...tree.map(([file]) => file), ...pictures]) {
          const before = contentHash(root);
          appendFileSync(join(root, name), " ");
          expect(contentHash(root) !== before, name).toBe(counted.has(name));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is the same wherever the directory lies, and another where a file has another name", () => {
    const [one, other] = [directory({ "x/a.yaml": "topics: {}" }), directory()];
    cpSync(one, join(other, "deeper"), { recursive: true });
    expect(contentHash(join(other, "deeper/x"))).toBe(contentHash(join(one, "x")));
    cpSync(join(one, "x/a.yaml"), join(one, "y/b.yaml"));
    expect(contentHash(join(one, "y"))).not.toBe(contentHash(join(one, "x")));
  });

  it("takes one file, also JSON, and leaves out what leads out of its directory, what is no file and what is no YAML", () => {
    const root = directory({
      "secret.txt": "s",
      "in/desired.json": `{"topics":{"a":{"avatar":"../secret.txt"},"b":{"avatar":"link"},"c":{"avatar":"${"x".repeat(5000)}"}}}`,
      "in/broken.yaml": "topics: [\n  {",
    });
    symlinkSync(join(root, "secret.txt"), join(root, "in/link"));
    const [json, yaml] = [join(root, "in/desired.json"), join(root, "in/broken.yaml")];
    const before = [contentHash(json), contentHash(yaml)];
    appendFileSync(join(root, "secret.txt"), "more");
    expect([contentHash(json), contentHash(yaml)]).toEqual(before);
    rmSync(join(root, "in/link"));
    expect(contentHash(json)).toBe(before[0]);
  });
});
