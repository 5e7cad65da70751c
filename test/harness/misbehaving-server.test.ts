// @module-tag slow
import { describe, expect, it, onTestFinished } from "vitest";
import { platform } from "./emulator.js";
import { type MisbehavingServer, rewrite, startMisbehaving, withoutPaging } from "./misbehaving-server.js";

async function before(url?: string): Promise<MisbehavingServer> {
  const server = await startMisbehaving(url);
  onTestFinished(() => server.close());
  return server;
}

describe("the server that misbehaves", () => {
  it("changes what a reply says, and takes the headers of pages away", async () => {
    const behind = await platform();
    await behind.call("POST", "/topics", { name: "web", title: "Web" });
    const server = await before(behind.url);
    server.misbehave({ path: /^\/topics/, times: 1, trouble: rewrite(([topic]: object[]) => [{ ...topic, name: 5 }]) });
    const ask = async (): Promise<Response> =>
      fetch(`${server.url}/api/v4/topics`, { headers: { "PRIVATE-TOKEN": behind.token } });
    expect(await (await ask()).json()).toMatchObject([{ name: 5, title: "Web" }]);
    expect((await ask()).headers.get("x-total")).toBe("1");
    server.misbehave({ trouble: withoutPaging() });
    expect((await ask()).headers.get("x-total")).toBeNull();
  });

  it("lets reads lag behind writes, and catch up", async () => {
    const behind = await platform({ tier: "premium" });
    const server = await before(behind.url);
    server.lag(behind, 1500);
    const headers = { "PRIVATE-TOKEN": behind.token };
    const list = async (): Promise<unknown> => (await fetch(`${server.url}/api/v4/topics`, { headers })).json();
    const body = new URLSearchParams({ name: "web", title: "Web" });
    const created = await fetch(`${server.url}/api/v4/topics`, { method: "POST", headers, body });
    expect(created.status).toBe(201);
    expect(await list()).toEqual([]);
    await expect.poll(list).toHaveLength(1);
  });

  it("drips, and stops in the middle", async () => {
    const behind = await platform();
    const server = await before(behind.url);
    server.misbehave({ trouble: { drip: { bytes: 4, every: 1, pause: true } } });
    const answer = await fetch(`${server.url}/api/v4/topics`, { headers: { "PRIVATE-TOKEN": behind.token } });
    expect(answer.status).toBe(200);
    server.misbehave({ trouble: { drip: { bytes: 4, every: 1 } } });
    expect(await (await fetch(`${server.url}/api/v4/topics`, { headers: { "PRIVATE-TOKEN": behind.token } })).json()).toEqual([]);
  });
});
