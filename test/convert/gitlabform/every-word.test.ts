// @module-tag slow
import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { pointerStep } from "../../../src/core/steps.js";
import { converted, everyWord } from "./converted.js";

/** What says what goes without saying: without it everything means the same. */
const idle: readonly RegExp[] = [
  /\/filter\[environment_scope\]$/,
  /\/integrations\/emails-on-push\/active$/,
  /\/hooks\/enforce$/,
  /\/limit_access_to_this_project$/,
  // Bots stay anyway.
  /\/acme~1web\/members\/keep_bots$/,
  // The label is the name, whatever stands here.
  /\/protected_environments\/prod\/name$/,
  // It is found by its label, too.
  /\/branches\/develop\/protected$/,
  /\/tags\/old\/protected$/,
];

function pointers(value: Json, at = ""): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part = null]) => [
    at + pointerStep(name),
    ...pointers(part, at + pointerStep(name)),
  ]);
}

function without(value: JsonObject, pointer: string): JsonObject {
  const copy = structuredClone<JsonObject>(value);
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.pop() ?? "";
  let inner: Json = copy;
  for (const step of steps) inner = isObject(inner) ? (inner[step] ?? null) : null;
  if (isObject(inner)) delete (inner as Record<string, Json>)[last];
  return copy;
}

const all = everyWord();
const whole = converted(all);
const toldAt = whole.remarks.map((remark) => remark.slice(0, remark.indexOf(":1:1:")));

describe("every word of a configuration that uses all of gitlabform's", () => {
  const words = pointers(all).filter((pointer) => pointer !== "/config_version" && pointer !== "/projects_and_groups");

  it.each(words)("%s is in the files or in the list of what is left out", (pointer) => {
    const isTold = toldAt.some((at) => pointer === at || pointer.startsWith(`${at}/`));
    if (isTold || idle.some((one) => one.test(pointer))) return;
    let less: string;
    try {
      const { file, remarks } = converted(without(all, pointer));
      less = JSON.stringify([file, remarks]);
    } catch (error) {
      less = String(error);
    }
    expect(less).not.toBe(JSON.stringify([whole.file, whole.remarks]));
  });

  it("leaves no secret in the files and in the list", () => {
    const messages = whole.remarks.map((remark) => remark.slice(remark.indexOf(":1:1:")));
    expect(JSON.stringify([whole.file, messages])).not.toContain("hunter2");
    expect([...whole.variables.keys()]).toContain("HOST_VALUE");
  });
});
