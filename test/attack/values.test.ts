// @module-tag slow
import { describe, expect, it } from "vitest";
import { expressible } from "../../src/core/declaration.js";
import { TrueupError } from "../../src/core/errors.js";
import { type Fields, typeOf } from "../../src/core/fields.js";
import { canonicalJson, type Json, type JsonObject, placeholdersIn, writtenForm } from "../../src/core/json.js";
import { addressIn, fieldsOf, type PlacedKind, placedKinds } from "../../src/core/kind.js";
import type { Live } from "../../src/core/plan.js";
import { answering } from "../../src/core/reply.js";
import { loadDesired } from "../../src/desired/index.js";
import { checkDeclaration } from "../../src/desired/write/expressible.js";
import { writeFiles } from "../../src/desired/write/files.js";
import { decodeReply, diff, normalForm } from "../../src/engine/forms/index.js";
import { kinds } from "../../src/program/kinds.js";
import { renderError } from "../../src/report/index.js";
import { itemTexts, valueText } from "../../src/report/value.js";
import { converted } from "../convert/files.js";
import { sample } from "../ring.js";
import { lies } from "./lies.js";

/** A sort of member, with what its replies are made of. */
interface Sort {
  readonly kind: PlacedKind;
  readonly key: string | undefined;
  readonly fields: Fields;
}

/** Every sort once: what has the same attributes under several parents is one. */
const sorts: readonly Sort[] = [
  ...new Map(
    placedKinds(kinds).flatMap((kind) => {
      const keys = [...(kind.as === "map" ? [kind.exampleKey ?? "some"] : [undefined]), ...Object.keys(kind.shapes ?? {})];
      return keys.map((key) => [fieldsOf(kind, { key }), { kind, key, fields: fieldsOf(kind, { key }) }] as const);
    }),
  ).values(),
];

const request = "GET /somewhere";

/** What is decoded of one attribute that says this, or the error. */
function decoded({ kind, key, fields }: Sort, name: string, value: Json): Live | TrueupError {
  const field = fields[name];
  const shown = { [field?.read ?? name]: value };
  const marks = {
    id: 7,
    ...(kind.key ? { [kind.key.read]: key } : {}),
    ...(kind.tree ? { [kind.tree.fullPath]: "acme/web" } : {}),
  };
  const reply = { ...marks, ...(kind.readUnder === undefined ? shown : { [kind.readUnder]: shown }) } as JsonObject;
  try {
    return decodeReply(kind, addressOfSort({ kind, key }), answering(request, reply), { attributes: [name] });
  } catch (error) {
    expect(error, `${kind.name}.${name}`).toBeInstanceOf(TrueupError);
    return error as TrueupError;
  }
}

function addressOfSort({ kind, key }: Pick<Sort, "kind" | "key">) {
  const path = kind.parent === "instance" && kind.as === "map" ? key : "acme/web";
  return addressIn(
    kind,
    kind.parent === "instance" && kind.as === "one" ? undefined : path,
    kind.parent === "instance" ? undefined : key,
  );
}

/** What no terminal, table or page may be given. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe.each(Object.entries(lies))("a reply that says %s", (lie, value) => {
  it("of any attribute of any kind is either told as wrong without its value, or is data: compared, shown on one line, and no placeholder", () => {
    for (const sort of sample(sorts, Math.ceil(sorts.length / 3), Object.keys(lies).indexOf(lie))) {
      for (const [name, field] of Object.entries(sort.fields)) {
        const found = decoded(sort, name, value);
        const at = `${sort.kind.name}.${name}`;
        if (found instanceof TrueupError) {
          expect(found.code, at).toBe("reply.type");
          expect(found.message.startsWith(`the reply to ${request} about `), at).toBe(true);
          expect(found.message, at).toContain(` as ${name}`);
          const lines = renderError(found, { color: false });
          expect(lines.split("\n").length, lines).toBeLessThanOrEqual(4);
          expect(lines).not.toContain("AWS_SECRET");
          continue;
        }
        expect(placeholdersIn(found.spec), at).toEqual([]);
        const shown = found.spec[name];
        if (shown === undefined) continue;
        const other = typeOf(field).schema.sample(field, (part) => typeOf(part).schema.sample(part, () => null));
        diff(sort.fields, { [name]: other }, { [name]: shown });
        canonicalJson(normalForm(field, shown));
        expect(writtenForm(writtenForm(shown)), at).toBeDefined();
        const text = [valueText(shown, { verbose: true }), valueText(shown)];
        const items = Array.isArray(shown) ? Object.values(itemTexts(shown, [])).flat() : [];
        for (const line of [...text, ...items])
          expect(unsafe.test(line), `${at}: ${JSON.stringify(line).slice(0, 200)}`).toBe(false);
      }
    }
  });
});

describe("what is exported of a server that lies", () => {
  it.each(Object.keys(lies))("with %s at every place stands in files as what it is, and refers to nothing", async (lie) => {
    for (const sort of sample(sorts, 6, Object.keys(lies).indexOf(lie))) {
      const names = Object.keys(sort.fields).filter(
        (name) => !sort.fields[name]?.secret && !typeOf(sort.fields[name] as never).isUploaded,
      );
      const spec = Object.assign(
        {},
        ...names.map((name) => {
          const found = decoded(sort, name, lies[lie] ?? null);
          return found instanceof TrueupError ? {} : found.spec;
        }),
      ) as JsonObject;
      const address = addressOfSort(sort);
      const declaration = { ...address, address: sort.kind.name, spec, remarks: [JSON.stringify(lies[lie]).slice(0, 1_000)] };
      const { expressed: written } = expressible(declaration, (one) => checkDeclaration(one, kinds));
      if (!written) continue;
      const files = writeFiles([written], { kinds, layout: "single" });
      const overlay = new Map(files.map(({ path, text }) => [`/nowhere/${path}`, text]));
      const { state, diagnostics } = await loadDesired(["."], { kinds, cwd: "/nowhere", env: {}, overlay });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const own = state.resources.find(({ kind, key }) => kind === address.kind && key === address.key);
      expect(placeholdersIn(own?.spec)).toEqual([]);
      expect(canonicalJson(own?.spec)).toBe(canonicalJson(written.spec));
      for (const language of ["hcl", "cdktf"] as const) {
        const { text } = converted([written], language);
        expect(text).not.toMatch(/(?<![$\\])\$\{(?:env|file):[\w/]/);
        expect(text).not.toMatch(/^(?! *(?:#|\/\/)).*(?<![$%\\])[$%]\{ ?(?:process|for)/m);
      }
    }
  });
});
