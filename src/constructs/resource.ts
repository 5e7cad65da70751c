import { TerraformDataSource, TerraformResource, type TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { terraformBody, type AttributeNames, type TerraformBody } from "./attributes.js";
import { separate } from "./meta-arguments.js";
import { generatorMetadata, refuseHcl } from "./metadata.js";

/** A resource of the provider: takes its properties to Terraform under the names that they have there. */
export abstract class TrueupResource extends TerraformResource {
  private readonly body: TerraformBody;

  /** Throws where a property is not known to the resource type. */
  constructor(scope: Construct, id: string, type: string, names: AttributeNames, properties: TerraformMetaArguments) {
    const { meta, attributes } = separate(properties);
    super(scope, id, { ...meta, terraformResourceType: type, terraformGeneratorMetadata: generatorMetadata });
    this.body = terraformBody(attributes, names, `${type} at ${this.node.path}`);
  }

  protected override synthesizeAttributes(): TerraformBody {
    return this.body;
  }

  protected override synthesizeHclAttributes(): never {
    return refuseHcl(this.node.path);
  }
}

/** A data source of the provider. */
export abstract class TrueupDataSource extends TerraformDataSource {
  private readonly body: TerraformBody;

  /** Throws where a property is not known to the data source. */
  constructor(scope: Construct, id: string, type: string, names: AttributeNames, properties: TerraformMetaArguments) {
    const { meta, attributes } = separate(properties);
    super(scope, id, { ...meta, terraformResourceType: type, terraformGeneratorMetadata: generatorMetadata });
    this.body = terraformBody(attributes, names, `data source ${type} at ${this.node.path}`);
  }

  protected override synthesizeAttributes(): TerraformBody {
    return this.body;
  }

  protected override synthesizeHclAttributes(): never {
    return refuseHcl(this.node.path);
  }
}
