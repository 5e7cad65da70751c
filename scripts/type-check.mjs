import { createRequire } from "node:module";
// What the compiler has against a part of the sources.
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ts = createRequire(import.meta.url)("typescript");
const top = fileURLToPath(new URL("..", import.meta.url));

/** The complaints about the files of folders, generated ones left out, as `src/kinds/topic.ts:12:3: …`. What they import is read, and not complained of. */
export function complaintsAbout(...folders) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const { options } = ts.getParsedCommandLineOfConfigFile(join(top, "tsconfig.json"), {}, host);
  const own = folders
    .flatMap((folder) => ts.sys.readDirectory(join(top, folder), [".ts"]))
    .filter((file) => !file.endsWith(".gen.ts"));
  const program = ts.createProgram(own, options);
  return own
    .map((file) => program.getSourceFile(file))
    .flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
    .map(textOf);
}

function textOf({ file, start, messageText }) {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${relative(top, file.fileName)}:${line + 1}:${character + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n  ")}`;
}
