import { afterEach, beforeEach, expect, it } from "vitest";
import { type Office, openOffice } from "./office.js";
import { openPlayground, type Playground } from "./playground.js";

let ground: Playground;
let office: Office;
beforeEach(async () => {
  ground = await openPlayground({ tier: "ultimate", dialect: "neutral", version: "15.4.0" }, { seed: "none" });
  office = await openOffice(ground);
});
afterEach(async () => {
  await office.close();
  await ground.close();
});

it("what no file can name is told, and its picture is not written", async () => {
  const { id } = (await ground.platform.call("POST", "/topics", { name: "__proto__", title: "Odd" })) as { id: number };
  const picture = new FormData();
  picture.append("avatar", new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])]), "odd.png");
  await ground.platform.call("PUT", `/topics/${id}`, picture);
  const { gaps } = await office.export();
  expect(gaps.filter((gap) => gap.startsWith("topic:__proto__ cannot be declared"))).toHaveLength(1);
  expect(Object.keys(await office.files()).filter((file) => file.endsWith(".png"))).toEqual([]);
});

it("a secret that is never shown, and without which something cannot be switched on, is referred to", async () => {
  const asset_proxy_secret_key = ground.secrets.next();
  const proxy = { asset_proxy_enabled: true, asset_proxy_url: "https://proxy.example.com" };
  await ground.platform.call("PUT", "/application/settings", { ...proxy, asset_proxy_secret_key });
  await office.export();
  const files = await office.files();
  expect(files["instance.yaml"]).toContain("asset_proxy_secret_key: ${env:ASSET_PROXY_SECRET_KEY}");
  expect(files[".env.example"]).toContain("ASSET_PROXY_SECRET_KEY=");
  await office.expectEmptyPlan();
});
