import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { checkKinds } from "../kind-names.js";
import { addExample } from "../options.js";
import { packageDirectory } from "../package.js";
import type { Session } from "../session.js";

/** `trueup schema`: the JSON Schema of the files, of one kind, or of a seed of the emulator. */
export function defineSchema(program: Command, session: Session): void {
  const command = program
    .command("schema [kind]")
    .description("print the JSON Schema of the files, of one kind, or (seed) of the emulator's seed files");
  addExample(command, "trueup schema > trueup.schema.json", "trueup schema project");
  command.action((kind: string | undefined) => {
    session.output.result(readFileSync(join(packageDirectory(), "schemas", fileOf(kind)), "utf8"));
  });
}

function fileOf(kind: string | undefined): string {
  if (kind === undefined) return "trueup.schema.json";
  if (kind === "seed") return "seed.schema.json";
  checkKinds([kind]);
  return join("kinds", `${kind}.json`);
}
