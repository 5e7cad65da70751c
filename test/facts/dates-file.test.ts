import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Capabilities } from "../../src/core/api.js";
import type { Field, Fields } from "../../src/core/fields.js";
import { fieldsOf, placesOf } from "../../src/core/kind.js";
import { isBefore, isUnsure, kindsOn } from "../../src/core/kinds-on.js";
import { lackingAttribute } from "../../src/engine/snapshot/observations.js";
import { type DatedRow, readDates, readRows } from "../../src/facts/known.js";
import { kinds } from "../../src/program/kinds.js";

const text = readFileSync(new URL("../../facts/dates.csv", import.meta.url), "utf8");
const rows = readRows(text);
const heading = "kind,parent,attribute,not_before,since,until,certainty,source";
const releases = ["17.10", "18.0", "18.2", "18.3", "18.4", "18.5", "18.9", "18.11", "19.0", "19.1", "19.3", "19.6"];

function on(version: string): Capabilities {
  const user = { id: 1, username: "root", administrator: true };
  const found = { url: "https://git.example", version, dialect: "vendor", tier: "ultimate", tierSource: "flag", user };
  return found as unknown as Capabilities;
}

/** The attributes that a row is about, wherever they stand, as a server has them. */
function fieldsFor({ kind: name, parent, attribute }: DatedRow, server: Capabilities): Field[] {
  const kind = kindsOn(kinds, server).get(name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  const places = placesOf(kind).filter((place) => parent === "" || place.parent === parent);
  const [key = "", ...rest] = attribute.split(".");
  const isOfShape = kind.shapes !== undefined && Object.hasOwn(kind.shapes, key);
  return places.flatMap((place) => within(fieldsOf(place, isOfShape ? { key } : {}), isOfShape ? rest : attribute.split(".")));
}

function within(fields: Fields, [first = "", ...rest]: readonly string[]): Field[] {
  const field = Object.hasOwn(fields, first) ? fields[first] : undefined;
  if (field === undefined) return [];
  return rest.length === 0 ? [field] : within(field.fields ?? field.item?.fields ?? {}, rest);
}

const isSecretUnseen = ({ secret, unreadable }: Field): boolean => secret !== undefined && unreadable === true;

describe("facts/dates.csv", () => {
  it.each(releases)("decides for every attribute whether a server of %s refuses it, may know it or knows it", (release) => {
    const server = on(`${release}.0`);
    const tried = new Set<DatedRow>();
    const wrong = rows.flatMap((row) =>
      fieldsFor(row, server).flatMap((field): string[] => {
        const { since, notBefore, until, unproven } = row.dates;
        // Another name stands for it there.
        if (field.older !== undefined || field.deprecated?.alias || until !== undefined) return [];
        tried.add(row);
        const isRefused = lackingAttribute(server, row.attribute, field).some(({ rule }) => rule === "version");
        const isAbsent = isBefore(server.version, notBefore);
        const isKnown = unproven !== true && !isBefore(server.version, since);
        const expected = isAbsent ? "refused" : isKnown ? "known" : isSecretUnseen(field) ? "refused" : "unsure";
        const found = isRefused ? "refused" : isUnsure(server.version, field) ? "unsure" : "known";
        return found === expected ? [] : [`${row.kind} ${row.parent} ${row.attribute}: ${found}, not ${expected}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(tried.size).toBeGreaterThan(235);
  });

  it("has an attribute for almost every row", () => {
    const lost = rows.filter((row) => !row.dates.until && fieldsFor(row, on("19.6.0")).length === 0);
    expect(lost.map(({ kind, attribute }) => `${kind} ${attribute}`)).toEqual([
      "group ai_settings_attributes.web_search_enabled",
      "integration linear",
    ]);
  });

  it("refuses by exact dates and by bounds with a second source alone", () => {
    for (const { certainty, dates } of rows) {
      if (certainty === "exact") expect(dates.notBefore).toBe(dates.since);
      else
        expect(
          dates.notBefore === undefined || isBefore(dates.notBefore, dates.since ?? "999.0") || dates.since === dates.notBefore,
        ).toBe(true);
    }
    const count = (one: string) => rows.filter(({ certainty }) => certainty === one).length;
    expect([count("exact"), count("bound"), count("unknown")].every((many) => many > 30)).toBe(true);
  });

  it.each([
    ["kind,attribute,since,until,source\n", "line 1 of facts/dates.csv has to be"],
    [`${heading}\nhook,,x,,19,,exact,docs\n`, "line 2 of facts/dates.csv has to have the columns"],
    [`${heading}\nhook,,x,,19.0,,sure,docs\n`, "line 2 of facts/dates.csv has to have the columns"],
    [`${heading}\nhook,,x,18.0,19.0,,exact,docs\n`, "line 2 of facts/dates.csv contradicts itself"],
    [`${heading}\nhook,,x,,,,bound,docs\n`, "line 2 of facts/dates.csv contradicts itself"],
    [`${heading}\nhook,,x,19.1,19.0,,bound,docs\n`, "line 2 of facts/dates.csv contradicts itself"],
  ])("is refused with its line: %j", (wrong, message) => {
    expect(() => readRows(wrong)).toThrow(message);
  });

  it("tells dates of one place apart from those of all, and announces what no description has", () => {
    const read = readDates(
      `${heading}\nhook,group,a,,14.9,,bound,docs\nhook,,b,19.2,,,unknown,docs\nhook,,c,,19.3,,exact,docs\n`,
      "19.0",
    );
    expect(read.dates("hook", "a", "group")).toEqual({ since: "14.9" });
    expect(read.dates("hook", "a")).toEqual({});
    expect(read.dates("hook", "b")).toEqual({ unproven: true, notBefore: "19.2" });
    expect(read.announced("hook")).toEqual(["b", "c"]);
  });
});

describe("a release between the bounds of a date", () => {
  it.each([
    ["18.1.0", false],
    ["18.2.0", true],
    ["18.9.0", true],
    ["18.10.0", false],
    ["0", false],
  ])("%s may know it or not: %s", (version, unsure) => {
    expect(isUnsure(version, { since: "18.10", notBefore: "18.2" })).toBe(unsure);
  });

  it("has no end where no release is proven, and no beginning where nothing certain is known", () => {
    expect(isUnsure("99.0.0", { unproven: true })).toBe(true);
    expect(isUnsure("12.0.0", { since: "18.10" })).toBe(true);
    expect(isUnsure("18.1.0", {})).toBe(false);
  });

  it("refuses a secret that no reply shows, with the reason", () => {
    const secret = {
      type: "text",
      description: "",
      secret: true,
      unreadable: true,
      since: "19.0",
    } as unknown as Field;
    expect(lackingAttribute(on("18.0.0"), "signing_token", secret)).toEqual([
      {
        rule: "version",
        message:
          "signing_token is known for certain from release 19.0 on, and this server is 18.0.0: an earlier release may drop it, and no reply would show that a secret is missing",
      },
    ]);
  });
});
