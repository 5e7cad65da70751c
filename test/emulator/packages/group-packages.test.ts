import { expect, test } from "vitest";
import { each } from "../answers.js";
import { startPlatform } from "../platform.js";
import { FREE, TOOLKIT } from "./packages.js";

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
