import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { testFiles, wayToPrograms } from "./test/in-process.js";

const startPrograms = testFiles().filter((file) => wayToPrograms(file).length > 0);

export default defineConfig({
  test: {
    globalSetup: "test/built-files.setup.ts",
    // A machine under load is no fault of what is tested: only what hangs ends by this.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    // Many tests start processes of their own, which want room too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    tags: [
      {
        name: "slow",
        description:
          "Takes more than three seconds of a processor of its own, by the number of its cases: `npm run test:quick` leaves it out, `npm test` does not.",
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "in-process",
          include: ["test/**/*.test.ts"],
          exclude: startPrograms,
          setupFiles: ["test/in-process.setup.ts"],
          pool: "forks",
          // One process for many files leaves much behind.
          execArgv: ["--max-semi-space-size=64"],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "programs", include: startPrograms, pool: "forks", isolate: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
