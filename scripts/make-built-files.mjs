// Before whatever needs them: makes the generated files that are not committed, if they are missing or stale.
import { makeBuiltFiles } from "./built-files.mjs";

try {
  const { written, removed } = await makeBuiltFiles();
  if (written.length + removed.length > 0) console.log(`made ${[...written, ...removed].join(", ")}`);
} catch (error) {
  const { placed } = await import("./load-sources.mjs");
  console.error(placed(error).message);
  process.exitCode = 1;
}
