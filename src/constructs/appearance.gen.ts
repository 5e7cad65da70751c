// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { TrueupDataSource, TrueupResource } from "./resource.js";

/** What the sign-in page and the banners of the instance look like. Only for administrators of the instance. */
export interface AppearanceProps extends TerraformMetaArguments {
  /** Title of the sign-in page. Can be unset: name it in `unset`. */
  readonly title?: string;
  /** Text of the sign-in page, in Markdown. Can be unset: name it in `unset`. */
  readonly description?: string;
  /** Picture of the sign-in page; it can be replaced but not removed. */
  readonly logo?: string;
  /** Picture in the navigation bar; it can be replaced but not removed. */
  readonly headerLogo?: string;
  /** Icon of browser tabs, .ico or .png; it can be replaced but not removed. Allowed: a .ico or .png file. */
  readonly favicon?: string;
  /** Text beside the form for new projects, in Markdown. Can be unset: name it in `unset`. */
  readonly newProjectGuidelines?: string;
  /** Text beside the form for profile pictures, in Markdown. Allowed: at most 4096 characters. Can be unset: name it in `unset`. */
  readonly profileImageGuidelines?: string;
  /** Message in a bar at the top of every page. Can be unset: name it in `unset`. */
  readonly headerMessage?: string;
  /** Message in a bar at the bottom of every page. Can be unset: name it in `unset`. */
  readonly footerMessage?: string;
  /** Colour of the bars that hold messages. Allowed: a colour such as #E75E40. Default: `#E75E40`. */
  readonly messageBackgroundColor?: string;
  /** Colour of the text in the bars that hold messages. Allowed: a colour such as #E75E40. Default: `#FFFFFF`. */
  readonly messageFontColor?: string;
  /** E-mails carry the header and footer messages too. Default: `false`. */
  readonly emailHeaderAndFooterEnabled?: boolean | IResolvable;
  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  readonly unset?: readonly string[] | IResolvable;
}

/** Names in Terraform. */
const namesOfAppearance = {
  title: "title",
  description: "description",
  logo: "logo",
  headerLogo: "header_logo",
  favicon: "favicon",
  newProjectGuidelines: "new_project_guidelines",
  profileImageGuidelines: "profile_image_guidelines",
  headerMessage: "header_message",
  footerMessage: "footer_message",
  messageBackgroundColor: "message_background_color",
  messageFontColor: "message_font_color",
  emailHeaderAndFooterEnabled: "email_header_and_footer_enabled",
  unset: "unset",
} as const;

/** What the sign-in page and the banners of the instance look like. Only for administrators of the instance. */
export class Appearance extends TrueupResource {
  static readonly tfResourceType = "trueup_appearance";

  constructor(scope: Construct, id: string, properties: AppearanceProps = {}) {
    super(scope, id, Appearance.tfResourceType, namesOfAppearance, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Title of the sign-in page. */
  get title(): string {
    return this.getStringAttribute("title");
  }

  /** Text of the sign-in page, in Markdown. */
  get description(): string {
    return this.getStringAttribute("description");
  }

  /** Picture of the sign-in page; it can be replaced but not removed. */
  get logo(): string {
    return this.getStringAttribute("logo");
  }

  /** sha256 of the picture logo. */
  get logoSha256(): string {
    return this.getStringAttribute("logo_sha256");
  }

  /** Picture in the navigation bar; it can be replaced but not removed. */
  get headerLogo(): string {
    return this.getStringAttribute("header_logo");
  }

  /** sha256 of the picture header_logo. */
  get headerLogoSha256(): string {
    return this.getStringAttribute("header_logo_sha256");
  }

  /** Icon of browser tabs, .ico or .png; it can be replaced but not removed. */
  get favicon(): string {
    return this.getStringAttribute("favicon");
  }

  /** sha256 of the picture favicon. */
  get faviconSha256(): string {
    return this.getStringAttribute("favicon_sha256");
  }

  /** Text beside the form for new projects, in Markdown. */
  get newProjectGuidelines(): string {
    return this.getStringAttribute("new_project_guidelines");
  }

  /** Text beside the form for profile pictures, in Markdown. */
  get profileImageGuidelines(): string {
    return this.getStringAttribute("profile_image_guidelines");
  }

  /** Message in a bar at the top of every page. */
  get headerMessage(): string {
    return this.getStringAttribute("header_message");
  }

  /** Message in a bar at the bottom of every page. */
  get footerMessage(): string {
    return this.getStringAttribute("footer_message");
  }

  /** Colour of the bars that hold messages. */
  get messageBackgroundColor(): string {
    return this.getStringAttribute("message_background_color");
  }

  /** Colour of the text in the bars that hold messages. */
  get messageFontColor(): string {
    return this.getStringAttribute("message_font_color");
  }

  /** E-mails carry the header and footer messages too. */
  get emailHeaderAndFooterEnabled(): IResolvable {
    return this.getBooleanAttribute("email_header_and_footer_enabled");
  }

  /** Attributes that are to be unset, which leaving them out does not do: names, with dots for what stands inside of another. What `null` says in the files. */
  get unset(): string[] {
    return this.getListAttribute("unset");
  }
}

/** Reads it. What the sign-in page and the banners of the instance look like. Only for administrators of the instance. */
export type DataTrueupAppearanceProps = TerraformMetaArguments;

/** Names in Terraform. */
const namesOfDataTrueupAppearance = {
} as const;

/** Reads it. What the sign-in page and the banners of the instance look like. Only for administrators of the instance. */
export class DataTrueupAppearance extends TrueupDataSource {
  static readonly tfResourceType = "trueup_appearance";

  constructor(scope: Construct, id: string, properties: DataTrueupAppearanceProps = {}) {
    super(scope, id, DataTrueupAppearance.tfResourceType, namesOfDataTrueupAppearance, properties);
  }

  /** The address, as in the files. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Title of the sign-in page. */
  get title(): string {
    return this.getStringAttribute("title");
  }

  /** Text of the sign-in page, in Markdown. */
  get description(): string {
    return this.getStringAttribute("description");
  }

  /** sha256 of the picture logo. */
  get logoSha256(): string {
    return this.getStringAttribute("logo_sha256");
  }

  /** sha256 of the picture header_logo. */
  get headerLogoSha256(): string {
    return this.getStringAttribute("header_logo_sha256");
  }

  /** sha256 of the picture favicon. */
  get faviconSha256(): string {
    return this.getStringAttribute("favicon_sha256");
  }

  /** Text beside the form for new projects, in Markdown. */
  get newProjectGuidelines(): string {
    return this.getStringAttribute("new_project_guidelines");
  }

  /** Text beside the form for profile pictures, in Markdown. */
  get profileImageGuidelines(): string {
    return this.getStringAttribute("profile_image_guidelines");
  }

  /** Message in a bar at the top of every page. */
  get headerMessage(): string {
    return this.getStringAttribute("header_message");
  }

  /** Message in a bar at the bottom of every page. */
  get footerMessage(): string {
    return this.getStringAttribute("footer_message");
  }

  /** Colour of the bars that hold messages. */
  get messageBackgroundColor(): string {
    return this.getStringAttribute("message_background_color");
  }

  /** Colour of the text in the bars that hold messages. */
  get messageFontColor(): string {
    return this.getStringAttribute("message_font_color");
  }

  /** E-mails carry the header and footer messages too. */
  get emailHeaderAndFooterEnabled(): IResolvable {
    return this.getBooleanAttribute("email_header_and_footer_enabled");
  }
}
