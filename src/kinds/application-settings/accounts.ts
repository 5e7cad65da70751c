import { alias, flag, integer, number, oneOf, secret, setOf, text } from "../../core/fields.js";
import { commaList, emptyList, eitherProtocol } from "./forms.js";

const abuseEmail = text("Address that abuse reports are sent to.", { nullable: true, format: "email" });

const ofFourSizes = (algorithm: string) => `Smallest ${algorithm} key in bits that users may add; 0 allows all, -1 none.`;
const sinceSk = { ordered: true, default: 0 } as const;

/** Settings of who may sign up and sign in, and how. */
export const accounts = {
  admin_mode: flag("Administrators sign in again before they do administrative tasks.", { default: false }),
  admin_notification_email: alias("abuse_notification_email", abuseEmail),
  abuse_notification_email: abuseEmail,
  after_sign_out_path: text("Address that users are sent to when they sign out.", { nullable: true, format: "url" }),
  after_sign_up_text: text("Text that users see after they have signed up, in Markdown.", { nullable: true }),
  allow_group_owners_to_manage_ldap: flag("Group owners may manage LDAP links.", { default: true, tier: "premium" }),
  authorized_keys_enabled: flag("SSH keys are written to the authorized_keys file.", { default: true }),
  spamfilter_enabled: flag("The spam filter checks what users write.", {
    default: false,
    vendor: "akismet_enabled",
    requires: ["spamfilter_api_key"],
  }),
  spamfilter_api_key: secret("Key of the spam filter's service.", { nullable: true, vendor: "akismet_api_key" }),
  deactivate_dormant_users: flag("Users who have been away for long are deactivated.", { default: false }),
  deactivate_dormant_users_period: integer("Days without activity after which a user is deactivated.", {
    default: 90,
    min: 1,
  }),
  default_projects_limit: integer("Number of projects that a new user may create.", { default: 100_000, min: 0 }),
  disable_feed_token: flag("Feeds and calendars can no longer be read with a token in the address.", {
    default: false,
  }),
  disabled_oauth_sign_in_sources: setOf("Sign-in providers that are switched off.", text("The provider's name."), {
    ...emptyList,
    dropped: "the server keeps only the names of sign-in providers that it is configured with",
  }),
  domain_denylist_enabled: flag("The list of blocked e-mail domains is in force.", {
    default: false,
    requires: ["domain_denylist"],
  }),
  domain_denylist: setOf("E-mail domains that may not sign up; wildcards are allowed.", text("A domain."), commaList),
  domain_allowlist: setOf("E-mail domains that may sign up; empty allows all.", text("A domain."), commaList),
  dsa_key_restriction: oneOf(ofFourSizes("DSA"), [0, 1024, 2048, 3072, -1], { ordered: true, default: 0 }),
  ecdsa_key_restriction: oneOf(ofFourSizes("ECDSA"), [0, 256, 384, 521, -1], { ordered: true, default: 0 }),
  ecdsa_sk_key_restriction: oneOf(ofFourSizes("ECDSA_SK"), [0, 256, -1], sinceSk),
  ed25519_key_restriction: oneOf(ofFourSizes("Ed25519"), [0, 256, -1], { ordered: true, default: 0 }),
  ed25519_sk_key_restriction: oneOf(ofFourSizes("Ed25519_SK"), [0, 256, -1], sinceSk),
  enabled_git_access_protocol: oneOf("The only protocol for Git; all, nil or null allows both.", ["ssh", "http", "all", "nil"], {
    nullable: true,
    normalise: eitherProtocol,
    decode: eitherProtocol,
    encode: eitherProtocol,
  }),
  enforce_terms: flag("Users must accept the terms of service.", { default: false, requires: ["terms"] }),
  terms: text("The terms of service, in Markdown.", { nullable: true }),
  signup_enabled: flag("Visitors may sign up.", { default: true }),
  password_authentication_enabled_for_web: flag("Users may sign in to the web pages with a password.", { default: true }),
  require_admin_approval_after_user_signup: flag("An administrator approves each new user.", { default: true }),
  session_expire_delay: integer("Minutes until a session ends; takes effect after a restart.", { default: 10_080, min: 0 }),
  user_oauth_applications: flag("Users may register OAuth applications.", { default: true }),
  personal_access_token_prefix: text("What every new personal access token begins with.", {
    nullable: true,
    default: "glpat-",
    max: 20,
    pattern: { like: "^[A-Za-z0-9_+=/@:.-]*$", hint: "letters, digits and _ + = / @ : . -" },
  }),
  user_show_add_ssh_key_message: flag("Users without an SSH key see a message that asks them to add one.", { default: true }),
  avatarservice_enabled: flag("Avatars come from the external avatar service.", { default: true, vendor: "gravatar_enabled" }),
  sign_in_text: text("Text on the sign-in page, in Markdown.", { nullable: true }),
  home_page_url: text("Address that visitors who are not signed in are sent to.", { nullable: true, format: "url" }),
  external_authorization_service_enabled: flag("An external service decides who may use a project.", {
    default: false,
    requires: [
      "external_authorization_service_default_label",
      "external_authorization_service_timeout",
      "external_authorization_service_url",
    ],
  }),
  external_authorization_service_url: text("Address of the external authorization service.", { nullable: true, format: "url" }),
  external_authorization_service_default_label: text("Classification label of projects that have none of their own.", {
    nullable: true,
  }),
  external_authorization_service_timeout: number("Seconds that the authorization service has to answer.", {
    default: 0.5,
    min: 0.001,
    max: 10,
  }),
};
