import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Many tests start processes of their own, which want room too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
