// @module-tag slow
import { Gitlab, GitbeakerRequestError } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { each } from "../emulator/answers.js";
import { startPlatform } from "../emulator/platform.js";
import { connect, inBothDialects } from "./client.js";

const WEBSITE = "acme-labs/website";

inBothDialects("releases", (dialect) => {
  test("are created with a tag and links, read, changed and removed", async () => {
    const { client } = await connect({ dialect });
    const made = await client.ProjectReleases.create(WEBSITE, {
      tagName: "releases/2.0",
      ref: "main",
      description: "Two",
      milestones: ["Launch"],
      assets: { links: [{ name: "tool", url: "https://example.com/tool" }] },
    });
    expect(made).toMatchObject({ tag_name: "releases/2.0", milestones: [{ title: "Launch" }], assets: { count: 5 } });
    expect(await client.ProjectReleases.show(WEBSITE, "releases/2.0")).toMatchObject({ name: "releases/2.0" });
    expect(await client.ProjectReleases.edit(WEBSITE, "releases/2.0", { name: "Two" })).toMatchObject({ name: "Two" });
    await client.ProjectReleases.createEvidence(WEBSITE, "releases/2.0");
    expect((await client.ProjectReleases.show(WEBSITE, "releases/2.0")).evidences).toHaveLength(2);
    expect((await client.ProjectReleases.all(WEBSITE)).map((release) => release.tag_name)).toEqual(["releases/2.0", "v1.0.0"]);
    const link = await client.ReleaseLinks.create(WEBSITE, "releases/2.0", "book", "https://example.com/book", {
      linkType: "runbook",
    });
    expect(await client.ReleaseLinks.edit(WEBSITE, "releases/2.0", link.id, { name: "guide" })).toMatchObject({ name: "guide" });
    expect(await client.ReleaseLinks.all(WEBSITE, "releases/2.0")).toHaveLength(2);
    await client.ReleaseLinks.remove(WEBSITE, "releases/2.0", link.id);
    await client.ProjectReleases.remove(WEBSITE, "releases/2.0");
    await expect(client.ProjectReleases.show(WEBSITE, "releases/2.0")).rejects.toThrow("404 Release Not Found");
  });
});

inBothDialects("packages", (dialect) => {
  test("are listed of projects and groups, read with their files, and removed", async () => {
    const { client } = await connect({ dialect });
    const found = await client.Packages.all({ projectId: "open-source/toolkit", packageType: "npm", perPage: 10 });
    expect(found).toHaveLength(21);
    expect((await client.Packages.all({ groupId: "acme-labs", packageName: "client" })).length).toBe(3);
    const [first] = found;
    if (first === undefined) throw new Error("there are packages");
    expect(await client.Packages.show("open-source/toolkit", first.id)).toMatchObject({ version: "2.0.0" });
    const [file] = await client.Packages.allFiles("open-source/toolkit", first.id);
    if (file === undefined) throw new Error("there is a file");
    await client.Packages.removeFile("open-source/toolkit", first.id, file.id);
    await client.Packages.remove("open-source/toolkit", first.id);
    await expect(client.Packages.show("open-source/toolkit", first.id)).rejects.toThrow(GitbeakerRequestError);
  });
});

inBothDialects("jobs", (dialect) => {
  test("are listed, read with their logs, cancelled, retried and erased", async () => {
    const { client } = await connect({ dialect });
    const jobs = await client.Jobs.all(WEBSITE, { perPage: 5 });
    expect(jobs.length).toBeGreaterThan(20);
    const failed = await client.Jobs.all(WEBSITE, { scope: "failed" });
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(["failed"]));
    const done = jobs.find((job) => job.name === "compile" && job.status === "success");
    const running = jobs.find((job) => job.status === "running");
    if (done === undefined || running === undefined) throw new Error("the default seed has such jobs");
    expect(await client.Jobs.show(WEBSITE, done.id)).toMatchObject({
      name: "compile",
      pipeline: { project_id: expect.any(Number) },
    });
    expect(await client.Jobs.showLog(WEBSITE, done.id)).toContain("Job succeeded");
    expect(await client.Jobs.cancel(WEBSITE, running.id)).toMatchObject({ status: "canceled" });
    expect(await client.Jobs.retry(WEBSITE, done.id)).toMatchObject({ status: "pending" });
    const other = jobs.find((job) => job.name === "compile" && job.status === "success" && job.id !== done.id);
    if (other === undefined) throw new Error("the default seed has such jobs");
    expect(await client.Jobs.erase(WEBSITE, other.id)).toMatchObject({ artifacts: [] });
    expect((await client.Jobs.all(WEBSITE, { pipelineId: other.pipeline.id })).length).toBeGreaterThan(1);
    expect(await client.Jobs.allPipelineBridges(WEBSITE, other.pipeline.id)).toEqual([]);
  });

  test("know themselves by their token", async () => {
    const platform = await startPlatform({ dialect });
    const client = new Gitlab({ host: platform.url, jobToken: "job-token-of-website" });
    // It looks for the token among headers where this release no longer puts it.
    client.Jobs.headers["job-token"] = "job-token-of-website";
    expect(await client.Jobs.showConnectedJob()).toMatchObject({ name: "unit", status: "running" });
    expect(await client.Jobs.showConnectedJobK8Agents()).toMatchObject({ job: { name: "unit" } });
    expect(await client.ProjectReleases.all(WEBSITE)).toHaveLength(1);
  });
});

inBothDialects("deployments", (dialect) => {
  test("are created, read, changed and removed", async () => {
    const { client, platform } = await connect({ dialect });
    const [sample] = await client.Deployments.all(WEBSITE);
    if (sample === undefined) throw new Error("the website has deployments");
    const first = await client.Deployments.create(WEBSITE, "review", sample.sha, "main", false, { status: "running" });
    expect(first).toMatchObject({ status: "running", environment: { name: "review" }, deployable: null });
    expect(await client.Deployments.edit(WEBSITE, first.id, "success")).toMatchObject({ status: "success" });
    expect(await client.Deployments.show(WEBSITE, first.id)).toMatchObject({ id: first.id });
    await expect(client.Deployments.remove(WEBSITE, first.id)).rejects.toThrow();
    const next = await client.Deployments.create(WEBSITE, "review", sample.sha, "next", false, { status: "success" });
    await client.Deployments.remove(WEBSITE, first.id);
    platform.work();
    const left = await platform.call("GET", "/projects/acme-labs%2Fwebsite/deployments?environment=review");
    expect(each(left, "id")).toEqual([next.id]);
  });
});
