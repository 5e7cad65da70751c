import { expect, test } from "vitest";

import { startPlatform } from "./platform.js";
import type { Answer } from "./platform.js";

test("a group is created, read by id and path, changed and deleted", async () => {
  const platform = await startPlatform({ seed: "none", tier: "free", workerDelay: 400 });
  const made = await platform.call("POST", "/groups", { json: { name: "Acme", path: "acme", visibility: "internal" } });
  expect(made).toMatchObject({
    status: 201,
    body: { name: "Acme", full_path: "acme", full_name: "Acme", visibility: "internal", parent_id: null, shared_with_groups: [] },
  });
  const sub = await platform.call("POST", "/groups", { json: { name: "Sub", path: "sub", parent_id: idOf(made) } });
  expect(sub.body).toMatchObject({ full_path: "acme/sub", full_name: "Acme / Sub", parent_id: idOf(made) });
  expect((await platform.call("GET", "/groups/acme%2FSUB")).body).toMatchObject({ id: idOf(sub) });
  const changed = await platform.call("PUT", `/groups/${idOf(sub)}`, {
    json: { description: "New", two_factor_grace_period: 4 },
  });
  expect(changed).toMatchObject({ status: 200, body: { description: "New", two_factor_grace_period: 4 } });
  expect(await platform.call("DELETE", "/groups/acme%2Fsub")).toMatchObject({ status: 202, body: { message: "202 Accepted" } });
  expect((await platform.call("GET", "/groups/acme%2Fsub")).status).toBe(200);
  await until(async () => (await platform.call("GET", "/groups/acme%2Fsub")).status === 404);
});

function idOf(answer: Answer): number {
  return (answer.body as { id: number }).id;
}

/** Waits for what goes on in the background. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each look comes after the one before
    if (await holds()) return;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("it never came to hold");
}
