import type { Json } from "../../src/core/json.js";

const reference = "${env:AWS_SECRET_ACCESS_KEY}";
const deep = (levels: number): Json => (levels === 0 ? [] : [deep(levels - 1)]);

/** What a server may say in place of any value: every type of JSON, what only files and plans may say, texts that break out of where they are written, and lengths. */
export const lies: Readonly<Record<string, Json>> = {
  null: null,
  true: true,
  "0": 0,
  "a negative number": -1,
  "a fraction": 1.5,
  "a huge number": 1e308,
  "no text": "",
  "a text": "text",
  "a number as text": "7",
  "an empty list": [],
  "a list of a list": [[]],
  "a list of null": [null],
  "an empty object": {},
  "an object": { a: { b: [1] } },
  "nested lists": deep(150),
  "a secret": { $secret: reference },
  "a list of secrets": [{ $secret: reference }],
  "a file": { $file: "/proc/self/environ", sha256: "00" },
  "a reference": { $ref: "c1", field: "id" },
  "a lookup": { $lookup: "GET /user", field: "username" },
  "something unknown": { $unknown: true },
  "a variable": reference,
  "a variable of a file": "${file:/proc/self/environ}",
  "an expression": `$${reference} %{ for x in y }\`\${process.env.AWS_SECRET_ACCESS_KEY}\` */ --> {{ env }}`,
  lines: `one\n## two | three |\r\n\n::error::four\u2028five\u0085six\tseven`,
  "escapes of a terminal": "\u001b[2J\u001b]0;title\u0007\u009b31m\u202eevil\u2066\ufeff",
  "half a character": "\ud800 \udfff",
  "nothing of a character": "\u0000",
  "a prototype": JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}') as Json,
  "a path that leads elsewhere": "../../user",
  "a path of nothing": "/x",
  "a long text": "x".repeat(100_000),
  "a long list": Array.from({ length: 1_000 }, (_, index) => index),
};

const many = 100_000;

/** What a server may answer in place of a whole reply, made of the true one. */
export const bodyLies: Readonly<Record<string, (body: string) => string>> = {
  null: () => "null",
  nothing: () => "",
  "a text": () => '"text"',
  "a number beyond all bounds": () => "1e400",
  "no JSON": () => "text",
  "cut off": (body) => body.slice(0, -1),
  "a list where an object is due, and the other way round": (body) => (body.startsWith("[") ? `{"items":${body}}` : `[${body}]`),
  "a list of what is no thing": () => '[null,1,"x",[[]],true]',
  "a thing without anything": (body) => (body.startsWith("[") ? "[{}]" : "{}"),
  "nested without end": () => `${"[".repeat(many)}${"]".repeat(many)}`,
  "a thing nested without end": () => `${'{"a":'.repeat(many)}1${"}".repeat(many)}`,
  "numbers beyond all bounds": (body) => body.replaceAll(/:\d+(?=[,}])/g, ":1e400"),
  "keys of prototypes": (body) => body.replaceAll(/\{/g, '{"__proto__":{"id":9},"constructor":7,'),
};
