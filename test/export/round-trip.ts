import { expect } from "vitest";
import { tierIncludes } from "../../src/core/names.js";
import { copyPeopleAndBranches, copyRulesOfNobody, makeRepeatable, makeWhatFilesCannot } from "./likeness.js";
import { type Office, openOffice, type Wish } from "./office.js";
import type { Playground } from "./playground.js";

/** Applies what an office holds to another platform, exports that one, and fails where the two directories differ. */
export async function expectSameExport(office: Office, other: Playground, wish: Wish = {}): Promise<void> {
  const builder = await openOffice(other, office.directory);
  const second = await openOffice(other);
  try {
    await builder.apply();
    await second.export(wish);
    expect(await second.files()).toEqual(await office.files());
  } finally {
    await builder.close();
    await second.close();
  }
}

/** What others hang on, and what says how those begin. */
const first = ["application_settings", "appearance", "topic:**", "group:**", "project:**"];

/**
 * The same for a platform whose rules name people and branches: groups and projects are made first, then they get those by hand, then all is applied.
 * Lines that are comments do not count, because what no file can say is only told of where it is live.
 */
export async function expectSameDeclarations(ground: Playground, other: Playground): Promise<void> {
  const isLicensed = tierIncludes(ground.server.tier, "premium");
  const offices: Office[] = [];
  const opened = async (on: Playground, from?: string): Promise<Office> => {
    const office = await openOffice(on, from);
    offices.push(office);
    return office;
  };
  try {
    const office = await opened(ground);
    await makeRepeatable(ground, isLicensed);
    await office.export();
    await makeWhatFilesCannot(ground, other);
    const builder = await opened(other, office.directory);
    await builder.apply(first);
    await copyPeopleAndBranches(ground, other);
    if (isLicensed) await copyRulesOfNobody(ground, other);
    await builder.apply();
    const second = await opened(other);
    await second.export();
    expect(uncommented(await second.files())).toEqual(uncommented(await office.files()));
  } finally {
    for (const office of offices) await office.close();
  }
}

function uncommented(files: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      text.split("\n").filter((line) => !/^ *(?:#|$|approval_settings: \{\}$)/.test(line)),
    ]),
  );
}
