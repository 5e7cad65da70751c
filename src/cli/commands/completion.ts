import { Argument, type Command } from "commander";
import { addExample } from "../options.js";
import type { Session } from "../session.js";
import { shells } from "../shells.js";

/** `trueup completion`: the script that makes a shell complete trueup's words. */
export function defineCompletion(program: Command, session: Session): void {
  const command = program
    .command("completion")
    .description("print the script that completes trueup's words in your shell")
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(shells)));
  addExample(command, "source <(trueup completion bash)", "trueup completion fish > ~/.config/fish/completions/trueup.fish");
  command.action((shell: keyof typeof shells) => session.output.result(shells[shell]));
}
