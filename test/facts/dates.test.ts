import { describe, expect, test } from "vitest";
import { datesOf } from "../../src/facts/known-dates.js";

const seen = (...there: readonly (readonly [release: string, isThere: boolean])[]) =>
  there.map(([release, isThere]) => ({ release, isThere }));

describe("from when to when something may be there", () => {
  test.each([
    ["in both releases: nothing is known", seen(["17.10", true], ["19.0", true]), {}, {}],
    [
      "only in the newer: known there, and of the gap before nobody knows",
      seen(["17.10", false], ["19.0", true]),
      {},
      { since: "19.0" },
    ],
    ["only in the older: surely gone with the newer", seen(["17.10", true], ["19.0", false]), {}, { until: "19.0" }],
    ["one release knows the operation: nothing", seen(["19.0", true]), {}, {}],
    ["told and not contradicted", seen(["19.0", true]), { since: "18.9" }, { since: "18.9" }],
    ["told more exactly than seen", seen(["17.10", false], ["19.0", true]), { since: "18.2" }, { since: "18.2" }],
    [
      "told of a release whose description omits it",
      seen(["17.10", false], ["19.0", true]),
      { since: "16.0" },
      { since: "16.0" },
    ],
    [
      "told exactly: refused before",
      seen(["17.10", false], ["19.0", true]),
      { since: "18.2", notBefore: "18.2" },
      { since: "18.2", notBefore: "18.2" },
    ],
    [
      "proven of no release, and seen: known there",
      seen(["17.10", false], ["19.0", true]),
      { unproven: true, notBefore: "18.3" },
      { since: "19.0", notBefore: "18.3" },
    ],
    [
      "told to be absent where it is seen",
      seen(["17.10", true], ["19.0", true]),
      { since: "17.10", notBefore: "18.3" },
      { since: "17.10" },
    ],
    ["proven of no release and never seen", seen(["17.10", false], ["19.0", false]), { unproven: true }, { unproven: true }],
    ["told later than it was seen", seen(["17.10", true], ["19.0", true]), { since: "18.0" }, {}],
    ["told gone while it is seen", seen(["17.10", true], ["19.0", true]), { until: "18.0" }, {}],
    [
      "told gone earlier than the first that lacks it",
      seen(["17.10", true], ["19.0", false]),
      { until: "18.3" },
      { until: "18.3" },
    ],
    ["never seen: what is told counts", seen(["17.10", false], ["19.0", false]), { until: "16.0" }, { until: "16.0" }],
  ] as const)("%s", (_name, sightings, told, dates) => {
    expect(datesOf(sightings, told)).toEqual(dates);
  });
});
