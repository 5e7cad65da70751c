declare module "@michaelhomer/jqjs" {
  import type { Json } from "../../core/json.js";

  const jq: { compile(program: string): (input: Json) => Iterable<Json> };
  export default jq;
}
