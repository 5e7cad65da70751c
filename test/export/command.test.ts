import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { builtInProcess } from "../harness/built.js";
import type { Ran } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { mustHide } from "../harness/fixture.js";
import { attributeOf } from "./attributes.js";
import { secretsOf } from "./office.js";
import { openPlayground, type Playground } from "./playground.js";
import { drawn } from "./runs.js";
import { anyStep, type Step } from "./steps.js";
import { walk } from "./walk.js";

const server = { tier: "ultimate", dialect: "neutral", version: "15.4.0" } as const;
let ground: Playground;
let directory: Directory;
beforeEach(async () => {
  ground = await openPlayground(server);
  directory = openDirectory();
});
afterEach(async () => {
  await ground.close();
  directory.close();
});

/** Runs the built command line with every variable of `.env.example` filled in; no secret may show in what it prints or writes. */
async function run(...words: readonly string[]): Promise<Ran> {
  const secrets = await secretsOf(ground, join(directory.path, "trueup"));
  const ran = await builtInProcess(words, { cwd: directory.path, env: { ...ground.platform.env, ...secrets } });
  mustHide(ground.secrets.known(), `what trueup ${words.join(" ")} prints`, ran.stdout + ran.stderr);
  await ground.secrets.expectNone(directory.path);
  return ran;
}

/** A secret that files refer to is never replaced by the live one, so it would stay drift. */
function withoutSecrets(step: Step): boolean {
  return step.what !== "set" || step.picks.every(({ label }) => attributeOf(label).field.secret !== true);
}

const story = fc.record({
  first: fc.array(anyStep(server), { minLength: 120, maxLength: 120 }),
  second: fc.array(anyStep(server), { minLength: 20, maxLength: 20 }),
});

it.each(drawn(story))(
  "the command line exports what random changes made, and adopts more of them (seed $seed)",
  async ({ value }) => {
    await walk(ground, value.first);
    expect(await run("export")).toMatchObject({ code: 0 });
    expect(await run("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
    await walk(ground, value.second.filter(withoutSecrets));
    expect(await run("drift", "--adopt-all", "--yes")).toMatchObject({ code: 0 });
    expect(await run("drift")).toMatchObject({ code: 0 });
  },
);
