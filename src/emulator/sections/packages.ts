import { page } from "../pages.js";
import { packageFileTable } from "../records/packages.js";
import { ok } from "../replies.js";
import type { Section } from "../section.js";
import { findPackage, findRegistry } from "./packages/access.js";
import { presentPackageDetail, presentPackageFile } from "./packages/entity.js";
import { listGroupPackages, listProjectPackages } from "./packages/lists.js";
import { deletePackage, deletePackageFile, removePackage } from "./packages/removal.js";
import { packageSeed } from "./packages/seed.js";

/** Packages (document 2, Packages; who may read and delete them from real servers). Publishing is not part of the documents: packages come from the seed. */
export const packages: Section = {
  handlers: {
    listProjectPackages,
    listGroupPackages,
    getPackage: (context) => {
      const project = findRegistry(context);
      return ok(presentPackageDetail(context, findPackage(context, project), project));
    },
    listPackageFiles: (context) => {
      const row = findPackage(context, findRegistry(context));
      const files = context.store.of(packageFileTable).where("package", row.id);
      return page(files, context, (file) => presentPackageFile(context, file));
    },
    deletePackage,
    deletePackageFile,
  },
  work: { removePackage },
  seeds: [packageSeed],
};
