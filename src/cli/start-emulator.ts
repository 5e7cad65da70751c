import { hasCode, reasonOf, TrueupError } from "../core/errors.js";
import type { Emulator, EmulatorOptions } from "../emulator/index.js";

/** Starts the embedded platform. Throws TrueupError `emulator.start` when it cannot. */
export async function start(options: EmulatorOptions): Promise<Emulator> {
  const { startEmulator } = await import("../emulator/index.js");
  try {
    return await startEmulator(options);
  } catch (error) {
    const reason = reasonOf(error);
    const isTaken = hasCode(error, "EADDRINUSE");
    throw new TrueupError({
      code: "emulator.start",
      message: `the emulator cannot start: ${isTaken ? "the port is taken" : reason}`,
      ...(isTaken ? { hint: "Choose another --port, or leave it out for a free one." } : hintOf(error)),
      cause: error,
    });
  }
}

/** What the emulator itself says of the way on. */
function hintOf(error: unknown): { readonly hint?: string } {
  return error instanceof Error && "hint" in error && typeof error.hint === "string" ? { hint: error.hint } : {};
}
