import { describe, expect, it } from "vitest";
import { alias, flag, integer, oneOf, record, secret, text } from "../../src/core/fields.js";
import { type Kind, kindOf, type Kinds } from "../../src/core/kind.js";
import type { PlanDiagnostic } from "../../src/core/plan.js";
import { decidePlan } from "../../src/engine/plan/decide-plan.js";
import { kinds } from "../../src/program/kinds.js";
import { acme, decision, planned, type Shown, type Surroundings, web } from "./in-memory.js";

const opposite = [
  [true, false],
  [false, true],
] as const;

/** The program's kinds with attributes more, one for each word. */
function withAttributes(name: string, change: (kind: Kind) => Partial<Kind>): Kinds {
  const kind = kindOf(kinds, name);
  return new Map([...kinds].map(([own, one]) => [own, own === name ? { ...kind, ...change(kind) } : one]));
}

const withWords = withAttributes("group", ({ fields }) => ({
  fields: {
    ...fields,
    note: text("A note.", { dialect: "vendor" }),
    days: integer("Days.", { max: 10, inVendor: { max: 90 } }),
    level: oneOf("Level.", ["low", "high"], { inVendor: { values: ["low", "never"] } }),
    inner: record("Parts.", { review: flag("Review.", { dialect: "vendor", since: "18.0", notBefore: "18.0" }) }),
    mail: flag("Mail.", { dialect: "vendor", since: "17.2", older: { name: "no_mail", form: opposite } }),
    no_mail: alias("mail", flag(""), opposite),
    first: integer("A number.", { nullable: true }),
    second: record("The same.", { number: integer("The number.") }, { twin: "first" }),
  },
}));
const neutral: Surroundings = { kinds: withWords, capabilities: { dialect: "neutral", version: "15.4.0" } };
const vendor = (version: string): Surroundings => ({ kinds: withWords, capabilities: { version } });
const group = (spec: object) => ({ groups: { acme: { name: "acme", visibility: "private", ...spec } } });
const shown = (spec: NonNullable<Shown["spec"]>): Shown[] => [{ ...acme, spec: { ...acme.spec, ...spec } }];
const told = (all: readonly PlanDiagnostic[]) =>
  all.map(({ rule, message, addresses }) => `${rule}: ${message} (${addresses[0]})`);

describe("an attribute that only real servers know", () => {
  it("is refused by name on a server of the neutral dialect, with its line and what to do", async () => {
    const { refusals } = await planned(group({ note: "x" }), [acme], neutral);
    expect(told(refusals)).toContain(
      "dialect: only real servers know note, and this one speaks the neutral dialect: take it out of the files (group:acme)",
    );
    expect(refusals[0]?.source).toMatch(/^trueup\.json:1:\d+$/);
  });

  it("is planned on a real one", async () => {
    const { refusals, changes } = await planned(group({ note: "x" }), shown({ note: "y" }), vendor("19.0.0"));
    expect(refusals).toEqual([]);
    expect(changes[0]?.attributes).toMatchObject([{ path: "note", before: "y", after: "x" }]);
  });

  it("is found inside of a record too, as is a release", async () => {
    const files = group({ inner: { review: true } });
    const live = shown({ inner: { review: false } });
    expect((await planned(files, live, neutral)).refusals.map(({ rule }) => rule)).toEqual(["dialect"]);
    expect(told((await planned(files, live, vendor("17.5.0"))).refusals)).toEqual([
      "version: inner.review needs release 18.0; this server is 17.5.0 (group:acme)",
    ]);
    expect((await planned(files, live, vendor("18.0.0"))).refusals).toEqual([]);
  });
});

describe("a value that only servers of one dialect take", () => {
  it("is valid in files, and refused by the plan for a server of the other, with what is allowed", async () => {
    const files = group({ days: 50, level: "high" });
    const live = shown({ days: 5, level: "low" });
    expect(told((await planned(files, live, neutral)).refusals)).toEqual([
      "value: days is 50, which this server does not take; allowed: at most 10 (group:acme)",
    ]);
    expect(told((await planned(files, live, vendor("19.0.0"))).refusals)).toEqual([
      'value: level is "high", which this server does not take; allowed: low, never (group:acme)',
    ]);
  });

  it("is still wrong in files where it is beyond both", async () => {
    await expect(planned(group({ days: 91 }), [acme], neutral)).rejects.toThrow(/90/);
  });
});

describe("an attribute with an older name", () => {
  const update = async (around: Surroundings, spec: object) => {
    const { calls, refusals, warnings } = await planned(group(spec), shown({ mail: true }), around);
    return { refusals, warnings: warnings.map(({ rule, message }) => `${rule}: ${message}`), body: calls[0]?.body };
  };

  it("goes by it where the server does not know the newer one, spelled as there", async () => {
    expect(await update(neutral, { mail: false })).toEqual({ refusals: [], warnings: [], body: { no_mail: true } });
    expect(await update(vendor("17.1.0"), { mail: false })).toEqual({ refusals: [], warnings: [], body: { no_mail: true } });
    expect(await update(vendor("17.2.0"), { mail: false })).toEqual({ refusals: [], warnings: [], body: { mail: false } });
  });

  it("may stand in files under both, and warns of the older one only where the server knows the newer", async () => {
    expect(await update(neutral, { no_mail: true })).toEqual({ refusals: [], warnings: [], body: { no_mail: true } });
    expect(await update(vendor("19.0.0"), { no_mail: true })).toEqual({
      refusals: [],
      warnings: ["deprecated: no_mail is deprecated on this server: use mail"],
      body: { mail: false },
    });
    await expect(planned(group({ no_mail: true, mail: false }), [acme], neutral)).rejects.toThrow(/are the same attribute/);
  });
});

describe("two names of one value", () => {
  it("are an error beside each other, whichever line comes first", async () => {
    const both = { second: { number: 2 }, first: 1 };
    await expect(planned(group(both), [acme], neutral)).rejects.toThrow(/^second and first are two names of the same value/);
  });

  it("are fine alone", async () => {
    for (const one of [{ first: 2 }, { second: { number: 2 } }]) {
      const { refusals, changes } = await planned(group(one), shown({ first: 1, second: { number: 1 } }), neutral);
      expect(refusals).toEqual([]);
      expect(changes[0]?.attributes).toHaveLength(1);
    }
  });
});

describe("an integration", () => {
  const required = { required: true, carried: true } as const;
  const integrations = withAttributes("integration", ({ key, shapes }) => ({
    key: { ...key, description: "Slug.", read: "slug", values: [...Object.keys(shapes ?? {}), "probe", "elsewhere"] },
    shapes: {
      ...shapes,
      probe: {
        description: "A probe.",
        fields: { token: secret("Its token.", { ...required, unreadable: true }), loud: flag("Loud."), quiet: flag("Quiet.") },
      },
      elsewhere: { description: "Made elsewhere.", made: "elsewhere", fields: { loud: flag("Loud.") } },
    },
  }));
  const live: Shown = { kind: "integration", path: "acme/web", key: "probe", spec: { loud: false }, marks: { active: true } };
  const plan = async (files: object, ...more: Shown[]) => planned(files, [acme, web, ...more], { kinds: integrations });
  const declared = (key: string, spec: object) => ({ projects: { "acme/web": { integrations: { [key]: spec } } } });

  it("is not changed without the secret that each call carries, whoever asks", async () => {
    await expect(plan(declared("probe", { loud: true }), live)).rejects.toThrow(/token/);
    const both = declared("probe", { token: "${env:SECRET}", loud: true });
    const { refusals, calls } = await plan(both, live);
    expect(refusals).toEqual([]);
    expect(calls[0]?.body).toMatchObject({ loud: true, token: { $secret: "${env:SECRET}" } });
    // As Terraform asks, or a policy for what no file declares: no file was checked.
    const { basis, state, options, facts } = await decision(both, [acme, web, live], { kinds: integrations });
    const resources = state.resources.map((one) => (one.key === undefined ? one : { ...one, spec: { loud: true } }));
    expect(told(decidePlan(basis, { ...state, resources }, options, facts).plan.refusals)).toEqual([
      "requires: every change of it must carry token, which the server never shows: give token in the files, as ${env:NAME} or ${file:path} (integration:acme/web:probe)",
    ]);
  });

  it("that comes about elsewhere can be changed and taken away, and is refused where it would be made", async () => {
    const { refusals } = await plan(declared("elsewhere", { loud: true }));
    expect(told(refusals)).toEqual([
      "create.elsewhere: it can be changed and not made: set elsewhere up on the server's own pages first, or take it out of the files (integration:acme/web:elsewhere)",
    ]);
    const there = { ...live, key: "elsewhere" };
    expect((await plan(declared("elsewhere", { loud: true }), there)).refusals).toEqual([]);
    const gone = await plan(declared("elsewhere", { ensure: "absent" }), there);
    expect([gone.refusals, gone.changes.map(({ action }) => action)]).toEqual([[], ["delete"]]);
  });
});

describe("a server of a release after the newest known facts", () => {
  const warned = async (version: string, dialect: "neutral" | "vendor" = "vendor") => {
    const around = { capabilities: { version, dialect }, knownReleases: ["17.10", "19.0"] };
    return told((await planned(group({}), [acme], around)).warnings);
  };

  it("is told once, with both releases, and stops nothing", async () => {
    expect(await warned("20.1.0-ee")).toEqual([
      "server.newer: this server is 20.1.0-ee, and what is known of releases ends with 19.0: what it brought anew can be said under unchecked alone (undefined)",
    ]);
    for (const version of ["19.0.7", "17.11.0", "0"]) expect(await warned(version)).toEqual([]);
    expect(await warned("20.1.0", "neutral")).toEqual([]);
  });
});
