// Loaded before the command (NODE_OPTIONS=--import): writes the most memory that was in use at any time, garbage taken away, to the file $HEAP_REPORT.
import { writeFileSync } from "node:fs";

let highest = 0;
setInterval(() => {
  globalThis.gc();
  highest = Math.max(highest, process.memoryUsage().heapUsed);
}, 500).unref();
process.on("exit", () => writeFileSync(process.env.HEAP_REPORT, String(highest)));
