import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";

const { uri } = fullFormats;

/** The formats of texts that schemas may name. */
export const formats: Readonly<Record<"date" | "email" | "iri" | "uri", Format>> = {
  date: fullFormats.date,
  email: fullFormats.email,
  iri: (text) => typeof uri === "function" && uri(text.replaceAll(/[\u00a0-\u{10ffff}]/gu, "%20")),
  uri,
};

/** The modules that compiled checks may require: no file of their own, so that a check is all there is to load. */
export const parts: Readonly<Record<string, unknown>> = {
  "ajv/dist/runtime/equal": { default: functionOf(equal) },
  "ajv/dist/runtime/ucs2length": { default: functionOf(ucs2length) },
};

/** Node and what runs tests do not agree on what one gets of a CommonJS module with a default. */
function functionOf(module: unknown): unknown {
  return typeof module === "object" && module !== null && "default" in module ? module.default : module;
}
