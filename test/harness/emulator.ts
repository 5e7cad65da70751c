import { onTestFinished } from "vitest";
import { type EmulatorOptions, type State, startEmulator } from "../../src/emulator/index.js";
import { timed } from "../parts.js";
import { type Administrator, administratorOf } from "./administrator.js";

/** An emulator in this process, over HTTP. */
export interface RunningEmulator extends Administrator {
  /** What it was started with. */
  readonly options: EmulatorOptions;
  /** All that it holds now. */
  state(): State;
  close(): Promise<void>;
}

/** Milliseconds that background work takes, where a test does not say it: `npm run test:soak` sets it. */
const delay = process.env["TRUEUP_TEST_WORKER_DELAY"];
const soaked: EmulatorOptions = delay === undefined ? {} : { workerDelay: Number(delay) };

/** What tests are about that do not say it: the platform of the documents, also where only the dialect is another. */
export const documented = { dialect: "neutral", serverVersion: "15.4.0" } as const satisfies EmulatorOptions;

/** Starts an emulator, empty unless the options say otherwise, on which tests may set every setting without locking themselves out; close it when done. */
export async function openEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const whole: EmulatorOptions = { seed: "none", exemptToken: true, ...documented, ...soaked, ...options };
  const emulator = await timed("starts of emulators", () => startEmulator(whole));
  return { ...administratorOf(emulator), options: whole, state: () => emulator.state(), close: () => emulator.close() };
}

/** An emulator, empty unless the options say otherwise, that ends with the test. */
export async function platform(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const emulator = await openEmulator(options);
  onTestFinished(() => emulator.close());
  return emulator;
}
