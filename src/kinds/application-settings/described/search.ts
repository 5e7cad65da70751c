import { described } from "../../parts/described.js";

/** Search that every instance has. */
const basic = described({
  anonymous_searches_allowed: ["Visitors may search without signing in.", true],
  default_search_scope: "Where a global search looks first; system default lets the server decide.",
  global_search_block_anonymous_searches_enabled: ["Global search is for people who are signed in.", false],
  global_search_merge_requests_enabled: ["Global search finds merge requests.", true],
  global_search_snippet_titles_enabled: ["Global search finds titles of snippets.", true],
  global_search_users_enabled: ["Global search finds users.", true],
  global_search_work_items_enabled: ["Global search finds issues and other work items.", true],
});

/** Search by an index of its own. */
const advanced = described(
  {
    active_context_pause_indexing: ["Indexing for AI context waits.", false],
    elastic_migration_worker_enabled: ["Changes of the index's structure are carried out in the background.", true],
    elasticsearch_advanced_search_pause_indexing: ["Indexing for advanced search waits.", false],
    elasticsearch_analyzers_kuromoji_enabled: ["New indices are made with the analyzer for Japanese.", false],
    elasticsearch_analyzers_kuromoji_search: ["Searches use the analyzer for Japanese.", false],
    elasticsearch_analyzers_smartcn_enabled: ["New indices are made with the analyzer for Chinese.", false],
    elasticsearch_analyzers_smartcn_search: ["Searches use the analyzer for Chinese.", false],
    elasticsearch_aws_role_arn: "Name of the AWS role with which the search service is reached.",
    elasticsearch_client_adapter: "HTTP library of the search client: typhoeus or net_http.",
    elasticsearch_client_request_timeout: ["Seconds that the search service has to answer; 0 is the client's own.", 0],
    elasticsearch_code_scope: "Advanced search finds code.",
    elasticsearch_indexing_timeout_minutes: "Minutes that indexing one repository may take.",
    elasticsearch_max_code_indexing_concurrency: ["Repositories that are indexed at the same time; 0 is no limit.", 30],
    elasticsearch_pause_indexing: ["Indexing waits; what changed meanwhile is kept for later.", false],
    elasticsearch_prefix: ["What the name of every index begins with.", "gitlab"],
    elasticsearch_replicas: "Copies of each index: one number for all, or an object with a number for each index.",
    elasticsearch_requeue_workers: ["Indexing jobs go on until all is indexed.", false],
    elasticsearch_retry_on_failure: ["How often a failed search is tried again.", 0],
    elasticsearch_shards: "Parts of each index: one number for all, or an object with a number for each index.",
    elasticsearch_worker_number_of_shards: ["Indexing jobs that run side by side.", 2],
    global_search_code_enabled: ["Global search finds code.", true],
    global_search_commits_enabled: ["Global search finds commits.", true],
    global_search_limited_indexing_enabled: ["Global search looks only into namespaces that are indexed.", false],
    global_search_wiki_enabled: ["Global search finds wiki pages.", true],
    search_max_docs_denominator: ["Number by which documents are divided to tell how many parts an index needs.", 5_000_000],
    search_max_shard_size_gb: ["Largest part of an index, in GB.", 50],
    search_min_docs_before_rollover: ["Documents of an index before it is rolled over.", 100_000],
  },
  { tier: "premium" },
);

/** Exact code search. */
const exact = described(
  {
    zoekt_auto_index_root_namespace: ["All groups at the top are indexed for exact code search.", false],
    zoekt_cache_response: ["Results of exact code search are kept for a short time.", true],
    zoekt_cpu_to_tasks_ratio: ["Indexing tasks for each processor of a search node.", 1],
    zoekt_default_number_of_replicas: "Copies of each namespace's index.",
    zoekt_force_reindexing_percentage: "Percentage of indexing tasks that build the index anew.",
    zoekt_indexed_file_size_limit: "Largest file that is indexed, such as 1MB.",
    zoekt_indexing_enabled: ["Code is indexed for exact code search.", false],
    zoekt_indexing_parallelism: ["Processes that index one repository.", 1],
    zoekt_indexing_paused: ["Indexing for exact code search waits; what changed meanwhile is kept for later.", false],
    zoekt_indexing_timeout: "Time that indexing one repository may take, such as 30m or 2h.",
    zoekt_lost_node_threshold: "Time without a word after which a search node counts as lost, such as 12h; 0 is never.",
    zoekt_max_projects_for_legacy_search: "Projects up to which the former way of exact code search is used.",
    zoekt_maximum_files: "Number of files of one repository that are indexed.",
    zoekt_rollout_batch_size: ["Namespaces that are taken into the index at a time.", 32],
    zoekt_rollout_retry_interval: "Time until a namespace that failed is tried again, such as 1d; 0 is never.",
    zoekt_search_enabled: ["Exact code search answers searches.", false],
    zoekt_trigram_max: "Number of different trigrams up to which a file is indexed.",
  },
  { tier: "premium" },
);

/** What is known of plain settings of search. */
export const describedSearch = { ...basic, ...advanced, ...exact };
