import { described } from "../../parts/described.js";

/** Requests that the server makes or lets through. */
const requests = {
  ...described({
    allow_deploy_tokens_and_keys_with_external_authn: [
      "Deploy tokens and keys work although an external service decides who may use a project.",
      false,
    ],
    deny_all_requests_except_allowed: ["The server calls no other address than those that are allowed.", false],
    external_auth_client_cert: "Certificate for the external authorization service.",
    external_auth_client_key: "Private key of the certificate for the external authorization service.",
    external_auth_client_key_pass: "Passphrase of the private key for the external authorization service.",
    iframe_rendering_enabled: ["Markdown may show other pages in frames.", false],
    max_http_decompressed_size: ["Largest unpacked answer to a call of the server, in MB; 0 is no limit.", 100],
    max_http_response_csv_structural_chars: "Separators that an answer in CSV to a call of the server may hold; 0 is no limit.",
    max_http_response_json_depth: ["How deep an answer in JSON to a call of the server may be nested; 0 is no limit.", 32],
    max_http_response_json_structural_chars:
      "Objects, lists and values that an answer in JSON to a call of the server may hold; 0 is no limit.",
    max_http_response_size_limit: "Largest answer to a call of the server, in MB; 0 is no limit.",
    max_http_response_xml_structural_chars:
      "Elements and attributes that an answer in XML to a call of the server may hold; 0 is no limit.",
    silent_mode_enabled: ["The server sends nothing out: no e-mails, no webhooks, no mirrors.", false],
  }),
  ...described({ globally_allowed_ips: "Addresses that may reach every group, separated by commas." }, { tier: "premium" }),
};

/** Diagrams and other services that pages and editors use. */
const services = described({
  diagramsnet_enabled: ["Markdown editors offer diagrams.net.", true],
  diagramsnet_url: ["Address of the diagrams.net server.", "https://embed.diagrams.net"],
  gitpod_enabled: ["Projects can be opened in the external development environment.", false],
  gitpod_url: "Address of the external development environment.",
  kroki_diagram_proxy_enabled: ["Browsers get diagrams of Kroki through this server.", false],
  kroki_enabled: ["Markdown may hold diagrams that a Kroki server draws.", false],
  kroki_formats: "Further formats that the Kroki server draws: an object of formats, each true or false.",
  kroki_url: "Address of the Kroki server.",
  plantuml_diagram_proxy_enabled: ["Browsers get diagrams of PlantUML through this server.", false],
  plantuml_enabled: ["Markdown may hold diagrams that a PlantUML server draws.", false],
  plantuml_url: "Address of the PlantUML server.",
  sourcegraph_enabled: ["Code is linked with a Sourcegraph server.", false],
  sourcegraph_public_only: ["Only code of public projects is linked with Sourcegraph.", true],
  sourcegraph_url: "Address of the Sourcegraph server.",
  code_dropdown_custom_clients: "Further programs with which users can open a repository: a list of names and address templates.",
  "vscode_extension_marketplace.enabled": "The web editor may get extensions.",
  "vscode_extension_marketplace.preset": "Where extensions come from: open_vsx, or custom for custom_values.",
  "vscode_extension_marketplace.custom_values":
    "Addresses of another marketplace: service_url, item_url and resource_url_template.",
  vscode_extension_marketplace:
    "Where the web editor gets extensions: an object that says whether it does and from which addresses.",
  vscode_extension_marketplace_enabled: "The web editor may get extensions from a marketplace.",
  vscode_extension_marketplace_extension_host_domain: "Domain under which extensions of the web editor run.",
  vscode_extension_marketplace_single_origin_fallback_enabled:
    "Extensions of the web editor run under this server's own address where their domain cannot be reached.",
});

/** Clients and apps of other vendors. */
const apps = {
  ...described({
    jira_connect_additional_audience_url: "Further address for which tokens of the Jira app are taken.",
    jira_connect_application_key: "Id of the OAuth application through which the Jira app signs in.",
    jira_connect_proxy_url: "Address of the server through which the Jira app is installed.",
    jira_connect_public_key_storage_enabled: ["Public keys for the Jira app are kept here.", false],
    jira_forge_app_id: "Id of the Jira app made with Forge.",
    mailgun_events_enabled: ["Mailgun reports e-mails that could not be delivered.", false],
    mailgun_signing_key: "Key with which Mailgun signs its reports.",
    organization_cluster_agent_authorization_enabled: ["Cluster agents may be authorized for a whole organization.", false],
    slack_app_enabled: ["The app for Slack is on.", false],
    slack_app_id: "Client id of the app for Slack.",
    slack_app_secret: "Client secret of the app for Slack.",
    slack_app_signing_secret: "Secret with which Slack signs its requests to the app.",
    slack_app_verification_token: "Token with which Slack proves its requests to the app.",
  }),
  ...described(
    { receptive_cluster_agents_enabled: ["The server itself connects to cluster agents that cannot reach it.", false] },
    { tier: "ultimate" },
  ),
  ...described(
    {
      allow_all_integrations: ["All integrations may be used; off, only those of allowed_integrations.", true],
      allowed_integrations: "Integrations that may be used while allow_all_integrations is off, by their slugs.",
    },
    { tier: "ultimate" },
  ),
};

/** What is known of plain settings of the network and of other servers. */
export const describedNetwork = { ...requests, ...services, ...apps };
