import { flag, integer, refs, secret, setOf, text } from "../../core/fields.js";
import type { Json } from "../../core/json.js";
import { emptyList, listed } from "./forms.js";

/** Addresses as one comma-separated text; replies give an array, and the server strips trailing slashes. */
function asAddressText(value: Json): Json {
  const list = listed(value);
  if (!Array.isArray(list)) return list;
  return list.map((part: Json) => (typeof part === "string" ? part.replace(/\/+$/, "") : "")).join(",");
}

const premium = { tier: "premium" } as const;

/** Settings of the advanced search engine. */
export const search = {
  searchengine_url: text("Addresses of the search engine, comma-separated.", {
    ...premium,
    default: "http://localhost:9200",
    vendor: "elasticsearch_url",
    min: 1,
    normalise: asAddressText,
    decode: asAddressText,
  }),
  searchengine_username: text("User name at the search engine.", {
    ...premium,
    nullable: true,
    vendor: "elasticsearch_username",
    max: 255,
  }),
  searchengine_password: secret("Password at the search engine.", {
    ...premium,
    nullable: true,
    vendor: "elasticsearch_password",
    max: 255,
  }),
  searchengine_indexing: flag("The search engine indexes what users write.", {
    ...premium,
    default: false,
    vendor: "elasticsearch_indexing",
    requires: ["searchengine_url"],
    dropped: "without the licence for it the server answers false",
  }),
  searchengine_search: flag("Searches use the search engine.", {
    ...premium,
    default: false,
    vendor: "elasticsearch_search",
    dropped: "without the licence for it the server answers false",
  }),
  searchengine_limit_indexing: flag("Only the listed namespaces and projects are indexed.", {
    ...premium,
    default: false,
    vendor: "elasticsearch_limit_indexing",
  }),
  searchengine_namespace_ids: setOf("Groups that are indexed when indexing is limited.", refs("group"), {
    ...premium,
    ...emptyList,
    vendor: "elasticsearch_namespace_ids",
  }),
  searchengine_project_ids: setOf("Projects that are indexed when indexing is limited.", refs("project"), {
    ...premium,
    ...emptyList,
    vendor: "elasticsearch_project_ids",
  }),
  searchengine_indexed_field_length_limit: integer("Characters of a text that are indexed; 0 is no limit.", {
    greatest: [0],
    ...premium,
    default: 0,
    vendor: "elasticsearch_indexed_field_length_limit",
    min: 0,
  }),
  searchengine_indexed_file_size_limit_kb: integer("Largest file that is indexed, in KB.", {
    ...premium,
    default: 1024,
    vendor: "elasticsearch_indexed_file_size_limit_kb",
    min: 1,
  }),
  searchengine_max_bulk_concurrency: integer("Bulk requests that may run at once for each indexing operation.", {
    ...premium,
    default: 10,
    vendor: "elasticsearch_max_bulk_concurrency",
    min: 1,
  }),
  searchengine_max_bulk_size_mb: integer("Largest bulk request, in MB.", {
    ...premium,
    default: 10,
    vendor: "elasticsearch_max_bulk_size_mb",
    min: 1,
  }),
  searchengine_cloud_hosted: flag("The search engine is hosted by the cloud provider.", {
    ...premium,
    default: false,
    vendor: "elasticsearch_aws",
    requires: ["searchengine_cloud_region"],
  }),
  searchengine_cloud_region: text("Region of the hosted search engine.", {
    ...premium,
    nullable: true,
    default: "us-east-1",
    vendor: "elasticsearch_aws_region",
  }),
  searchengine_cloud_access_key: secret("Id of the access key for the hosted search engine.", {
    ...premium,
    nullable: true,
    vendor: "elasticsearch_aws_access_key",
  }),
  searchengine_cloud_secret_access_key: secret("Secret access key for the hosted search engine.", {
    ...premium,
    nullable: true,
    vendor: "elasticsearch_aws_secret_access_key",
  }),
};
