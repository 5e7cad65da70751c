import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

// Before each test file that starts programs: `npm test` builds beside the first tests, and says with this file that the build is there.
const mark = process.env["TRUEUP_BUILD_MARK"];
if (mark !== undefined) {
  // oxlint-disable-next-line no-await-in-loop -- until it is there
  while (!existsSync(mark)) await wait(100);
  const said = readFileSync(mark, "utf8");
  if (said !== "built") throw new Error(said);
}
