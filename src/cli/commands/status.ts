import type { Command } from "commander";
import type { JournalStatus } from "../../core/journal.js";
import { dataText, isData, textOrData, type TextOrData } from "../../report/data-formats.js";
import type { JournalPart } from "../../trueup.js";
import { exit, type ExitCode } from "../exit.js";
import { addExample, addReportOptions, addServerOptions, type ReportFlags, type ServerFlags } from "../options.js";
import { planIn } from "../plan-file.js";
import { pathsFor } from "../project.js";
import type { Session } from "../session.js";
import { type Target, withTarget } from "../target.js";

type Flags = ServerFlags & ReportFlags<TextOrData>;

/** `trueup status`: what became of the changes of an apply, by its journal. Changes nothing. */
export function defineStatus(program: Command, session: Session): void {
  const command = program
    .command("status [journal]")
    .description(
      "show what the last apply did and what is left, by its journal: exit 3 if something is left, 0 if not; changes nothing",
    );
  addReportOptions(addServerOptions(command), textOrData);
  addExample(command, "trueup status", "trueup status .trueup/journal/2026-01-31T120000.000Z-1a2b3c4d.jsonl");
  command.action(async (given: string | undefined) => {
    const flags = command.opts<Flags>();
    session.interrupt.listen();
    const { lastJournal, readJournal } = await import("../../trueup.js");
    const file = given ?? (await lastJournal(session.cwd));
    const parts = await readJournal(file, session.cwd, planIn);
    session.exitCode = await withTarget(flags, session, async (target) => show(file, parts, flags, target, session));
  });
}

async function show(
  file: string,
  parts: readonly JournalPart[],
  { format, verbose }: Flags,
  { server, around }: Target,
  session: Session,
): Promise<ExitCode> {
  const [{ statusOf }, { renderStatus, documentJson }] = await Promise.all([
    import("../../trueup.js"),
    import("../../report/index.js"),
  ]);
  const place = { paths: pathsFor([], session), server, context: around };
  const standings = await session.interrupt.orLeave(Promise.all(parts.map(async (part) => statusOf(part, place))));
  const [first] = parts;
  const status: JournalStatus = {
    format: "trueup.status/1",
    journal: file,
    url: first?.plan.instance.url ?? "",
    begun: first?.begun ?? "",
    username: first?.username ?? "",
    ended: parts.at(-1)?.ended ?? false,
    digest: first?.plan.digest ?? "",
    changes: standings.flat(),
  };
  const { output } = session;
  const look = { color: output.color, width: output.width, verbose: verbose === true };
  output.result(isData(format) ? await dataText(format, documentJson(status)) : renderStatus(status, look));
  return status.changes.every(({ standing }) => standing === "done") ? exit.ok : exit.partly;
}
