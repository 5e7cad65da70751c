// @module-tag slow
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

it("lists whose order does not count are written in one order, and nothing that is merely inherited", async () => {
  const made = async (path: string, body: object) => ((await ground.platform.call("POST", path, body)) as { id: number }).id;
  const acme = await made("/groups", { name: "Acme", path: "acme", emails_disabled: false });
  const sub = await made("/groups", { name: "Sub", path: "sub", parent_id: acme });
  await made("/projects", { path: "web", namespace_id: acme, topics: ["zebra", "ant"] });
  const levels = [{ access_level: 40 }, { group_id: sub }, { access_level: 30 }];
  await made(`/groups/${acme}/protected_environments`, { name: "production", deploy_access_levels: levels });
  await office.export();
  const { "acme.yaml": text = "" } = await office.files();
  expect(text).toContain("topics: [ant, zebra]");
  const entry = (who: string) => `          - ${who}\n`;
  expect(text).toContain(["access_level: developer", "access_level: maintainer", "group: acme/sub"].map(entry).join(""));
  expect(text).toContain("  acme/sub:\n    name: Sub\n    visibility: private\n\n");
});

it("the name of a first branch is inherited from the group and the one at the top, and from none between", async () => {
  await office.close();
  await ground.close();
  ground = await openPlayground({ tier: "ultimate", dialect: "vendor", version: "17.11.0" }, { seed: "none" });
  office = await openOffice(ground);
  const made = async (path: string, body: object) => ((await ground.platform.call("POST", path, body)) as { id: number }).id;
  const group = async (path: string, parent_id?: number) =>
    made("/groups", { name: path, path, visibility: "public", ...(parent_id === undefined ? {} : { parent_id }) });
  const top = await group("acme");
  const middle = await group("middle", top);
  const deep = await group("deep", middle);
  const web = { visibility: "public", initialize_with_readme: true };
  const branch = async (id: number, default_branch: string) => ground.platform.call("PUT", `/groups/${id}`, { default_branch });
  await branch(middle, "between");
  await made("/projects", { path: "usual", namespace_id: deep, ...web });
  await made("/projects", { path: "chosen", namespace_id: deep, ...web, default_branch: "between" });
  await branch(top, "trunk");
  await made("/projects", { path: "inheriting", namespace_id: deep, ...web });
  await office.export();
  const { "acme.yaml": text = "" } = await office.files();
  const block = (name: string) => text.split(/\n\n/).find((part) => part.includes(`acme/middle/deep/${name}:`));
  expect(block("usual")).toContain("default_branch: main");
  expect(block("chosen")).toContain("default_branch: between");
  expect(block("inheriting")).not.toContain("default_branch");
});
