import { type Command, CommanderError } from "commander";
import { InvalidFilesError, TrueupError } from "../core/errors.js";
import { exit } from "./exit.js";
import { tellFailure } from "./failure.js";
import { dataFormatIn } from "./format-options.js";
import { codeAsked, explainCode } from "./help-code.js";
import { Interrupted } from "./interrupt.js";
import { answerTo } from "./other-tools.js";
import { createProgram } from "./program.js";
import { savedPlanIn } from "./saved-plan-given.js";
import { openSession, type Session } from "./session.js";

/** Runs the command line given by `argv` (without node and script) and sets the exit code of the process. Never throws. */
export async function run(argv: readonly string[]): Promise<void> {
  const session = openSession();
  await runIn(session, argv);
  await end(session);
}

/** Runs a command line in a session and sets the exit code of that. Never throws. */
export async function runIn(session: Session, argv: readonly string[]): Promise<void> {
  let program: Command | undefined;
  try {
    const question = codeAsked(argv);
    if (question !== undefined) return await explainCode(question, session);
    program = await createProgram(session, argv[0]);
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    session.exitCode = exit.failed;
    const reworded = inOurWords(error, argv, program);
    if (reworded !== undefined && !(session.interrupt.code !== undefined && reworded instanceof Interrupted)) {
      // Read from the words themselves, because an error may come before they are understood.
      await tellFailure(reworded, { format: dataFormatIn(argv), debug: argv.includes("--debug") }, session);
    }
    if (error instanceof CommanderError && error.exitCode === 0) session.exitCode = exit.ok;
  } finally {
    await session.revision?.remove();
  }
}

/** An interrupted command ends at once: what it was reading is of no use any more. Only the renewal of a login is seen through, or it would be lost. */
async function end(session: Session): Promise<void> {
  await tellLoss(session);
  process.exitCode = session.interrupt.code ?? session.exitCode;
  if (session.interrupt.code === undefined) return;
  await session.interrupt.released();
  process.exit();
}

/** What was asked for did not arrive whole, for example on a full disk: that is no success. */
async function tellLoss(session: Session): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(async (stream) => flushed(stream)));
  const lost = session.output.lost();
  if (lost === undefined) return;
  if (session.exitCode === exit.ok) session.exitCode = exit.failed;
  session.output.error(`Error: the output could not be written whole: ${lost.message}\n`);
}

async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    if (stream.writableEnded || stream.destroyed) resolve();
    else stream.write("", () => resolve());
  });
}

/** The error in our words; undefined for what commander has already shown (help). */
function inOurWords(error: unknown, argv: readonly string[], program: Command | undefined): unknown {
  if (error instanceof InvalidFilesError) return savedPlanIn(error.texts) ?? error;
  if (!(error instanceof CommanderError) || program === undefined) return error;
  if (error.exitCode === 0 || error.code === "commander.help") return undefined;
  const [message = "", ...more] = error.message.replace(/^error: /, "").split("\n");
  const guess = more.length === 0 ? undefined : more.join(" ").replace(/^\((.*)\)$/, "$1");
  return new TrueupError({ code: "usage", ...answerTo({ message, guess }, argv, program) });
}
