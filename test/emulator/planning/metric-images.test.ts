import { expect, test } from "vitest";
import { as, outcome, startForum } from "../forum.js";
import type { Platform } from "../platform.js";

const WEB = "/projects/acme%2Fweb/issues";

function picture(fields: Record<string, string> = {}, bytes = "png", name = "load.png"): FormData {
  const form = new FormData();
  form.append("file", new Blob([bytes]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

test("metric images are uploaded to incidents, listed and served", async () => {
  const forum = await startForum();
  const fields = { url: "https://example.com/load", url_text: "Load" };
  const made = await forum.call("POST", `${WEB}/3/metric_images`, { body: picture(fields), ...as("gina") });
  const image = {
    id: 1,
    created_at: expect.stringMatching(/Z$/),
    filename: "load.png",
    file_path: "/uploads/-/system/issuable_metric_image/file/1/load.png",
    ...fields,
  };
  expect(outcome(made)).toEqual([201, image]);
  await forum.call("POST", `${WEB}/3/metric_images`, { body: picture() });
  const list = await forum.call("GET", `${WEB}/3/metric_images`, as("otto"));
  expect(outcome(list)).toEqual([200, [image, expect.objectContaining({ id: 2, url: null, url_text: null })]]);
  expect(list.headers.get("x-total")).toBe("2");
  expect((await forum.call("GET", `.${image.file_path}`)).body).toBe("png");
});

test("only incidents have metric images", async () => {
  const forum = await startForum();
  expect(outcome(await forum.call("POST", `${WEB}/1/metric_images`, { body: picture() }))).toEqual([
    403,
    { message: "Not allowed!" },
  ]);
  const list = await forum.call("GET", `${WEB}/1/metric_images`);
  expect(outcome(list)).toEqual([403, { message: "403 Forbidden - Only incidents have metric images" }]);
  const vendor = await startForum({ dialect: "vendor" });
  expect(outcome(await vendor.call("GET", `${WEB}/1/metric_images`))).toEqual([200, []]);
});

test("metric images are added by members who may change the incident", async () => {
  const forum = await startForum();
  const upload = async (token: string): Promise<number> =>
    (await forum.call("POST", `${WEB}/3/metric_images`, { body: picture(), token })).status;
  expect([await upload(""), await upload("token-of-otto"), await upload("token-of-rita"), await upload("token-of-gina")]).toEqual(
    [401, 403, 201, 201],
  );
});

test("a metric image needs a picture of at most 1 MiB", async () => {
  const forum = await startForum();
  const upload = async (body: FormData): Promise<unknown[]> =>
    outcome(await forum.call("POST", `${WEB}/3/metric_images`, { body }));
  const empty = new FormData();
  empty.append("url", "https://example.com");
  expect(await upload(empty)).toEqual([400, { error: "file is missing" }]);
  expect(await upload(picture({}, "x".repeat(1024 * 1024 + 1)))).toEqual([
    400,
    { message: "400 Bad request - File is too large" },
  ]);
  expect((await upload(picture({}, "text", "load.txt")))[0]).toBe(400);
  expect((await upload(picture({ url: `https://example.com/${"x".repeat(255)}` })))[0]).toBe(400);
  expect((await upload(picture({ url_text: "x".repeat(129) })))[0]).toBe(400);
});

test("an archived project's issues take no time, no pictures and no comments", async () => {
  const forum = await startForum();
  await forum.call("POST", "/projects/acme%2Fweb/archive");
  const act = async (platform: Platform, path: string, options: Parameters<Platform["call"]>[2]): Promise<number> =>
    (await platform.call("POST", `${WEB}/3/${path}`, options)).status;
  expect(await act(forum, "add_spent_time", { json: { duration: "1h" } })).toBe(403);
  expect(await act(forum, "metric_images", { body: picture() })).toBe(403);
  expect(await act(forum, "notes", { json: { body: "x" } })).toBe(403);
});
