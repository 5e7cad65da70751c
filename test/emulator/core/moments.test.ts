import { expect, test } from "vitest";
import { startPlatform } from "../platform.js";

test("a reset puts back what the emulator was started with, and gives the same ids again", async () => {
  const platform = await startPlatform({ seed: "none" });
  const make = async () => (await platform.call("POST", "/projects", { json: { name: "web" } })).body;
  const first = await make();
  await platform.call("PUT", "/application/settings", { json: { signup_enabled: false } });
  expect((await platform.call("POST", "~/-/emulator/reset")).status).toBe(204);
  expect((await platform.call("GET", "/projects")).body).toEqual([]);
  const second = await make();
  expect(second).toMatchObject({ id: (first as { id: number }).id, path_with_namespace: "root/web" });
});

test("moments are kept by name, restored as often as one likes, listed and forgotten", async () => {
  const platform = await startPlatform({ seed: "none" });
  const names = async () => ((await platform.call("GET", "/topics")).body as { name: string }[]).map(({ name }) => name);
  await platform.call("POST", "/topics", { json: { name: "one", title: "One" } });
  expect((await platform.call("POST", "~/-/emulator/snapshots/with-one")).status).toBe(201);
  for (const name of ["two", "three"]) {
    // oxlint-disable-next-line no-await-in-loop -- the second time begins where the first ended
    await platform.call("POST", "/topics", { json: { name, title: name } });
    expect((await platform.call("POST", "~/-/emulator/snapshots/with-one/restore")).status).toBe(204); // oxlint-disable-line no-await-in-loop
    expect(await names()).toEqual(["one"]); // oxlint-disable-line no-await-in-loop
  }
  expect((await platform.call("GET", "~/-/emulator/snapshots")).body).toEqual(["with-one"]);
  expect((await platform.call("DELETE", "~/-/emulator/snapshots/with-one")).status).toBe(204);
  expect((await platform.call("POST", "~/-/emulator/snapshots/with-one/restore")).status).toBe(404);
  expect((await platform.call("POST", "~/-/emulator/snapshots/a%20b")).status).toBe(400);
});

test("where other machines reach it, only the administrator's token resets it", async () => {
  const platform = await startPlatform({ seed: "none", host: "0.0.0.0" });
  expect((await platform.call("POST", "~/-/emulator/reset", { token: "" })).status).toBe(401);
  expect((await platform.call("POST", "~/-/emulator/reset")).status).toBe(204);
});
