// @module-tag slow
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory, type Files } from "../harness/directory.js";
import { platform, type RunningEmulator } from "../harness/emulator.js";
import { misbehavingServer, type MisbehavingServer } from "../harness/misbehaving-server.js";

const topic = "topics: { web: { title: Web } }\n";
const somewhere = "https://somewhere.example.com";

/** A project with one instance, `staging`, and a topic that it does not have yet. */
function project(platformUrl: string, more: Files = {}): string {
  return directory({
    "trueup.yaml": `instances: { staging: { url: "${platformUrl}", token_env: STAGING_ACCESS } }\n`,
    "trueup/topics.yaml": topic,
    ...more,
  });
}

function accessTo({ token }: RunningEmulator) {
  return { STAGING_ACCESS: token };
}

describe("the instance that is meant", () => {
  test("is the only one, the default, or the one that is asked for; its address and token come from the file's names", async () => {
    const server = await platform();
    const env = accessTo(server);
    const one = project(server.url);
    expect(await inProcess(["plan"], { cwd: one, env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("topic:web") as string,
    });
    const several = `default_instance: production\ninstances:\n  staging: { url: "${somewhere}" }\n  production: { url: "${server.url}", token_env: STAGING_ACCESS }\n`;
    expect((await inProcess(["plan"], { cwd: project("", { "trueup.yaml": several }), env })).code).toBe(0);
    const swapped = several.replace("default_instance: production", "default_instance: staging");
    const asked = await inProcess(["plan", "--instance", "production"], { cwd: project("", { "trueup.yaml": swapped }), env });
    expect(asked).toMatchObject({ code: 0, stderr: "" });
  });

  test("is none where there are several and nothing says which; an unknown one is told with the nearest name", async () => {
    const text = `instances:\n  staging: { url: "${somewhere}" }\n  production: { url: "${somewhere}/x" }\n`;
    const cwd = project("", { "trueup.yaml": text });
    const none = await inProcess(["plan"], { cwd });
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("--instance staging or production") as string });
    const unknown = await inProcess(["plan", "--instance", "stagin"], { cwd });
    expect(unknown.stderr).toBe(
      'Error: trueup.yaml names no instance "stagin" [instance.unknown]\n  hint: Did you mean staging?\n',
    );
    const without = await inProcess(["plan", "--instance", "staging"], { cwd: directory({ "a.yaml": topic }) });
    expect(without.stderr).toContain('there is no project file that could name the instance "staging"');
  });

  test("gives way to --url and to TRUEUP_URL, and to CI_SERVER_URL only where the file means none", async () => {
    const server = await platform();
    const cwd = project(somewhere);
    const env = { TRUEUP_TOKEN: server.token };
    expect((await inProcess(["plan", "--url", server.url], { cwd, env })).code).toBe(0);
    expect((await inProcess(["plan"], { cwd, env: { ...env, TRUEUP_URL: server.url } })).code).toBe(0);
    const ours = project(server.url);
    expect((await inProcess(["plan"], { cwd: ours, env: { ...accessTo(server), CI_SERVER_URL: somewhere } })).code).toBe(0);
  });

  test("gets the token of its token_env and no other one", async () => {
    const server = await platform();
    const arrived: string[] = [];
    const cwd = project(server.url);
    const other = { TRUEUP_TOKEN: "a-token-of-production", GITLAB_TOKEN: "another-token-of-production" };
    for (const words of [
      ["plan"],
      ["plan", "--instance", "staging"],
      ["api", "/version"],
      ["auth", "status", "--instance", "staging"],
    ]) {
      const { code, stderr } = await inProcess(words, { cwd, env: { ...other, HOME: cwd } });
      arrived.push(`${words[0]} ${code} ${stderr.includes("the variable STAGING_ACCESS is not set, which holds the token for")}`);
    }
    expect(arrived).toEqual(["plan 1 true", "plan 1 true", "api 1 true", "auth 1 true"]);
    expect((await inProcess(["plan"], { cwd, env: { ...other, ...accessTo(server) } })).code).toBe(0);
    const status = await inProcess(["auth", "status", "--instance", "staging", "--json"], {
      cwd,
      env: { ...other, ...accessTo(server), HOME: cwd },
    });
    expect(JSON.parse(status.stdout)).toMatchObject([{ url: server.url, source: "STAGING_ACCESS", valid: true }]);
  });

  test("does not send its token to another server that --url names", async () => {
    const [server, rehearsal] = [await platform(), await platform()];
    const [own, other] = [await misbehavingServer(server.url), await misbehavingServer(rehearsal.url)];
    const cwd = project(own.url);
    const how = { cwd, env: { ...accessTo(server), HOME: cwd } };
    const sent = ({ arrived }: MisbehavingServer) => [...new Set(arrived.map(({ headers }) => headers["private-token"]))];
    const words = ["plan", "--instance", "staging"];
    expect((await inProcess(words, how)).code).toBe(0);
    expect(sent(own), "the token arrives where it belongs").toEqual([server.token]);
    // A wrong token is answered with 401 as none is: only what arrived tells them apart.
    const { code, stderr } = await inProcess([...words, "--url", other.url], how);
    expect({ code, unauthorised: stderr.includes("401") }).toEqual({ code: 1, unauthorised: true });
    expect(other.arrived).not.toEqual([]);
    for (const { path, headers, body } of other.arrived)
      expect(`${path} ${JSON.stringify(headers)} ${body.toString()}`.includes(server.token), "the token arrived").toBe(false);
    other.forget();
    const env = { ...how.env, TRUEUP_TOKEN: rehearsal.token };
    expect((await inProcess([...words, "--url", other.url], { cwd, env })).code).toBe(0);
    expect(sent(other)).toEqual([rehearsal.token]);
  });

  test("has a token that files cannot refer to, of this instance or another", async () => {
    const text = `instances:\n  a: { url: "${somewhere}/a", token_env: ACCESS_A }\n  b: { url: "${somewhere}/b", token_env: ACCESS_B }\n`;
    const cwd = directory({
      "trueup.yaml": text,
      "trueup/a.yaml": "topics:\n  web: { title: '${env:ACCESS_A}${env:ACCESS_B}' }\n",
    });
    const { code, stdout } = await inProcess(["validate"], { cwd, env: { ACCESS_A: "one", ACCESS_B: "two" } });
    expect(code).toBe(1);
    for (const name of ["ACCESS_A", "ACCESS_B"])
      expect(stdout).toContain(`${name} is a credential of trueup itself and cannot be referred to`);
  });

  test("is refused where the files are pinned to another server", async () => {
    const cwd = project(somewhere, { "trueup/pin.yaml": "instance: { url: https://pinned.example.com }\n" });
    const { stderr } = await inProcess(["plan", "--instance", "staging"], { cwd, env: { STAGING_ACCESS: "x" } });
    expect(stderr).toContain(
      "The files belong to https://pinned.example.com (trueup/pin.yaml:1:13), but --instance is https://somewhere.example.com.",
    );
  });
});

describe("without a project file", () => {
  test("a trueup.yaml that declares things is one of desired state, as it always was", async () => {
    const cwd = directory({ "trueup.yaml": topic });
    expect((await inProcess(["validate"], { cwd })).stdout).toBe("1 thing in 1 file: valid.\n");
    expect((await inProcess(["validate", "trueup.yaml"], { cwd })).code).toBe(0);
  });

  test("one that is named and not there is an error", async () => {
    const { code, stderr } = await inProcess(["validate", "--config", "lost.yaml"], { cwd: directory({ "a.yaml": topic }) });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "Error: there is no project file lost.yaml [files.missing]\n  hint: Name a file that is there with --config, or write one: trueup init.\n",
    });
    const nameless = await inProcess(["validate", "--config", ""], { cwd: directory({ "a.yaml": topic }) });
    expect(nameless.stderr).toContain("It is empty: is a variable not set?");
  });
});

test("a project file that is a link to itself is not there", async () => {
  const cwd = directory({ "a.yaml": topic });
  symlinkSync("trueup.yaml", join(cwd, "trueup.yaml"));
  expect(await inProcess(["validate"], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Error: there is no project file trueup.yaml [files.missing]") as string,
  });
});

describe("paths", () => {
  test("are relative to the project file, and those of the command line go before", async () => {
    const files = {
      "ops/project.yaml": "paths: [../infra, more.yaml]\n",
      "ops/more.yaml": "topics: { more: {} }\n",
      "infra/a.yaml": topic,
      "other/b.yaml": topic,
    };
    const cwd = directory(files);
    const validate = async (...words: readonly string[]) => (await inProcess(["validate", ...words], { cwd })).stdout;
    expect(await validate("--config", "ops/project.yaml")).toBe("2 things in 2 files: valid.\n");
    expect(await validate("--config", "ops/project.yaml", "other")).toBe("1 thing in 1 file: valid.\n");
    const explained = await inProcess(["explain", "topic:more", "--config", "ops/project.yaml"], { cwd });
    expect(explained.stdout).toContain("ops/more.yaml:1:11");
  });

  test("never hold the project file itself, and naming it as one of desired state is an error", async () => {
    const cwd = directory({ "trueup.yaml": "paths: [.]\n", "a.yaml": topic });
    expect((await inProcess(["validate"], { cwd })).stdout).toBe("1 thing in 1 file: valid.\n");
    expect((await inProcess(["validate", "."], { cwd })).stdout).toBe("1 thing in 1 file: valid.\n");
    expect((await inProcess(["validate", "trueup.yaml"], { cwd })).stderr).toContain(
      "trueup.yaml is the project file, and no file of desired state",
    );
  });
});

describe("defaults of options", () => {
  const formatOf = async (defaults: string, ...words: readonly string[]) => {
    const cwd = directory({ "trueup.yaml": `defaults: ${defaults}\n`, "trueup/a.yaml": topic });
    const { stdout } = await inProcess(["plan", "--emulator", ...words], { cwd });
    return stdout.startsWith("{") ? "json" : stdout.startsWith("#") ? "markdown" : "text";
  };

  test("hold for every command or for one, which goes before; the command line goes before both", async () => {
    expect(await formatOf("{ format: json }")).toBe("json");
    expect(await formatOf("{ plan: { format: text }, format: json }")).toBe("text");
    expect(await formatOf("{ apply: { format: json } }")).toBe("text");
    expect(await formatOf("{ format: json }", "--format", "text")).toBe("text");
    expect(await formatOf("{ format: text }", "--json")).toBe("json");
    expect(await formatOf("{ json: true }")).toBe("json");
    expect(await formatOf("{ json: true }", "--format", "text")).toBe("text");
  });

  test("of lists take several values, which one on the command line takes the place of", async () => {
    const cwd = directory({ "trueup.yaml": "defaults: { target: [topic:lost, topic:web] }\n", "trueup/a.yaml": topic });
    expect((await inProcess(["plan", "--emulator"], { cwd })).stderr).toContain("topic:lost");
    expect((await inProcess(["plan", "--emulator", "--target", "topic:web"], { cwd })).code).toBe(0);
  });

  test("of another server than the one that is meant give way to what the file says of that one", async () => {
    const cwd = directory({ "trueup.yaml": "defaults: { max_rps: 5, max-rps: 6 }\n", "trueup/a.yaml": topic });
    expect((await inProcess(["validate"], { cwd })).stdout).toContain(
      "trueup.yaml:1:25  defaults.max-rps  the option stands here in a second spelling",
    );
  });
});

describe("a bad project file is one clear error for each thing", () => {
  const cases: readonly (readonly [text: string, where: string, message: string])[] = [
    ["instnces: {}", "trueup.yaml:1:1", 'there is no "instnces" in a project file  did you mean instances?'],
    ["paths: [a]\ngroups: {}", "trueup.yaml:2:1", "groups is desired state, which the project file does not hold"],
    ["instances: { a: {} }", "trueup.yaml:1:14", "url is required"],
    ["instances: { a: { url: nowhere } }", "trueup.yaml:1:24", "this is not an address of a server"],
    [
      "instances: { a: { url: 'https://a.example', token_env: gitlab_token } }",
      "trueup.yaml:1:56",
      "GITLAB_TOKEN has rules of its own about where it goes",
    ],
    ["instances: { a: { url: 'https://a.example', ca: 5 } }", "trueup.yaml:1:49", "must be text"],
    ["instances: { 'a b': { url: 'https://a.example' } }", "trueup.yaml:1:14", "the name of an instance has only letters"],
    [
      "default_instance: a\ninstances: { b: { url: 'https://a.example' } }",
      "trueup.yaml:1:19",
      'there is no instance "a"  did you mean b?',
    ],
    ["paths: ['${env:X}']", "trueup.yaml:1:9", "the project file holds no ${env:…}, ${file:…} or ${var:…}"],
    [
      "defaults: { concurency: 5 }",
      "trueup.yaml:1:13",
      'there is no option "concurency": no command has it  did you mean concurrency?',
    ],
    ["defaults: { plan: { yes: true } }", "trueup.yaml:1:21", 'there is no option "yes": trueup plan does not have it'],
    [
      "defaults: { yes: true }",
      "trueup.yaml:1:13",
      "--yes has no default in a file: it is said for each run, on the command line",
    ],
    [
      "defaults: { plann: { format: json } }",
      "trueup.yaml:1:13",
      'there is no command "plann" that has defaults  did you mean plan?',
    ],
    [
      "defaults: { concurrency: 5000 }",
      "trueup.yaml:1:26",
      "this is no value of --concurrency  It must be a whole number from 1 to 100.",
    ],
    ["defaults: { verbose: 1 }", "trueup.yaml:1:22", "this is no value of --verbose  true or false"],
    ["scopes: { a.yaml: [polices] }", "trueup.yaml:1:20", 'there is no word "polices" in scopes  did you mean policies?'],
    ["scopes: { a.yaml: [acme] }", "trueup.yaml:1:20", "or group:acme for that group alone"],
    ["scopes: { a.yaml: { env: [X] } }", "trueup.yaml:1:11", "may is required"],
    ["scopes: { a.yaml: { may: [topics], env: [X-Y] } }", "trueup.yaml:1:42", "the name of an environment variable"],
    ["scopes: { ../a.yaml: [settings] }", "trueup.yaml:1:11", "this cannot be the path of a file below the directory"],
    ["scopes: { teams/: [settings] }", "trueup.yaml:1:11", "a glob of files ends in no slash  teams/** for all below it"],
    ["scopes: { a.yaml: ['acme/{a,b}/**'] }", "trueup.yaml:1:20", "a glob knows only *"],
    ["freeze: [{ from: '0 0 * * 5' }]", "trueup.yaml:1:10", "until is required"],
    [
      "freeze: [{ from: '0 0 * * 5', until: never }]",
      "trueup.yaml:1:38",
      "this is neither a cron expression of 5 fields nor a date",
    ],
    [
      "freeze: [{ from: 2026-01-01, until: 2026-02-01, timezone: Europe/Berln }]",
      "trueup.yaml:1:59",
      'there is no time zone "Europe/Berln"  did you mean Europe/Berlin?',
    ],
    ["instances: [", "trueup.yaml:2:1", "malformed YAML"],
  ];
  test.each(cases)("%s", async (text, where, message) => {
    const cwd = directory({ "trueup.yaml": `${text}\n`, "trueup/a.yaml": topic });
    const { code, stdout } = await inProcess(["validate"], { cwd });
    expect(code).toBe(1);
    const own = stdout.split("\n").filter((one) => one.startsWith("trueup.yaml:"));
    expect(own).toEqual([expect.stringContaining(message) as string]);
    expect(own[0]?.split("  ")[0]).toBe(where);
    const planned = await inProcess(["plan", "--emulator"], { cwd });
    expect({ code: planned.code, stdout: planned.stdout, same: planned.stderr.includes(own[0] ?? "-") }).toEqual({
      code: 1,
      stdout: "",
      same: true,
    });
  });

  test.each([
    ["token: glpat-a-token-in-a-file", /a token must not be written in a file/],
    ["token_env: glpat-a-token-in-a-file", /must/],
    ["token_env: ghp_atokeninafile", /a token must not be written in a file/],
    ["url: 'https://me:a-token-in-a-file@a.example'", /the address holds a user name or password/],
    ["vars: { api_token: a-token-in-a-file }", /is a secret, which must not stand in a file/],
  ])("a secret in it is refused, and shown nowhere: %s", async (text, message) => {
    const url = text.startsWith("url") ? "" : "url: 'https://a.example', ";
    const cwd = directory({ "trueup.yaml": `instances: { a: { ${url}${text} } }\n`, "trueup/a.yaml": topic });
    for (const words of [["validate"], ["validate", "--json"], ["plan"], ["plan", "--json"]]) {
      const { code, stdout, stderr } = await inProcess(words, { cwd });
      expect(code).toBe(1);
      expect(stdout + stderr).toMatch(message);
      expect(stdout + stderr).not.toMatch(/a-token-in|atokenin/);
    }
  });
});

describe("in a freeze", () => {
  const weekend = 'freeze: [{ from: "0 0 * * 5", until: "0 0 * * 1", timezone: Europe/Berlin, reason: weekend }]\n';
  const told = "until Mon 2026-11-30 00:00 Europe/Berlin (2026-11-29T23:00Z): weekend";

  test("apply is refused before the first request, from files and from a plan; plan and drift go on and say so", async () => {
    const server = await platform();
    const cwd = directory({ "trueup.yaml": weekend, "trueup/a.yaml": topic });
    const how = { cwd, env: { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token } };
    const friday = ["--now", "2026-11-27T12:00Z"];
    const onFriday = { ...how, now: "2026-11-27T12:00Z" };
    const planned = await inProcess(["plan", "--out", "plan.json", ...friday], how);
    expect(planned).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`In a freeze, ${told} (trueup.yaml:1:10): apply is refused.`) as string,
    });
    expect(await inProcess(["drift", ...friday], how)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(told) as string,
    });
    for (const words of [
      ["apply", "--yes"],
      ["apply", "--plan", "plan.json", "--yes"],
    ]) {
      const { code, stdout, stderr } = await inProcess([...words, "--debug"], onFriday);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(`nothing is applied in a freeze, ${told}`);
      expect(stderr).not.toContain("debug: GET");
    }
    const refused = await inProcess(["apply", "--yes", "--json"], onFriday);
    expect(JSON.parse(refused.stderr)).toMatchObject({ code: "frozen", where: "trueup.yaml:1:10" });
    expect((await inProcess(["apply", "--yes"], { ...how, now: "2026-11-30T00:00+01:00" })).code).toBe(0);
  });

  test("of one instance the others are free", async () => {
    const [quiet, busy] = [await platform(), await platform()];
    const text = `instances:\n  quiet: { url: "${quiet.url}", ${weekend.trim()} }\n  busy: { url: "${busy.url}" }\n`;
    const cwd = directory({ "trueup.yaml": text, "trueup/a.yaml": topic });
    const apply = async (name: string, { token }: RunningEmulator) =>
      (await inProcess(["apply", "--yes", "--instance", name], { cwd, env: { TRUEUP_TOKEN: token }, now: "2026-11-28" })).code;
    expect(await apply("quiet", quiet)).toBe(1);
    expect(await apply("busy", busy)).toBe(0);
    // By its address it is the same instance.
    const byUrl = await inProcess(["apply", "--yes", "--url", quiet.url], {
      cwd,
      env: { TRUEUP_TOKEN: quiet.token },
      now: "2026-11-28",
    });
    expect(byUrl.stderr).toContain(told);
  });

  test("no server is applied to as of another instant: --now of apply is for the emulator alone, and has no default in a file", async () => {
    const server = await platform();
    const cwd = directory({ "trueup.yaml": weekend, "trueup/a.yaml": topic });
    const how = { cwd, env: { TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token }, now: "2026-11-28" };
    const monday = ["apply", "--yes", "--now", "2026-11-30T10:00Z"];
    expect((await inProcess(["plan", "--out", "plan.json"], how)).code).toBe(0);
    for (const more of [[], ["--plan", "plan.json"]]) {
      const { code, stdout, stderr } = await inProcess([...monday, ...more, "--debug"], how);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain("Error: --now goes with --emulator alone");
      expect(stderr).not.toContain("debug: GET");
    }
    writeFileSync(join(cwd, "trueup.yaml"), `${weekend}defaults: { apply: { now: 2026-11-30T10:00Z } }\n`);
    expect((await inProcess(["apply", "--yes"], how)).stderr).toContain("--now has no default in a file");
    writeFileSync(join(cwd, "trueup.yaml"), weekend);
    expect((await inProcess([...monday, "--emulator"], how)).code).toBe(0);
    expect(await server.call("GET", "/topics")).toEqual([]);
  });
});

test("scopes hold for every command that reads the files", async () => {
  const text = 'scopes:\n  trueup/shop.yaml: ["acme/shop/**"]\n';
  const cwd = directory({ "trueup.yaml": text, "trueup/shop.yaml": `groups: { acme/shop: {} }\n${topic}` });
  for (const words of [["validate"], ["plan", "--emulator"], ["apply", "--emulator", "--yes"], ["convert"]]) {
    const { code, stdout, stderr } = await inProcess(words, { cwd });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("trueup/shop.yaml:2:11  topic:web  topics is out of the scope of this file");
  }
  expect(existsSync(join(cwd, "terraform"))).toBe(false);
});

test("a scope lists variables, and names a single group at the top", async () => {
  const text = 'scopes:\n  trueup/a.yaml: { may: ["group:acme"], env: [ACME_*] }\n';
  const file = (variable: string) => `groups: { acme: { variables: { V: { value: "\${env:${variable}}" } } } }\n`;
  const env = { ACME_KEY: "of-acme-key", BANK: "of-the-bank" };
  const cwd = directory({ "trueup.yaml": text, "trueup/a.yaml": file("ACME_KEY") });
  expect(await inProcess(["validate"], { cwd, env })).toMatchObject({ code: 0 });
  const other = directory({ "trueup.yaml": text, "trueup/a.yaml": file("BANK") });
  const refused = await inProcess(["plan", "--emulator"], { cwd: other, env, secrets: [env.BANK] });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("no scope of this file lists the variable BANK") });
  const below = directory({ "trueup.yaml": text, "trueup/a.yaml": "groups: { acme/shop: {} }\n" });
  expect((await inProcess(["validate"], { cwd: below })).stdout).toContain("acme/shop is out of the scope of this file");
});

test("trueup init writes one that is sound with all that it comments out, and never over one that is there", async () => {
  const cwd = directory();
  expect((await inProcess(["init"], { cwd })).stdout).toContain("wrote trueup.yaml\n");
  const text = readFileSync(join(cwd, "trueup.yaml"), "utf8");
  const parts = text.replaceAll(/^# (?=[a-z_]+:|  )/gm, "");
  expect(parts).toContain("\nfreeze".trim());
  const full = directory({
    "trueup.yaml": parts,
    "trueup/instance.yaml": "version: 1\n",
    "trueup/teams/shop/a.yaml": "groups: { acme/shop: {} }\n",
  });
  expect(await inProcess(["validate"], { cwd: full })).toEqual({ code: 0, stdout: "1 thing in 2 files: valid.\n", stderr: "" });
  expect((await inProcess(["init"], { cwd: directory({ "trueup.yaml": "paths: [a]\n" }) })).stderr).toContain(
    "there is already trueup.yaml",
  );
});
