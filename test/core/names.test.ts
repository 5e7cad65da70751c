import { describe, expect, it } from "vitest";
import { secret, text } from "../../src/core/fields.js";
import { compareVersions, tierIncludes } from "../../src/core/names.js";
import { masked } from "../../src/core/placeholders.js";
import { tellsSecret, withoutSecretParameters } from "../../src/core/secret-names.js";
import { SecretVariables, shownSecrets } from "../../src/core/secret-variables.js";
import { accessLevels } from "../../src/core/types/access-level.js";

describe("names", () => {
  it("of releases are compared number by number", () => {
    const sorted = ["15.9.0", "15.10.0", "15.10.1-ee", "16.0", "17"];
    for (const [index, one] of sorted.entries())
      for (const [place, other] of sorted.entries())
        expect(Math.sign(compareVersions(one, other)), `${one} ${other}`).toBe(Math.sign(index - place));
  });

  it("of tiers include what lies below", () => {
    const included = (has: "free" | "premium" | "ultimate") =>
      (["free", "premium", "ultimate"] as const).filter((tier) => tierIncludes(has, tier));
    expect([included("free"), included("premium"), included("ultimate")]).toEqual([
      ["free"],
      ["free", "premium"],
      ["free", "premium", "ultimate"],
    ]);
  });

  it("of access levels are the numbers of the documents", () => {
    expect(accessLevels).toEqual({
      no_access: 0,
      minimal: 5,
      guest: 10,
      planner: 15,
      reporter: 20,
      security_manager: 25,
      developer: 30,
      maintainer: 40,
      owner: 50,
      admin: 60,
    });
  });

  it("of parameters that hold secrets are known in a query, also in brackets", () => {
    expect(tellsSecret("private-token")).toBe(true);
    expect(withoutSecretParameters("/x?page=2&private_token=abc&hook[token]=def&name=g")).toBe(
      "/x?page=2&private_token=[secret]&hook[token]=[secret]&name=g",
    );
  });

  it("of attributes tell which values are secrets that the platform shows", () => {
    const fields = { token: secret("Token."), title: text("Title."), other: secret("Other.") };
    expect(shownSecrets(fields, { token: "the-token", title: "A title", other: null })).toEqual(["the-token"]);
  });

  it("of variables are never those of trueup's own credentials, which files may not refer to", () => {
    const declared = { kind: "group", path: "gitlab", address: "group:gitlab", spec: { token: masked() }, remarks: [] };
    expect(JSON.stringify(new SecretVariables().name(declared).spec["token"])).toBe(`{"$secret":"\${env:GITLAB_TOKEN_2}"}`);
  });

  it("of variables are one for each secret", () => {
    const variables = new SecretVariables(["ACME_WEB_TOKEN"]);
    const name = (path: string) =>
      variables.name({ kind: "project", path, address: `project:${path}`, spec: { token: masked() }, remarks: [] }).spec["token"];
    const names = ["acme/web", "acme-web", "acme.web"].map((path) => JSON.stringify(name(path)));
    expect(names).toEqual(
      ["ACME_WEB_TOKEN_2", "ACME_WEB_TOKEN_3", "ACME_WEB_TOKEN_4"].map((one) => `{"$secret":"\${env:${one}}"}`),
    );
  });
});
