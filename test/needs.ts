import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, it, type TestFunction, type TestOptions } from "vitest";

// Node and npm are all that most tests need. What needs more of the machine is skipped where that is missing, and says so by name;
// where TRUEUP_NO_SKIPS is set, as `.ci/run` does, it fails instead.

/** The places on the PATH where programs of these names lie. */
export function onPath(...names: readonly string[]): readonly string[] {
  const places = (process.env["PATH"] ?? "").split(delimiter);
  return places.flatMap((place) => names.map((name) => join(place, name))).filter(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why tests that need these programs cannot run here; undefined where they can. */
export function missing(...programs: readonly string[]): string | undefined {
  const absent = programs.filter((name) => onPath(name).length === 0);
  return absent.length === 0 ? undefined : `there is no ${absent.join(" and no ")} on the PATH`;
}

/** `test`, unless there is a reason why it cannot run on this machine. */
export function testUnless(reason: string | undefined, name: string, body: TestFunction, options: TestOptions = {}): void {
  if (reason === undefined) it(name, options, body);
  else if (mustRun) it(name, () => fail(reason));
  else it.skip(skipped(name, reason), options, body);
}

/** `describe`, unless there is a reason why its tests cannot run on this machine. */
export function describeUnless(reason: string | undefined, name: string, tests: () => void, options: TestOptions = {}): void {
  if (reason === undefined) describe(name, options, tests);
  else if (mustRun) describe(name, options, () => it("runs on this machine", () => fail(reason)));
  else describe.skip(skipped(name, reason), options, tests);
}

const mustRun = (process.env["TRUEUP_NO_SKIPS"] ?? "") !== "";
const skipped = (name: string, reason: string): string => `${name} (SKIPPED: ${reason})`;

function fail(reason: string): never {
  throw new Error(`${reason}, and TRUEUP_NO_SKIPS asks for every test: install it, or unset the variable to skip what needs it`);
}
