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
