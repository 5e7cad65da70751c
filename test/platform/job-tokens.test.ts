import { expect, test } from "vitest";
import { TrueupError } from "../../src/core/errors.js";
import { failureOf, open, startServer } from "./local-server.js";

const job = { kind: "job", token: "job-token-0123456789", from: "CI_JOB_TOKEN", passedOver: [] } as const;

const accepted = [
  ["GET", "/job"],
  ["GET", "/job/allowed_agents"],
  ["GET", "/projects/acme%2Fweb/releases"],
  ["GET", "/projects/1/releases/v1.0"],
  ["PUT", "/projects/1/releases/v1.0"],
  ["GET", "/projects/1/packages"],
  ["GET", "/projects/1/packages/2"],
  ["GET", "/projects/1/packages/2/package_files"],
  ["DELETE", "/projects/1/packages/2"],
  ["DELETE", "/projects/1/packages/2/package_files/3"],
  ["GET", "/projects/1/deployments"],
  ["POST", "/projects/1/deployments"],
] as const;

test.each(accepted)("a job token is sent with %s %s", async (method, path) => {
  const server = await startServer(({ json }) => json(200, {}));
  const { api, read } = open(server.url, { credential: job });
  await (method === "GET" ? read.get(path) : api.send({ method, path }));
  expect(server.arrived.map((one) => `${one.method} ${one.url}`)).toEqual([`${method} /api/v4${path}`]);
});

test.each([
  ["GET", "/user"],
  ["GET", "/job/1"],
  ["GET", "/jobs"],
  ["GET", "/projects/1"],
  ["GET", "/projects/1/jobs"],
  ["POST", "/projects/1/releases"],
  ["DELETE", "/projects/1/releases/v1.0"],
  ["POST", "/projects/1/releases/v1.0/evidence"],
  ["GET", "/projects/1/releases/v1.0/assets/links"],
  ["GET", "/groups/1/packages"],
  ["PUT", "/projects/1/packages/generic/a/1/file"],
  ["GET", "/projects/1/packages/2/package_files/3"],
  ["DELETE", "/projects/1/packages/2/package_files"],
  ["POST", "/job"],
  ["PUT", "/projects/1/deployments/2"],
] as const)("a job token is not sent with %s %s: the error says so and what to do", async (method, path) => {
  const server = await startServer(({ json }) => json(200, {}));
  const { api, read } = open(server.url, { credential: job });
  const error = await failureOf<TrueupError>(method === "GET" ? read.get(path) : api.send({ method, path }), TrueupError);
  expect(error).toMatchObject({ code: "credential.job_token", where: `${method} ${path}` });
  expect(error.hint).toContain("personal, group or project access token");
  expect(server.arrived).toEqual([]);
});

test("a job token that is refused is told by the variable that it came from", async () => {
  const server = await startServer(({ json }) => json(401, { message: "401 Unauthorized" }));
  const error = await failureOf(open(server.url, { credential: job }).read.get("/projects/1/deployments"), TrueupError);
  expect(error.hint).toContain("The token from CI_JOB_TOKEN is not valid here");
});
