import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmulator } from "../../../src/emulator/index.js";

type Row = Record<string, unknown> | null;

/** A line of a data file as it was before repositories held content: commits say what they changed, under hashes of their own. */
function older(line: string): string {
  const sent = JSON.parse(line) as unknown;
  if (!Array.isArray(sent)) return line;
  const rows = (sent as [string, number, Row][]).filter(([table]) => !table.startsWith("git_"));
  const changed = rows.map(([table, id, row]) => {
    if (table !== "commits" || row === null) return [table, id, row];
    const { tree: _, ...rest } = row;
    const changes = row["message"] === "Second" ? { "README.md": null, "lib/new.txt": "new\n" } : { "README.md": "# old\n" };
    return [table, id, { ...rest, changes }];
  });
  return JSON.stringify(changed);
}

test("repositories of a data file from before they held content are read, and go on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "older-"));
  const data = join(folder, "state");
  const options = { dialect: "vendor", serverVersion: "19.0.0", data } as const;
  try {
    const first = await startEmulator({
      ...options,
      seed: {
        users: [{ username: "ada" }],
        projects: [{ path_with_namespace: "ada/old", creator: "ada", branches: ["main"] }],
        commits: [{ project: "ada/old", branch: "main", message: "Second", author: "ada" }],
      },
    });
    await first.close();
    writeFileSync(data, readFileSync(data, "utf8").trimEnd().split("\n").map(older).join("\n").concat("\n"));
    const again = await startEmulator(options);
    const call = async (method: string, path: string, json?: unknown): Promise<[number, unknown]> => {
      const headers = { "Private-Token": again.token, "Content-Type": "application/json" };
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      const response = await fetch(`${again.url}/api/v4/projects/ada%2Fold/repository${path}`, { method, headers, ...body });
      return [response.status, await response.json()];
    };
    expect(await call("GET", "/tree?recursive=true")).toMatchObject([200, [{ path: "lib" }, { path: "lib/new.txt" }]]);
    expect(await call("GET", "/commits")).toMatchObject([200, [{ message: "Second" }, { message: "Initial commit" }]]);
    const sent = { branch: "main", content: "newer\n", commit_message: "Third" };
    expect(await call("PUT", "/files/lib%2Fnew.txt", sent)).toMatchObject([200, { file_path: "lib/new.txt" }]);
    expect(await call("GET", "/commits/main/diff")).toMatchObject([200, [{ diff: "@@ -1 +1 @@\n-new\n+newer\n" }]]);
    await again.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
