// What `npm test` does before the tests: lint, types and build, side by side.
import { sideBySide } from "./side-by-side.mjs";

const passed = await sideBySide(["lint", "types", "build"].map((name) => [name, ["run", "--silent", name]]));
process.exitCode = passed ? 0 : 1;
