import type { Package } from "../../records/packages.js";

/** A file of a seed's package; its checksums are those of the content. */
export type SeedFile = { file_name: string; content?: string; size?: number };

/** An entry of the seed part `packages`. */
export type SeedPackage = {
  project: string;
  name: string;
  version?: string | null;
  package_type: Package["package_type"];
  status?: Package["status"];
  /** User and channel of a conan recipe, `acme/stable` when left out. */
  conan_channel?: string;
  tags?: readonly string[];
  /** Refs whose newest pipeline published it. */
  pipelines?: readonly string[];
  at?: string;
  files?: readonly SeedFile[];
};

const TOOLKIT = "open-source/toolkit";
const API = "acme-labs/platform/api";

/** Versions of the toolkit on npm, more than a page of them. */
const TOOLKIT_VERSIONS: readonly SeedPackage[] = Array.from({ length: 21 }, (_, patch) => ({
  project: TOOLKIT,
  name: "@acme/toolkit",
  version: `2.0.${patch}`,
  package_type: "npm",
  at: `-${60 - 2 * patch}d`,
  ...(patch === 20 ? { tags: ["latest"] } : {}),
  files: [{ file_name: `toolkit-2.0.${patch}.tgz`, size: 24_000 + 150 * patch }],
}));

/** Packages of the little company: every type and every status. */
export const COMPANY_PACKAGES: readonly SeedPackage[] = [
  ...TOOLKIT_VERSIONS,
  { project: TOOLKIT, name: "acme/toolkit", version: "2.0.20", package_type: "composer", at: "-20d" },
  {
    project: TOOLKIT,
    name: "acme_toolkit",
    version: "2.0.20",
    package_type: "pypi",
    at: "-19d",
    files: wheel("acme_toolkit-2.0.20"),
  },
  { project: TOOLKIT, name: "acme/registry", version: "1.2.0", package_type: "terraform_module", at: "-18d" },
  maven("1.4.0", "-30d"),
  maven("1.5.0", "-12d"),
  { project: API, name: "com/acme/api-client", version: null, package_type: "maven", at: "-30d" },
  { project: API, name: "Acme.Api.Client", version: "1.5.0", package_type: "nuget", at: "-11d", pipelines: ["main"] },
  { project: API, name: "Acme.Api.Client", version: "1.5.1", package_type: "nuget", status: "processing", at: "-1h" },
  {
    project: API,
    name: "acme-api",
    version: "1.5.0",
    package_type: "helm",
    at: "-10d",
    files: [{ file_name: "acme-api-1.5.0.tgz" }],
  },
  { project: API, name: "acme-api", version: "1.5.1", package_type: "helm", status: "error", at: "-9d" },
  { project: API, name: "acme-api", version: "1.6.0-rc1", package_type: "helm", status: "hidden", at: "-2d" },
  { project: API, name: "wire", version: "0.3.1", package_type: "conan", at: "-25d", files: recipe() },
  { project: API, name: "example.com/acme/api", version: "v1.5.0", package_type: "golang", at: "-8d" },
  { project: "acme-labs/mobile/app", name: "@acme/app", version: "0.1.0", package_type: "npm", at: "-5d" },
];

function maven(version: string, at: string): SeedPackage {
  const files = ["jar", "pom"].map((type) => ({ file_name: `api-client-${version}.${type}` }));
  return { project: API, name: "com/acme/api-client", version, package_type: "maven", at, files, pipelines: ["main"] };
}

function wheel(name: string): SeedFile[] {
  return [{ file_name: `${name}-py3-none-any.whl` }, { file_name: `${name}.tar.gz` }];
}

function recipe(): SeedFile[] {
  return ["conanfile.py", "conanmanifest.txt", "conaninfo.txt", "conan_package.tgz"].map((file_name) => ({ file_name }));
}
