import type { TerraformType } from "../../derive/terraform/types.js";

/** A number that a double cannot hold exactly, as decimal text. */
export class BigNumber {
  constructor(readonly text: string) {}
}

/** A value that is known only after apply. */
export class Unknown {
  constructor(readonly refinements?: unknown) {}
}

/** The unknown value without refinements. */
export const unknown: Unknown = new Unknown();

/** A value of an attribute of type `dynamic`, with the type that it turned out to have. */
export class Dynamic {
  constructor(
    readonly type: TerraformType,
    readonly value: Value,
  ) {}
}

/** A value of Terraform's language. Sets are arrays. Objects and maps have no prototype. */
export type Value = null | string | number | boolean | BigNumber | Unknown | Dynamic | readonly Value[] | ObjectValue;
/** An object or a map. */
export type ObjectValue = { readonly [name: string]: Value };
