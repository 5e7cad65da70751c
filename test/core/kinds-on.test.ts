import { describe, expect, it } from "vitest";
import { alias, flag, integer, oneOf, record, setOf, text } from "../../src/core/fields.js";
import { defineKind, fieldsOf, kindIn, type Kinds } from "../../src/core/kind.js";
import { goesByOlderName, kindsOn } from "../../src/core/kinds-on.js";
import { decodeReply, diff, encodeBody } from "../../src/engine/forms/index.js";

const opposite = [
  [true, false],
  [false, true],
] as const;

const group = defineKind({
  name: "group",
  title: "Group",
  description: "A group.",
  source: "none",
  parents: { instance: { file: "group", routes: {} } },
  fields: {
    emails_enabled: flag("Sends mail.", { dialect: "vendor", since: "16.5", older: { name: "emails_disabled", form: opposite } }),
    emails_disabled: alias("emails_enabled", flag(""), opposite),
    period: integer("Days.", { default: 7, max: 90, inVendor: { default: 30, min: 1 } }),
    level: oneOf("Level.", ["low", "high"], { inVendor: { values: ["low", "high", "never"] } }),
    defaults: record("Defaults.", { review: flag("Review.", { inVendor: { default: true } }) }),
    plain: flag("Nothing is otherwise."),
  },
  example: {},
});
const kinds: Kinds = new Map([["group", group]]);

describe("the host that a server adds to a list by itself", () => {
  const domains = setOf("Domains.", text("A domain."), { adds: "own-host" });
  const settings = defineKind({ ...group, name: "settings", fields: { domains }, example: {} });
  const fieldsAt = (url: string, dialect: "neutral" | "vendor") =>
    fieldsOf(
      kindIn(
        kindsOn(new Map([["settings", settings]]), { dialect, version: "19.0.0", url }).get("settings") ?? settings,
        "instance",
      ),
    );
  const differences = (url: string, asked: string[], shown: string[], dialect: "neutral" | "vendor" = "vendor") =>
    diff(fieldsAt(url, dialect), { domains: asked }, { domains: shown }).length;

  it("is no difference, whether or not somebody says it", () => {
    const url = "https://git.example.com/sub";
    expect(differences(url, ["a.example.com"], ["a.example.com", "git.example.com"])).toBe(0);
    expect(differences(url, ["a.example.com", "git.example.com"], ["a.example.com"])).toBe(0);
    expect(differences(url, ["a.example.com"], ["b.example.com", "git.example.com"])).toBe(1);
    expect(differences(url, ["a.example.com"], ["a.example.com", "localhost"])).toBe(1);
    expect(differences("http://127.0.0.1:8080", ["a.example.com"], ["a.example.com", "localhost"])).toBe(0);
  });

  it("is one where no server does so", () => {
    expect(differences("https://git.example.com", ["a.example.com"], ["a.example.com", "git.example.com"], "neutral")).toBe(1);
  });
});

const on = (dialect: "neutral" | "vendor", version: string) => {
  const own = kindsOn(kinds, { dialect, version }).get("group");
  if (!own) throw new Error("there is no group");
  return kindIn(own, "instance");
};
const bodyOf = (dialect: "neutral" | "vendor", version: string, spec: Record<string, boolean>) =>
  encodeBody(fieldsOf(on(dialect, version)), spec, dialect, (_, name) => name);

describe("kinds as one server has them", () => {
  it("are the same for servers alike, and share what is nowhere otherwise", () => {
    const server = { dialect: "vendor", version: "17.0" } as const;
    expect(kindsOn(kinds, server)).toBe(kindsOn(kinds, { ...server }));
    expect(fieldsOf(on("vendor", "17.0"))["plain"]).toBe(group.fields.plain);
  });

  it("have defaults, bounds and words of real servers there alone, inside of records too", () => {
    const [neutral, vendor] = [fieldsOf(on("neutral", "15.4.0")), fieldsOf(on("vendor", "19.0.0"))];
    expect([neutral["period"]?.default, vendor["period"]?.default]).toEqual([7, 30]);
    expect([neutral["period"]?.min, vendor["period"]?.min, vendor["period"]?.max]).toEqual([undefined, 1, 90]);
    expect(vendor["level"]?.values).toContain("never");
    expect(neutral["level"]?.values).not.toContain("never");
    expect(vendor["defaults"]?.fields?.["review"]?.default).toBe(true);
    expect(neutral["defaults"]?.fields?.["review"]?.default).toBeUndefined();
  });

  it("send and read the older name, spelled as there, where the newer one is not known yet", () => {
    expect(bodyOf("vendor", "17.0", { emails_enabled: false })).toEqual({ emails_enabled: false });
    expect(bodyOf("vendor", "16.4", { emails_enabled: false })).toEqual({ emails_disabled: true });
    expect(bodyOf("neutral", "15.4", { emails_enabled: true })).toEqual({ emails_disabled: false });
    expect(bodyOf("vendor", "0", { emails_enabled: true })).toEqual({ emails_enabled: true });
    const live = (dialect: "neutral" | "vendor", version: string, reply: Record<string, boolean>) =>
      decodeReply(on(dialect, version), {}, reply).spec["emails_enabled"];
    expect(live("neutral", "15.4", { emails_disabled: true })).toBe(false);
    expect(live("vendor", "16.4", { emails_disabled: false })).toBe(true);
    expect(live("vendor", "17.0", { emails_disabled: true, emails_enabled: true })).toBe(true);
  });

  it("do not ask an attribute that goes by its older name for a release or a dialect", () => {
    const field = fieldsOf(on("neutral", "15.4"))["emails_enabled"];
    expect(field?.since).toBeUndefined();
    expect(field?.dialect).toBeUndefined();
    expect(goesByOlderName(group.fields.emails_enabled, { dialect: "vendor", version: "16.5" })).toBe(false);
  });
});
