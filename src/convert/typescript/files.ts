import type { Configuration, TextFile } from "../resource.js";
import { programText, type ProgramOptions } from "./program.js";

/** The compiler writes the program beside its text, where the pictures are. */
const compilerOptions = { target: "ES2022", module: "NodeNext", strict: true, skipLibCheck: true, types: ["node"] };

/** A configuration as a program of constructs, with what it takes to run it where that is not there yet. */
export function programFiles(
  configuration: Configuration,
  options: ProgramOptions & { readonly version: string },
): readonly TextFile[] {
  const dependencies = { cdktn: ">=0.24.0 <1.0.0", constructs: "^10.4.2", trueup: `^${options.version}` };
  return [
    { path: "main.ts", text: programText(configuration, options) },
    aside("cdktf.json", {
      language: "typescript",
      app: "npx tsc && node main.js",
      output: "cdktf.out",
      sendCrashReports: "false",
    }),
    aside("tsconfig.json", { compilerOptions, files: ["main.ts"] }),
    aside("package.json", {
      name: "platform",
      private: true,
      type: "module",
      dependencies,
      devDependencies: { "@types/node": "^20", typescript: ">=5" },
    }),
  ];
}

function aside(path: string, content: object): TextFile {
  return { path, text: `${JSON.stringify(content, undefined, 2)}\n`, isAside: true };
}
