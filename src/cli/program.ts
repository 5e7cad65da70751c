import { Command } from "commander";
import { defineApi } from "./commands/api.js";
import { defineApply } from "./commands/apply.js";
import { defineAuth } from "./commands/auth.js";
import { defineCompletion } from "./commands/completion.js";
import { defineConvert } from "./commands/convert.js";
import { defineDrift } from "./commands/drift.js";
import { defineEmulator } from "./commands/emulator.js";
import { defineExplain } from "./commands/explain.js";
import { defineExport } from "./commands/export.js";
import { defineInit } from "./commands/init.js";
import { definePlan } from "./commands/plan.js";
import { defineSchema } from "./commands/schema.js";
import { defineTerraform } from "./commands/terraform.js";
import { defineValidate } from "./commands/validate.js";
import { packageVersion } from "./package.js";
import type { Session } from "./session.js";

/** The whole command line as commander's model: parsing, help and completion all come from it. */
export function createProgram(session: Session): Command {
  const { output } = session;
  const program = new Command("trueup")
    .description("Keeps a software-development platform true to files: YAML in, an exact plan, ordered API calls out.")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpCommand("help [command]", "print what a command takes")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.result(text),
      writeErr: (text) => output.note(text),
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(output.width, 120),
      getErrHelpWidth: () => Math.min(output.width, 120),
      getOutHasColors: () => output.color,
      getErrHasColors: () => output.noteColor,
    })
    .addHelpText("after", "\nExample:\n  trueup init && trueup plan --emulator");
  defineInit(program, session);
  defineValidate(program, session);
  definePlan(program, session);
  defineApply(program, session);
  defineDrift(program, session);
  defineExport(program, session);
  defineConvert(program, session);
  defineExplain(program, session);
  defineSchema(program, session);
  defineApi(program, session);
  defineAuth(program, session);
  defineEmulator(program, session);
  defineTerraform(program, session);
  defineCompletion(program, session);
  return program;
}
