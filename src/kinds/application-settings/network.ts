import { alias, flag, integer, secret, setOf, text } from "../../core/fields.js";
import { commaList, emptyList } from "./forms.js";

const localFromHooks = flag("Webhooks and integrations may call addresses of the local network.", { default: false });
const proxyAllowlist = setOf("Domains whose images are not proxied; wildcards are allowed.", text("A domain."), {
  ...commaList,
  adds: "own-host",
});

/** Settings of what the instance talks to, and of what it lets in. */
export const network = {
  allow_local_requests_from_hooks_and_services: alias("allow_local_requests_from_web_hooks_and_services", localFromHooks),
  allow_local_requests_from_web_hooks_and_services: localFromHooks,
  allow_local_requests_from_system_hooks: flag("System hooks may call addresses of the local network.", { default: true }),
  outbound_local_requests_whitelist: setOf(
    "Local addresses and domains that hooks may call all the same.",
    text("A domain or IP."),
    {
      ...emptyList,
      twin: "outbound_local_requests_allowlist_raw",
      inVendor: { deprecated: { replacement: "outbound_local_requests_allowlist_raw" } },
    },
  ),
  dns_rebinding_protection_enabled: flag("Addresses that hooks call are checked against DNS rebinding.", { default: true }),
  asset_proxy_enabled: flag("External images are loaded through a proxy; takes effect after a restart.", {
    default: false,
    requires: ["asset_proxy_url", "asset_proxy_secret_key"],
  }),
  asset_proxy_url: text("Address of the proxy for external images; takes effect after a restart.", {
    nullable: true,
    format: "url",
  }),
  asset_proxy_secret_key: secret("Key shared with the proxy for external images; takes effect after a restart.", {
    nullable: true,
    unreadable: true,
  }),
  asset_proxy_allowlist: proxyAllowlist,
  asset_proxy_whitelist: alias("asset_proxy_allowlist", proxyAllowlist),
  cluster_service_integration_enabled: flag("Clusters can be created in the cloud provider's cluster service.", {
    default: false,
    vendor: "eks_integration_enabled",
    requires: ["cluster_service_account_id", "cluster_service_access_key_id", "cluster_service_secret_access_key"],
  }),
  cluster_service_account_id: text("Account at the cloud provider, 12 digits.", {
    nullable: true,
    vendor: "eks_account_id",
    pattern: { like: String.raw`^\d{12}$`, hint: "12 digits" },
  }),
  cluster_service_access_key_id: secret("Id of the access key for the cluster service.", {
    nullable: true,
    vendor: "eks_access_key_id",
    min: 16,
    max: 128,
  }),
  cluster_service_secret_access_key: secret("Secret access key for the cluster service.", {
    nullable: true,
    vendor: "eks_secret_access_key",
    unreadable: true,
  }),
  external_pipeline_validation_service_url: text("Address of the service that approves each pipeline.", {
    nullable: true,
    format: "url",
  }),
  external_pipeline_validation_service_token: secret("Token sent to the service that approves each pipeline.", {
    nullable: true,
  }),
  external_pipeline_validation_service_timeout: integer("Seconds that the service which approves pipelines has to answer.", {
    nullable: true,
    min: 1,
  }),
  geo_node_allowed_ips: text("IP addresses and ranges from which secondary sites may connect, comma-separated.", {
    default: "0.0.0.0/0, ::/0",
    tier: "premium",
    min: 1,
    max: 255,
  }),
  geo_status_timeout: integer("Seconds that a secondary site has to tell its status.", { default: 10, tier: "premium", min: 1 }),
};
