// `node scripts/walk-of-a-value.mjs`: the files that a value passes between the file that says `merge_method: ff` and the body of the call that sends it. By the runner's coverage: files of which a
// function runs more often where the same project declares that beside another attribute. The emulator does not count.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import "./strip-sources.mjs";

const stripped = fileURLToPath(new URL("../.src-js/", import.meta.url));
const [{ createRedactor }, { startEmulator }, { apply, plan }] = await Promise.all(
  ["core/redact.js", "emulator/index.js", "trueup.js"].map((name) => import(`../.src-js/${name}`)),
);
const directory = mkdtempSync(join(tmpdir(), "trueup-walk-"));
const seed = { groups: [{ full_path: "acme" }], projects: [{ path_with_namespace: "acme/web" }] };
const session = new Session();
session.connect();

/** How often each function ran since the last time that it was asked, by its file and place. What runs when a file is loaded is none. */
async function counts() {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const own = result.filter(({ url }) => url.startsWith(`file://${stripped}`) && !url.includes("/emulator/"));
  return new Map(
    own.flatMap(({ url, functions }) =>
      functions
        .filter(({ functionName, ranges: [{ startOffset }] }) => functionName !== "" || startOffset > 0)
        .map(({ ranges: [{ startOffset, count }] }) => [`${url.slice(`file://${stripped}`.length)}:${startOffset}`, count]),
    ),
  );
}

/** Plans and applies some attributes of a project on an emulator of its own; answers how often each function ran until the call was sent. */
async function walk(attributes) {
  const emulator = await startEmulator({ seed });
  writeFileSync(join(directory, "trueup.yaml"), `projects: { acme/web: ${JSON.stringify(attributes)} }\n`);
  let ran;
  const around = {
    cwd: directory,
    env: { TRUEUP_URL: emulator.url, TRUEUP_TOKEN: emulator.token },
    redactor: createRedactor(),
    onRequest: (event) => {
      if (event.method === "PUT") ran ??= counts();
    },
  };
  await counts();
  const made = await plan([directory], {}, {}, around);
  await apply(made.plan, {}, {}, around);
  await emulator.close();
  return ran;
}

try {
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const without = { description: "new" };
  const withValue = { description: "new", merge_method: "ff" };
  // The first run loads what is loaded when it is needed, and reads what is kept after that.
  await walk(withValue);
  const before = await walk(without);
  const after = await walk(withValue);
  const passed = [...after]
    .filter(([place, count]) => count > (before.get(place) ?? 0))
    .map(([place]) => place.replace(/js:\d+$/, "ts"));
  const files = [...new Set(passed)].toSorted((one, other) => (one < other ? -1 : 1));
  for (const file of files) console.log(file);
  console.log(`${files.length} files`);
} finally {
  session.disconnect();
  rmSync(directory, { recursive: true });
}
