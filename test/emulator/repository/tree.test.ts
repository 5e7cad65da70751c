import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { missing, testUnless } from "../../needs.js";
import { type Repository, startRepository } from "../repositories.js";

type Body = Record<string, unknown>;

let code: Repository;
beforeAll(async () => {
  code = await startRepository();
  const files = { "b.txt": "b\n", "a/x.txt": "x\n", "a/deep/y.sh": "#!/bin/sh\n", "a.txt": "a\n" };
  const actions = Object.entries(files).map(([file_path, content]) => ({ action: "create", file_path, content }));
  await code.commit("main", [...actions, { action: "chmod", file_path: "a/deep/y.sh", execute_filemode: true }]);
});
afterAll(() => code.close());

const paths = (body: unknown): unknown[] => (body as Body[]).map(({ path }) => path);

test("a folder is listed with folders first, whole or by path, in pages of both kinds", async () => {
  expect(paths((await code.call("GET", "/tree")).body)).toEqual(["a", "a.txt", "b.txt"]);
  expect(paths((await code.call("GET", "/tree?path=a&ref=main")).body)).toEqual(["a/deep", "a/x.txt"]);
  const whole = ["a", "a/deep", "a.txt", "a/deep/y.sh", "a/x.txt", "b.txt"];
  const all = (await code.call("GET", "/tree?recursive=true&pagination=none")).body;
  expect(new Set(paths(all))).toEqual(new Set(whole));
  const seen: unknown[] = [];
  let next: string | undefined = "/tree?recursive=true&pagination=keyset&per_page=2";
  while (next !== undefined) {
    const { body, headers } = await code.call("GET", next);
    seen.push(...paths(body));
    next = /repository(\/tree[^>]*)>/.exec(headers.get("link") ?? "")?.[1];
  }
  expect(seen).toEqual(paths(all));
  expect((await code.call("GET", "/tree?per_page=1&page=3")).headers.get("x-total")).toBe("3");
  expect((await code.call("GET", "/tree?pagination=none")).status).toBe(400);
});

test("a folder or commit that is not there is 404", async () => {
  expect((await code.call("GET", "/tree?ref=nowhere")).body).toEqual({ message: "404 Tree Not Found" });
  expect((await code.call("GET", "/tree?path=nowhere")).body).toEqual({ message: "404 invalid revision or path Not Found" });
});

test("content is read by its id, as JSON and as it is", async () => {
  const [, entry] = (await code.call("GET", "/tree")).body as Body[];
  const { body } = await code.call("GET", `/blobs/${String(entry?.["id"])}`);
  expect(body).toEqual({ size: 2, encoding: "base64", content: "YQo=", sha: entry?.["id"] });
  expect(String((await code.call("GET", `/blobs/${String(entry?.["id"])}/raw`)).body)).toBe("a\n");
  expect((await code.call("GET", `/blobs/${"0".repeat(40)}`)).body).toEqual({ message: "404 Blob Not Found" });
});

testUnless(missing("tar", "bzip2"), "an archive of every format that is made unpacks to the files, modes and all", async () => {
  const folder = mkdtempSync(join(tmpdir(), "archive-"));
  try {
    for (const [format, flag] of [
      ["tar.gz", "z"],
      ["tar", ""],
      ["tar.bz2", "j"],
    ] as const) {
      const { status, body, headers } = await code.call("GET", `/archive.${format}?sha=main`);
      expect([status, headers.get("content-disposition")]).toEqual([200, expect.stringContaining(`.${format}"`)]);
      const file = join(folder, `archive.${format}`);
      writeFileSync(file, body as Buffer);
      const listed = execFileSync("tar", [`-t${flag}vf`, file], { encoding: "utf8" });
      expect(listed).toMatch(/^-rwxrwxr-x.*\/a\/deep\/y\.sh$/m);
      execFileSync("tar", [`-x${flag}f`, file, "--strip-components=1"], { cwd: folder });
      expect(readFileSync(join(folder, "a/x.txt"), "utf8")).toBe("x\n");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

testUnless(missing("python3"), "a zip archive unpacks to the files, and one of a folder has that folder alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "archive-"));
  try {
    const file = join(folder, "archive.zip");
    writeFileSync(file, (await code.call("GET", "/archive.zip?path=a")).body as Buffer);
    const script = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *z.namelist())";
    const names = execFileSync("python3", ["-c", script, file], { encoding: "utf8" }).trim().split(" ");
    expect(names.map((name) => name.replace(/^code-main-\w+-a\//, ""))).toEqual([
      "None",
      "",
      "a/",
      "a/deep/",
      "a/deep/y.sh",
      "a/x.txt",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the same archive is made each time, of the default branch when nothing is said, and none of what is not there", async () => {
  expect((await code.call("GET", "/archive")).body).toEqual((await code.call("GET", "/archive?sha=main")).body);
  expect((await code.call("GET", "/archive?sha=nowhere")).status).toBe(404);
  expect((await code.call("GET", "/archive.rar")).status).toBe(404);
});
