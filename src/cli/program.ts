import { Command, Option } from "commander";
import { takesProject } from "./options.js";
import { colorChoices, type OutputOptions } from "./output.js";
import { packageVersion } from "./package.js";
import type { Session } from "./session.js";

/** Reads the project file for a command of a session. */
type Open = (command: Command, session: Session) => Promise<void>;
type Define = (program: Command, session: Session, open: Open) => void;

/** The commands, in the order in which help lists them. */
const commands: Readonly<Record<string, () => Promise<Define>>> = {
  init: async () => (await import("./commands/init.js")).defineInit,
  validate: async () => (await import("./commands/validate.js")).defineValidate,
  fmt: async () => (await import("./commands/fmt.js")).defineFmt,
  plan: async () => (await import("./commands/plan.js")).definePlan,
  show: async () => (await import("./commands/show.js")).defineShow,
  apply: async () => (await import("./commands/apply.js")).defineApply,
  status: async () => (await import("./commands/status.js")).defineStatus,
  list: async () => (await import("./commands/list.js")).defineList,
  report: async () => (await import("./commands/report.js")).defineReport,
  drift: async () => (await import("./commands/drift.js")).defineDrift,
  ci: async () => (await import("./commands/ci.js")).defineCi,
  export: async () => (await import("./commands/export.js")).defineExport,
  convert: async () => (await import("./commands/convert.js")).defineConvert,
  explain: async () => (await import("./commands/explain.js")).defineExplain,
  "token-scope": async () => (await import("./commands/token-scope.js")).defineTokenScope,
  schema: async () => (await import("./commands/schema.js")).defineSchema,
  doctor: async () => (await import("./commands/doctor.js")).defineDoctor,
  api: async () => (await import("./commands/api.js")).defineApi,
  auth: async () => (await import("./commands/auth.js")).defineAuth,
  emulator: async () => (await import("./commands/emulator.js")).defineEmulator,
  terraform: async () => (await import("./commands/terraform.js")).defineTerraform,
  completion: async () => (await import("./commands/completion.js")).defineCompletion,
};

/** The names of the commands, in the order in which help lists them. */
export const commandNames: readonly string[] = Object.keys(commands);

/**
 * The command line as commander's model: parsing, help and completion all come from it.
 * @param first the first word that was given: if it is the name of a command, the others are left out, because nothing asks for them
 */
export async function createProgram(session: Session, first?: string): Promise<Command> {
  const { output } = session;
  const program = new Command("trueup")
    .description("Keeps GitLab, and servers with the same REST API, as your YAML files declare.")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpCommand("help [command]", "print what a command takes")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.result(text),
      writeErr: (text) => output.error(text),
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(output.width, 120),
      getErrHelpWidth: () => Math.min(output.width, 120),
      getOutHasColors: () => output.color,
      getErrHasColors: () => output.noteColor,
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      "after",
      "\nExample:\n  trueup init && trueup plan --emulator\n\ntrueup help CODE explains the code of a message. With --json, it prints one JSON document; without a code, of all codes.",
    );
  addSharedOptions(program, session);
  const only = first !== undefined && Object.hasOwn(commands, first) ? commands[first] : undefined;
  const definitions = await Promise.all((only ? [only] : Object.values(commands)).map(async (load) => load()));
  const open: Open = async (command, commandSession) => {
    const { openProject } = await import("./project.js");
    await openProject(command, commandSession, async () => createProgram(commandSession));
  };
  for (const define of definitions) define(program, session, open);
  program.hook("preAction", async (_, command) => {
    // Of what a pipeline runs the files are fetched first.
    if (takesProject(command) && command.parent?.name() !== "ci") await open(command, session);
  });
  return program;
}

/** Adds the options that every command takes, before or after its name: `--quiet`, `-v` and `--color`. They take effect as soon as they are read, so also on errors of what follows. */
export function addSharedOptions(program: Command, session: Session): void {
  const color = "when to use colours; goes before NO_COLOR and FORCE_COLOR (default: auto, which is on a terminal)";
  program
    .addOption(new Option("-q, --quiet", "print only results and errors").conflicts("v"))
    .option("-v", "show each request with its status and time on standard error; -vv shows the headers too, without secrets")
    .addOption(new Option("--color <when>", color).choices(colorChoices))
    .on("option:quiet", () => session.output.adjust({ quiet: true }))
    .on("option:v", () => void session.requestDetail++)
    .on("option:color", (choice: NonNullable<OutputOptions["color"]>) => session.output.adjust({ color: choice }));
}
