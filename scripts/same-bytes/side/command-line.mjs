// The built command line, run again and again in this process: it is started by its file, which is the only thing of a side that is known by name.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Answers a function that runs the command line of a built tree: words, directory and environment in, exit code and output out. */
export function commandLine(tree) {
  const { bin } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8"));
  const file = join(tree, bin.trueup);
  let runs = 0;
  return async (words, cwd, env) => {
    const before = { argv: process.argv, env: process.env, cwd: process.cwd() };
    const [stdout, stderr] = [tap(process.stdout), tap(process.stderr)];
    process.argv = [process.execPath, file, ...words];
    process.env = { ...env };
    process.chdir(cwd);
    process.exitCode = 0;
    try {
      runs += 1;
      await import(`${pathToFileURL(file).href}?run=${runs}`);
    } finally {
      stdout.end();
      stderr.end();
      process.argv = before.argv;
      process.env = before.env;
      process.chdir(before.cwd);
      for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
    }
    const code = process.exitCode ?? 0;
    process.exitCode = 0;
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  };
}

/** Keeps what is written to a stream, which gets nothing of it. */
function tap(stream) {
  const pieces = [];
  const write = stream.write;
  stream.write = (piece, ...more) => {
    pieces.push(Buffer.from(piece));
    const done = more.at(-1);
    if (typeof done === "function") process.nextTick(done);
    return true;
  };
  return {
    text: () => Buffer.concat(pieces).toString("utf8"),
    end: () => {
      stream.write = write;
      stream.removeAllListeners("error");
    },
  };
}
