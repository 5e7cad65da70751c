import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { toolNames } from "../../src/convert/tool-names.js";
import type { Field, Fields } from "../../src/core/fields.js";
import type { JsonObject } from "../../src/core/json.js";
import { allFields, everyFieldsOf, fieldsOf, type Kind, placesOf, topParent } from "../../src/core/kind.js";
import { bySubject } from "../../src/core/subject-order.js";
import { kindPages } from "../../src/derive/pages/kind-pages.js";
import { kinds } from "../../src/program/kinds.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const folder = fileURLToPath(new URL("../../docs/kinds", import.meta.url));
const names = toolNames(kinds);
const material = new Map(
  [...kinds.keys()].map((name) => {
    const introduction = join(top, `src/kinds/${name.replaceAll("_", "-")}.md`);
    return [
      name,
      {
        example: readFileSync(join(top, `examples/kinds/${name}.yaml`), "utf8"),
        toolNames: names.get(name) ?? [],
        ...(existsSync(introduction) ? { introduction: readFileSync(introduction, "utf8") } : {}),
      },
    ];
  }),
);
const pages = kindPages(kinds, (content) => stringify(content), material);
const all = [...kinds.values()];

function page(name: string): string {
  return pages.get(`${name}.md`) ?? "";
}

/** Each attribute with its dotted path, those inside of others too. */
function paths(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [name, ...insidePaths(name, field)]);
}

function insidePaths(name: string, { fields, item }: Field): string[] {
  return paths(fields ?? item?.fields ?? {}).map((path) => `${name}.${path}`);
}

/** The names that begin a line of a table. */
function rows(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` \|/gm)].flatMap(([, name]) => name ?? []);
}

/** The part of a page below a heading. */
function section(text: string, heading: string): string {
  return text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
}

describe("the pages of the kinds", () => {
  it("are those that the kinds give (run: npm run generate)", () => {
    expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(readFileSync(join(folder, name), "utf8") === text, `docs/kinds/${name}`).toBe(true);
  });

  it.each(all.map((kind) => [kind.name, kind] as const))("say every attribute of %s, whatever it is called", (name, kind) => {
    const shown = new Set(rows(page(name)));
    for (const fields of everyFieldsOf(kind)) {
      for (const path of paths(fields)) expect(shown, path).toContain(path);
      for (const { vendor, older } of Object.values(fields))
        for (const other of [vendor, older?.name]) if (other !== undefined) expect(shown, other).toContain(other);
    }
  });

  it("have a section of its own for each key that has attributes of its own, with no attribute of another", () => {
    const shaped = all.filter((kind): kind is Kind & Required<Pick<Kind, "shapes">> => kind.shapes !== undefined);
    expect(shaped.length).toBeGreaterThan(0);
    for (const kind of shaped) {
      for (const [key, { fields }] of Object.entries(kind.shapes)) {
        const own = new Set([...paths(fields), ...Object.values(fields).flatMap(({ vendor, older }) => [vendor, older?.name])]);
        const text = section(page(kind.name), key);
        expect(text, key).not.toBe("");
        for (const row of rows(text)) expect(own, `${key}: ${row}`).toContain(row);
      }
    }
  });

  it("tell of each attribute what it takes, and of secrets that they are", () => {
    const datadog = section(page("integration"), "datadog");
    expect(datadog).toMatch(/^\| `api_key` \| .*\*\*Secret\*\*: give it as `\$\{env:NAME\}`/m);
    expect(page("project")).toMatch(/^\| `merge_method` \| .* \| `merge`, `rebase_merge`, `ff` \| `merge` \|/m);
    expect(page("project")).toMatch(/^\| `container_expiration_policy\.keep_n` \|/m);
    expect(section(page("group"), "What to know")).toContain("--allow-delete group");
  });

  it("tell of what may be secret that it may be, and how what is none can stand there", () => {
    expect(page("variable")).toMatch(/^\| `value` \| .*\*\*Secret\*\*: .* one that is no secret may stand there as it is/m);
    expect(page("hook")).toMatch(/^\| `custom_headers` \| .*Values may be \*\*secrets\*\*/m);
  });

  it("tell of an attribute where alone it is there, and what is said otherwise in one place only where that differs", () => {
    for (const kind of all.filter(({ parents }) => Object.keys(parents).length > 1)) {
      const places = placesOf(kind);
      for (const name of Object.keys(allFields(kind))) {
        const having = places.filter((place) => Object.hasOwn(fieldsOf(place), name)).map(({ parent }) => parent);
        const line = page(kind.name)
          .split("\n")
          .find((one) => one.startsWith(`| \`${name}\` |`));
        const where = having.map((parent) => (parent === topParent ? "for the instance" : `in a ${parent}`)).join(" and ");
        if (line !== undefined) expect([name, line.includes(`only ${where}`)]).toEqual([name, having.length < places.length]);
      }
    }
    expect(page("hook")).not.toContain("## Otherwise in a project");
  });

  it("have no expression that is for machines, and no plural of one", () => {
    for (const [name, text] of pages) {
      const wrong =
        /\blike `\^|\beach an? any\b|\ba (?:access|any|one of)\b|\bat least 1 characters\b|\bundefined\b|\[object/.exec(text);
      expect([name, wrong?.[0]]).toEqual([name, undefined]);
    }
  });

  it("say the short form of a body in which only one thing is said", async () => {
    const short = all.filter(
      (kind) => typeof kind.short === "object" || (kind.example as JsonObject)[kind.short ?? ""] !== undefined,
    );
    expect(short.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["member", "hook", "protected_branch", "protected_tag"]),
    );
    for (const kind of short) {
      const [, said = ""] = /^\| in short \| `(.+?)` (?:where|is)/m.exec(page(kind.name)) ?? [];
      const [place] = placesOf(kind);
      const above = place?.parent === topParent ? "" : `${place?.parent}s:\n  acme/web:\n    `;
      const file = `${above}${place?.file}: { ${said} }\n`;
      const { code, stderr } = await inProcess(["validate"], { cwd: directory({ "trueup/short.yaml": file }) });
      expect([kind.name, code, stderr]).toEqual([kind.name, 0, ""]);
    }
  });

  it("lead nowhere that is not there", () => {
    for (const [name, text] of pages) {
      const headings = [...text.matchAll(/^## (.+)$/gm)].flatMap(([, heading]) => heading ?? []);
      const anchors = headings.map((heading) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, "")
          .replaceAll(" ", "-"),
      );
      expect(new Set(headings).size, `${name} has a heading twice`).toBe(headings.length);
      for (const [, target = ""] of text.matchAll(/\]\(([^)]+)\)/g))
        if (target.startsWith("#")) expect(anchors, `${name} ${target}`).toContain(target.slice(1));
        else expect(existsSync(join(folder, target.replace(/#.*/, ""))), `${name} → ${target}`).toBe(true);
    }
  });

  it.each(all.map(({ name }) => name))("show an example of %s that can be used as it is", async (name) => {
    const example = /```yaml\n([\s\S]*?)```/.exec(section(page(name), "Example"))?.[1] ?? "";
    expect(example).not.toBe("");
    const cwd = directory({ "trueup/example.yaml": example });
    cpSync(join(top, "examples/kinds/assets"), join(cwd, "trueup/assets"), { recursive: true });
    const { code, stderr } = await inProcess(["validate"], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("have no line that is no row of its table", () => {
    for (const [name, text] of pages)
      for (const block of text.split("\n\n").filter((one) => one.startsWith("| "))) {
        const widths = block
          .trimEnd()
          .split("\n")
          .map((line) => line.replaceAll(String.raw`\|`, "").split("|").length);
        expect(new Set(widths).size, `${name}: ${block.slice(0, 100)}`).toBe(1);
      }
  });
});

describe("the order of attributes", () => {
  const text: Field = { type: "text", description: "" };
  const plain: Field = { ...text, plain: true };
  const fields: Fields = {
    zeta: text,
    alpha: text,
    old: { ...text, deprecated: { replacement: "alpha" } },
    mail_from: plain,
    mail_a: plain,
    beta: plain,
    mail_host: text,
  };
  const subjects = [
    { title: "All the rest of it", of: ["z*"] },
    { title: "Mail", of: ["mail_*"] },
    { title: "From", of: ["mail_from"] },
  ];

  it("goes by subject, a whole name before a pattern; then those of no subject; deprecated ones last", () => {
    expect(bySubject({ subjects }, fields).map(({ subject, names }) => [subject?.title, names])).toEqual([
      ["All the rest of it", ["zeta"]],
      ["Mail", ["mail_host", "mail_a"]],
      ["From", ["mail_from"]],
      [undefined, ["alpha", "beta"]],
      [undefined, ["old"]],
    ]);
  });

  it("is that of the file where there are no subjects, and those that only facts know come behind by name", () => {
    expect(bySubject({}, fields).flatMap(({ names }) => names)).toEqual([
      "zeta",
      "alpha",
      "mail_host",
      "beta",
      "mail_a",
      "mail_from",
      "old",
    ]);
  });

  it("loses none of any kind", () => {
    for (const kind of all) {
      const names = bySubject(kind, fieldsOf(kind)).flatMap((group) => group.names);
      expect([...names].sort()).toEqual(Object.keys(fieldsOf(kind)).sort());
    }
  });
});
