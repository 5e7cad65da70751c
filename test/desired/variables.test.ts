// @module-tag slow
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TrueupError } from "../../src/core/errors.js";
import type { LoadOptions } from "../../src/desired/index.js";
import { line, load, loadText, problemsOf, resource } from "./workspace.js";

const web = "project:acme/web";

/** One project with these attributes, and these declarations of variables, as one file of JSON. */
function file(vars: object, attributes: object, more: object = {}): string {
  return JSON.stringify({ vars, projects: { "acme/web": attributes }, ...more });
}

async function specOf(vars: object, attributes: object, options: Partial<LoadOptions> = {}) {
  const loaded = await loadText(file(vars, attributes), options);
  expect(loaded.diagnostics.filter(({ severity }) => severity === "error").map(line)).toEqual([]);
  return resource(loaded, web).spec;
}

const given = (...values: string[]): Partial<LoadOptions> => ({ vars: { values } });

describe("a variable in files", () => {
  it("gives a whole value of its type, and in a text what it reads like", async () => {
    const vars = {
      mail: { default: "team@example.com" },
      size: { type: "integer", default: 3 },
      share: { type: "number", default: 0.5 },
      open: { type: "boolean", default: false },
      words: { type: "list", default: ["b", "a"] },
    };
    const attributes = {
      description: "Ask ${var:mail}, ${var:size} of ${var:share}, ${var:open}: $${var:mail}",
      topics: "${var:words}",
      default_branch: "${var:mail}",
    };
    expect(await specOf(vars, { ...attributes, auto_devops_enabled: "${var:open}" })).toMatchObject({
      description: "Ask team@example.com, 3 of 0.5, false: ${var:mail}",
      topics: ["b", "a"],
      auto_devops_enabled: false,
      default_branch: "team@example.com",
    });
  });

  it("is found where YAML writes its characters by their numbers", async () => {
    const text = String.raw`vars: { team: { default: shop } }
projects: { acme/web: { description: "Of \x24{var:team}", default_branch: "\u0024{this:path}" } }
`;
    const loaded = await loadText(text);
    expect(resource(loaded, web).spec).toMatchObject({ description: "Of shop" });
    expect(loaded.diagnostics.map(line)).toEqual([
      expect.stringMatching(/:2:\d+ \| this\.place \|  \| \$\{this:path\} cannot stand here/),
    ]);
  });

  it("takes the strongest value: --var, the last --vars, the environment, a fallback, its default", async () => {
    const files = {
      "a.yaml": "vars: { team: { default: default } }\nprojects: { acme/web: { description: '${var:team}' } }\n",
      "_weak.yaml": "team: weak\n",
      "_strong.yaml": "# values\nteam: strong\n",
    };
    const fallback = { values: new Map([["team", { value: "fallback", isText: false, from: "f:1:1" }]]), mayBeUnknown: true };
    const inFiles = ["_weak.yaml", "_strong.yaml"];
    const env = { TRUEUP_VAR_team: "environment" };
    const steps = [
      [{ vars: { values: ["team=first", "team=given"], files: inFiles, fallback }, env }, "given", "--var"],
      [{ vars: { files: inFiles, fallback }, env }, "strong", "_strong.yaml:2:1"],
      [{ vars: { fallback }, env }, "environment", "TRUEUP_VAR_team"],
      [{ vars: { fallback } }, "fallback", "f:1:1"],
      [{}, "default", "default at a.yaml:1:26"],
    ] as const;
    for (const [options, value, from] of steps) {
      const { state } = await load(files, options, ["a.yaml"]);
      expect(state.resources[0]?.spec["description"]).toBe(value);
      expect(state.variables?.get("a.yaml:2:25")).toEqual([{ name: "team", from }]);
    }
  });

  it("reads texts of the command line and the environment by its type", async () => {
    const read = async (type: string, text: string) => {
      const spec = await specOf({ it: { type } }, { unchecked: { some_value: "${var:it}" } }, given(`it=${text}`));
      return spec["some_value"];
    };
    expect(await read("string", "true")).toBe("true");
    expect(await read("string", "")).toBe("");
    expect(await read("boolean", "true")).toBe(true);
    expect(await read("integer", "-12")).toBe(-12);
    expect(await read("number", "1.5")).toBe(1.5);
    expect(await read("list", "a, b")).toEqual(["a", "b"]);
    expect(await read("list", '["a, b", "c"]')).toEqual(["a, b", "c"]);
    expect(await read("list", "")).toEqual([]);
  });

  it("stands in every value of a file: bodies, unchecked, the instance, globs, names", async () => {
    const vars = { a: { default: "acme" }, old: { default: "acme/old" }, absent: { default: "absent" } };
    const loaded = await loadText(
      file(
        vars,
        { moved_from: "${var:old}", topics: ["${var:a}"], unchecked: { deep: [{ x: "${var:a}" }] } },
        {
          topics: { t: { ensure: "${var:absent}" } },
          instance: { url: "https://${var:a}.example.com" },
          delete_undeclared: { integrations: ["${var:a}/**"] },
        },
      ),
    );
    expect(loaded.diagnostics.map(({ rule }) => rule)).toEqual(["unchecked.unknown"]);
    expect(resource(loaded, web)).toMatchObject({ movedFrom: "acme/old", spec: { topics: ["acme"], deep: [{ x: "acme" }] } });
    expect(resource(loaded, "topic:t").ensure).toBe("absent");
    expect(loaded.state.instance?.url).toBe("https://acme.example.com");
    expect(loaded.state.deleteUndeclared["integrations"]?.patterns).toEqual(["acme/**"]);
  });

  it("may be declared in one file and used in others, also through an alias", async () => {
    const loaded = await load(
      {
        "a.yaml": "vars: { x: {} }",
        "b.yaml": "projects:\n  aa/bb: &b { description: 'is ${var:x}' }\n  aa/cc: *b\n",
      },
      given("x=1"),
    );
    expect(loaded.diagnostics).toEqual([]);
    expect(["aa/bb", "aa/cc"].map((path) => resource(loaded, `project:${path}`).spec["description"])).toEqual(["is 1", "is 1"]);
  });
});

describe("a value of a variable is data", () => {
  const texts = fc.array(fc.constantFrom("$", "$$", "{", "}", "env:A", "var:a", "${", "${env:A}", "x", "$${"), { maxLength: 5 });

  it("means itself, whatever it holds, and so does what stands around it", async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (one, two) => {
        const [a, b] = [one.join(""), two.join("")];
        const env = { A: "s3cret" };
        const attributes = { description: "${var:a}", default_branch: "x${var:a}${var:b}{env:A}", topics: ["${var:b}-"] };
        const loaded = await loadText(file({ a: {}, b: {} }, attributes), { env, ...given(`a=${a}`, `b=${b}`) });
        expect(loaded.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(resource(loaded, web).spec).toEqual({
          description: a,
          default_branch: `x${a}${b}{env:A}`,
          topics: [`${b}-`],
        });
      }),
      { numRuns: 150 },
    );
  });

  it("leaves references beside it what they are", async () => {
    const spec = await specOf({ a: { default: "${env:B}" } }, { description: "${var:a} ${env:A}" }, { env: { A: "1", B: "2" } });
    expect(spec["description"]).toEqual({ $secret: "$${env:B} ${env:A}" });
  });

  it("is told where it looks as if something were looked up in it", async () => {
    expect(await problemsOf(file({ a: { default: "${env:B}" } }, { description: "${var:a}" }))).toEqual([
      "a.yaml:1:25 | warning variable.reference |  | the value of the variable a is taken as it stands: nothing in it is looked up | a reference where the variable is used",
    ]);
  });

  it("cannot be where a secret belongs, and is shown in no error", async () => {
    const found = await problemsOf(
      "vars: { x: {} }\napplication_settings: { spamfilter_api_key: '${var:x}' }\n",
      given("x=hunter2"),
    );
    expect(found).toEqual([
      "a.yaml:2:45 | secret.literal | application_settings.spamfilter_api_key | a secret must not be written in a file (${var:x} from --var) | ${env:NAME} or ${file:path}",
    ]);
  });
});

describe("what is wrong with a variable is one error with its place", () => {
  const cases: readonly (readonly [string, string, Partial<LoadOptions>, readonly string[]])[] = [
    [
      "unknown",
      "vars: { team_mail: { default: a } }\nprojects: { aa/bb: { description: '${var:team_mial} ${var:team_mail}' } }",
      {},
      ["a.yaml:2:35 | variable.unknown |  | no file declares the variable team_mial | did you mean team_mail?"],
    ],
    [
      "unused",
      "vars: { x: { default: a } }",
      {},
      ["a.yaml:1:9 | variable.unused | vars.x | nothing uses the variable x | ${var:x} in a value, or take it out"],
    ],
    [
      "without a value, however often it is used",
      "vars:\n  x:\nprojects: { aa/bb: { description: '${var:x}', name: '${var:x}' } }",
      {},
      [
        "a.yaml:3:35 | variable.missing |  | the variable x has no value (needed in 2 places) | --var x=VALUE, a file of --vars, TRUEUP_VAR_x, or a default in its declaration",
      ],
    ],
    [
      "of a wrong type on the command line",
      "vars: { x: { type: integer } }\nprojects: { aa/bb: { build_timeout: '${var:x}' } }",
      given("x=hunter2"),
      [
        "a.yaml:1:9 | variable.type | vars.x | the value from --var of the variable x is not a whole number (declared at a.yaml:1:9) | a whole number such as 3",
      ],
    ],
    [
      "of a wrong type in the environment",
      "vars: { x: { type: boolean } }\nprojects: { aa/bb: { auto_devops_enabled: '${var:x}' } }",
      { env: { TRUEUP_VAR_x: "yes" } },
      [
        "a.yaml:1:9 | variable.type | vars.x | the value from TRUEUP_VAR_x of the variable x is not true or false (declared at a.yaml:1:9) | true or false",
      ],
    ],
    [
      "of a wrong type by default",
      "vars: { x: { type: list, default: a } }\nprojects: { aa/bb: { topics: '${var:x}' } }",
      {},
      ["a.yaml:1:35 | variable.type | vars.x.default | the default of the variable x is not a list of texts | a list of texts"],
    ],
    [
      "none of its values",
      "vars: { x: { values: [low, high] } }\nprojects: { aa/bb: { description: '${var:x}' } }",
      given("x=hunter2"),
      [
        "a.yaml:1:9 | variable.type | vars.x | the value from --var of the variable x is none of the values that it may have (declared at a.yaml:1:9) | low, high",
      ],
    ],
    [
      "of another type than its place takes",
      "vars: { x: { type: integer, default: 1 } }\nprojects: { aa/bb: { auto_devops_enabled: '${var:x}' } }",
      {},
      [
        "a.yaml:2:43 | schema.type | project:aa/bb.auto_devops_enabled | must be true or false (${var:x} from default at a.yaml:1:38) | ",
      ],
    ],
    [
      "a list inside of a text",
      "vars: { x: { type: list, default: [a] } }\nprojects: { aa/bb: { description: 'a ${var:x}' } }",
      {},
      [
        "a.yaml:2:35 | variable.text |  | the variable x is a list, which cannot stand inside of a text | ${var:x} as the whole value",
      ],
    ],
    [
      "called like a secret",
      "vars: { api_token: { default: a } }\nprojects: { aa/bb: { description: '${var:api_token}' } }",
      {},
      [
        "a.yaml:1:9 | variable.secret | vars.api_token | a variable that is called api_token would hold a secret, and variables are shown in plans | ${env:NAME} or ${file:path} where it is used",
      ],
    ],
    [
      "called what cannot be referred to",
      "vars: { 1-x: { default: a } }",
      {},
      [
        "a.yaml:1:9 | schema.pattern | vars.1-x | cannot be called so | letters, digits and _, and no digit first",
        "a.yaml:1:9 | variable.unused | vars.1-x | nothing uses the variable 1-x | ${var:1-x} in a value, or take it out",
      ],
    ],
    [
      "in a key",
      "vars: { x: { default: a } }\nprojects: { '${var:x}/b': { description: '${var:x}' } }",
      {},
      ["a.yaml:2:13 | variable.place |  | a key cannot hold ${var:…} | the name itself"],
    ],
    [
      "in another reference",
      "vars: { x: { default: A } }\nprojects: { aa/bb: { description: '${env:${var:x}}' } }",
      {},
      [
        "a.yaml:2:35 | variable.syntax |  | a reference cannot hold another one | ${env:NAME} or ${file:path} with the name itself",
      ],
    ],
    [
      "before a reference that its value would hide",
      "vars: { x: { default: a$ } }\nprojects: { aa/bb: { description: '${var:x}${env:A}' } }",
      { env: { A: "1" } },
      [
        "a.yaml:2:35 | variable.text |  | the value of a variable ends with $ here, which would hide the reference behind it | something between the two",
      ],
    ],
  ];
  for (const [name, text, options, found] of cases) {
    it(name, async () => {
      expect(await problemsOf(text, options)).toEqual(found);
    });
  }

  for (const text of ["${VAR:x}", "${var:}", "${var:no such}", "${var:x", "${ var:x}", "${var:-x}"]) {
    it(`malformed: ${text}`, async () => {
      expect(await problemsOf(JSON.stringify({ projects: { "aa/bb": { description: text } } }))).toEqual([
        "a.yaml:1:37 | variable.syntax |  | this begins like a reference to a variable and is none | ${var:NAME}, or $${ for a literal ${",
      ]);
    });
  }

  it("more than files may hold, in all: where that is exceeded, once, before it is made", async () => {
    const big = "x".repeat(1024 * 1024);
    const places = Array.from({ length: 2_000 }, (_, at) => `  aa/p${at}: { ci_config_path: '\${var:big}\${var:none}${at}' }`);
    const text = ["vars: { big: {}, none: { default: '' } }", "projects:", ...places].join("\n");
    const problems = await problemsOf(text, given(`big=${big}`));
    expect(problems.filter((problem) => problem.includes("variable."))).toEqual([
      "a.yaml:67:29 | variable.size |  | what variables bring into the files exceeds 67108864 characters here | a shorter value of big, which has 1048576, or fewer places that refer to it",
    ]);
  });

  it("declared twice, with both places", async () => {
    const { diagnostics } = await load({
      "a.yaml": "vars: { x: { default: a } }\nprojects: { aa/bb: { description: '${var:x}' } }",
      "b.yaml": "vars: { x: { default: a } }",
    });
    expect(diagnostics.map(line)).toEqual([
      "b.yaml:1:9 | variable.duplicate | vars.x | the variable x is declared already at a.yaml:1:9 | one declaration for each variable",
    ]);
    expect(diagnostics[0]?.related).toEqual([{ file: "a.yaml", line: 1, column: 9 }]);
  });

  it("given by --vars and declared by none, or of a wrong type there", async () => {
    const files = {
      "a.yaml": "vars: { team: {} }\nprojects: { aa/bb: { description: '${var:team}' } }",
      "_v.yaml": "taem: x\nteam: 5\n",
    };
    const { diagnostics } = await load(files, { vars: { files: ["_v.yaml"] } }, ["a.yaml"]);
    expect(diagnostics.map(line)).toEqual([
      "_v.yaml:1:1 | variable.undeclared |  | no file declares the variable taem | did you mean team?",
      "_v.yaml:2:1 | variable.type | vars.team | the value of the variable team is not a text (declared at a.yaml:1:9) | a text; put it in quotes, or declare another type",
    ]);
  });

  it("given on the command line: malformed, or declared by no file; a file that is not there", async () => {
    const text = file({ team: { default: "x" } }, { description: "${var:team}" });
    const refused = (options: Partial<LoadOptions>) =>
      loadText(text, options).then(
        () => undefined,
        (error: TrueupError) => `${error.code}: ${error.message}: ${error.hint}`,
      );
    expect(await refused(given("hunter2"))).toBe(
      "usage: --var takes NAME=value, where NAME has letters, digits and _ and begins with no digit: For example --var team_mail=team@example.com",
    );
    expect(await refused(given("taem=hunter2"))).toBe(
      "variable.undeclared: --var taem: no file declares the variable taem: Did you mean team?",
    );
    expect(await refused({ vars: { files: ["nowhere.yaml"] } })).toBe(
      "files.missing: there is no file nowhere.yaml with values of variables: --vars takes a YAML file with a mapping of names to values.",
    );
  });

  it("nothing, where a file cannot be read: what it declares is not known", async () => {
    const { diagnostics } = await load(
      { "a.yaml": "vars: {", "b.yaml": "projects: { aa/bb: { auto_devops_enabled: '${var:x}' } }" },
      given("x=1"),
    );
    expect(diagnostics.map(({ rule }) => rule)).toEqual(["yaml.syntax"]);
  });
});
