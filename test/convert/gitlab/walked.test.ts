// @module-tag slow
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "../../../src/desired/index.js";
import { kinds } from "../../../src/program/kinds.js";
import type { Server } from "../../e2e/subjects.js";
import { type Office, openOffice } from "../../export/office.js";
import { openPlayground, type Playground } from "../../export/playground.js";
import { drawn } from "../../export/runs.js";
import { anyStep, coveringSteps } from "../../export/steps.js";
import { walk } from "../../export/walk.js";
import { sample } from "../../ring.js";
import { refreshed } from "./live.js";
import { convert, state } from "./states.js";

const servers: readonly Server[] = [
  { tier: "ultimate", dialect: "vendor", version: "17.5.0" },
  { tier: "free", dialect: "vendor", version: "15.4.0" },
];

describe.each(sample(servers, 1))(
  "the provider's state of a platform after 300 random changes ($tier, release $version)",
  { tags: ["slow"] },
  (server) => {
    const story = fc.record({ first: coveringSteps(server), more: fc.array(anyStep(server), { minLength: 60, maxLength: 60 }) });
    const [drawnStory] = drawn(story);
    let ground: Playground;
    let office: Office;
    beforeAll(async () => {
      ground = await openPlayground(server);
      if (drawnStory)
        await walk(ground, drawnStory.value.first.covering, [...drawnStory.value.first.more, ...drawnStory.value.more], 300);
      office = await openOffice(ground);
    });
    afterAll(async () => {
      await office?.close();
      await ground?.close();
    });

    it("becomes files that plan empty: all that they say is true, and no secret of it is in them", async () => {
      const { declarations, remarks } = convert(state(await refreshed(ground.platform, server.version)));
      for (const { path, text } of writeFiles(declarations, { kinds, layout: "per-group", remarks })) {
        await mkdir(dirname(join(office.directory, path)), { recursive: true });
        await writeFile(join(office.directory, path), text);
      }
      await office.expectEmptyPlan({ secretsMayDiffer: true });
      await ground.secrets.expectNone(office.directory);
      const text = Object.values(await office.files()).join("\n");
      expect(text).not.toContain("a-secret-in-the-state");
      expect(declarations.length).toBeGreaterThan(20);
    });
  },
);
