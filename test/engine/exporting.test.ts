import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { topKind } from "../../src/core/kind.js";
import { isMasked } from "../../src/core/placeholders.js";
import { withoutDefaults } from "../../src/engine/export/without-defaults.js";
import type { LiveInstance } from "../../src/engine/live/decide.js";
import { SurveyScope } from "../../src/engine/live/survey-scope.js";
import { kinds } from "../../src/program/kinds.js";

const instance = { kinds, capabilities: { tier: "ultimate", version: "17.5.0" } } as unknown as LiveInstance;

/** What an export says of a thing. */
function exported(kind: string, spec: JsonObject, parent?: JsonObject, full = false) {
  const live = { kind, path: "acme", address: `${kind}:acme`, id: 1, spec, marks: {}, scheduledForDeletion: false };
  const found = { kind: topKind(kinds, kind), path: "acme", live, ...(parent ? { parent } : {}) };
  return withoutDefaults(instance, found, { full, singletons: {} }).spec;
}

describe("an export of a thing", () => {
  it("leaves out what the platform gives by itself, unless all is asked for", () => {
    const spec = { merge_method: "merge", only_allow_merge_if_pipeline_succeeds: true };
    expect(exported("project", spec)).toEqual({ only_allow_merge_if_pipeline_succeeds: true });
    expect(exported("project", spec, undefined, true)).toEqual(spec);
    expect(exported("project", { merge_method: "ff", only_allow_merge_if_pipeline_succeeds: false })).toEqual({
      merge_method: "ff",
    });
  });

  it("leaves out what it has from its group, and says what it has of its own", () => {
    const own = (value: string, above: string) =>
      exported("group", { visibility: "private", shared_runners_setting: value }, { shared_runners_setting: above });
    expect(own("disabled_and_unoverridable", "disabled_and_unoverridable")).not.toHaveProperty("shared_runners_setting");
    expect(own("enabled", "disabled_and_overridable")).toHaveProperty("shared_runners_setting", "enabled");
  });

  it("says a secret that is shown by reference alone", () => {
    const spec = exported("application_settings", { spamfilter_api_key: "the-live-key" });
    expect(isMasked(spec["spamfilter_api_key"])).toBe(true);
    expect(exported("application_settings", { spamfilter_api_key: "" })).toEqual({});
  });
});

describe("the scope of an export", () => {
  const scope = (under: readonly string[], asked: readonly string[] = []) => new SurveyScope({ under, kinds: asked }, kinds);

  it("is what lies below the paths that are asked for", () => {
    const acme = scope(["acme"]);
    expect(["acme", "acme/web", "other", "acmes/web"].map((path) => acme.holds(path))).toEqual([true, true, false, false]);
    expect(scope([]).holds("other")).toBe(true);
    expect([acme.roots, scope(["acme/*", "acme/sub/**"]).roots, scope([]).roots]).toEqual([["acme"], ["acme"], [""]]);
  });

  it("is of the kinds that are asked for", () => {
    const [topic, group] = ["topic", "group"].map((name) => topKind(kinds, name));
    if (!topic || !group) throw new Error("kinds are missing");
    expect([scope([], ["topic"]).wants(topic), scope([], ["topic"]).wants(group), scope([]).wants(group)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("is nothing that is off, nor what is inherited", () => {
    const integration = [...kinds.values()].find(({ name }) => name === "integration");
    if (!integration) throw new Error("there is no integration");
    const counts = (reply: JsonObject) => scope([]).counts(integration as never, reply);
    expect([{ active: true }, { active: false }, { active: true, inherited: true }].map(counts)).toEqual([true, false, false]);
  });
});
