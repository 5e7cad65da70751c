import { described } from "../../parts/described.js";

/** Accounts of people: who gets one, what it may do, when it goes. */
const accounts = described({
  allow_account_deletion: ["Users may delete their own accounts.", true],
  allow_possible_spam: ["Content that the spam filters find suspicious is published all the same.", false],
  auto_accept_awarded_achievements: "Achievements that are awarded to users show on their profiles without being accepted first.",
  can_create_group: ["New users may create groups at the top.", true],
  can_create_organization: "Users who are no administrators may create organizations.",
  allow_project_creation_for_guest_and_below: ["Users who are guests at most may create personal projects.", true],
  deactivation_email_additional_text: "Text at the end of the e-mail that tells users that they were deactivated.",
  delay_user_account_self_deletion: ["Accounts that users delete themselves go only after some days.", false],
  email_restrictions: "Regular expression; addresses that match it may not sign up.",
  email_restrictions_enabled: ["The pattern of email_restrictions is in force.", false],
  enforce_email_subaddress_restrictions: [
    "Addresses with a plus sign may not sign up while email_restrictions is in force.",
    false,
  ],
  email_confirmation_setting: [
    "Whether new users confirm their address: off, soft for within three days, hard before they sign in.",
    "off",
  ],
  invitation_flow_enforcement: ["Users who are invited must accept before they become members.", false],
  invisible_captcha_enabled: ["Sign-up has a hidden field that only bots fill in.", false],
  login_recaptcha_protection_enabled: ["Sign-in asks for a reCAPTCHA after failed attempts.", false],
  recaptcha_enabled: ["Sign-up asks for a reCAPTCHA.", false],
  recaptcha_private_key: "Private key for the reCAPTCHA service.",
  recaptcha_site_key: "Site key for the reCAPTCHA service.",
  spam_check_api_key: "Key for the spam check service.",
  spam_check_endpoint_enabled: ["An external service checks what users write for spam.", false],
  spam_check_endpoint_url: "Address of the spam check service.",
  user_deactivation_emails_enabled: ["Users get an e-mail when they are deactivated.", true],
  user_default_external: ["New users are external: they see only projects that they are members of.", false],
  user_default_internal_regex:
    "Regular expression; new users whose address matches it are internal although new users are external.",
  user_defaults_to_private_profile: ["Profiles of new users are private.", false],
  users_get_by_id_limit: "Requests for one user by id that a user may make in ten minutes; 0 is no limit.",
  autocomplete_users_limit: ["Requests a minute for suggestions of users that a user may make; 0 is no limit.", 300],
  autocomplete_users_unauthenticated_limit: [
    "Requests a minute for suggestions of users that one address may make without signing in; 0 is no limit.",
    100,
  ],
});

/** Accounts, where only licensed instances know it. */
const licensedAccounts = described(
  {
    disable_invite_members: "Members cannot be invited to groups.",
    enable_member_promotion_management: "An administrator approves it when a member gets a role that takes a seat.",
    make_profile_private: ["Users may make their profiles private.", true],
    updating_name_disabled_for_users: ["Users may not change their own names.", false],
    lock_memberships_to_ldap: ["Members of groups that are synchronized come from LDAP alone.", false],
    lock_memberships_to_saml: ["Members of groups come from SAML group links alone.", false],
    allow_top_level_group_owners_to_create_service_accounts: ["Owners of groups at the top may create service accounts.", false],
    delete_unconfirmed_users: ["Users who do not confirm their address are deleted.", false],
    unconfirmed_users_delete_after_days: ["Days after which a user who has not confirmed the address is deleted.", 7],
  },
  { tier: "premium" },
);

/** Sign-in: passwords, second factors, sessions. */
const signIn = described({
  disable_password_authentication_for_users_with_sso_identities: [
    "Users who sign in with a provider may not use a password.",
    false,
  ],
  email_otp_enabled: "Users may sign in with a one-time code that is sent by e-mail.",
  failed_login_attempts_unlock_period_in_minutes:
    "Minutes after which an account that was locked for failed sign-ins opens again; empty is the server's own.",
  max_login_attempts: "Failed sign-ins after which an account is locked; empty is the server's own.",
  minimum_password_length: ["Smallest number of characters of a password.", 8],
  notify_on_unknown_sign_in: ["Users get an e-mail when somebody signs in as them from an unknown address.", true],
  password_authentication_enabled_for_git: ["A password is enough for Git over HTTP; off, a token is needed.", true],
  remember_me_enabled: ["The sign-in page offers to remember the user.", true],
  require_admin_two_factor_authentication: ["Administrators must have a second factor.", false],
  require_email_verification_on_account_locked: ["Users verify their e-mail address when they unlock their account.", false],
  require_two_factor_authentication: ["All users must have a second factor.", false],
  root_moved_permanently_redirection: ["The redirect of the front page to home_page_url is a permanent one.", false],
  session_expire_from_init: ["Sessions end a fixed time after sign-in, whatever the user does meanwhile.", false],
  sign_in_restrictions: "Restrictions of signing in, as an object of names and values.",
  two_factor_grace_period: ["Hours that users may go on without the second factor that they must have.", 48],
  unique_ips_limit_enabled: ["A user may sign in only from so many addresses at a time.", false],
  unique_ips_limit_per_user: ["Addresses from which one user may be signed in.", 10],
  unique_ips_limit_time_window: ["Seconds that an address counts towards the limit of addresses.", 3600],
});

/** Sign-in, where only licensed instances know it. */
const licensedSignIn = described(
  {
    git_two_factor_session_expiry: ["Minutes that a second factor counts for Git over SSH.", 15],
    password_lowercase_required: ["Passwords need a lowercase letter.", false],
    password_number_required: ["Passwords need a digit.", false],
    password_symbol_required: ["Passwords need a symbol.", false],
    password_uppercase_required: ["Passwords need an uppercase letter.", false],
  },
  { tier: "premium" },
);

/** Tokens, keys and applications. */
const tokens = described({
  authn_data_retention_cleanup_enabled: "Old records of sign-ins and tokens are deleted.",
  disable_admin_oauth_scopes: ["Administrators cannot grant OAuth applications that are not trusted the widest scopes.", false],
  enforce_granular_tokens: "New personal access tokens must have fine-grained permissions.",
  granular_tokens_enforced_after:
    "Date from which on personal access tokens must have fine-grained permissions, such as 2030-01-31.",
  inactive_resource_access_tokens_delete_after_days: [
    "Days after which access tokens of projects and groups that no longer work are deleted.",
    30,
  ],
  instance_token_prefix: "What every token of this instance begins with.",
  oauth_access_token_expires_in: "Seconds until an OAuth access token ends.",
  require_personal_access_token_expiry: ["New access tokens must have a date on which they end.", true],
  resource_access_token_notify_inherited: [
    "Inherited members too get a message when a token of a project or group is about to expire.",
    false,
  ],
  lock_resource_access_token_notify_inherited: [
    "Groups and projects cannot change who gets messages about tokens that are about to expire.",
    false,
  ],
});

/** Tokens and keys, where only licensed instances know it. */
const licensedTokens = described(
  {
    disable_personal_access_tokens: ["There are no personal access tokens.", false],
    max_personal_access_token_lifetime: "Days that an access token lives at most; empty is the server's own.",
    max_ssh_key_lifetime: "Days that an SSH key lives at most; empty is the server's own.",
    service_access_tokens_expiration_enforced: ["Tokens of service accounts must have a date on which they end.", true],
  },
  { tier: "ultimate" },
);

/** What is known of plain settings of accounts. */
export const describedAccounts = {
  ...accounts,
  ...licensedAccounts,
  ...signIn,
  ...licensedSignIn,
  ...tokens,
  ...licensedTokens,
};
