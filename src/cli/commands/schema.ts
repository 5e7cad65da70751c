import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { checkKinds } from "../kind-names.js";
import { addExample } from "../options.js";
import { packageDirectory } from "../package.js";
import type { Session } from "../session.js";

/** `trueup schema`: the JSON Schema of the files, or of one kind. */
export function defineSchema(program: Command, session: Session): void {
  const command = program.command("schema [kind]").description("print the JSON Schema of the files, or of one kind");
  addExample(command, "trueup schema > trueup.schema.json", "trueup schema project");
  command.action((kind: string | undefined) => {
    if (kind !== undefined) checkKinds([kind]);
    const file = kind === undefined ? "trueup.schema.json" : join("kinds", `${kind}.json`);
    session.output.result(readFileSync(join(packageDirectory(), "schemas", file), "utf8"));
  });
}
