import { expect, test } from "vitest";
import { each } from "../answers.js";
import { startPlatform } from "../platform.js";
import { JOBS, OPEN, PIPELINES, WEB, bodyOf, startDelivery } from "./delivery.js";
import { jobs, one, summary, time } from "./jobs.js";

test("the jobs of a project come by descending id, a page at a time", async () => {
  const shop = await startDelivery();
  const answer = await shop.call("GET", `${WEB}/jobs?per_page=3`);
  expect(each(answer, "id")).toEqual([14, 13, 11]);
  expect(answer.headers.get("X-Total")).toBe("12");
  expect(each(await shop.call("GET", `${WEB}/jobs?per_page=3&page=4`), "id")).toEqual([3, 2, 1]);
});

test("jobs are picked by one status or by several, all come when none is named", async () => {
  const shop = await startDelivery();
  const ids = async (query: string) => each(await shop.call("GET", `${WEB}/jobs${query}`), "id");
  expect(await ids("?scope=failed")).toEqual([10, 6, 2]);
  expect(await ids("?scope[]=running&scope[]=manual")).toEqual([13, 7]);
  expect(await ids("?scope=waiting_for_resource")).toEqual([]);
  expect((await ids("")).length).toBe(12);
  expect(each(await shop.call("GET", `${jobs}?scope=failed`), "id")).toEqual([6]);
});

test("a status that jobs do not have is refused", async () => {
  const shop = await startDelivery();
  for (const path of [`${WEB}/jobs`, jobs, `${WEB}/pipelines/1/bridges`]) {
    // oxlint-disable-next-line no-await-in-loop -- three small requests
    const answer = await shop.call("GET", `${path}?scope[]=success&scope[]=done`);
    expect([answer.status, answer.body]).toEqual([400, { error: "scope does not have a valid value" }]);
  }
});

test("the jobs of a pipeline come newest first, without those that were retried", async () => {
  const shop = await startDelivery({ dialect: "vendor" });
  expect(each(await shop.call("GET", jobs), "id")).toEqual([6, 3, 1]);
});

test("retried jobs come when they are asked for", async () => {
  const shop = await startDelivery({ dialect: "vendor" });
  expect(each(await shop.call("GET", `${jobs}?include_retried=true`), "id")).toEqual([6, 3, 2, 1]);
});

test("the jobs of child pipelines are among those of a pipeline, and have a list of their own", async () => {
  const shop = await startDelivery();
  expect(each(await shop.call("GET", jobs), "id")).toEqual([6, 5, 3, 1]);
  expect(each(await shop.call("GET", `${WEB}/pipelines/${PIPELINES.child}/jobs`), "name")).toEqual(["inner"]);
});

test("bridge jobs are listed by pipeline, with the pipeline that each started", async () => {
  const shop = await startDelivery();
  const answer = await shop.call("GET", `${WEB}/pipelines/1/bridges?scope=success`);
  expect(each(answer, "id")).toEqual([JOBS.bridge]);
  expect(each(answer, "downstream_pipeline")).toEqual([
    {
      id: PIPELINES.child,
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      ref: "topic",
      status: "success",
      created_at: time,
      updated_at: time,
      web_url: `${shop.url}/acme/web/-/pipelines/2`,
    },
  ]);
  expect((await shop.call("GET", `${WEB}/pipelines/1/bridges?scope=failed`)).body).toEqual([]);
});

test("a bridge job has no artifacts, tags, runner and failure reason, and its whole pipeline", async () => {
  const shop = await startDelivery();
  const [bridge] = (await shop.call("GET", `${WEB}/pipelines/1/bridges`)).body as Record<string, unknown>[];
  const [job] = (await shop.call("GET", jobs)).body as Record<string, unknown>[];
  const missing = ["artifacts", "failure_reason", "runner", "tag_list"];
  const kept = Object.keys(job ?? {}).filter((key) => !missing.includes(key));
  expect(Object.keys(bridge ?? {}).toSorted()).toEqual([...kept, "downstream_pipeline"].toSorted());
  expect(bridge).toMatchObject({ artifacts_expire_at: null });
  expect(Object.keys(bridge?.["pipeline"] ?? {})).toEqual(
    "id project_id ref sha status created_at updated_at web_url".split(" "),
  );
});

test("a job has every documented field", async () => {
  const shop = await startDelivery();
  const job = bodyOf(await shop.call("GET", one(JOBS.unit)));
  expect(job).toEqual({
    id: JOBS.unit,
    name: "unit",
    stage: "test",
    status: "success",
    ref: "topic",
    tag: false,
    coverage: 81.5,
    allow_failure: false,
    created_at: time,
    started_at: time,
    finished_at: time,
    duration: 90.5,
    queued_duration: 0.25,
    artifacts_expire_at: null,
    failure_reason: null,
    tag_list: [],
    artifacts: [],
    runner: {
      id: 1,
      description: "linux",
      ip_address: "127.0.0.1",
      active: true,
      is_shared: true,
      runner_type: "instance_type",
      name: "runner",
      online: true,
      status: "online",
    },
    user: expect.objectContaining({ ...summary, bio: "", public_email: "", created_at: time }),
    commit: expect.objectContaining({ title: "A button", short_id: expect.stringMatching(/^[0-9a-f]{8}$/) }),
    pipeline: { id: 1, project_id: 1, ref: "topic", sha: expect.any(String), status: "success" },
    web_url: `${shop.url}/acme/web/-/jobs/3`,
  });
});

test("a job that has not run has null times and no duration, and a queued duration in seconds", async () => {
  const shop = await startDelivery();
  const job = bodyOf(await shop.call("GET", one(JOBS.created)));
  expect(job).toMatchObject({ started_at: null, finished_at: null, duration: null, runner: null, coverage: null });
  expect(job["queued_duration"]).toEqual(expect.any(Number));
});

test("a job lists its artifacts and its log, and its archive once more as artifacts_file", async () => {
  const shop = await startDelivery();
  const job = bodyOf(await shop.call("GET", one(JOBS.built)));
  expect(job["artifacts"]).toEqual([
    { file_type: "archive", size: 1000, filename: "artifacts.zip", file_format: "zip" },
    { file_type: "metadata", size: 36, filename: "metadata.gz", file_format: "gzip" },
    { file_type: "trace", size: 6, filename: "job.log", file_format: "raw" },
  ]);
  expect(bodyOf(await shop.call("GET", one(JOBS.running)))["artifacts"]).toEqual([]);
  expect(job).toMatchObject({
    artifacts_file: { filename: "artifacts.zip", size: 1000 },
    artifacts_expire_at: time,
    tag_list: ["linux"],
  });
});

test("a job that failed says why, every other one says null", async () => {
  const shop = await startDelivery();
  expect(bodyOf(await shop.call("GET", one(JOBS.retried)))["failure_reason"]).toBe("stuck_or_timeout_failure");
  expect(bodyOf(await shop.call("GET", one(JOBS.lint)))["failure_reason"]).toBe("script_failure");
  expect(bodyOf(await shop.call("GET", one(JOBS.unit)))["failure_reason"]).toBeNull();
});

test("a job is read by its id in its project; bridge jobs and those of other projects are not found", async () => {
  const shop = await startDelivery();
  expect((await shop.call("GET", one(JOBS.built))).status).toBe(200);
  for (const id of [JOBS.open, JOBS.bridge, 999]) {
    // oxlint-disable-next-line no-await-in-loop -- three small requests
    const answer = await shop.call("GET", one(id));
    expect([answer.status, answer.body]).toEqual([404, { message: "404 Not found" }]);
  }
  expect((await shop.call("GET", `${WEB}/pipelines/${PIPELINES.open}/jobs`)).status).toBe(404);
});

test("a log is served as text, and 404 where the job or the log is missing", async () => {
  const shop = await startDelivery();
  const answer = await shop.call("GET", `${one(JOBS.built)}/trace`);
  expect([answer.status, answer.headers.get("Content-Type"), answer.body]).toEqual([200, "text/plain; charset=utf-8", "a log\n"]);
  expect((await shop.call("GET", `${one(JOBS.unit)}/trace`)).status).toBe(404);
  expect((await shop.call("GET", `${one(999)}/trace`)).status).toBe(404);
});

test("public jobs are read by everybody who sees the project, others by Reporters and up", async () => {
  const shop = await startDelivery();
  const list = async (path: string, token: string) => (await shop.call("GET", `${path}/jobs`, { token })).status;
  expect([await list(OPEN, ""), await list(OPEN, "token-of-stranger"), await list(WEB, "token-of-gus")]).toEqual([200, 200, 200]);
  for (const path of [OPEN, WEB])
    // oxlint-disable-next-line no-await-in-loop -- two small requests
    expect((await shop.call("PUT", path, { json: { public_builds: false } })).status).toBe(200);
  expect([await list(OPEN, ""), await list(OPEN, "token-of-stranger")]).toEqual([401, 403]);
  expect([await list(WEB, "token-of-gus"), await list(WEB, "token-of-rita")]).toEqual([403, 200]);
});

test("real servers show a project's jobs to nobody who is not signed in", async () => {
  const shop = await startDelivery({ dialect: "vendor" });
  const read = async (path: string) => (await shop.call("GET", `${OPEN}${path}`, { token: "" })).status;
  expect([await read("/jobs"), await read("/jobs/12"), await read("/jobs/12/trace")]).toEqual([401, 401, 401]);
  expect([await read("/pipelines"), await read("/pipelines/5/jobs")]).toEqual([200, 200]);
});

test("people are shown in a short and a long form, with what they say of themselves", async () => {
  const profile = {
    avatar_url: "https://people.example.com/dora.png",
    bio: "Ships",
    location: "Rome",
    public_email: "dora@example.com",
    skype: "dora.s",
    linkedin: "dora-l",
    twitter: "dora_t",
    website_url: "https://dora.example.com",
    organization: "Acme",
  };
  const names = ["olivia", "mike", "dora", "rita", "gus", "stranger"];
  const shop = await startDelivery(
    {},
    { users: names.map((username) => ({ username, ...(username === "dora" ? profile : {}) })) },
  );
  const { avatar_url, ...more } = profile;
  const short = { id: 4, name: "dora", username: "dora", state: "active", avatar_url, web_url: `${shop.url}/dora` };
  expect(bodyOf(await shop.call("GET", one(JOBS.unit)))["user"]).toEqual({ ...short, created_at: time, ...more });
  const agents = await shop.call("GET", "/job/allowed_agents?job_token=token-of-compile", { token: "" });
  expect(bodyOf(agents)["user"]).toEqual(short);
  const ofMike = bodyOf(await shop.call("GET", one(JOBS.ofMike)))["user"];
  expect(ofMike).toMatchObject({ avatar_url: null, bio: "", location: null, organization: null });
});

test("the commit of a job is a summary, with a hash of 40 characters and its first 8", async () => {
  const shop = await startDelivery();
  const commit = bodyOf(await shop.call("GET", one(JOBS.unit)))["commit"] as Record<string, unknown>;
  expect(commit).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{40}$/),
    short_id: String(commit["id"]).slice(0, 8),
    title: "A button",
    message: "A button",
    author_name: "dora",
    author_email: "dora@example.com",
    created_at: time,
  });
});

test("without a seed of one's own there are jobs, deployments and artifacts of every kind", async () => {
  const platform = await startPlatform();
  const all = async (list: string): Promise<Record<string, unknown>[]> => {
    const projects = ["acme-labs%2Fwebsite", "acme-labs%2Fplatform%2Fapi", "acme-labs%2Fplatform%2Fdeploy"];
    const answers = await Promise.all(projects.map((id) => platform.call("GET", `/projects/${id}/${list}?per_page=100`)));
    return answers.flatMap(({ body }) => body as Record<string, unknown>[]);
  };
  const sorted = (values: unknown[]): string[] => [...new Set(values.map(String))].toSorted();
  const found = await all("jobs");
  expect(sorted(found.map(({ status }) => status))).toEqual(
    "canceled created failed manual pending running skipped success waiting_for_resource".split(" "),
  );
  const files = found.flatMap(({ artifacts }) => artifacts as { file_type: string; file_format: string }[]);
  expect(sorted(files.map(({ file_type }) => file_type))).toEqual(["archive", "junit", "metadata", "trace"]);
  expect(sorted(files.map(({ file_format }) => file_format))).toEqual(["gzip", "raw", "zip"]);
  const deployments = await all("deployments");
  expect(sorted(deployments.map(({ status }) => status))).toEqual("blocked canceled created failed running success".split(" "));
});
