import { page } from "../pages.js";
import { packageFileTable } from "../records/packages.js";
import { ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { findPackage, findRegistry } from "./packages/access.js";
import { presentPackageDetail, presentPackageFile } from "./packages/entity.js";
import { listGroupPackages, listProjectPackages } from "./packages/lists.js";
import { deletePackage, deletePackageFile, removePackage } from "./packages/removal.js";
import { packageSeed } from "./packages/seed.js";

/** Packages (document 2, Packages; who may read and delete them from real servers). Publishing is not part of the documents: packages come from the seed. */
export const packages: Resource = {
  operations: {
    "GET /projects/{id}/packages": listProjectPackages,
    "GET /groups/{id}/packages": listGroupPackages,
    "GET /projects/{id}/packages/{package_id}": (context) => {
      const project = findRegistry(context);
      return ok(presentPackageDetail(context, findPackage(context, project), project));
    },
    "GET /projects/{id}/packages/{package_id}/package_files": (context) => {
      const row = findPackage(context, findRegistry(context));
      const files = context.store.of(packageFileTable).where("package", row.id);
      return page(files, context, (file) => presentPackageFile(context, file));
    },
    "DELETE /projects/{id}/packages/{package_id}": deletePackage,
    "DELETE /projects/{id}/packages/{package_id}/package_files/{package_file_id}": deletePackageFile,
  },
  work: { removePackage },
  seeds: [packageSeed],
};
