// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** A topic that projects can be found by. Only for administrators of the instance. */
export interface TopicProps extends TerraformMetaArguments {
  /** The topic's name, a slug. Allowed: at most 255 characters. */
  readonly name: string;
  /** Title that people see. Allowed: 1 to 255 characters. */
  readonly title: string;
  /** What the topic is about. Allowed: at most 1024 characters. Can be unset: name it in `unset`. */
  readonly description?: string;
  /** Picture of the topic; null removes it. Can be unset: name it in `unset`. */
  readonly avatar?: string;
  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  readonly unset?: readonly string[] | IResolvable;
}

/** Names in Terraform. */
const namesOfTopic = {
  name: "name",
  title: "title",
  description: "description",
  avatar: "avatar",
  unset: "unset",
} as const;

/** A topic that projects can be found by. Only for administrators of the instance. */
export class Topic extends TrueupResource {
  static readonly tfResourceType = "trueup_topic";

  constructor(scope: Construct, id: string, properties: TopicProps) {
    super(scope, id, Topic.tfResourceType, namesOfTopic, properties);
  }

  /** The number that the platform knows it by, as text. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** The topic's name, a slug. Allowed: at most 255 characters. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** Title that people see. */
  get title(): string {
    return this.getStringAttribute("title");
  }

  /** What the topic is about. */
  get description(): string {
    return this.getStringAttribute("description");
  }

  /** Picture of the topic; null removes it. */
  get avatar(): string {
    return this.getStringAttribute("avatar");
  }

  /** sha256 of the picture avatar. */
  get avatarSha256(): string {
    return this.getStringAttribute("avatar_sha256");
  }

  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  get unset(): string[] {
    return this.getListAttribute("unset");
  }
}

/** Reads it. A topic that projects can be found by. Only for administrators of the instance. */
export interface DataTrueupTopicProps extends TerraformMetaArguments {
  /** The topic's name, a slug. Allowed: at most 255 characters. */
  readonly name: string;
}

/** Names in Terraform. */
const namesOfDataTrueupTopic = {
  name: "name",
} as const;

/** Reads it. A topic that projects can be found by. Only for administrators of the instance. */
export class DataTrueupTopic extends TrueupDataSource {
  static readonly tfResourceType = "trueup_topic";

  constructor(scope: Construct, id: string, properties: DataTrueupTopicProps) {
    super(scope, id, DataTrueupTopic.tfResourceType, namesOfDataTrueupTopic, properties);
  }

  /** The number that the platform knows it by, as text. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** The topic's name, a slug. Allowed: at most 255 characters. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** Title that people see. */
  get title(): string {
    return this.getStringAttribute("title");
  }

  /** What the topic is about. */
  get description(): string {
    return this.getStringAttribute("description");
  }

  /** sha256 of the picture avatar. */
  get avatarSha256(): string {
    return this.getStringAttribute("avatar_sha256");
  }
}
