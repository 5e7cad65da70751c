import { describe, expect, it, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const files = { "trueup/a.yaml": "groups: { acme: { name: Acme } }\n" };

/** What a command line that trueup does not understand prints on standard error. */
const answer = (message: string, hint: string, code = "usage") => ({
  code: 1,
  stdout: "",
  stderr: `Error: ${message} [${code}]\n  hint: ${hint}\n`,
});

const run = async (line: string) => inProcess(line.split(" "), { cwd: directory(files) });

const sync = "trueup apply makes the platform as the files say.";
const noState = "trueup keeps no state: trueup plan reads the server each time.";
const anyRequest = "trueup api sends any request, such as trueup api /projects. trueup list shows what the files declare.";
const absent = "Write ensure: absent under the resource, then trueup apply.";

describe("a command of another tool is answered with what it is called here", () => {
  it.each([
    ["import", "trueup export writes what is live into files. For the Terraform provider: terraform import."],
    ["state list", `${noState} trueup list shows what the files declare.`],
    ["force-unlock 1", noState],
    ["workspace list", "--url or TRUEUP_URL chooses the server; trueup.yaml can name several, for --instance."],
    ["sync", sync],
    ["ALL", sync],
    ["acme/web", `${sync} Its option --under limits it to a part: trueup apply --under acme/web`],
    ["get projects", "trueup list shows what the files declare; trueup export writes what is live into files."],
    [
      "describe project acme/web",
      "trueup explain ADDRESS --live shows a resource, such as trueup explain project:acme/web --live.",
    ],
    ["delete project acme/web", absent],
    ["edit project acme/web", "Write the resource into a file, then trueup apply."],
    ["api-resources", "trueup explain project tells about a kind; trueup schema has all kinds."],
    ["gateway sync", "trueup plan, apply, export and doctor do what deck gateway diff, sync, dump and ping do."],
    ["repo list", anyRequest],
    ["rollback", "Go back in Git, then trueup apply. trueup plan --at REVISION shows the way back."],
    ["version", "trueup --version"],
    ["auth token", "trueup never prints a token. trueup auth status shows which login it uses."],
    ["graph", "trueup --help shows all commands."],
    ["ci status", "trueup ci --help shows all commands."],
  ])("trueup %s", async (line, hint) => {
    const words = line.split(" ");
    const word = ["auth", "ci"].includes(words[0] ?? "") ? words[1] : words[0];
    expect(await run(line)).toEqual(answer(`unknown command '${word}'`, hint));
  });

  it.each([
    ["import", "trueup export writes what is live into files. For the Terraform provider: terraform import."],
    ["nosuch", "docs/codes/README.md lists all codes, and trueup --help lists all commands."],
  ])("trueup help %s", async (word, hint) => {
    expect(await run(`help ${word}`)).toEqual(answer(`there is no command and no code "${word}"`, hint, "code.unknown"));
  });
});

const under = "--under GLOB limits the command to groups and projects, such as --under 'acme/**'.";
const token = "Set TRUEUP_TOKEN, or log in: trueup auth login. A token is never an option, because others could read it.";

test.each([
  ["apply --auto-approve", "--auto-approve", "--yes applies without a question."],
  ["apply -auto-approve=true", "-auto-approve=true", "--yes applies without a question."],
  ["apply -y", "-y", "--yes applies without a question."],
  ["apply --force", "--force", "--yes applies without a question; --ack RULE allows what a rule holds back."],
  ["apply --parallelism=5", "--parallelism=5", "--concurrency N is the number of requests in flight."],
  ["apply --prune", "--prune", "--removed-since REVISION deletes what the files declared then and no longer declare."],
  ["apply --dry-run=client", "--dry-run=client", "--dry-run takes no value."],
  ["apply -f x.yaml", "-f", "Give the file or directory as it is: trueup apply ./trueup"],
  ["validate --filename x.yaml", "--filename", "Give the file or directory as it is: trueup validate ./trueup"],
  ["plan -target=x", "-target=x", "--target ADDRESS, such as --target project:acme/web"],
  ["plan -target x", "-target", "--target ADDRESS, such as --target project:acme/web"],
  ["plan -var a=b", "-var", "--var NAME=VALUE"],
  ["plan -var=a=b", "-var=a=b", "--var NAME=VALUE"],
  ["plan -var-file=x", "-var-file=x", "--vars FILE"],
  ["plan -out=plan.bin", "-out=plan.bin", "Options of more than one letter begin with two dashes: --out"],
  ["plan -json", "-json", "Options of more than one letter begin with two dashes: --json"],
  ["-help", "-help", "Options of more than one letter begin with two dashes: --help"],
  ["plan -lock=false", "-lock=false", "trueup keeps no state, so there is nothing to lock."],
  ["plan -refresh-only", "-refresh-only", "trueup drift compares the files with the platform."],
  ["plan -input=false", "-input=false", "Without a terminal, trueup asks nothing. trueup apply then needs --yes."],
  ["plan --no-color", "--no-color", "--color never prints without colours."],
  ["plan --silent", "--silent", "-q prints only results and errors."],
  ["plan --v=4", "--v=4", "-v shows each request, and -vv the headers too."],
  ["plan -v=8", "-v=8", "-v takes no value."],
  ["plan -n acme", "-n", `${under} trueup plan changes nothing.`],
  ["plan --namespace acme", "--namespace", under],
  ["plan --token secret", "--token", token],
  ["--debug plan", "--debug", "Options come after the command: trueup plan --debug"],
  ["--url=https://x plan", "--url=https://x", "Options come after the command: trueup plan --url"],
  ["--config config.yml ALL", "--config", "Options come after the command: trueup validate --config"],
  ["-n ALL", "-n", `${under} trueup plan changes nothing.`],
  ["api /projects -H a:b", "-H", "trueup api sends the headers that a request needs."],
  ["api /projects --template x", "--template", "--jq PROGRAM prints a part of the reply, such as --jq '.[].path'."],
  ["completion -s zsh", "-s", "trueup completion --help shows all options and arguments."],
  ["validate --auto-approve", "--auto-approve", "trueup validate --help shows all options and arguments."],
])("an option of another tool is answered with the one of trueup: trueup %s", async (line, option, hint) => {
  const { stderr, ...rest } = await run(line);
  expect({ ...rest, stderr: stderr.replace(/^ {2}(?:code usage|TrueupError: |    at ).*\n/gm, "") }).toEqual(
    answer(`unknown option '${option}'`, hint),
  );
});

test.each([
  [
    "plan -o wide",
    "option '-o, --output <format>' argument 'wide' is invalid. Allowed choices are text, json, yaml, markdown, table.",
    "trueup plan --help shows all options and arguments.",
  ],
  [
    "validate --format sarif",
    "option '--format <format>' argument 'sarif' is invalid. Allowed choices are text, json, yaml, markdown, table.",
    "A report in this format goes to a file: --report sarif=FILE",
  ],
  [
    "plan -o junit",
    "option '-o, --output <format>' argument 'junit' is invalid. Allowed choices are text, json, yaml, markdown, table.",
    "A report in this format goes to a file: --report junit=FILE",
  ],
  [
    "plan -o sarif",
    "option '-o, --output <format>' argument 'sarif' is invalid. Allowed choices are text, json, yaml, markdown, table.",
    "trueup plan --help shows all options and arguments.",
  ],
  [
    "export -o out.yaml",
    "option '-o, --output <format>' argument 'out.yaml' is invalid. Allowed choices are text, yaml, hcl, hcl-import, cdktf, json, table.",
    "To write to files: --out <dir>",
  ],
  [
    "api projects -q .[].name",
    '".[].name" is no path',
    "gh's -q is --jq here: --jq '.[].name'. Here, -q prints only results and errors.",
  ],
])("a value that means another thing elsewhere is answered: trueup %s", async (line, message, hint) => {
  expect(await run(line)).toEqual(answer(message, hint));
});

test("a kind and an attribute with a dot between them are answered with two words", async () => {
  expect(await run("explain project.merge_method")).toEqual(
    answer('there is no kind "project.merge_method"', "Write two words: trueup explain project merge_method", "kind.unknown"),
  );
});

test("a saved plan in place of files is answered with the option that takes it", async () => {
  const cwd = directory(files);
  const planned = await inProcess(["plan", "--emulator", "--out", "plan.json"], { cwd });
  expect(planned.code).toBe(0);
  for (const words of [
    ["apply", "--emulator", "plan.json"],
    ["validate", "plan.json"],
  ]) {
    expect(await inProcess(words, { cwd })).toEqual(
      answer(
        "plan.json is a saved plan, not a file of desired state",
        "trueup apply --plan plan.json carries it out, and trueup show plan.json prints it.",
        "files.plan",
      ),
    );
  }
});

test("-o=json is -o json, also in errors", async () => {
  expect(await run("list -o=json")).toEqual(await run("list -o json"));
  expect((await run("list -o=json")).stdout).toContain('"format": "trueup.list/1"');
  expect((await run("nosuch -o=json")).stderr).toBe(
    '{"severity":"error","code":"usage","message":"unknown command \'nosuch\'","hint":"trueup --help shows all commands."}\n',
  );
});
