import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadDesired, type Loaded } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { line, workspace } from "./workspace.js";

type Contents = Readonly<Record<string, string | Uint8Array>>;

/** Loads a directory that holds `onDisk`, as it would be with `unwritten` written too. */
function loadOver(onDisk: Contents, unwritten: Contents, paths: readonly string[] = ["."]): Promise<Loaded> {
  const cwd = workspace(onDisk);
  const overlay = new Map(Object.entries(unwritten).map(([name, content]) => [path.join(cwd, name), content]));
  return loadDesired(paths, { kinds, cwd, env: {}, overlay });
}

const addresses = (loaded: Loaded): string[] => loaded.state.resources.map(({ address }) => address);

describe("what is not written yet", () => {
  it("is read in place of what is on the disk", async () => {
    const loaded = await loadOver(
      { "a.yaml": "topics: { old: { title: Old } }" },
      { "a.yaml": "topics: { new: { title: New } }" },
    );
    expect(addresses(loaded)).toEqual(["topic:new"]);
    expect(loaded.texts().get("a.yaml")).toBe("topics: { new: { title: New } }");
  });

  it("is found in the order in which it would be on the disk, also in directories that are not there", async () => {
    const files = {
      "b/one.yaml": "topics: { one: { title: A } }",
      "b.yaml": "topics: { two: { title: B } }",
      "a/x/y.yml": "version: 1",
      "_c/three.yaml": "nonsense",
      ".d.yaml": "nonsense",
      "e.txt": "nonsense",
    };
    const written = await loadOver(files, {});
    const unwritten = await loadOver({}, files);
    expect(unwritten.sources.map(({ file }) => file)).toEqual(written.sources.map(({ file }) => file));
    expect(unwritten.sources.map(({ file }) => file)).toEqual(["a/x/y.yml", "b/one.yaml", "b.yaml"]);
    expect(addresses(unwritten)).toEqual(addresses(written));
  });

  it.each([["new"], ["new/a.yaml"]])("may be named as a path: %s", async (name) => {
    const loaded = await loadOver({}, { "new/a.yaml": "topics: { one: { title: A } }" }, [name]);
    expect(addresses(loaded)).toEqual(["topic:one"]);
    expect(path.basename(loaded.directory)).toBe("new");
  });

  it("may be a picture that a file names", async () => {
    const text = "appearance: { logo: assets/logo.png }";
    const loaded = await loadOver({ "a.yaml": text }, { "assets/logo.png": new Uint8Array([1, 2, 3]) });
    expect(loaded.diagnostics.map(line)).toEqual([]);
    expect(loaded.state.resources[0]?.spec).toEqual({
      logo: { $file: "assets/logo.png", sha256: "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81" },
    });
  });

  it("is checked as a file on the disk is", async () => {
    const loaded = await loadOver({}, { "a.yaml": new Uint8Array([0xff, 0xfe]), "b.yaml": `# ${"x".repeat(10 * 1024 * 1024)}` });
    expect(loaded.diagnostics.map(({ rule }) => rule)).toEqual(["file.encoding", "file.size"]);
  });
});

describe("what loading tells of the files", () => {
  it("names every place where a body stands", async () => {
    const loaded = await loadOver({ "a.yaml": "groups: { acme: { name: Acme } }", "b.yaml": "groups:\n  acme:\n" }, {});
    expect(
      loaded.bodies.map(({ address, parts }) => [address, parts.map(({ source, pointer }) => [source.file, pointer])]),
    ).toEqual([
      [
        "group:acme",
        [
          ["a.yaml", "/groups/acme"],
          ["b.yaml", "/groups/acme"],
        ],
      ],
    ]);
  });

  it("keeps a byte order mark out of the text and remembers it", async () => {
    const loaded = await loadOver({ "a.yaml": "\uFEFFversion: 1\n", "b.yaml": "version: 1\n" }, {});
    expect(loaded.sources.map(({ text, byteOrderMark }) => [text, byteOrderMark])).toEqual([
      ["version: 1\n", true],
      ["version: 1\n", false],
    ]);
  });
});
