import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlayground, type Playground } from "../export/playground.js";
import { describeTerraform } from "./command.js";
import { WorkingDirectory } from "./working-directory.js";

const configuration = (project: string): string => `
resource "trueup_project" "web" {
  full_path = "acme/web"
}
resource "trueup_project" "shop" {
  full_path = "acme/shop"
}
resource "trueup_approval_rule" "security" {
  project            = trueup_project.${project}.full_path
  name               = "Security"
  approvals_required = 1
  users              = ["alice"]
  lifecycle {
    prevent_destroy = ${project === "shop"}
  }
}
resource "trueup_integration" "wiki" {
  project       = trueup_project.web.full_path
  external_wiki = { external_wiki_url = "https://wiki.example.com" }
}
`;

describeTerraform("the real terraform", () => {
  let ground: Playground;
  let directory: WorkingDirectory;
  beforeAll(async () => {
    ground = await openPlayground({ tier: "ultimate", dialect: "vendor", version: "15.4.0" });
    const immediate = { delayed_group_deletion: false, delayed_project_deletion: false };
    await ground.platform.call("PUT", "/application/settings", immediate);
    directory = await WorkingDirectory.open(ground.platform);
    await directory.write({ "main.tf": configuration("web") });
    await directory.apply();
  });
  afterAll(async () => {
    await directory?.close();
    await ground?.close();
  });

  it("keeps a child that prevent_destroy holds, where another parent is named", async () => {
    await directory.write({ "main.tf": configuration("shop") });
    const { exitCode, stderr } = await directory.run(["plan", "-input=false"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Instance cannot be destroyed");
    await directory.write({ "main.tf": configuration("web") });
  });

  it("makes what hangs on a project again in the apply that replaces the project", async () => {
    const { actions } = await directory.plan("-replace=trueup_project.web");
    expect(actions).toEqual({
      "trueup_project.web": "delete create",
      "trueup_approval_rule.security": "delete create",
      "trueup_integration.wiki": "delete create",
    });
    await directory.apply("planned");
    expect((await directory.plan()).actions).toEqual({});
    expect(await ground.platform.call("GET", "/projects/acme%2Fweb/approval_rules")).toMatchObject([{ name: "Security" }]);
  });

  it("deletes no project that nobody said may be deleted", async () => {
    const plain = 'provider "trueup" {}\n';
    await directory.remove("provider.tf.json");
    await directory.write({ "block.tf": plain, "main.tf": configuration("web") });
    const { exitCode, stderr } = await directory.run(["apply", "-input=false", "-auto-approve", "-destroy"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("project:acme/web is protected from deletion");
    expect(await ground.platform.call("GET", "/projects/acme%2Fweb")).toMatchObject({ path: "web" });
  });

  it("is told once of a token that is none, however many resources there are", async () => {
    await directory.write({ "block.tf": 'provider "trueup" {\n  token = "of-nobody"\n}\n' });
    const { exitCode, stderr } = await directory.run(["plan", "-input=false"]);
    expect(exitCode).toBe(1);
    expect(stderr.match(/^.*Error: /gm)).toHaveLength(1);
  });
});
