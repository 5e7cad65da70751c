import { TrueupError } from "../core/errors.js";
import { exit } from "./exit.js";

/** Thrown out of work that the user interrupted and that has nothing to finish. */
export class Interrupted extends TrueupError {
  constructor() {
    super({ code: "interrupted", message: "interrupted" });
    this.name = "Interrupted";
  }
}

/** SIGINT and SIGTERM as something that commands can wait for. The first one asks; a second one ends the process at once. */
export class Interrupt {
  private readonly controller = new AbortController();
  private asked: typeof exit.interrupted | typeof exit.terminated | undefined;

  private readonly held = new Set<Promise<unknown>>();

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The exit code that the signal asks for; undefined if none came. */
  get code(): typeof exit.interrupted | typeof exit.terminated | undefined {
    return this.asked;
  }

  /** Begins to listen. */
  listen(): void {
    process.on("SIGINT", () => this.take(exit.interrupted));
    process.on("SIGTERM", () => this.take(exit.terminated));
  }

  private take(code: typeof exit.interrupted | typeof exit.terminated): void {
    if (this.asked !== undefined) process.exit(code);
    this.asked = code;
    this.controller.abort();
  }

  /** Waits for work that may be left in the middle, because it only reads: throws Interrupted as soon as a signal comes. */
  async orLeave<T>(work: Promise<T>): Promise<T> {
    const left = new Promise<never>((_, reject) => {
      if (this.signal.aborted) reject(new Interrupted());
      this.signal.addEventListener("abort", () => reject(new Interrupted()), { once: true });
    });
    return Promise.race([work, left]);
  }

  /** Has the process wait for work that must not be cut off, although a signal came. A second signal ends it all the same. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.held.add(work);
    try {
      return await work;
    } finally {
      this.held.delete(work);
    }
  }

  /** Resolves when nothing is held any more. */
  async released(): Promise<void> {
    await Promise.allSettled(this.held);
  }

  /** Resolves when a signal comes. */
  async come(): Promise<void> {
    if (this.signal.aborted) return;
    await new Promise<void>((resolve) => this.signal.addEventListener("abort", () => resolve(), { once: true }));
  }
}
