// Of the HTTP client the program uses connections and forms. Its mocks, web sockets and caches, which its entry loads as well, would be a fifth of the package.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const load = createRequire(import.meta.url);
const sources = fileURLToPath(new URL("../src/", import.meta.url));
const part = "\0part-of-undici";
const fileOf = (name) => JSON.stringify(load.resolve(`undici/lib/${name}`));

/** Each is run when it is first used: most commands send nothing. If the program imports more than these, the bundler names what is missing. */
const text = `
module.exports = {
  get Pool() {
    // As undici's entry does it.
    Object.assign(require(${fileOf("dispatcher/dispatcher.js")}).prototype, require(${fileOf("api/index.js")}));
    return require(${fileOf("dispatcher/pool.js")});
  },
  get FormData() {
    return require(${fileOf("web/fetch/formdata.js")}).FormData;
  },
};
`;

// undici has its parser twice, and takes the one for every processor if the faster one fails.
const fasterParser = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/;

/** Puts that module in the place of undici where the program imports it. */
export const partOfUndici = {
  name: "part-of-undici",
  resolveId: (name, importer) => (name === "undici" && importer?.startsWith(sources) ? part : undefined),
  load: (id) => (id === part ? text : fasterParser.test(id) ? 'throw new Error("left out");' : undefined),
};
