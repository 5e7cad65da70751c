/**
 * What real servers have and the emulator does not, and why: by the beginning of the path, in regular expressions of nameless places. Whoever asks for it
 * gets 501 with the reason; docs/emulator-operations.md lists it.
 */
const ABSENT: readonly (readonly [path: RegExp, reason: string])[] = [
  [
    /^\/(?:ai|chat|code_suggestions|duo_code_review|mcp|glql)(?:\/|$)|^\/projects\/\{\}\/search\/semantic$/,
    "needs a language model",
  ],
  [/^\/(?:geo|geo_nodes|geo_sites)(?:\/|$)/, "is about a second site that replicates this one"],
  [
    /^\/(?:offline_exports|offline_imports|bulk_imports)(?:\/|$)|\/relation-imports$|\/export_relations(?:\/|$)|^\/projects\/(?:remote-import|import-relation)|^\/projects\/\{\}\/import\/git$/,
    "moves data between servers",
  ],
  [
    /^\/(?:admin\/(?:batched_background_migrations|active_context|knowledge_graph|zoekt|clusters|databases|migrations|search|sidekiq|data_management|security)|databases|chaos)/,
    "is about processes and databases that the emulator does not have",
  ],
  [
    /repository_storage_moves(?:\/|$)|^\/projects\/\{\}\/(?:snapshot|repository_size|repository\/health|statistics$)|^\/elasticsearch_indexed_namespaces/,
    "is about disks and indexes that the emulator does not have",
  ],
  [
    /\/packages\/(?:cargo|composer|conan|debian|generic|go|helm|maven|ml_models|npm|nuget|pypi|rpm|rubygems|terraform)|\/-\/packages|^\/packages\/(?!$)|debian_distributions|\/dependency_proxy|\/virtual_registries|^\/registry|^\/container_registry_event|\/registry\/repositories/,
    "is the protocol of a package manager or registry",
  ],
  [
    /\/ml\/mlflow|\/terraform\/|^\/jobs\/|\/artifacts|\/ci\/|^\/runners\/router|\/clusters|^\/internal|^\/discover-cert/,
    "is for programs that run beside a server: runners, agents, state and model stores",
  ],
  [
    /vulnerabilit|^\/security|security_scans|\/dependenc|dependency_list_exports|^\/occurrences|\/attestations|sbom|\/managed_licenses|^\/licenses/,
    "follows from scans that pipelines make",
  ],
  [
    /\/analytics|\/dora|product_analytics|^\/usage_data|^\/experiments|\/error_tracking|alert_management|\/merge_trains/,
    "is measured while people and pipelines work",
  ],
  [
    /mattermost_slash_commands\/trigger$|^\/(?:slack|vscode|web_commits|swagger_doc|suggestions|organizations|features\/definitions|feature_flags\/unleash|import|integrations)(?:\/|$)|\/jira|google_cloud/,
    "belongs to another program that a server talks to",
  ],
  [
    /\/scim|^\/scim|\/saml\/|\/saml_users|\/enterprise_users|\/provisioned_users|\/placeholder_reassignments|\/ldap_sync|\/manage\//,
    "belongs to an identity provider",
  ],
  [
    /gitlab_subscription|\/credit_card_validation$|subscription_add_on|\/storage\/limit|\/namespaces\/\{\}(?:\/|$)/,
    "is for the hosted service's own administration",
  ],
  [/\/authorize$/, "is for the proxy that takes uploads in front of a server's own process"],
  [/^\/license\//, "changes the licence: the tier is what the emulator was started with"],
  [/\/approval_settings(?:\/|$)|\/create_ci_config$/, "is for the server's own pages"],
  [/\/catalog\/publish$|\/compliance_external_controls\//, "is for programs that run beside a server: they report by it"],
  [/\/transfer_to_organization$/, "moves groups between organizations, of which the emulator has one"],
  [/^\/groups\/\{\}\/members\/\{\}\/state$/, "is for the hosted service's own administration"],
];

/** Why an operation is absent, from its path with nameless places. */
export function whyAbsent(path: string): string {
  return ABSENT.find(([pattern]) => pattern.test(path))?.[1] ?? "is not served yet";
}
