// After tsc: puts compiled schemas in the place of what compiles them (src/core/checks.ts says why).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { minifySync } from "rolldown/utils";
import { checkedSchemas, checkFiles } from "../dist/derive/check-files.js";
import { kinds as written } from "../dist/kinds/index.gen.js";
import { kinds } from "../dist/program/kinds.js";

const top = fileURLToPath(new URL("..", import.meta.url));
const core = join(top, "dist/core");
const planSchema = JSON.parse(readFileSync(join(top, "schemas/plan.schema.json"), "utf8"));

rmSync(join(core, "checks"), { recursive: true, force: true });
mkdirSync(join(core, "checks"));
for (const [name, text] of checkFiles([...checkedSchemas(written, planSchema), ...checkedSchemas(kinds, planSchema)])) {
  const isCheck = name.endsWith(".cjs") && !name.endsWith("/index.cjs");
  writeFileSync(join(core, name), isCheck ? minified(name, text) : text);
}

function minified(name, text) {
  const { code, errors } = minifySync(name, text, { module: false });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return code;
}
