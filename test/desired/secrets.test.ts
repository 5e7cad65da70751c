import { createHash } from "node:crypto";
import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { credentialVariables } from "../../src/core/environment.js";
import { loadDesired, resolveSecret } from "../../src/desired/index.js";
import { kinds } from "../../src/program/kinds.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { line, load, loadText, problemsOf, resource, workspace } from "./workspace.js";

const whole = { depth: null, maxArrayLength: null, maxStringLength: null };
const setting = (value: string) => `application_settings:\n  spamfilter_api_key: ${value}\n`;

describe("secrets in files", () => {
  it("must be references; a literal is refused and shown nowhere", async () => {
    for (const literal of [
      "hunter2hunter2",
      "'hunter2hunter2'",
      '"hunter2hunter2"',
      "|\n    hunter2\n    hunter2hunter2",
      "$${env:hunter2}",
      "[hunter2hunter2]",
    ]) {
      const loaded = await loadText(setting(literal));
      expect(loaded.diagnostics.map((diagnostic) => [diagnostic.rule, diagnostic.origin.line])).toEqual([["secret.literal", 2]]);
      expect(JSON.stringify([...loaded.texts(), loaded.diagnostics])).not.toContain("hunter2");
    }
  });

  it("must be references also under unchecked, where the name tells that it is one", async () => {
    const body = "{ some_api_token: hunter2hunter2, deep: [{ password: hunter2hunter2 }], require_password: true, size: 5 }";
    const loaded = await loadText(`application_settings:\n  unchecked: ${body}\n`);
    expect(loaded.diagnostics.map(({ rule, attribute }) => [rule, attribute])).toEqual([
      ["secret.literal", "unchecked.some_api_token"],
      ["secret.literal", "unchecked.deep.0.password"],
    ]);
    expect(JSON.stringify([...loaded.texts(), loaded.diagnostics])).not.toContain("hunter2");
    const referring = await loadText(`application_settings:\n  unchecked: ${body.replaceAll("hunter2hunter2", "'${env:A}'")}\n`);
    expect(referring.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("that name the token of an instance are refused", () => {
    const places = { env: { ACCESS_A: "token-of-a", OTHER: "x" }, root: workspace({}), tokenVariables: ["ACCESS_A"] };
    expect(() => resolveSecret("${env:ACCESS_A}", places)).toThrow("ACCESS_A is a credential of trueup itself");
    expect(resolveSecret("${env:OTHER}", places)).toBe("x");
  });

  it("keep the positions in the text for code frames", async () => {
    const text = "projects:\n  acme/web:\n    integrations: { assembla: { token: abc def, subdomain: x } }\n";
    const loaded = await loadText(text);
    expect(loaded.texts().get("a.yaml")).toBe(text.replace("abc def", "*** ***"));
  });

  it("are kept as templates, wherever the text stands", async () => {
    const env = { A: "aaaa", B: "bbbb" };
    const loaded = await loadText(
      "projects: { acme/web: { description: 'x ${env:A} $${y} ${env:B}', integrations: { assembla: { token: '${env:A}' } } } }\napplication_settings: { unchecked: { deep: [{ a: '${env:A}' }] } }\n",
      { env },
    );
    expect(resource(loaded, "project:acme/web").spec).toEqual({ description: { $secret: "x ${env:A} $${y} ${env:B}" } });
    expect(resource(loaded, "integration:acme/web:assembla").spec).toEqual({ token: { $secret: "${env:A}" } });
    expect(resource(loaded, "application_settings").spec).toEqual({ deep: [{ a: { $secret: "${env:A}" } }] });
    // JSON says nothing of what stands in maps and sets.
    expect(inspect(loaded, whole)).toContain("${env:A}");
    expect(inspect(loaded, whole)).not.toMatch(/aaaa|bbbb/);
  });

  it("leave a text without references as it is, with $${ as ${", async () => {
    const loaded = await loadText("projects: { acme/web: { description: 'costs $5 ${CI_COMMIT_SHA} $${env:HOME} %{title}' } }");
    expect(resource(loaded, "project:acme/web").spec).toEqual({ description: "costs $5 ${CI_COMMIT_SHA} ${env:HOME} %{title}" });
    expect(loaded.diagnostics).toEqual([]);
  });

  it.each(["${ENV:HOME}", "${env.HOME}", "${env:}", "${env:MY-VAR}", "${file:}", "${ env:HOME}"])(
    "refuse %j, which only begins like a reference",
    async (text) => {
      const found = await problemsOf(JSON.stringify({ projects: { "acme/web": { description: text } } }));
      expect(found).toEqual([expect.stringContaining("| secret.syntax | project:acme/web.description |")]);
    },
  );

  it("that are missing are a warning, and an error when strict", async () => {
    const text = setting("${env:SPAM_KEY}");
    for (const env of [{}, { SPAM_KEY: "" }]) {
      expect(await problemsOf(text, { env })).toEqual([
        "a.yaml:2:23 | warning secret.missing | application_settings.spamfilter_api_key | the variable SPAM_KEY is not set | Set SPAM_KEY in the environment.",
      ]);
      expect(await problemsOf(text, { env, strict: true })).toEqual([
        "a.yaml:2:23 | secret.missing | application_settings.spamfilter_api_key | the variable SPAM_KEY is not set | Set SPAM_KEY in the environment.",
      ]);
    }
  });

  it.each([...credentialVariables, "trueup_client_secret"])("cannot be trueup's own credential %s", async (name) => {
    const loaded = await loadText(setting(`\${env:${name}}`), { env: { [name]: "glpat-secret" } });
    expect(loaded.diagnostics.map((diagnostic) => [diagnostic.severity, diagnostic.rule])).toEqual([["error", "secret.own"]]);
    expect(() => resolveSecret(`\${env:${name}}`, { env: { [name]: "glpat-secret" }, root: "." })).toThrow(
      /credential of trueup/,
    );
  });

  it("cannot stand where a name is needed", async () => {
    const found = await problemsOf("projects: { acme/web: { topics: ['${env:T}'] } }\nappearance: { logo: '${file:x}' }\n", {
      env: { T: "x" },
    });
    expect(found.map((one) => one.split(" | ").slice(0, 3))).toEqual([
      ["a.yaml:1:34", "secret.place", "project:acme/web.topics.0"],
      ["a.yaml:2:21", "secret.place", "appearance.logo"],
    ]);
  });
});

describe("${file:}", () => {
  it("is relative to the declaring file, and to the root once it is loaded", async () => {
    const directory = workspace({ "sub/a.yaml": setting("${file:keys/spam.txt}"), "sub/keys/spam.txt": "s3cr3t-content\n" });
    const loaded = await loadDesired(["."], { kinds, cwd: directory, env: {}, strict: true });
    expect(loaded.diagnostics).toEqual([]);
    const { spec } = resource(loaded, "application_settings");
    expect(spec).toEqual({ spamfilter_api_key: { $secret: "${file:sub/keys/spam.txt}" } });
    expect(resolveSecret("<${file:sub/keys/spam.txt}>", { env: {}, root: directory })).toBe("<s3cr3t-content>");
  });

  it.each([
    ["it is not UTF-8", Buffer.from("caf\u00e9", "latin1")],
    ["it has a NUL", "s3cr3t\0"],
  ])("is refused with its name, and without its content, where %s", async (reason, content) => {
    const directory = workspace({ "a.yaml": setting("${file:key.txt}"), "key.txt": content });
    expect(() => resolveSecret("${file:key.txt}", { env: {}, root: directory })).toThrow(
      expect.objectContaining({ code: "secret.text", message: `the file key.txt is no text that a server takes: ${reason}` }),
    );
    const { diagnostics } = await loadDesired(["."], { kinds, cwd: directory, env: {}, strict: true });
    expect(diagnostics.map(({ rule }) => rule)).toEqual(["secret.text"]);
  });

  it.each(["../outside.txt", "/etc/hostname", "link.txt", "linked/outside.txt", "sub/../../outside.txt"])(
    "refuses %s, which leads out of the directory",
    async (name) => {
      const top = workspace({ "outside.txt": "s3cr3t", "in/a.yaml": setting(`\${file:${name}}`), "in/b.txt": "x" });
      symlinkSync(path.join(top, "outside.txt"), path.join(top, "in/link.txt"));
      symlinkSync(top, path.join(top, "in/linked"));
      const loaded = await loadDesired(["in"], { kinds, cwd: top, env: {} });
      expect(loaded.diagnostics.map((diagnostic) => [diagnostic.severity, diagnostic.rule])).toEqual([["error", "file.outside"]]);
      expect(() => resolveSecret(`\${file:${name}}`, { env: {}, root: path.join(top, "in") })).toThrow(/lies outside/);
    },
  );

  it("that is missing is a warning, and an error when strict", async () => {
    expect(
      (await loadText(setting("${file:none.txt}"))).diagnostics.map((diagnostic) => [diagnostic.severity, diagnostic.rule]),
    ).toEqual([["warning", "secret.missing"]]);
    expect((await loadText(setting("${file:none.txt}"), { strict: true })).diagnostics[0]?.severity).toBe("error");
  });
});

describe("resolving", () => {
  it("puts values in for references and nothing else in for anything else", () => {
    const part = fc.oneof(
      fc.constant({ template: "${env:A}", value: "va${env:B}lue" }),
      fc.constant({ template: "${env:B}", value: "$${" }),
      fc.constant({ template: "$${", value: "${" }),
      fc.stringMatching(/^[a-z {}:.]*$/).map((text) => ({ template: text, value: text })),
    );
    const env = { A: "va${env:B}lue", B: "$${" };
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const template = parts.map((one) => one.template).join("");
        expect(resolveSecret(template, { env, root: "." })).toBe(parts.map((one) => one.value).join(""));
      }),
    );
  });

  it("says what is missing, without any value", () => {
    const resolve = (template: string) => () => resolveSecret(template, { env: { A: "s3cr3t" }, root: workspace({}) });
    expect(resolve("${env:A} ${env:GONE}")).toThrow(
      expect.objectContaining({ code: "secret.missing", message: "the variable GONE is not set" }),
    );
    expect(resolve("${file:gone.txt}")).toThrow(
      expect.objectContaining({ code: "secret.missing", message: "there is no file gone.txt" }),
    );
  });

  it("never gives an empty secret, from the environment or a file", () => {
    const root = workspace({ "empty.txt": "\n" });
    for (const template of ["${env:EMPTY}", "${file:empty.txt}"])
      expect(() => resolveSecret(template, { env: { EMPTY: "" }, root })).toThrow(
        expect.objectContaining({ code: "secret.missing" }),
      );
  });
});

describe("images", () => {
  it("are kept by path and content, relative to the root", async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
    const loaded = await load({ "sub/a.yaml": "appearance: { logo: ./art/logo.png }", "sub/art/logo.png": bytes });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(resource(loaded, "appearance").spec).toEqual({ logo: { $file: "sub/art/logo.png", sha256 } });
  });

  it("must be there, inside the directory and at most 20 MB", async () => {
    const top = workspace({
      "out.png": "x",
      "in/a.yaml": "appearance: { logo: ../out.png, header_logo: none.png, favicon: big.ico }",
    });
    writeFileSync(path.join(top, "in/big.ico"), Buffer.alloc(20 * 1024 * 1024 + 1));
    const loaded = await loadDesired(["in"], { kinds, cwd: top, env: {} });
    expect(loaded.diagnostics.map(line)).toEqual([
      "in/a.yaml:1:21 | file.outside | appearance.logo | the path leads out of the directory | a path inside the directory of the desired state",
      "in/a.yaml:1:46 | file.missing | appearance.header_logo | there is no such file | a path relative to this file",
      "in/a.yaml:1:65 | file.size | appearance.favicon | it has 21 MB, and at most 20 MB are read | ",
    ]);
  });
});

describe("the excerpt of an error", () => {
  const excerptOf = async (variables: string): Promise<string> => {
    const text = `projects:\n  acme/web:\n    merge_method: fast\n    variables:\n      ${variables}\n`;
    return (await inProcess(["validate"], { cwd: directory({ "trueup/a.yaml": text }) })).stdout;
  };

  it.each([
    ["in short", "LOG_LEVEL: debug", "LOG_LEVEL: debug"],
    ["of its own", "REGION: { value: eu-west-1, protected: true }", "REGION: { value: eu-west-1, protected: true }"],
    ["that nobody masks", "REGION: { value: eu-west-1, masked: false }", "REGION: { value: eu-west-1, masked: false }"],
  ])("shows a plain value %s and the name of its variable", async (_, variables, shown) => {
    expect(await excerptOf(variables)).toContain(shown);
  });

  it.each([
    ["that is masked", "REGION: { value: hunter2-hunter2, masked: true }"],
    ["that nobody is shown", "REGION: { hidden: true, value: hunter2-hunter2 }"],
    ["that is a file", "REGION: { value: hunter2-hunter2, variable_type: file }"],
    ["whose name tells a secret", "DEPLOY_TOKEN: hunter2-hunter2"],
  ])("hides a value %s", async (_, variables) => {
    const shown = await excerptOf(variables);
    expect(shown).toContain("merge_method: fast");
    expect(shown).not.toContain("hunter2");
  });
});
