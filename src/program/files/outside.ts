import { realpath } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { hasCode, reasonOf, TrueupError, type TrueupErrorOptions } from "../../core/errors.js";
import { isInside, readRegular, resolveSecret } from "../../desired/index.js";
import { comparingRest, type ResolveSecret, unresolved } from "../../engine/plan/index.js";
import type { RunContext } from "../server/run-context.js";

/** Resolves references to the environment and to files, and has every value masked from then on. */
export function secrets(root: string, context: RunContext): ResolveSecret {
  if (context.withoutSecrets) return unresolved;
  const resolve: ResolveSecret = (template) => {
    const onValue = (part: string): void => context.redactor.add(part);
    const tokenVariables = context.projectPlace?.tokenVariables;
    const { env, standIn } = context;
    const value = resolveSecret(template, { env, standIn, tokenVariables, root: resolvePath(context.cwd, root), onValue });
    context.redactor.add(value);
    return value;
  };
  return context.comparesRest ? comparingRest(resolve) : resolve;
}

/** As large as an image that is declared may be. */
const largest = 20 * 1024 * 1024;

/** Bytes of a file that a plan names; it must lie inside the root, symlinks resolved. */
export async function readInside(root: string, path: string, cwd: string): Promise<Uint8Array> {
  const base = await realpath(resolvePath(cwd, root));
  const file = await realpath(resolvePath(base, path)).catch(() => undefined);
  if (file === undefined || !isInside(file, base)) {
    throw new TrueupError({
      code: "file.missing",
      where: path,
      message: "the file is not there (or lies outside of the files' directory)",
      hint: "Plan again.",
    });
  }
  return readRegular(file, largest);
}

/** Text of a file that the command line names. Throws TrueupError with this code and hint, and why, where it is not there or cannot be read. */
export function readNamed(
  { file, cwd, largest: most }: { readonly file: string; readonly cwd: string; readonly largest: number },
  refusal: (isGone: boolean) => Pick<TrueupErrorOptions, "code" | "hint">,
): string {
  try {
    return readRegular(resolvePath(cwd, file), most).toString("utf8");
  } catch (error) {
    const isGone = hasCode(error, "ENOENT");
    const message = isGone ? "there is no such file" : `it cannot be read: ${reasonOf(error)}`;
    throw new TrueupError({ ...refusal(isGone), where: file, message, cause: error });
  }
}

/** Bytes of a picture by a path relative to where the user stands, or an absolute one. Throws TrueupError `file.missing`, `file.kind` or `file.size`. */
export async function readPicture(path: string, cwd: string): Promise<Uint8Array> {
  try {
    return readRegular(resolvePath(cwd, path), largest);
  } catch (error) {
    if (error instanceof TrueupError) throw new TrueupError({ code: error.code, where: path, message: error.message });
    throw new TrueupError({ code: "file.missing", where: path, message: "there is no such file" });
  }
}
