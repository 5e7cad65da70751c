import type { PipelineAudit } from "../core/pipeline-audit.js";
import { dataText, isData, type TextOrData } from "../report/data-formats.js";
import type { AuditedPlace } from "../trueup.js";
import { forgeAt, jobOn } from "./ci/service.js";
import { exit, type ExitCode } from "./exit.js";
import type { CiService } from "./pipeline.js";
import type { Session } from "./session.js";
import { runContextOf, serverOf } from "./target.js";
import { usage } from "./usage.js";

/** What the command line says of the repository to look at, before what the service says. */
export interface AuditFlags {
  readonly service?: CiService;
  readonly forge?: string;
  readonly hosting?: string;
  readonly trusted?: true;
  readonly format: TextOrData;
  readonly debug?: true;
  readonly allowHttp?: readonly string[];
}

const auditToken = "TRUEUP_AUDIT_TOKEN";

/** Looks at the repository that the options or the pipeline name, and prints what is found. Throws TrueupError `usage` for what neither says, and what the audit throws. */
export async function runPipelineAudit(flags: AuditFlags, session: Session): Promise<ExitCode> {
  const place = placeOf(flags, session);
  const token = session.env[auditToken];
  if (!token) {
    const hint =
      "Give it a token that can only read (scope read_api) of a user with the role Maintainer there; on GitHub, see docs/gitops.md.";
    throw usage(`${auditToken} is not set`, hint);
  }
  const [{ auditPipeline }, { renderPipelineAudit, pipelineAuditJson }] = await Promise.all([
    import("../trueup.js"),
    import("../report/pipeline-audit-text.js"),
  ]);
  session.interrupt.listen();
  const rules = { isTrusted: flags.trusted === true };
  const audit = await session.interrupt.orLeave(
    auditPipeline(place, token, rules, runContextOf({ ...session, tokenName: auditToken }, flags)),
  );
  const { output } = session;
  output.result(
    isData(flags.format) ? await dataText(flags.format, pipelineAuditJson(audit)) : renderPipelineAudit(audit, output),
  );
  return exitOf(audit);
}

function exitOf({ flaws, unseen }: PipelineAudit): ExitCode {
  if (flaws.length > 0) return exit.changes;
  return unseen.length > 0 ? exit.partly : exit.ok;
}

function placeOf({ allowHttp, ...flags }: AuditFlags, session: Session): AuditedPlace {
  const { service, job } = jobOn(flags.service, session.env);
  const must = (option: "forge" | "hosting"): string => {
    const value = flags[option] ?? job[option].value;
    if (value !== undefined) return value;
    const message = `${job[option].lacking}, and --${option} is not given`;
    throw usage(message, `Run it in a pipeline, or give --${option}.`);
  };
  const { allowHttp: hosts } = serverOf(allowHttp ? { allowHttp } : {}, session);
  const url = forgeAt(must("forge"));
  return { service, url, hosting: must("hosting"), ...(hosts ? { allowHttp: hosts } : {}) };
}
