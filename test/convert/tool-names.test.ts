import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolNames } from "../../src/convert/tool-names.js";
import type { Field, Fields } from "../../src/core/fields.js";
import { everyFieldsOf, kindOf, placesOf } from "../../src/core/kind.js";
import { bodyWords } from "../../src/derive/file-words.js";
import { kinds } from "../../src/program/kinds.js";
import { top } from "../harness/command-line.js";
import { resources } from "./gitlab/provider.js";
import { converted, everyWord } from "./gitlabform/converted.js";

const names = toolNames(kinds);

/** The rows of the table of other names on the page of a kind: name, what to write, and whose name it is. */
function rowsOf(kind: string): string[][] {
  const page = readFileSync(join(top, `docs/kinds/${kind}.md`), "utf8");
  const [, section = ""] = /^## Other names\n\n([\s\S]*?)\n\n/m.exec(page) ?? [];
  return section
    .split("\n")
    .slice(2)
    .map((line) => line.slice(2, -2).split(" | "));
}

function paths(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { fields: inner, item }]: [string, Field]) => [
    name,
    ...paths(inner ?? item?.fields ?? {}).map((path) => `${name}.${path}`),
  ]);
}

describe("the names of other tools on the pages of the kinds", () => {
  const renamed = resources.flatMap(({ type, kind, attributes }) =>
    Object.entries(attributes).flatMap(([attribute, fate]) =>
      fate.startsWith("> ") ? [{ type, kind, attribute, own: fate.slice(2) }] : [],
    ),
  );

  it.each(renamed)("say what to write for $attribute of $type", ({ kind, attribute, own }) => {
    const writes = rowsOf(kind).filter(([name]) => name === `\`${attribute}\``);
    expect(writes.map(([, write = ""]) => write.replace(/,.*/, ""))).toContain(`\`${own}\``);
  });

  it("have one row for one name and what it becomes, whoever uses it", () => {
    const rows = rowsOf("protected_branch");
    const all = "API, gitlabform, Terraform provider";
    expect(rows).toContainEqual(["`push_access_level`", "`allowed_to_push`", all]);
    expect(rows).toContainEqual([
      "`user_id`",
      "`allowed_to_push.user`, `allowed_to_merge.user`, `allowed_to_unprotect.user`",
      all,
    ]);
    expect(rows).toContainEqual(["`branches`", "`protected_branches`", "gitlabform"]);
    expect(rows).toContainEqual(["`gitlab_branch_protection`", "`protected_branches`", "Terraform provider"]);
    expect(rowsOf("variable")).toContainEqual(["`environment_scope`", "the key, after `@`", "gitlabform, Terraform provider"]);
    for (const kind of kinds.keys()) {
      const pairs = rowsOf(kind).map(([name, write]) => `${name} ${write}`);
      expect([kind, new Set(pairs).size]).toEqual([kind, pairs.length]);
    }
  });

  it("name only what files can have: an attribute, a word or a key of the kind", () => {
    for (const [kind, found] of names) {
      const places = placesOf(kindOf(kinds, kind));
      const words = places.flatMap((place) => [place.file, ...bodyWords(kinds, place).map(({ word }) => word)]);
      const known = new Set([...words, ...everyFieldsOf(kindOf(kinds, kind)).flatMap(paths)]);
      for (const { name, write } of found) {
        const [, path] = /^`([^`]+)`/.exec(write) ?? [];
        if (path !== undefined) expect(known, `${kind}: ${name}`).toContain(path);
        else expect(write, `${kind}: ${name}`).toMatch(/^the (?:full path|key)/);
      }
    }
  });

  it("have every section of gitlabform that trueup converts, under the key that the converted files have", () => {
    const { file, remarks } = converted(everyWord());
    const levels = Object.values(everyWord()["projects_and_groups"] ?? {}) as readonly object[];
    const sections = [...new Set(levels.flatMap((level) => Object.keys(level)))];
    expect(sections.length).toBeGreaterThan(20);
    const files = new Set([...kinds.values()].flatMap((kind) => placesOf(kind).map((place) => place.file)));
    const written = JSON.stringify(file);
    const listed = [...names.values()].flat().map(({ name, write }) => ({ name, own: write.replaceAll("`", "") }));
    for (const section of sections) {
      const own = [section, ...listed.flatMap((one) => (one.name === section ? [one.own] : []))].filter((one) => files.has(one));
      const isConverted = own.some((one) => written.includes(`"${one}"`)) || remarks.some((remark) => remark.includes(section));
      expect({ section, isListed: own.length > 0, isConverted }).toEqual({ section, isListed: true, isConverted: true });
    }
  });

  it("are those by which gitlabform's words are converted", () => {
    const projects_and_groups = {
      "acme/web": {
        project: { transfer_from: "acme/old" },
        project_settings: { container_expiration_policy_attributes: { name_regex_delete: ".*" } },
        branches: { main: { protected: true, push_access_level: "maintainer", allowed_to_merge: [{ user_id: 3 }] } },
        tags: { "v*": { protected: true, create_access_level: "developer" } },
        members: { enforce: true, groups: { ops: { group_access_level: 30 } } },
        job_token_scope: { limit_access_to_this_project: false },
      },
    };
    const { file } = converted({ config_version: 4, projects_and_groups });
    expect(file).toMatchObject({
      projects: {
        "acme/web": {
          moved_from: "acme/old",
          container_expiration_policy: { name_regex: ".*" },
          protected_branches: {
            main: { allowed_to_push: [{ access_level: "maintainer" }], allowed_to_merge: [{ user: 3 }] },
          },
          protected_tags: { "v*": { allowed_to_create: [{ access_level: "developer" }] } },
          shared_with_groups: [{ group: "ops", access_level: "developer" }],
          job_token_scope: { enabled: false },
        },
      },
    });
  });
});
