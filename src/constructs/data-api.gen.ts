// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource } from "./resource.js";

/** What any GET endpoint of the API returns, as typed values. */
export interface DataTrueupApiProps extends TerraformMetaArguments {
  /** Path below /api/v4, such as `/projects/acme%2Fweb/branches`. */
  readonly path: string;
  /** Parameters of the query. */
  readonly query?: { readonly [key: string]: string } | IResolvable;
  /** Reads all pages of a list. Default: `true`. */
  readonly paginate?: boolean | IResolvable;
}

/** Names in Terraform. */
const namesOfDataTrueupApi = {
  path: "path",
  query: "query",
  paginate: "paginate",
} as const;

/** What any GET endpoint of the API returns, as typed values. */
export class DataTrueupApi extends TrueupDataSource {
  static readonly tfResourceType = "trueup_api";

  constructor(scope: Construct, id: string, properties: DataTrueupApiProps) {
    super(scope, id, DataTrueupApi.tfResourceType, namesOfDataTrueupApi, properties);
  }

  /** Path below /api/v4, such as `/projects/acme%2Fweb/branches`. */
  get path(): string {
    return this.getStringAttribute("path");
  }

  /** Parameters of the query. */
  get query(): { [key: string]: string } {
    return this.getStringMapAttribute("query");
  }

  /** Reads all pages of a list. Default: `true`. */
  get paginate(): IResolvable {
    return this.getBooleanAttribute("paginate");
  }

  /** The reply, as an object or list. What the API calls a token, a password or the like is null, and addresses are without their credentials: they would stand in the state. */
  get result(): IResolvable {
    return this.interpolationForAttribute("result");
  }
}
