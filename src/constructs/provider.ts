import { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { terraformBody, type TerraformBody } from "./attributes.js";
import { generatorMetadata, refuseHcl } from "./metadata.js";
import { providerNames, providerSource, type TrueupProviderOwn } from "./provider.gen.js";

/**
 * The server and how to go about it. Without `url` and `token` the provider finds both as the command line does, in the environment or in a stored login:
 * a token that is given here stands in the synthesized JSON, unless it is a sensitive variable.
 */
export interface TrueupProviderProps extends TrueupProviderOwn {
  /** Distinguishes several of them in one stack. */
  readonly alias?: string;
}

/** The provider `trueup/trueup`: every stack with resources of trueup needs one. */
export class TrueupProvider extends TerraformProvider {
  static readonly tfResourceType = "trueup";

  private readonly body: TerraformBody;
  private givenAlias: string | undefined;

  constructor(scope: Construct, id: string, properties: TrueupProviderProps = {}) {
    super(scope, id, {
      terraformResourceType: TrueupProvider.tfResourceType,
      terraformGeneratorMetadata: generatorMetadata,
      terraformProviderSource: providerSource,
    });
    const { alias, ...rest } = properties;
    this.givenAlias = alias;
    this.body = terraformBody(rest, providerNames, `provider trueup at ${this.node.path}`);
  }

  override get alias(): string | undefined {
    return this.givenAlias;
  }

  override set alias(value: string | undefined) {
    this.givenAlias = value;
  }

  protected override synthesizeAttributes(): TerraformBody {
    return this.body;
  }

  protected override synthesizeHclAttributes(): never {
    return refuseHcl(this.node.path);
  }
}
