import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributesOf } from "./attributes.js";
import { openPlayground, servers } from "./playground.js";
import { coveringSteps } from "./steps.js";
import { walk } from "./walk.js";

describe.each(servers)("500 random changes over the API ($tier, $dialect, $version)", (server) => {
  it("give every attribute that the server has a value", async () => {
    await fc.assert(
      fc.asyncProperty(coveringSteps(server), async ({ covering, more }) => {
        const ground = await openPlayground(server);
        try {
          const { done, touched } = await walk(ground, covering, more, 500);
          const never = attributesOf(server).filter(({ label }) => !touched.has(label));
          expect({ done: done >= 500, never: never.map(({ label }) => label) }).toEqual({ done: true, never: [] });
        } finally {
          await ground.close();
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
