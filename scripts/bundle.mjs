// The part of `npm run build` that makes the command, the client and the Terraform provider, with the types of the client and the licenses of the packages whose code is in them.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "./bundle-program.mjs";
import { bundleProvider } from "./bundle-provider.mjs";
import { compile } from "./compile-types.mjs";
import { compileChecks } from "./compiled-checks.mjs";
import { licensesOf } from "./licenses.mjs";
import { rollUpTypes } from "./roll-up-types.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));

const checks = await compileChecks();
const owners = [...(await bundleProgram(checks)), ...(await bundleProvider(checks))];
writeFileSync(join(top, "dist/THIRD-PARTY-LICENSES.txt"), licensesOf(owners));
const types = compile("tsconfig.client.json");
writeFileSync(join(top, "dist/client/index.d.ts"), rollUpTypes(join(types, "client/index.d.ts"), types));
