// `npm run test:quick`: lint, types and the tests that start no program, side by side. What is given is passed on to the test runner.
import { sideBySide } from "./side-by-side.mjs";

const passed = await sideBySide([
  ["lint", ["run", "--silent", "lint"]],
  ["types", ["run", "--silent", "types"]],
  ["tests", ["exec", "--", "vitest", "run", "--project", "in-process", "--tags-filter=!slow", ...process.argv.slice(2)]],
]);
process.exitCode = passed ? 0 : 1;
