import { expect, test } from "vitest";
import { each } from "../answers.js";
import { startPlatform } from "../platform.js";
import { API, FREE, TOOLKIT, packageOf, versions } from "./packages.js";

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

test("real servers list terraform modules of a project only when that type is asked for", async () => {
  const platform = await startPlatform({ dialect: "vendor" });
  expect(each(await platform.call("GET", `${TOOLKIT}?per_page=100`), "package_type")).not.toContain("terraform_module");
  expect(each(await platform.call("GET", `${TOOLKIT}?package_type=terraform_module`), "name")).toEqual(["acme/registry"]);
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

test("a package that is hidden or in the making can be read by its id, on real servers not", async () => {
  for (const dialect of ["neutral", "vendor"] as const) {
    const platform = await startPlatform({ dialect });
    for (const status of ["hidden", "processing"]) {
      const id = await packageOf(platform, `status=${status}`);
      expect((await platform.call("GET", `${API}/${id}`)).status).toBe(dialect === "neutral" ? 200 : 404);
    }
  }
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
