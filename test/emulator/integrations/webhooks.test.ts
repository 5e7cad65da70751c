import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import type { EmulatorOptions } from "../../../src/emulator/index.js";
import { PATIENCE } from "../answers.js";
import * as stepped from "../platform.js";
import type { Platform } from "../platform.js";

const WEB = "/projects/acme-labs%2Fwebsite";

interface Chat {
  readonly url: string;
  readonly received: { readonly path: string; readonly body: Record<string, unknown> }[];
  texts(): unknown[];
}

/** A chat service on this machine, which answers with a status, or never. */
async function startChat(status: number | "never" = 200): Promise<Chat> {
  const received: Chat["received"] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      received.push({ path: request.url ?? "", body: JSON.parse(text) as Record<string, unknown> });
      if (status !== "never") response.writeHead(status, { location: "/elsewhere" }).end("whatever");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, texts: () => received.map(({ body }) => body["text"]) };
}

/** Starts an emulator that sends by itself. */
const startPlatform = (options: EmulatorOptions = {}): Promise<Platform> => stepped.startPlatform({ workerDelay: 0, ...options });

const hook = async (platform: Platform, slug: string, settings: Record<string, unknown>): Promise<void> => {
  expect((await platform.call("PUT", `${WEB}/integrations/${slug}`, { json: settings })).status).toBe(200);
};

const openIssue = (platform: Platform, title: string, more: object = {}) =>
  platform.call("POST", `${WEB}/issues`, { json: { title, ...more } });

test("a webhook that is set is sent what happens, as its kind of chat reads it, and no more once it is off", async () => {
  const [platform, chat] = [await startPlatform(), await startChat()];
  for (const slug of ["discord", "pumble", "webex-teams", "unify-circuit"])
    await hook(platform, slug, { webhook: `${chat.url}/${slug}?key=a` });
  await openIssue(platform, "Ring");
  await vi.waitFor(() => expect(chat.received).toHaveLength(4), PATIENCE);
  const [, number] = /#(\d+)/.exec(String(chat.texts()[0])) ?? [];
  const text = `acme-labs/website: issue #${number} was opened: Ring`;
  expect(chat.received.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "/discord?key=a", body: { text, content: text } },
    { path: "/pumble?key=a", body: { text } },
    { path: "/unify-circuit?key=a", body: { text, subject: "acme-labs/website", markdown: true } },
    { path: "/webex-teams?key=a", body: { text, markdown: text } },
  ]);
  for (const slug of ["discord", "webex-teams", "unify-circuit"]) await platform.call("DELETE", `${WEB}/integrations/${slug}`);
  await openIssue(platform, "Ring again");
  await vi.waitFor(() => expect(chat.received).toHaveLength(5), PATIENCE);
  expect(chat.received[4]?.path).toBe("/pumble?key=a");
});

test("every kind of event comes by its toggle, of chosen branches, and of pipelines the broken ones", async () => {
  const [platform, chat] = [await startPlatform(), await startChat()];
  const off = { confidential_issues_events: false, tag_push_events: false };
  await hook(platform, "pumble", { webhook: chat.url, branches_to_be_notified: "all", ...off });
  const one = (await openIssue(platform, "Loud")).body as { iid: number };
  await openIssue(platform, "Secret", { confidential: true });
  await platform.call("PUT", `${WEB}/issues/${one.iid}`, { json: { title: "Louder" } });
  await platform.call("PUT", `${WEB}/issues/${one.iid}`, { json: { state_event: "close" } });
  await platform.call("PUT", `${WEB}/issues/${one.iid}`, { json: { state_event: "reopen" } });
  await platform.call("POST", `${WEB}/issues/${one.iid}/discussions`, { json: { body: "A word" } });
  await platform.call("POST", `${WEB}/repository/branches`, { json: { branch: "bare", ref: "imprint" } });
  const json = { title: "Merge", source_branch: "bare", target_branch: "main" };
  await platform.call("POST", `${WEB}/merge_requests`, { json });
  await platform.call("DELETE", `${WEB}/repository/branches/bare`);
  const number = `#${one.iid}`;
  const said = [
    `issue ${number} was opened: Loud`,
    `issue ${number} was closed: Louder`,
    `issue ${number} was reopened: Louder`,
    `Administrator commented on issue ${number}: A word`,
    expect.stringMatching(/^branch bare was created: \S/) as unknown,
    expect.stringMatching(/^merge request !\d+ was opened: Merge$/) as unknown,
    "branch bare was deleted",
  ];
  await vi.waitFor(() => expect(chat.received.length).toBeGreaterThanOrEqual(said.length), PATIENCE);
  expect(chat.texts().map((text) => String(text).replace("acme-labs/website: ", ""))).toEqual(said);
});

test("by default only the default branch counts, and a pipeline is told of when it is broken", async () => {
  const [platform, chat] = [await startPlatform(), await startChat()];
  await hook(platform, "pumble", { webhook: chat.url });
  await platform.call("POST", `${WEB}/repository/branches`, { json: { branch: "side", ref: "main" } });
  const { body } = await platform.call("PUT", "/jobs/30", { json: { token: "job-token-of-website", state: "failed" } });
  expect(body).not.toMatchObject({ error: expect.anything() as unknown });
  await vi.waitFor(() => expect(chat.texts()).toEqual(["acme-labs/website: pipeline #8 of main failed (unit)"]), PATIENCE);
});

test("nothing that the other side does disturbs an answer, and no redirect is followed", async () => {
  const platform = await startPlatform();
  const [broken, hanging, moved, fine] = await Promise.all([startChat(500), startChat("never"), startChat(302), startChat()]);
  await hook(platform, "discord", { webhook: broken.url });
  await hook(platform, "pumble", { webhook: hanging.url });
  await hook(platform, "webex-teams", { webhook: moved.url });
  await hook(platform, "unify-circuit", { webhook: "http://127.0.0.1:1/nobody" });
  expect((await openIssue(platform, "One")).status).toBe(201);
  await hook(platform, "unify-circuit", { webhook: fine.url });
  expect((await openIssue(platform, "Two")).status).toBe(201);
  await vi.waitFor(() => expect([broken, moved].map(({ received }) => received.length)).toEqual([2, 2]), PATIENCE);
  await vi.waitFor(() => expect(fine.received).toHaveLength(1), PATIENCE);
  expect(moved.received.map(({ path }) => path)).toEqual(["/", "/"]);
  await platform.close();
});

test("a webhook that leads back to the emulator changes nothing there", async () => {
  const [platform, chat] = [await startPlatform(), await startChat()];
  const webhook = `${platform.url}/api/v4${WEB}/issues?private_token=${platform.token}&title=Again`;
  await hook(platform, "discord", { webhook });
  await hook(platform, "pumble", { webhook: chat.url });
  await openIssue(platform, "One");
  await vi.waitFor(async () => {
    const { body } = await platform.call("GET", "./-/emulator/stats");
    expect(chat.received).toHaveLength(1);
    expect(body).toMatchObject({ routes: { "POST /api/v4/projects/{id}/issues": 1 } });
  }, PATIENCE);
  await openIssue(platform, "Two");
  await vi.waitFor(() => expect(chat.received).toHaveLength(2), PATIENCE);
  const { body } = await platform.call("GET", `${WEB}/issues?search=Again`);
  expect(body).toEqual([]);
  const agent = { "user-agent": "trueup-emulator" };
  expect((await platform.call("GET", "/version", { headers: agent })).status).toBe(403);
});

test("only services of this machine are sent to, unless a host is allowed", async () => {
  const chat = await startChat();
  const { port } = new URL(chat.url);
  const outside = [`http://127.evil.example:${port}`, `http://0.0.0.0:${port}/zero`, `http://192.0.2.1:${port}`];
  const sent = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => sent.mockRestore());
  const asked = () => sent.mock.calls.map(([url]) => url).filter((url) => typeof url === "string" && !url.includes("/api/v4/"));
  const platform = await startPlatform();
  // What comes of an event goes out in the order of the integrations: when this one has its message, the one before was looked at.
  await hook(platform, "discord", { webhook: outside[0] });
  await hook(platform, "pumble", { webhook: `${chat.url}/probe` });
  for (const [count, webhook] of outside.entries()) {
    await hook(platform, "discord", { webhook });
    await openIssue(platform, webhook);
    await vi.waitFor(() => expect(chat.received).toHaveLength(count + 1), PATIENCE);
  }
  expect(new Set(asked())).toEqual(new Set([`${chat.url}/probe`]));
  const open = await stepped.startPlatform({ host: "0.0.0.0" });
  await hook(open, "discord", { webhook: chat.url });
  await openIssue(open, "Not sent");
  expect(open.work()).toBe(1);
  const allowing = await startPlatform({ host: "0.0.0.0", allowedOutbound: ["127.0.0.1"] });
  await hook(allowing, "discord", { webhook: chat.url });
  await openIssue(allowing, "Sent");
  await vi.waitFor(() => expect(String(chat.texts().at(-1))).toContain(": Sent"), PATIENCE);
  expect(chat.texts().join()).not.toContain("Not sent");
});
