import { describe, expect, it } from "vitest";
import { kinds } from "../../src/program/kinds.js";

interface Request {
  readonly method: string;
  readonly url: string;
  readonly type?: string;
  readonly body: Buffer;
}
type Outputs = ReadonlyMap<string, Buffer>;
interface Difference {
  readonly name: string;
  readonly before?: Buffer | undefined;
  readonly after?: Buffer | undefined;
}

const scripts = "../../scripts/same-bytes";
const { maskRequestCount, maskText, requestsText } = (await import(`${scripts}/side/mask.mjs`)) as {
  readonly maskText: (text: string, directory: string) => string;
  readonly maskRequestCount: (text: string) => string;
  readonly requestsText: (
    requests: readonly Request[],
    options?: { readonly timed?: boolean; readonly unordered?: boolean },
  ) => string;
};
const { countOutputs, countsText, differences, differenceText } = (await import(`${scripts}/compare.mjs`)) as {
  readonly differences: (base: Outputs, tree: Outputs) => readonly Difference[];
  readonly differenceText: (difference: Difference, limit?: number) => string;
  readonly countOutputs: (outputs: Outputs) => object;
  readonly countsText: (counts: object) => string;
};
const { withoutKinds, wordsOf } = (await import(`${scripts}/kinds-but.mjs`)) as {
  readonly wordsOf: (names: readonly string[], from: ReadonlyMap<string, unknown>) => object;
  readonly withoutKinds: (name: string, bytes: Buffer, words: object) => Buffer | undefined;
};

function request(line: string, content = "", type?: string): Request {
  const [method = "", url = ""] = line.split(" ");
  return { method, url: `/api/v4${url}`, ...(type === undefined ? {} : { type }), body: Buffer.from(content, "latin1") };
}

function outputs(texts: Readonly<Record<string, string>>): Outputs {
  return new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
}

describe("requests", () => {
  const [one, two] = [request("GET /topics"), request("GET /groups/1?x=1")];
  const [first, second] = [
    request("POST /topics", "{}", "application/json"),
    request("PUT /topics/1", '{"a":1}', "application/json"),
  ];

  it("are the same whatever the order of reads", () => {
    expect(requestsText([one, first, two, second])).toBe(requestsText([two, first, second, one]));
  });

  it.each([
    ["in another order of writes", [second, first, one, two]],
    ["with a read less", [first, second, one]],
    ["with a read twice", [first, second, one, two, two]],
    ["with a write twice", [first, second, second, one, two]],
    ["with another body", [first, request("PUT /topics/1", '{"a":2}', "application/json"), one, two]],
    ["with another query", [first, second, one, request("GET /groups/1?x=2")]],
    ["with another type", [first, request("PUT /topics/1", '{"a":1}', "text/plain"), one, two]],
  ])("%s are others", (_, others) => {
    expect(requestsText(others)).not.toBe(requestsText([first, second, one, two]));
  });

  it("have no boundary, but all that stands between", () => {
    const form = (boundary: string, name: string) =>
      request(
        "PUT /topics/1",
        `--${boundary}\r\nname="${name}"\r\n\r\n\x89\r\n--${boundary}--`,
        `multipart/form-data; boundary=${boundary}`,
      );
    expect(requestsText([form("aaa", "x")])).toBe(requestsText([form("bbb", "x")]));
    expect(requestsText([form("aaa", "x")])).not.toBe(requestsText([form("aaa", "y")]));
  });

  it("that ran side by side may come in any order and with any numbers, but not with other contents", () => {
    const side = (all: readonly Request[]) => requestsText(all, { unordered: true });
    const made = (number: number, name: string) => [
      request("POST /projects", `{"namespace_id":${number},"name":"${name}"}`),
      request(`PUT /projects/${number}`),
    ];
    expect(side([...made(1, "a"), ...made(2, "b")])).toBe(side([...made(3, "b"), ...made(7, "a")]));
    expect(side(made(1, "a"))).not.toBe(side(made(1, "b")));
    expect(side(made(1, "a7"))).not.toBe(side(made(1, "a8")));
  });

  it("that something is waited for with count once, and writes as often as they came", () => {
    const timed = (all: readonly Request[]) => requestsText(all, { timed: true });
    expect(timed([one, one, first, one])).toBe(timed([one, first]));
    expect(timed([one, first, first])).not.toBe(timed([one, first]));
    expect(timed([one, second, first])).not.toBe(timed([one, first, second]));
  });
});

describe("texts", () => {
  it("have words for directories and ports, and keep all other numbers", () => {
    const text = "/tmp/x/work/a.yaml:3:5 at http://127.0.0.1:4711/projects/15 and http://localhost:80";
    expect(maskText(text, "/tmp/x/work")).toBe(
      "DIRECTORY/a.yaml:3:5 at http://127.0.0.1:PORT/projects/15 and http://localhost:PORT",
    );
  });

  it("have no moment in them but those that people write", () => {
    expect(maskText("2026-11-22T11:40:31.907Z 2035-01-01T00:00:00Z 2035-01-31", "/x")).toBe(
      "WHEN 2035-01-01T00:00:00Z 2035-01-31",
    );
  });

  it("of what was waited for tell calls and not requests", () => {
    const result = (requests: number, calls: number) => JSON.stringify({ stats: { calls, requests } }, undefined, 2);
    expect(maskRequestCount(result(1, 7))).toBe(maskRequestCount(result(2, 7)));
    expect(maskRequestCount(result(1, 7))).not.toBe(maskRequestCount(result(1, 8)));
  });
});

describe("outputs", () => {
  const base = outputs({
    "a/01-x.plan": "one\ntwo\n",
    "a/01-x.plan.requests": "GET /a\nGET /b\n",
    "a/02-e.files/x.yaml": "x",
    "a/02-e.files/y.yaml": "y",
  });

  it("differ where bytes differ, and where a side has none", () => {
    const tree = outputs({
      "a/01-x.plan": "one\n2\n",
      "a/01-x.plan.requests": "GET /a\nGET /b\n",
      "a/02-e.files/x.yaml": "x",
      "a/03": "",
    });
    expect(differences(base, base)).toEqual([]);
    expect(differences(base, tree).map(({ name }) => name)).toEqual(["a/01-x.plan", "a/02-e.files/y.yaml", "a/03"]);
    const [changed, gone, fresh] = differences(base, tree).map((one) => differenceText(one));
    expect(changed).toContain("--- base/a/01-x.plan");
    expect(changed).toContain("\n one\n-two\n+2\n");
    expect(gone).toBe("a/02-e.files/y.yaml: only the base has it");
    expect(fresh).toBe("a/03: only the working tree has it");
  });

  it("are shown in part where they differ much", () => {
    const lines = (word: string) => Buffer.from(Array.from({ length: 500 }, (_, index) => `${word} ${index}\n`).join(""));
    const text = differenceText({ name: "a", before: lines("one"), after: lines("two") }, 20);
    expect(text.split("\n")).toHaveLength(21);
    expect(text).toMatch(/… \d+ more lines$/);
  });

  it("that are no texts are only said to differ", () => {
    expect(differenceText({ name: "a.png", before: Buffer.from([0x89, 0]), after: Buffer.from([0x89, 1]) })).toBe(
      "a.png: the bytes differ",
    );
  });

  it("are counted by what they are, files of one export together", () => {
    expect(countsText(countOutputs(base))).toBe("1 plan, 1 export, 2 requests");
  });
});

describe("without a kind", () => {
  const words = wordsOf(["topic"], kinds);
  const left = (name: string, text: string) => withoutKinds(name, Buffer.from(text), words)?.toString();

  it("requests go that only it makes", () => {
    const text =
      "GET /api/v4/topics?per_page=100\nGET /api/v4/topics/7\nGET /api/v4/projects/1\nPOST /api/v4/topics application/json {}\n";
    expect(left("a/01.plan.requests", text)).toBe("GET /api/v4/projects/1\n");
  });

  it("JSON loses its things, and counts of all things", () => {
    const plan = {
      changes: [{ kind: "topic", address: "topic:x" }, { kind: "group" }],
      unmanaged: ["topic:y", "group:z"],
      topics: {},
      stats: { requests: 4 },
    };
    const told = (value: object) => `exit 0\n${JSON.stringify(value, undefined, 2)}\n`;
    const expected = { changes: [{ kind: "group" }], unmanaged: ["group:z"] };
    expect(left("a/01.plan", told(plan))).toBe(left("a/01.plan", told(expected)));
    expect(left("a/01.plan", told(plan))).not.toBe(left("a/01.plan", told({ ...expected, changes: [] })));
  });

  it("texts lose its lines with what is indented below them, and nothing else", () => {
    const yaml = "groups:\n  acme:\n    name: A\ntopics:\n  x:\n    title: X\n\nprojects:\n  acme/web: {}\n";
    expect(left("a/01.files/acme.yaml", yaml)).toBe("groups:\n  acme:\n    name: A\nprojects:\n  acme/web: {}");
    expect(
      left("a/01.files/main.tf", 'resource "trueup_topic" "x" {\n  title = "X"\n}\nresource "trueup_group" "y" {\n}\n'),
    ).toBe('resource "trueup_group" "y" {\n}');
  });

  it("files go that bear its name", () => {
    expect(left("a/01.files/topics.yaml", "x")).toBeUndefined();
    expect(left("a/01.files/groups.yaml", "x")).toBe("x");
  });

  it("a name of no kind is refused with those that there are", () => {
    expect(() => wordsOf(["topik"], kinds)).toThrow(/no kind topik; there are .*topic/);
  });
});
