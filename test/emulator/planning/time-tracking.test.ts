import { expect, test } from "vitest";
import { as, outcome, startForum, texts } from "../forum.js";

const WEB = "/projects/acme%2Fweb/issues";

const stats = (estimate: number, spent: number, human: string | null, humanSpent: string | null): Record<string, unknown> => ({
  time_estimate: estimate,
  total_time_spent: spent,
  human_time_estimate: human,
  human_total_time_spent: humanSpent,
});

test("the time estimate is set and reset", async () => {
  const forum = await startForum();
  const set = await forum.call("POST", `${WEB}/1/time_estimate`, { json: { duration: "3h30m" }, ...as("rita") });
  expect(outcome(set)).toEqual([200, stats(12_600, 0, "3h 30m", null)]);
  expect((await forum.call("GET", `${WEB}/1/time_stats`)).body).toEqual(stats(12_600, 0, "3h 30m", null));
  const reset = await forum.call("POST", `${WEB}/1/reset_time_estimate`);
  expect(outcome(reset)).toEqual([200, stats(0, 0, null, null)]);
});

test("time spent is added up, with a summary, and reset", async () => {
  const forum = await startForum();
  const spend = async (json: unknown): Promise<unknown[]> =>
    outcome(await forum.call("POST", `${WEB}/1/add_spent_time`, { json }));
  expect(await spend({ duration: "1h", summary: "Read the logs" })).toEqual([200, stats(0, 3600, null, "1h")]);
  expect(await spend({ duration: "1d 30m" })).toEqual([200, stats(0, 34_200, null, "1d 1h 30m")]);
  expect((await forum.call("GET", `${WEB}/1`)).body).toMatchObject({ time_stats: stats(0, 34_200, null, "1d 1h 30m") });
  expect(outcome(await forum.call("POST", `${WEB}/1/reset_spent_time`))).toEqual([200, stats(0, 0, null, null)]);
});

test("a duration with a minus takes time back, but no more than was spent", async () => {
  const forum = await startForum();
  const spend = async (duration: string): Promise<unknown[]> =>
    outcome(await forum.call("POST", `${WEB}/1/add_spent_time`, { json: { duration } }));
  await spend("2h");
  expect(await spend("-30m")).toEqual([200, stats(0, 5400, null, "1h 30m")]);
  expect(await spend("-2h")).toEqual([400, { message: { base: ["Time to subtract exceeds the total time spent"] } }]);
  expect((await forum.call("GET", `${WEB}/1/time_stats`)).body).toEqual(stats(0, 5400, null, "1h 30m"));
});

test("time spent has an end", async () => {
  const forum = await startForum();
  const spend = async (duration: string): Promise<unknown[]> =>
    outcome(await forum.call("POST", `${WEB}/1/add_spent_time`, { json: { duration } }));
  expect((await spend("2147483647s"))[0]).toBe(200);
  expect(await spend("1s")).toEqual([400, { message: { base: ["Total time spent is out of range"] } }]);
  expect((await spend("2147483648s"))[0]).toBe(400);
});

test("working time has months of four weeks, weeks of five days and days of eight hours", async () => {
  const forum = await startForum();
  for (const [duration, seconds, human] of [
    ["1mo", 576_000, "1mo"],
    ["4w", 576_000, "1mo"],
    ["1w", 144_000, "1w"],
    ["5d", 144_000, "1w"],
    ["8h", 28_800, "1d"],
    ["90m", 5400, "1h 30m"],
    ["5", 18_000, "5h"],
    ["1 week and 2 days", 201_600, "1w 2d"],
    ["1.5h", 5400, "1h 30m"],
    ["45s", 45, "45s"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await forum.call("POST", `${WEB}/1/time_estimate`, { json: { duration } });
    expect(answer.body, duration).toEqual(stats(seconds, 0, human, null));
  }
});

test("what is no duration is refused", async () => {
  const forum = await startForum();
  const message = { time_estimate: ["must have a valid format and be greater than or equal to zero."] };
  for (const duration of ["soon", "", "3x", "-1h", "h", "9".repeat(30)]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await forum.call("POST", `${WEB}/1/time_estimate`, { json: { duration } });
    expect(outcome(answer), duration).toEqual([400, { message }]);
  }
  const spent = await forum.call("POST", `${WEB}/1/add_spent_time`, { json: { duration: "soon" } });
  expect(outcome(spent)).toEqual([400, { message: { time_spent: ["must have a valid format"] } }]);
  for (const action of ["time_estimate", "add_spent_time"])
    expect(outcome(await forum.call("POST", `${WEB}/1/${action}`))).toEqual([400, { error: "duration is missing" }]);
});

test("time is tracked by reporters; changes leave a system note", async () => {
  const forum = await startForum();
  const actions = ["time_estimate", "reset_time_estimate", "add_spent_time", "reset_spent_time"];
  const act = async (action: string, token: string): Promise<number> =>
    (await forum.call("POST", `${WEB}/1/${action}`, { json: { duration: "1h" }, token })).status;
  expect(await Promise.all(actions.map((action) => act(action, "")))).toEqual([401, 401, 401, 401]);
  expect(await Promise.all(actions.map((action) => act(action, "token-of-gina")))).toEqual([403, 403, 403, 403]);
  for (const action of actions) expect(await act(action, "token-of-rita")).toBe(200);
  expect(texts(await forum.call("GET", `${WEB}/1/discussions`)).slice(2)).toEqual([
    "changed time estimate to 1h",
    "removed time estimate",
    "added 1h of time spent",
    "removed time spent",
  ]);
});
