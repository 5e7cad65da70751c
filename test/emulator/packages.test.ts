import { expect, test } from "vitest";

import { each, idOf, until } from "./answers.js";
import { startPlatform } from "./platform.js";
import type { Platform } from "./platform.js";

const API = "/projects/acme-labs%2Fplatform%2Fapi/packages";
const TOOLKIT = "/projects/open-source%2Ftoolkit/packages";
const FREE = { tier: "free" } as const;

async function versions(platform: Platform, query: string, path = API): Promise<unknown[]> {
  const answer = await platform.call("GET", `${path}?${query}`);
  expect(answer.status).toBe(200);
  return each(answer, "version");
}

/** The id of the one package that a query finds. */
async function packageOf(platform: Platform, query: string, path = API): Promise<number> {
  const answer = await platform.call("GET", `${path}?${query}`);
  expect(each(answer, "id")).toHaveLength(1);
  return idOf({ ...answer, body: (answer.body as unknown[])[0] });
}

test("a package shows its attributes, links and pipelines", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_name=Client&package_type=nuget");
  const pipeline = {
    id: expect.any(Number),
    status: expect.any(String),
    ref: "main",
    sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    web_url: expect.stringMatching(/\/acme-labs\/platform\/api\/-\/pipelines\/\d+$/),
    created_at: expect.any(String),
    updated_at: expect.any(String),
    user: { name: expect.any(String), avatar_url: null },
  };
  const { body } = await platform.call("GET", `${API}/${id}`);
  expect(body).toEqual({
    id,
    name: "Acme.Api.Client",
    version: "1.5.0",
    package_type: "nuget",
    status: "default",
    _links: {
      web_path: `/acme-labs/platform/api/-/packages/${id}`,
      delete_api_path: expect.stringMatching(new RegExp(`^${platform.url}/api/v4/projects/\\d+/packages/${id}$`)),
    },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    tags: [],
    pipeline,
    build_info: { pipeline },
    pipelines: [pipeline],
    versions: [],
  });
  expect((await platform.call("GET", `${API}/4711`)).body).toEqual({ message: "404 Package Not Found" });
  const elsewhere = await platform.call("GET", `${TOOLKIT}/${id}`);
  expect(elsewhere.status).toBe(404);
});

test("pipeline and build_info, the deprecated twins of pipelines, are there when a pipeline published the package", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const platform = await startPlatform({ dialect });
    const [published] = (await platform.call("GET", `${API}?package_type=nuget`)).body as [Record<string, unknown>];
    expect(published["pipeline"]).toEqual((published["pipelines"] as unknown[])[0]);
    expect(published["build_info"]).toEqual(dialect === "neutral" ? { pipeline: published["pipeline"] } : undefined);
    const [other] = (await platform.call("GET", `${API}?package_type=conan`)).body as [Record<string, unknown>];
    for (const name of ["pipeline", "build_info"]) expect(other).not.toHaveProperty(name);
    expect(other["pipelines"]).toEqual(dialect === "neutral" ? [] : undefined);
  }
});

test("only conan packages have a conan_package_name beside the name of the recipe", async () => {
  const platform = await startPlatform(FREE);
  const found = (await platform.call("GET", `${API}?package_type=conan`)).body;
  expect(found).toMatchObject([{ name: "wire/0.3.1@acme/stable", conan_package_name: "wire", version: "0.3.1" }]);
  const others = each(await platform.call("GET", `${API}?package_type=maven`), "conan_package_name");
  expect(others).toEqual([undefined, undefined]);
});

test("packages come by created_at ascending unless another order is asked for", async () => {
  const platform = await startPlatform(FREE);
  const times = each(await platform.call("GET", API), "created_at").map(String);
  expect(times).toEqual(times.toSorted());
  for (const order of ["name", "version"]) {
    const sorted = each(await platform.call("GET", `${API}?order_by=${order}`), order) as string[];
    expect(sorted.map((text) => text.toLowerCase())).toEqual(sorted.map((text) => text.toLowerCase()).toSorted());
  }
  const types = each(await platform.call("GET", `${API}?order_by=type`), "package_type").map(String);
  expect(types).toEqual(types.toSorted());
  const descending = each(await platform.call("GET", `${API}?sort=desc`), "created_at");
  expect(descending).toEqual(times.toReversed());
});

test("orders, types and statuses that packages do not have are refused", async () => {
  const platform = await startPlatform(FREE);
  for (const query of ["order_by=project_path", "sort=up", "package_type=deb", "status=gone"]) {
    const answer = await platform.call("GET", `${API}?${query}`);
    expect([answer.status, answer.body]).toEqual([400, { error: `${query.split("=")[0]} does not have a valid value` }]);
  }
});

test("packages are filtered by type", async () => {
  const platform = await startPlatform(FREE);
  for (const type of ["conan", "maven", "npm", "pypi", "composer", "nuget", "helm", "terraform_module", "golang"]) {
    const found = [...each(await platform.call("GET", `${API}?package_type=${type}`), "package_type")];
    found.push(...each(await platform.call("GET", `${TOOLKIT}?package_type=${type}`), "package_type"));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found)).toEqual(new Set([type]));
  }
});

test("package_name finds every package whose name holds all of its words", async () => {
  const platform = await startPlatform(FREE);
  expect(await versions(platform, "package_name=API-CL")).toEqual(["1.4.0", "1.5.0"]);
  expect(await versions(platform, "package_name=client+acme")).toEqual(["1.4.0", "1.5.0", "1.5.0"]);
  expect(await versions(platform, "package_name=client+nobody")).toEqual([]);
});

test("packages without a version are listed only when they are asked for", async () => {
  const platform = await startPlatform(FREE);
  expect(await versions(platform, "package_type=maven")).toEqual(["1.4.0", "1.5.0"]);
  expect(await versions(platform, "package_type=maven&include_versionless=true&order_by=version")).toEqual([
    "1.4.0",
    "1.5.0",
    null,
  ]);
});

test("without a status, packages are listed whose status is default or error; with one, those that have it", async () => {
  const platform = await startPlatform(FREE);
  const statuses = async (query: string) => new Set(each(await platform.call("GET", `${API}?${query}`), "status"));
  expect(await statuses("")).toEqual(new Set(["default", "error"]));
  for (const status of ["default", "hidden", "processing", "error"]) {
    expect(await statuses(`status=${status}`)).toEqual(new Set([status]));
  }
  expect(await statuses("status=pending_destruction")).toEqual(new Set());
});

test("a single package lists the other versions of its name", async () => {
  const platform = await startPlatform(FREE);
  const [old] = (await platform.call("GET", `${API}?package_type=maven`)).body as [{ id: number }];
  const { body } = await platform.call("GET", `${API}/${old.id}`);
  const { versions } = body as { versions: Record<string, unknown>[] };
  expect(body).toMatchObject({ version: "1.4.0", versions: [{ version: "1.5.0" }] });
  expect(Object.keys(versions[0] ?? {})).toEqual(["id", "version", "created_at", "tags", "pipelines"]);
  expect(each(await platform.call("GET", API), "versions").every((one) => one === undefined)).toBe(true);
});

test("a group lists the packages of all projects below it that the caller may read", async () => {
  const platform = await startPlatform(FREE);
  const projects = async (query: string, token?: string) => {
    const options = token === undefined ? {} : { token };
    const answer = await platform.call("GET", `/groups/acme-labs/packages?per_page=100&${query}`, options);
    return [...new Set(each(answer, "project_path").map(String))].toSorted();
  };
  expect(await projects("")).toEqual(["acme-labs/mobile/app", "acme-labs/platform/api"]);
  expect(await projects("", "token-of-bob")).toEqual(["acme-labs/mobile/app", "acme-labs/platform/api"]);
  expect(await projects("exclude_subgroups=true")).toEqual([]);
  const entry = (await platform.call("GET", "/groups/acme-labs%2Fmobile/packages")).body;
  expect(entry).toMatchObject([{ name: "@acme/app", pipelines: [], project_id: expect.any(Number) }]);
});

test("packages of a group can be ordered by project_path", async () => {
  const platform = await startPlatform(FREE);
  const answer = await platform.call("GET", "/groups/acme-labs/packages?order_by=project_path&sort=desc");
  const paths = each(answer, "project_path");
  expect([paths[0], paths.at(-1)]).toEqual(["acme-labs/platform/api", "acme-labs/mobile/app"]);
});

test("a group never lists terraform modules", async () => {
  const platform = await startPlatform(FREE);
  const all = each(await platform.call("GET", "/groups/open-source/packages?per_page=100"), "package_type");
  expect(all).toContain("composer");
  expect(all).not.toContain("terraform_module");
  const asked = await platform.call("GET", "/groups/open-source/packages?package_type=terraform_module");
  expect([asked.status, asked.body]).toEqual([400, { error: "package_type does not have a valid value" }]);
  expect(each(await platform.call("GET", `${TOOLKIT}?per_page=100`), "package_type")).toContain("terraform_module");
});

test("real servers list terraform modules of a project only when that type is asked for", async () => {
  const platform = await startPlatform({ dialect: "vendor" });
  expect(each(await platform.call("GET", `${TOOLKIT}?per_page=100`), "package_type")).not.toContain("terraform_module");
  expect(each(await platform.call("GET", `${TOOLKIT}?package_type=terraform_module`), "name")).toEqual(["acme/registry"]);
});

test("nobody in particular reads packages of public projects, and of no others", async () => {
  const platform = await startPlatform(FREE);
  const read = (path: string) => platform.call("GET", path, { token: "" });
  expect((await read(TOOLKIT)).status).toBe(200);
  expect((await read(API)).status).toBe(404);
  expect((await read("/groups/acme-labs/packages")).body).toEqual([]);
  expect(each(await read("/groups/open-source/packages"), "project_path")).toContain("open-source/toolkit");
});

test("packages of a private project are for Reporters and above", async () => {
  const platform = await startPlatform(FREE);
  const app = "/projects/acme-labs%2Fmobile%2Fapp";
  const carol = (await platform.call("GET", "/users?username=carol")).body as [{ id: number }];
  const added = { user_id: carol[0].id, access_level: 10 };
  expect((await platform.call("POST", `${app}/members`, { json: added })).status).toBe(201);
  const guest = await platform.call("GET", `${app}/packages`, { token: "token-of-carol" });
  expect([guest.status, guest.body]).toEqual([403, { message: "403 Forbidden" }]);
  expect((await platform.call("GET", `${app}/packages`, { token: "token-of-erin" })).status).toBe(200);
});

test("a project whose package registry is off refuses to show packages", async () => {
  const platform = await startPlatform(FREE);
  const off = await platform.call("PUT", "/projects/open-source%2Ftoolkit", { json: { packages_enabled: false } });
  expect(off.status).toBe(200);
  expect((await platform.call("GET", TOOLKIT, { token: "token-of-carol" })).status).toBe(403);
  expect((await platform.call("GET", "/groups/open-source/packages", { token: "token-of-carol" })).body).toEqual([]);
});

test("delete_api_path is shown only to those who may delete the package", async () => {
  const platform = await startPlatform(FREE);
  const links = async (token: string) => each(await platform.call("GET", TOOLKIT, { token }), "_links")[0];
  expect(await links("token-of-carol")).toHaveProperty("delete_api_path");
  for (const token of ["", "token-of-dave"]) {
    expect(await links(token)).toEqual({ web_path: expect.stringMatching(/^\/open-source\/toolkit\/-\/packages\/\d+$/) });
  }
});

test("a deleted package is 404 at once, waits for its destruction, and is gone", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=golang");
  const gone = await platform.call("DELETE", `${API}/${id}`);
  expect([gone.status, gone.body]).toEqual([204, ""]);
  expect((await platform.call("GET", `${API}/${id}`)).status).toBe(404);
  expect((await platform.call("GET", `${API}/${id}/package_files`)).status).toBe(404);
  expect((await platform.call("DELETE", `${API}/${id}`)).status).toBe(404);
  expect(await versions(platform, "package_type=golang")).toEqual([]);
  await until(
    () => platform.call("GET", `${API}?status=pending_destruction`),
    (answer) => each(answer, "id").length === 0,
  );
});

test("a package that waits for its destruction is listed by that status", async () => {
  const platform = await startPlatform({ ...FREE, workerDelay: 60_000 });
  const id = await packageOf(platform, "package_type=golang");
  await platform.call("DELETE", `${API}/${id}`);
  const waiting = await platform.call("GET", `${API}?status=pending_destruction`);
  expect(waiting.body).toMatchObject([{ id, status: "pending_destruction" }]);
});

test("deleting a package that is not there is 404, and takes a Maintainer", async () => {
  const platform = await startPlatform(FREE);
  expect((await platform.call("DELETE", `${API}/4711`)).status).toBe(404);
  const id = await packageOf(platform, "package_type=golang");
  expect((await platform.call("DELETE", `${API}/${id}`, { token: "token-of-carol" })).status).toBe(403);
  expect((await platform.call("DELETE", `${API}/${id}`, { token: "" })).status).toBe(401);
  expect((await platform.call("DELETE", `${API}/${id}`, { token: "token-of-erin" })).status).toBe(204);
});

test("a package is not deleted when it changed after the time that the caller knows", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=golang");
  const headers = { "If-Unmodified-Since": "Mon, 01 Jan 2024 00:00:00 GMT" };
  expect((await platform.call("DELETE", `${API}/${id}`, { headers })).status).toBe(412);
});

test("files of a package show their sizes and checksums, page by page", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=conan");
  const files = await platform.call("GET", `${API}/${id}/package_files?per_page=3`);
  expect(each(files, "file_name")).toEqual(["conanfile.py", "conanmanifest.txt", "conaninfo.txt"]);
  expect(files.headers.get("X-Total")).toBe("4");
  expect((files.body as unknown[])[0]).toEqual({
    id: expect.any(Number),
    package_id: id,
    created_at: expect.any(String),
    file_name: "conanfile.py",
    size: 12,
    file_md5: expect.stringMatching(/^[0-9a-f]{32}$/),
    file_sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
    file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("a file of a package is deleted by Maintainers; 404 when package or file is missing", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=conan");
  const other = await packageOf(platform, "package_type=golang");
  const [file] = each(await platform.call("GET", `${API}/${id}/package_files`), "id");
  const drop = async (path: string, token?: string) =>
    (await platform.call("DELETE", `${API}/${path}`, token === undefined ? {} : { token })).status;
  expect(await drop(`${id}/package_files/${String(file)}`, "token-of-carol")).toBe(403);
  expect(await drop(`4711/package_files/${String(file)}`)).toBe(404);
  expect(await drop(`${other}/package_files/${String(file)}`)).toBe(404);
  expect(await drop(`${id}/package_files/${String(file)}`)).toBe(204);
  expect(await drop(`${id}/package_files/${String(file)}`)).toBe(404);
  expect(each(await platform.call("GET", `${API}/${id}/package_files`), "id")).toHaveLength(3);
});

test("a package that is hidden or in the making can be read by its id, on real servers not", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const platform = await startPlatform({ dialect });
    for (const status of ["hidden", "processing"]) {
      const id = await packageOf(platform, `status=${status}`);
      expect((await platform.call("GET", `${API}/${id}`)).status).toBe(dialect === "neutral" ? 200 : 404);
    }
  }
});

test("packages go with their project", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=golang");
  expect((await platform.call("DELETE", "/projects/acme-labs%2Fplatform%2Fapi")).status).toBe(202);
  const paths = () => platform.call("GET", "/groups/acme-labs/packages");
  const after = await until(paths, (answer) => !each(answer, "project_path").includes("acme-labs/platform/api"));
  expect(each(after, "id")).not.toContain(id);
});

test("packages come from a seed, with their files", async () => {
  const seed = {
    projects: [{ path_with_namespace: "root/tools", branches: ["main"] }],
    packages: [
      { project: "root/tools", name: "tool", version: "1", package_type: "npm", files: [{ file_name: "a", content: "abc" }] },
    ],
  };
  const platform = await startPlatform({ seed });
  const id = await packageOf(platform, "", "/projects/root%2Ftools/packages");
  const files = await platform.call("GET", `/projects/root%2Ftools/packages/${id}/package_files`);
  expect(files.body).toMatchObject([{ size: 3, file_md5: "900150983cd24fb0d6963f7d28e17f72" }]);
  const broken = startPlatform({ seed: { packages: [{ project: "root/tools", name: "tool", package_type: "deb" }] } });
  await expect(broken).rejects.toThrow("packages/0/package_type must be equal to one of the allowed values");
});

test("a job token works on the packages of a project, and not on those of a group", async () => {
  const platform = await startPlatform();
  const asJob = async (method: string, path: string) =>
    (await platform.call(method, path, { token: "", headers: { "JOB-TOKEN": "job-token-of-website" } })).status;
  const id = await packageOf(platform, "package_type=composer", TOOLKIT);
  expect(await asJob("GET", TOOLKIT)).toBe(200);
  expect(await asJob("GET", `${TOOLKIT}/${id}`)).toBe(200);
  expect(await asJob("GET", `${TOOLKIT}/${id}/package_files`)).toBe(200);
  expect(await asJob("DELETE", `${TOOLKIT}/${id}`)).toBe(403);
  expect(await asJob("DELETE", `${TOOLKIT}/${id}/package_files/1`)).toBe(403);
  expect(await asJob("GET", "/groups/open-source/packages")).toBe(401);
});

test("an OAuth token reads packages here: what it cannot do is sign in to the package registry itself", async () => {
  const platform = await startPlatform();
  const body = new URLSearchParams({ grant_type: "password", username: "bob", password: "password-of-bob" });
  const { access_token } = (await platform.call("POST", "~/oauth/token", { token: "", body })).body as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  expect((await platform.call("GET", API, { token: "", headers })).status).toBe(200);
  expect((await platform.call("GET", `${API}/npm/@acme%2Fapi`, { token: "", headers })).body).toEqual({ error: "404 Not Found" });
});

test("the pipelines that published a package are shown with it, with its versions and with its files", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=maven&per_page=1");
  const one = (await platform.call("GET", `${API}/${id}`)).body as Record<string, unknown>;
  const pipeline = {
    id: expect.any(Number),
    status: "success",
    ref: "main",
    sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    web_url: expect.stringContaining("/acme-labs/platform/api/-/pipelines/"),
    created_at: expect.any(String),
    updated_at: expect.any(String),
    user: { name: "Bob Baker", avatar_url: null },
  };
  expect(one["pipelines"]).toEqual([pipeline]);
  expect(one["versions"]).toMatchObject([{ pipelines: [pipeline] }]);
  const files = (await platform.call("GET", `${API}/${id}/package_files`)).body;
  expect(files).toMatchObject([{ pipelines: [pipeline] }, { pipelines: [pipeline] }]);
});

test("a package that lost its last file stays, for whoever can still use it", async () => {
  const platform = await startPlatform(FREE);
  const id = await packageOf(platform, "package_type=maven&per_page=1");
  for (const file of each(await platform.call("GET", `${API}/${id}/package_files`), "id"))
    // oxlint-disable-next-line no-await-in-loop -- two small requests
    expect((await platform.call("DELETE", `${API}/${id}/package_files/${String(file)}`)).status).toBe(204);
  expect((await platform.call("GET", `${API}/${id}/package_files`)).body).toEqual([]);
  expect((await platform.call("GET", `${API}/${id}`)).status).toBe(200);
});
