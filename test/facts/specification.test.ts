import { describe, expect, it } from "vitest";
import { compactText } from "../../src/facts/compact.js";
import { readFacts } from "../../src/facts/read-facts.js";
import type { ReleaseFacts } from "../../src/facts/release.js";
import { factsOfSpecification } from "../../src/facts/specification.js";
import { comparedFacts, comparisonLines } from "../../src/facts/whats-new.js";

const older = `
swagger: "2.0"
basePath: /api
paths:
  /v4/lamps/{id}:
    parameters:
      - {name: id, in: path, required: true, type: integer}
    put:
      deprecated: true
      parameters:
        - {name: bright, in: formData, type: boolean, required: true}
        - {name: "rules[][name]", in: formData, type: string}
        - {name: "rules[][level]", in: formData, type: integer, enum: [0, 30]}
        - {name: "shade[hue]", in: formData, type: string, default: red}
        - {name: picture, in: formData, type: file}
        - {name: dry, in: query, type: boolean}
        - {name: X-Lamp, in: header, type: string}
      responses:
        404: {description: no such lamp, schema: {type: object, properties: {message: {type: string}}}}
        200: {description: the lamp, schema: {$ref: "#/definitions/Lamp"}}
  /v4/lamps:
    post:
      parameters:
        - {name: body, in: body, schema: {$ref: "#/definitions/NewLamp"}}
      responses:
        201: {description: "", schema: {type: array, items: {$ref: "#/definitions/Lamp"}}}
definitions:
  Lamp: {type: object, required: [id], properties: {id: {type: integer, format: int32}, made: {type: string, format: date-time}}}
  NewLamp: {type: object, required: [name], properties: {name: {type: text, maxLength: 20}, alert: {type: symbol}}}
`;

const newer = JSON.stringify({
  openapi: "3.1.0",
  servers: [{ url: "https://gitlab.example/below/api/v4" }],
  paths: {
    "/lamps": {
      post: {
        requestBody: { $ref: "#/components/requestBodies/lamp" },
        responses: { "204": {}, "201": { content: { "application/json": { schema: { $ref: "#/components/schemas/Lamp" } } } } },
      },
      get: {
        parameters: [
          { $ref: "#/components/parameters/page" },
          { name: "filter[scope]", in: "query", schema: { type: "string" } },
          { name: "ids", in: "query", required: true, schema: { type: "array", items: { type: ["integer", "null"] } } },
        ],
        responses: { "2XX": { content: { json: { schema: { items: { properties: { id: { type: "integer" } } } } } } } },
      },
    },
  },
  components: {
    parameters: { page: { name: "page", in: "query", schema: { type: "integer", minimum: 1, maximum: 9 } } },
    requestBodies: {
      lamp: {
        content: {
          "application/json": { schema: { $ref: "#/components/schemas/NewLamp" } },
          "multipart/form-data": { schema: { properties: { picture: { type: "string", format: "binary" } } } },
        },
      },
    },
    schemas: {
      Lamp: { allOf: [{ properties: { id: { type: "integer" } } }, { properties: { name: { type: "string" } } }] },
      NewLamp: {
        required: ["colour"],
        properties: {
          colour: { anyOf: [{ type: "string", enum: ["red"] }, { const: "blue" }, { type: "null" }] },
          owner: { oneOf: [{ type: "string" }, { type: "integer" }] },
          words: { type: "object", additionalProperties: { type: "boolean" } },
          file: { contentMediaType: "application/octet-stream" },
          watts: { type: "number", default: 0.5 },
        },
      },
    },
  },
});

describe("facts of a specification", () => {
  it("of Swagger 2.0 have what forms and bodies take, without what stands in the path or a header", () => {
    expect(factsOfSpecification(older, "15.4")).toEqual<ReleaseFacts>({
      release: "15.4",
      operations: {
        "PUT /lamps/{id}": {
          params: {
            bright: { type: "boolean", required: true },
            rules: {
              type: "array",
              items: { type: "object", properties: { name: { type: "string" }, level: { type: "integer", enum: [0, 30] } } },
            },
            shade: { type: "object", properties: { hue: { type: "string", default: "red" } } },
            picture: { type: "string", format: "binary" },
            dry: { type: "boolean", in: "query" },
          },
          reply: { id: { type: "integer" }, made: { type: "string", format: "date-time" } },
          deprecated: true,
        },
        "POST /lamps": {
          params: { name: { type: "string", required: true, maxLength: 20 }, alert: { type: "string" } },
          reply: { id: { type: "integer" }, made: { type: "string", format: "date-time" } },
        },
      },
    });
  });

  it("of OpenAPI 3 have what any form of the body takes, and what schemas are made of", () => {
    expect(factsOfSpecification(newer, "20.0").operations).toEqual({
      "POST /lamps": {
        params: {
          colour: { type: "string", enum: ["red", "blue"], required: true },
          owner: { type: "integer|string" },
          words: { type: "object", items: { type: "boolean" } },
          file: { type: "string", format: "binary" },
          watts: { type: "number", default: 0.5 },
          picture: { type: "string", format: "binary" },
        },
        reply: { id: { type: "integer" }, name: { type: "string" } },
      },
      "GET /lamps": {
        params: {
          page: { type: "integer", in: "query", min: 1, max: 9 },
          filter: { type: "object", in: "query", properties: { scope: { type: "string" } } },
          ids: { type: "array", in: "query", required: true, items: { type: "integer" } },
        },
        reply: { id: { type: "integer" } },
      },
    });
  });

  it.each([
    ["/api/v4/lamps/", {}],
    ["/v4/lamps", { swagger: "2.0", basePath: "/api/" }],
    ["/lamps", { swagger: "2.0", basePath: "/gitlab/api/v4" }],
    ["/api/{version}/lamps", {}],
    ["lamps", { servers: [{ url: "/api/v4/" }] }],
    ["/lamps", { servers: [{ url: "https://gitlab.example" }] }],
  ])("name %s without what a server puts before it", (path, more) => {
    const document = { ...("swagger" in more ? {} : { openapi: "3.0.1" }), ...more, paths: { [path]: { get: {} } } };
    expect(Object.keys(factsOfSpecification(JSON.stringify(document), "20.0").operations)).toEqual(["GET /lamps"]);
  });
});

/** A description with one operation that takes a schema. */
function taking(schema: unknown, schemas: unknown = {}): string {
  const body = { content: { "application/json": { schema: { type: "object", properties: { one: schema } } } } };
  return JSON.stringify({ openapi: "3.0.0", paths: { "/lamps": { post: { requestBody: body } } }, components: { schemas } });
}

describe("a hostile specification", () => {
  const read = (text: string): ReleaseFacts => {
    const facts = factsOfSpecification(text, "20.0");
    expect(readFacts(compactText(facts))).toEqual(facts);
    return facts;
  };

  it("of schemas that stand in themselves ends", () => {
    const self = { $ref: "#/components/schemas/Self" };
    const facts = read(taking(self, { Self: { properties: { a: self, b: { type: "array", items: self } } } }));
    expect(facts.operations["POST /lamps"]?.params?.["one"]?.properties?.["a"]?.properties?.["b"]?.type).toBe("array");
    read(
      taking(
        { $ref: "#/components/schemas/A" },
        { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
      ),
    );
    read(taking({ $ref: "#/components/schemas/A" }, { A: { allOf: [{ $ref: "#/components/schemas/A" }, { type: "string" }] } }));
  });

  it("of schemas that name others many times over is no more work than it is long", () => {
    const names = Array.from({ length: 60 }, (_, at) => `p${at}`);
    const level = (at: number): unknown => ({
      properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/L${at + 1}` }])),
    });
    const schemas = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`L${at}`, level(at)]));
    const text = compactText(factsOfSpecification(taking({ $ref: "#/components/schemas/L0" }, schemas), "20.0"));
    expect(text.length).toBeLessThan(40_000);
  });

  it("of names that the language has itself leaves them names", () => {
    const text = `{"openapi": "3.0.0", "paths": {"/a": {"put": {"parameters": [
      {"name": "__proto__", "in": "query", "schema": {"type": "constructor"}},
      {"name": "a[__proto__][b]", "in": "query", "schema": {"type": "string"}},
      {"name": "constructor", "in": "query", "schema": {"$ref": "#/components/constructor"}}]}}}}`;
    const { params = {} } = read(text).operations["PUT /a"] ?? {};
    expect(Object.keys(params)).toEqual(["__proto__", "a", "constructor"]);
    expect(({} as Record<string, unknown>)["b"]).toBeUndefined();
  });

  it("of references to nowhere and parts of other types takes what is left", () => {
    read(taking({ $ref: "https://elsewhere.example/schema.json" }));
    read(taking({ $ref: "#/components/schemas/%zz" }));
    read(taking({ type: 5, enum: [null, {}, "a"], properties: [], items: 3, required: "all", allOf: {} }));
    const odd = { openapi: 3.1, paths: { "/a": null, "/b": { get: [], put: { parameters: [null, 3, {}], responses: [] } } } };
    expect(read(JSON.stringify(odd)).operations).toEqual({ "PUT /b": {} });
  });

  it.each([
    ["", "is empty, not an OpenAPI description"],
    ["- a", "is a list, not"],
    ["just text", "is a string, not"],
    ["{a: [", "is neither YAML nor JSON"],
    ["a: &a [*a, *a]\nb: *c", "is neither YAML nor JSON"],
    ["asyncapi: 2.0.0\ninfo: {}", "it has asyncapi, info"],
    ["openapi: 4.0.0\npaths: {}", 'of version "4.0.0"'],
    ["swagger: '1.2'", 'of version "1.2"'],
    ["openapi: 3.0.0", "has no paths"],
    ["openapi: 3.0.0\npaths: {}", "has no paths"],
    ["openapi: 3.0.0\npaths: {/a: {head: {}}}", "no operation in them"],
  ])("that is %j is refused", (text, why) => {
    expect(() => factsOfSpecification(text, "20.0", "spec.yaml")).toThrow(why);
  });
});

describe("what is new in a release", () => {
  it("is told by operation and, where kinds use it, by parameter", () => {
    const before: ReleaseFacts = {
      release: "19.0",
      operations: {
        "PUT /lamps/{id}": {
          params: { hue: { type: "string", enum: ["a", "b"] }, dim: { type: "boolean" }, old: { type: "string" } },
        },
        "PUT /doors/{id}": { params: { a: { type: "string" } } },
        "GET /gone": {},
      },
    };
    const after: ReleaseFacts = {
      release: "20.0",
      operations: {
        "PUT /lamps/{lamp}": {
          params: { hue: { type: "string", enum: ["b", "a"] }, dim: { type: "boolean" }, glow: { type: "string" } },
        },
        "PUT /doors/{id}": { params: { b: { type: "string" } } },
        "GET /new": {},
      },
    };
    expect(comparisonLines("19.0", comparedFacts(before, after, new Set(["PUT /lamps/{lamp}"])))).toEqual([
      "1 operation more than in 19.0: GET /new",
      "1 operation of 19.0 no longer there: GET /gone",
      "PUT /lamps/{lamp}: 1 parameter more: glow",
      "PUT /lamps/{lamp}: 1 parameter no longer there: old",
      "PUT /lamps/{lamp}: 1 parameter of another type or with other words: hue",
    ]);
  });
});
