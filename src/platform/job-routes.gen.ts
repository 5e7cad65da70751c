// Made by `npm run generate` from schemas/openapi.json. Do not edit.

/** The routes that take a CI job token (document 1, Credentials). */
export const jobRoutes: readonly string[] = [
  "GET /job",
  "GET /job/allowed_agents",
  "GET /projects/{id}/packages",
  "GET /projects/{id}/packages/{package_id}",
  "DELETE /projects/{id}/packages/{package_id}",
  "GET /projects/{id}/packages/{package_id}/package_files",
  "DELETE /projects/{id}/packages/{package_id}/package_files/{package_file_id}",
  "GET /projects/{id}/releases",
  "GET /projects/{id}/releases/{tag_name}",
  "PUT /projects/{id}/releases/{tag_name}",
];
