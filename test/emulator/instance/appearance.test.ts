import { expect, test } from "vitest";
import { type Answer, type Platform, startPlatform } from "../platform.js";

const path = "/application/appearance";
const fresh = {
  title: "",
  description: "",
  logo: null,
  header_logo: null,
  favicon: null,
  new_project_guidelines: "",
  profile_image_guidelines: "",
  header_message: "",
  footer_message: "",
  message_background_color: "#E75E40",
  message_font_color: "#FFFFFF",
  email_header_and_footer_enabled: false,
};

const put = (platform: Platform, json: unknown): Promise<Answer> => platform.call("PUT", path, { json });

function upload(name: string, filename: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append(name, new Blob([bytes]), filename);
  return form;
}

test("the appearance is for administrators: 401 without a token, 403 for others", async () => {
  const platform = await startPlatform();
  for (const method of ["GET", "PUT"]) {
    expect((await platform.call(method, path, { token: "" })).status).toBe(401);
    expect((await platform.call(method, path, { token: "token-of-alice" })).status).toBe(403);
  }
});

test("the appearance is never missing: before the first write it has its first values", async () => {
  const platform = await startPlatform({ seed: "none" });
  const { status, body } = await platform.call("GET", path);
  expect([status, body]).toEqual([200, fresh]);
});

test("every text, colour and flag is changed and read back, by JSON, form and query", async () => {
  const platform = await startPlatform({ seed: "none" });
  const changes = {
    title: "Acme",
    description: "We make **everything**",
    new_project_guidelines: "Be brief",
    profile_image_guidelines: "No cats",
    header_message: "Maintenance on Sunday",
    footer_message: "Made here",
    message_background_color: "#123",
    message_font_color: "#AbCdEf",
    email_header_and_footer_enabled: true,
  };
  const answer = await put(platform, changes);
  expect([answer.status, answer.body]).toEqual([200, { ...fresh, ...changes }]);
  expect((await platform.call("PUT", path, { body: new URLSearchParams({ title: "By form" }) })).body).toMatchObject({
    title: "By form",
  });
  expect((await platform.call("PUT", `${path}?email_header_and_footer_enabled=0`)).status).toBe(200);
  const expected = { ...fresh, ...changes, title: "By form", email_header_and_footer_enabled: false };
  expect((await platform.call("GET", path)).body).toEqual(expected);
});

test("null and a blank colour bring back the first values", async () => {
  const platform = await startPlatform({ seed: "none" });
  await put(platform, { title: "Acme", message_font_color: "#000000" });
  expect((await put(platform, { title: null, message_font_color: "" })).body).toEqual(fresh);
});

test("colours that are none and guidelines that are too long are refused and change nothing", async () => {
  const platform = await startPlatform({ seed: "none" });
  for (const [json, message] of [
    [{ message_font_color: "reddish" }, { message_font_color: ["is invalid"] }],
    [{ message_background_color: "#12" }, { message_background_color: ["is invalid"] }],
    [{ profile_image_guidelines: "x".repeat(4097) }, { profile_image_guidelines: ["is too long (maximum is 4096 characters)"] }],
  ]) {
    const { status, body } = await put(platform, { title: "changed", ...json });
    expect([status, body]).toEqual([400, { message }]);
  }
  expect((await platform.call("GET", path)).body).toEqual(fresh);
  expect((await put(platform, { profile_image_guidelines: "x".repeat(4096) })).status).toBe(200);
});

test("uploaded pictures are answered by path under the name they were sent with, and served back", async () => {
  const platform = await startPlatform({ seed: "none" });
  const bytes = new Uint8Array([0, 1, 2, 255]);
  const pictures = { logo: "acme-3f2a.png", header_logo: "acme.svg", favicon: "acme.ico" };
  for (const [name, filename] of Object.entries(pictures)) {
    const sent = await platform.call("PUT", path, { body: upload(name, filename, bytes) });
    const expected = `/uploads/-/system/appearance/${name}/1/${filename}`;
    expect([sent.status, (sent.body as Record<string, unknown>)[name]]).toEqual([200, expected]);
    const served = await fetch(platform.url + expected);
    expect([served.status, new Uint8Array(await served.arrayBuffer())]).toEqual([200, bytes]);
  }
  const replaced = await platform.call("PUT", path, { body: upload("logo", "other.png", bytes) });
  expect(replaced.body).toMatchObject({ logo: "/uploads/-/system/appearance/logo/1/other.png", header_logo: expect.any(String) });
  expect((await fetch(`${platform.url}/uploads/-/system/appearance/logo/1/${pictures.logo}`)).status).toBe(404);
});

test("a picture cannot be removed, and text is no picture", async () => {
  const platform = await startPlatform({ seed: "none" });
  await platform.call("PUT", path, { body: upload("logo", "a.png", new Uint8Array([1])) });
  const logo = "/uploads/-/system/appearance/logo/1/a.png";
  for (const blank of ["", null]) expect((await put(platform, { logo: blank })).body).toMatchObject({ logo });
  expect((await put(platform, { logo: "b.png" })).body).toEqual({ error: "logo is invalid" });
});

test("logos are at most 1 MB, a favicon is .ico or .png", async () => {
  const platform = await startPlatform({ seed: "none" });
  for (const name of ["logo", "header_logo"]) {
    const big = await platform.call("PUT", path, { body: upload(name, "a.png", new Uint8Array(1024 * 1024 + 1)) });
    expect([big.status, big.body]).toEqual([400, { message: { [name]: ["is too big (should be at most 1 MiB)"] } }]);
    const most = await platform.call("PUT", path, { body: upload(name, "a.png", new Uint8Array(1024 * 1024)) });
    expect(most.status).toBe(200);
  }
  const icon = await platform.call("PUT", path, { body: upload("favicon", "a.gif", new Uint8Array([1])) });
  expect([icon.status, icon.body]).toEqual([400, { message: { favicon: [expect.stringContaining("not supported")] } }]);
});

test("two first writes at once make one appearance", async () => {
  const platform = await startPlatform({ seed: "none" });
  const answers = await Promise.all([put(platform, { title: "Acme" }), put(platform, { header_message: "Hello" })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await platform.call("GET", path)).body).toMatchObject({ title: "Acme", header_message: "Hello" });
});

test("the default seed and a seed of one's own give an appearance", async () => {
  expect((await (await startPlatform()).call("GET", path)).body).toMatchObject({ title: "Acme Labs" });
  const own = await startPlatform({ seed: { appearance: [{ title: "Mine" }] } });
  expect((await own.call("GET", path)).body).toMatchObject({ ...fresh, title: "Mine" });
});
