import { type Command, Option } from "commander";
import { colorChoices, type OutputOptions } from "./output.js";
import type { Session } from "./session.js";

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
