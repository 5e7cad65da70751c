// @module-tag slow
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { trueup } from "../harness/built.js";
import { directory } from "../harness/directory.js";
import { sample } from "../ring.js";
import { expire, logIn, type Place, placeToLogIn } from "./login.js";

/** Kills its process before or after the so-many-th call of a function of node:fs on what a login is written to. */
const killer = `
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const [when, name, nth] = process.env.KILL_AT.split(" ");
const real = fs[name];
let calls = 0;
fs[name] = function (target, ...rest) {
  const isOurs = typeof target === "number" || String(target).includes("logins");
  if (!isOurs || ++calls !== Number(nth)) return real.call(fs, target, ...rest);
  if (when === "after") real.call(fs, target, ...rest);
  process.kill(process.pid, "SIGKILL");
  for (;;);
};
syncBuiltinESMExports();
`;

const status = async (place: Place, url: string, env: Readonly<Record<string, string>> = {}) =>
  trueup(["auth", "status", "--url", url], { env: { ...place.env, ...env } });

describe("a process that is killed in a renewal", { tags: ["race"] }, () => {
  // The first of each pair tries the disk, before the server is asked; the second keeps the new pair.
  const points = [
    "before openSync 1",
    "after openSync 1",
    "after fsyncSync 1",
    "before renameSync 1",
    "after renameSync 1",
    "after fsyncSync 2",
    "before renameSync 2",
    "after renameSync 2",
  ];

  test.each(sample(points, 4, 1))("%s leaves a login that goes on, and nothing beside it", async (point) => {
    const place = await placeToLogIn();
    await logIn(place);
    expire(place);
    const hook = join(directory(), "killer.cjs");
    writeFileSync(hook, killer);
    const killed = await status(place, place.server.url, { NODE_OPTIONS: `--require ${hook}`, KILL_AT: point });
    expect(killed.code).toBeNull();
    // Whatever became of the clock meanwhile.
    if (point.endsWith("2")) expire(place);
    expect(await status(place, place.server.url)).toMatchObject({ code: 0 });
    expect(readdirSync(place.logins)).toEqual([expect.stringMatching(/\.json$/)]);
  });

  test.each([["--all"], ["--url"]])("leaves nothing that a logout %s does not remove", async (how) => {
    const place = await placeToLogIn();
    await logIn(place);
    const [name = ""] = readdirSync(place.logins);
    const stranger = name.replace(/[0-9a-f]{16}\.json$/, "0123456789abcdef.json");
    const uuid = "0b3f4a52-5a0e-4b7e-9d0c-3f1f6a1d2b3c";
    for (const own of how === "--all" ? [name, stranger] : [name]) {
      writeFileSync(join(place.logins, `${own}.${uuid}`), '{"format":"trueup.login/1","access_tok');
      writeFileSync(
        join(place.logins, `${own}.lock`),
        JSON.stringify({ id: "gone", pid: 2 ** 22 + 1, host: (await import("node:os")).hostname() }),
      );
      writeFileSync(join(place.logins, `${own}.lock.after-older`), "{}");
    }
    const words = how === "--all" ? ["--all"] : ["--url", place.server.url];
    expect(await trueup(["auth", "logout", ...words], { env: place.env })).toMatchObject({ code: 0 });
    expect(readdirSync(place.logins)).toEqual([]);
  });
});
