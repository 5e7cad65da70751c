import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shell, trueup } from "../harness/built.js";
import { json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { serve } from "./servers.js";

// Other tests have each habit in all its forms, in process. These show that the built command has it, too.

const files = { "trueup/a.yaml": "groups: { acme: { name: Acme } }\n" };
const listed = "group:acme  trueup/a.yaml:1:10\n";

test("the built command lists, formats, and prints each format", async () => {
  const cwd = directory({ "trueup/a.yaml": "groups: {acme: {visibility: private, name: Acme}} # ours\n" });
  const ran = await shell(
    "trueup list && trueup list -o markdown && trueup list -oyaml && trueup list -o json -q && trueup fmt && trueup fmt && cat trueup/a.yaml",
    { cwd },
  );
  expect(ran).toEqual({
    code: 0,
    stdout: `${listed}| address | ensure | source |
| --- | --- | --- |
| <code>group:acme</code> | present | <code>trueup/a.yaml:1:10</code> |
format: trueup.list/1
resources:
  - address: group:acme
    source: trueup/a.yaml:1:10
    ensure: present
{
  "format": "trueup.list/1",
  "resources": [
    {
      "address": "group:acme",
      "source": "trueup/a.yaml:1:10",
      "ensure": "present"
    }
  ]
}
trueup/a.yaml
groups: { acme: { name: Acme, visibility: private } } # ours
`,
    stderr: "",
  });
});

test("the built command puts --color before NO_COLOR, and NO_COLOR before FORCE_COLOR", async () => {
  const cwd = directory({ "trueup/a.yaml": "groups: { acme: { visibility: secret } }\n" });
  const coloured = async (words: readonly string[], env: Readonly<Record<string, string>>) =>
    (await trueup(["validate", ...words], { cwd, env })).stdout.includes("\u001b[");
  expect(await coloured(["--color", "always"], { NO_COLOR: "1" })).toBe(true);
  expect(await coloured([], { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe(false);
  expect(await coloured([], { FORCE_COLOR: "1" })).toBe(true);
});

test("the built command plans with apply --dry-run, shows requests with -v, and masks secrets with -vv", async () => {
  const { env, call } = await platform({ dialect: "vendor", seed: "people" });
  const cwd = directory(files);
  const dry = await trueup(["apply", "--dry-run", "-vv"], { cwd, env });
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Plan: 1 to create") });
  expect(dry.stderr).toMatch(/^GET \/groups\/acme\?\S+ {2}404 {2}\d+ ms$/m);
  expect(dry.stderr.split("\n")).toContain("> private-token: [secret]");
  expect((await trueup(["apply", "--dry-run", "--detailed-exitcode"], { cwd, env })).code).toBe(2);
  expect(await call("GET", "/groups")).toEqual([]);
});

test("the built command answers what other tools have, without a stack trace", async () => {
  const script = "trueup sync; trueup plan -target x; trueup apply --auto-approve; trueup help import; trueup -v";
  expect(await shell(script, { cwd: directory(files) })).toEqual({
    code: 0,
    stdout: `${(json(readFileSync("package.json", "utf8")) as { readonly version: string }).version}\n`,
    stderr: `Error: unknown command 'sync' [usage]
  hint: trueup apply makes the platform as the files say.
Error: unknown option '-target' [usage]
  hint: --target ADDRESS, such as --target project:acme/web
Error: unknown option '--auto-approve' [usage]
  hint: --yes applies without a question.
Error: there is no command and no code "import" [code.unknown]
  hint: trueup export writes what is live into files. For the Terraform provider: terraform import.
`,
  });
});

test("the built command prints one document on standard output for invalid files", async () => {
  const cwd = directory({ "trueup/a.yaml": "groups: { acme: { visibility: secret } }\n" });
  const { code, stdout } = await trueup(["plan", "--json"], {
    cwd,
    env: { TRUEUP_URL: "http://127.0.0.1:9", TRUEUP_TOKEN: "nobody" },
  });
  expect(code).toBe(1);
  expect(json(stdout)).toMatchObject({
    valid: false,
    errors: 1,
    problems: [{ rule: "schema.enum", where: "trueup/a.yaml:1:31" }],
  });
});

test("the built command takes the flags of gh, and requests name release and pipeline", async () => {
  const seen: string[] = [];
  const url = await serve((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const agent = request.headers["user-agent"] ?? "";
      seen.push(
        `${request.method} ${request.url} ${Buffer.concat(pieces).toString()} ${agent.replace(/\d+\.\d+\.\d+/, "RELEASE")}`,
      );
      response.writeHead(200, { "content-type": "application/json" }).end('[{"path":"a"},{"path":"b"}]');
    });
  });
  const env = { TRUEUP_URL: url, TRUEUP_TOKEN: "token-of-nobody-at-all", CI_PIPELINE_ID: "4711" };
  const cwd = directory({ "note.md": "from a file" });
  const words = ["api", "-X", "POST", "topics", "-F", "name=7", "-F", "title=@note.md", "-f", "description=true"];
  expect(await trueup([...words, "--jq", ".[].path"], { cwd, env })).toEqual({
    code: 0,
    stdout: "a\nb\n",
    stderr: "From 0.3.0 on, -f sends text, as in gh and glab. Write -F description=… to send the same as now.\n",
  });
  expect(seen).toEqual([
    'POST /api/v4/topics {"name":7,"description":true,"title":"from a file"} trueup/RELEASE (pipeline 4711)',
  ]);
});
