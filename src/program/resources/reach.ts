import { TrueupError } from "../../core/errors.js";

/** Failures that are none of one request: all others would end in the same, after as many tries. */
const ofTheServer: ReadonlySet<string> = new Set(["api.unreachable", "api.unauthorized"]);
/** Failures that may be those of one request, unless nothing but them comes. */
const ofARequest: ReadonlySet<string> = new Set(["api.no_reply", "api.reply_lost"]);
const mostInARow = 3;

/** The way to a server. Once it is found closed, nobody tries it again. */
export class Reach {
  private closed: TrueupError | undefined;
  private inARow = 0;

  constructor(
    private readonly url: string,
    /** Once aborted, nothing more starts. */
    private readonly signal: AbortSignal,
  ) {}

  /** Does work on the server. Throws what it throws; `interrupted`; and `server.lost` at once, where work before it found that nothing gets through. */
  async through<T>(work: () => Promise<T>): Promise<T> {
    if (this.signal.aborted) throw new TrueupError({ code: "interrupted", message: "interrupted before it was begun" });
    if (this.closed) throw this.closed;
    try {
      const done = await work();
      this.inARow = 0;
      return done;
    } catch (error) {
      if (error instanceof TrueupError) this.count(error);
      throw error;
    }
  }

  private count(error: TrueupError): void {
    this.inARow = ofARequest.has(error.code) ? this.inARow + 1 : 0;
    if (ofTheServer.has(error.code) || this.inARow === mostInARow) this.closed ??= lost(this.url, error);
  }
}

function lost(url: string, { code, message }: TrueupError): TrueupError {
  return new TrueupError({
    code: "server.lost",
    message: `${url} was not tried again: ${message} (${code})`,
    hint: "See the first error, and run it again once that is mended.",
  });
}
