/** Sizes of what a group or project holds (document 3, Group and Project, statistics): nothing is ever stored here, so all are 0. */
export const noStatistics = {
  storage_size: 0,
  repository_size: 0,
  wiki_size: 0,
  lfs_objects_size: 0,
  job_artifacts_size: 0,
  pipeline_artifacts_size: 0,
  packages_size: 0,
  snippets_size: 0,
  uploads_size: 0,
};
