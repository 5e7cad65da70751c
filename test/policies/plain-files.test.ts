// @module-tag slow
import { Session } from "node:inspector/promises";
import { expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

/** Names of the functions of the room that run while something is done. */
async function runIn(room: RegExp, work: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await work();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result
      .filter(({ url }) => room.test(url))
      .flatMap(({ url, functions }) =>
        functions.flatMap(({ functionName, ranges }) =>
          (ranges[0]?.count ?? 0) > 0 ? [`${url.split("/").at(-1)} ${functionName}`] : [],
        ),
      );
  } finally {
    session.disconnect();
  }
}

const plain = "projects:\n  acme/web: { merge_method: ff, labels: { bug: { color: '#ff0000' } } }\n";

test("files without policies, presets and words are planned and applied without the code of policies", async () => {
  const { env } = await platform({
    seed: { groups: [{ full_path: "acme" }], projects: [{ path_with_namespace: "acme/web" }] },
  });
  const commands = async (text: string) => {
    const cwd = directory({ "trueup/all.yaml": text });
    for (const words of [["validate"], ["plan"], ["apply", "--yes"]])
      expect((await inProcess(words, { cwd, env })).stderr).toBe("");
  };
  const room = /src(-js)?\/policies\//;
  await commands(plain);
  expect(await runIn(room, () => commands(plain))).toEqual([]);
  expect(
    await runIn(room, () => commands(`${plain}policies: { base: { projects: [acme/web], set: { lfs_enabled: true } } }\n`)),
  ).toContain("in-force.js standingsOf");
});
