import { _, Ajv2020 } from "ajv/dist/2020.js";
import { formats } from "./check-parts.js";

/** Which errors a check tells: all, or the first one, for values so large that all would be too many. */
export type ErrorExtent = "all" | "first";

/** What compiles schemas. `code` is how: for a single use at once, or as text in which `formats` are the formats, for many uses later. */
export function schemaCompiler(extent: ErrorExtent, code: "once" | "text"): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: extent === "all",
    strict: false,
    ownProperties: true,
    logger: false,
    code: code === "once" ? { optimize: false } : { source: true, formats: _`formats` },
  });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  return ajv;
}
