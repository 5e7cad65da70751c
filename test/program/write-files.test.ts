import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type FileChange, writeDraft } from "../../src/program/files/write.js";
import { openDirectory } from "../harness/directory.js";

let top = "";
beforeEach(() => {
  const desk = openDirectory();
  onTestFinished(() => desk.close());
  top = desk.path;
});

const change = (file: string, after: string, before?: string): FileChange => ({
  file,
  absolute: join(top, file),
  after,
  ...(before === undefined ? {} : { before }),
});
const names = () => readdirSync(top, { recursive: true, encoding: "utf8" }).sort();

describe("files that are written together", () => {
  it("are all there, and nothing else is left", async () => {
    writeFileSync(join(top, "a.yaml"), "old");
    await writeDraft({ changes: [change("a.yaml", "new", "old"), change("sub/b.yaml", "b")], root: top });
    expect(names()).toEqual(["a.yaml", "sub", "sub/b.yaml"]);
    expect(readFileSync(join(top, "a.yaml"), "utf8")).toBe("new");
  });

  it("are never written over what somebody else wrote since", async () => {
    writeFileSync(join(top, "a.yaml"), "theirs");
    await expect(writeDraft({ changes: [change("a.yaml", "new", "old")], root: top })).rejects.toThrow(
      "somebody else changed the file",
    );
    await expect(writeDraft({ changes: [change("a.yaml", "new")], root: top })).rejects.toThrow("somebody else changed the file");
    expect(readFileSync(join(top, "a.yaml"), "utf8")).toBe("theirs");
  });

  it("are all left alone where one of them cannot be written", async () => {
    writeFileSync(join(top, "taken"), "a file where a directory is wanted");
    await expect(writeDraft({ changes: [change("a.yaml", "new"), change("taken/b.yaml", "b")], root: top })).rejects.toThrow(
      "cannot be written",
    );
    expect(names()).toEqual(["taken"]);
  });

  it("stay inside of their directory, also where a link leads out of it", async () => {
    const elsewhere = openDirectory();
    onTestFinished(() => elsewhere.close());
    mkdirSync(join(top, "own"));
    symlinkSync(elsewhere.path, join(top, "own/out"));
    await expect(writeDraft({ changes: [change("own/out/a.yaml", "new")], root: join(top, "own") })).rejects.toThrow(
      "a link leads out",
    );
    expect(existsSync(join(elsewhere.path, "a.yaml"))).toBe(false);
  });

  it("keep the rights of what they replace", async () => {
    writeFileSync(join(top, "a.yaml"), "old");
    chmodSync(join(top, "a.yaml"), 0o640);
    await writeDraft({ changes: [change("a.yaml", "new", "old")], root: top });
    expect(statSync(join(top, "a.yaml")).mode & 0o777).toBe(0o640);
  });
});
