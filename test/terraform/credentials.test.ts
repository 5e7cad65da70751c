import { describe, expect, it } from "vitest";
import { secret } from "../../src/core/placeholders.js";
import { diagnostics } from "../../src/derive/terraform/check-configuration.js";
import { configOf } from "../../src/derive/terraform/config-of.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { kinds } from "../../src/program/kinds.js";
import { Core } from "./core.js";
import { made, open, told } from "./on-bench.js";

const address = "https://robot:password-of-the-import@git.example.com/acme/old.git";
const resource = terraformResources(kinds).find(({ type }) => type === "trueup_project");
const wrong = (config: Parameters<typeof diagnostics>[1]) =>
  (resource ? diagnostics(resource, config) : []).map(({ severity, rule, path, allowed }) => [
    severity,
    rule,
    path.join("."),
    allowed,
  ]);

describe("credentials in an address", () => {
  it("stand in no state, are sent when the thing is made and again when their number is raised", async () => {
    const bench = await open();
    const core = new Core(bench.provider, "trueup_project");
    const config = { full_path: "acme/imported", import_url_wo: address, import_url_wo_version: 1 };
    const project = await made(core, config);
    const sent = () =>
      bench.server.arrived.filter(({ body }) => body.includes("password-of-the-import")).map(({ method }) => method);
    expect(sent()).toEqual(["POST"]);
    expect(JSON.stringify([project.state, Buffer.from(project.remembered).toString()])).not.toContain("password-of-the-import");
    expect((await told(core, config, project)).action).toBe("none");
    await made(core, { ...config, import_url_wo_version: 2 }, project);
    expect(sent()).toEqual(["POST", "PUT"]);
  });

  it("have a form of their own, which their warning names, and take one of both", () => {
    expect(wrong({ full_path: "acme/web", import_url: address })).toEqual([
      ["warning", "secret.stored", "import_url", "import_url_wo, which is in no plan and no state"],
    ]);
    expect(wrong({ full_path: "acme/web", import_url_wo: address })).toEqual([]);
    expect(wrong({ full_path: "acme/web", import_url: "https://git.example.com/x", import_url_wo: address })).toEqual([
      ["error", "duplicate.attribute", "import_url_wo", "only import_url"],
    ]);
  });

  it("are put there where files take them from outside", () => {
    const given = secret("https://robot:${env:PASSWORD}@git.example.com/acme/old.git");
    if (!resource) throw new Error("there is no project");
    expect(configOf(resource, { path: "acme/web" }, { import_url: given })).toEqual({
      full_path: "acme/web",
      import_url_wo: given,
    });
  });
});

describe("what stands under unchecked", () => {
  it("is shown in no plan, whatever it is", () => {
    for (const { attributes } of terraformResources(kinds))
      for (const one of Object.values(attributes)) if (one.role === "unchecked") expect(one.sensitive).toBe(true);
  });

  it("is told to be kept in the state where it is called as a secret is", () => {
    expect(wrong({ full_path: "acme/web", unchecked: { some_api_token: "x", some_size: 5 } })).toEqual([
      ["warning", "secret.stored", "unchecked.some_api_token", expect.any(String)],
    ]);
  });
});
