import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { contentOf, pointsAt } from "../../src/core/git-blob.js";

const version = "version https://git-lfs.github.com/spec/v1\n";
const oid = (content: Uint8Array | string) => `oid sha256:${createHash("sha256").update(content).digest("hex")}\n`;

describe("a Git LFS pointer", () => {
  it("points at the content of its digest and size, text or not", () => {
    const bytes = new Uint8Array([0, 255, 1]);
    expect(pointsAt(`${version}${oid("ä")}size 2\n`, "ä")).toBe(true);
    expect(pointsAt(`${version}${oid(bytes)}size 3\n`, contentOf(bytes))).toBe(true);
  });

  it.each([
    ["of another content", `${version}${oid("b")}size 1\n`],
    ["of another size", `${version}${oid("a")}size 2\n`],
    ["of which only the beginning is one", version],
    ["with more behind it", `${version}${oid("a")}size 1\nand more\n`],
    ["with more before it", `\n${version}${oid("a")}size 1\n`],
    ["without its last line break", `${version}${oid("a")}size 1`],
    ["with its keys in another order", `${version}size 1\n${oid("a")}`],
    ["whose content an extension has changed", `${version}ext-0-case ${oid("A").slice(4, -1)}\n${oid("a")}size 1\n`],
    ["of another version", `${version.replace("v1", "v2")}${oid("a")}size 1\n`],
  ])("%s stands for nothing else", (_, text) => {
    expect(pointsAt(text, "a")).toBe(false);
  });
});
