declare module "@michaelhomer/jqjs" {
  type JqValue = import("../../core/json.js").Json;
  const jq: { compile(program: string): (input: JqValue) => Iterable<JqValue> };
  export default jq;
}
