import { resolve } from "node:path";
import { TrueupError } from "../../core/errors.js";
import { placeholdersIn } from "../../core/json.js";
import { isFile, isSecret } from "../../core/placeholders.js";
import type { Plan } from "../../core/plan.js";
import { secretReferences } from "../../core/secret-template.js";
import { displayPath, rootOf } from "../../desired/index.js";

/**
 * A plan from a file, with the root of this run: files that it names are read from the directory that the paths of the command line say, as they would be for files,
 * and never from one that the plan says. Throws TrueupError `plan.root` where the plan names files and was made in another directory.
 */
export function rootedHere(planned: Plan, paths: readonly string[], cwd: string): Plan {
  const root = rootOf(paths, cwd);
  const here = displayPath(root, cwd);
  if (!takesFiles(planned) || resolve(cwd, planned.root) === root) return { ...planned, root: here };
  throw new TrueupError({
    code: "plan.root",
    message: `the plan takes files from the directory ${planned.root}, and this run's is ${here}`,
    hint: "Name the directory of the files, as for the plan: trueup apply --plan FILE DIRECTORY",
  });
}

function takesFiles({ changes, calls }: Plan): boolean {
  const values = [
    ...calls.map(({ body }) => body),
    ...changes.flatMap(({ attributes, sends }) => [sends, ...attributes.map(({ after }) => after)]),
  ];
  return values
    .flatMap((value) => placeholdersIn(value))
    .some((one) => isFile(one) || (isSecret(one) && secretReferences(one.$secret).some(({ from }) => from === "file")));
}
