import { type FileDiagnostic, type Origin, TrueupError, fault, warning } from "../core/errors.js";
import type { Value } from "../core/json.js";
import { secret } from "../core/placeholders.js";
import { type SecretReference, secretReferences } from "../core/secret-template.js";
import { thisIn } from "../core/this-reference.js";
import { holdsReference } from "../core/types/secret-reference.js";
import type { Assets } from "./assets.js";
import type { SourceFile } from "./read-file.js";
import type { ScopedFiles } from "./scoped-files.js";
import {
  type StandIn,
  malformedReference,
  readReference,
  refuseOwnCredential,
  rewriteFiles,
  unescapeLiteral,
} from "./secrets.js";

type Environment = Readonly<Record<string, string | undefined>>;
type Report = (diagnostic: FileDiagnostic) => void;

/** How references are taken. */
export interface TextOptions {
  /** A reference that cannot be resolved now is an error instead of a warning. */
  readonly strict?: boolean | undefined;
  readonly standIn?: StandIn | undefined;
  /** Further variables that hold tokens of trueup itself. */
  readonly tokenVariables?: readonly string[] | undefined;
  readonly scoped?: Pick<ScopedFiles, "mustList"> | undefined;
}

/** Turns texts of the files into what desired state keeps: templates as `$secret`, images as `$file`. */
export class Texts {
  constructor(
    private readonly assets: Pick<Assets, "root" | "relative" | "image" | "content">,
    /** Without it, what references lead to is not looked for. */
    private readonly env: Environment | undefined,
    private readonly options: TextOptions = {},
  ) {}

  /** A text: itself, or a template whose `${file:}` paths are relative to the root. What it refers to is looked for, and never kept. */
  text(value: string, source: SourceFile, at: Origin, report: Report): Value {
    if (malformedReference(value) !== undefined) {
      const allowed = "${env:NAME}, ${file:path}, or $${ for a literal ${";
      report(fault("secret.syntax", at, "this begins like a reference and is none", { allowed }));
    }
    if (!holdsReference(value)) return unescapeLiteral(value);
    try {
      const template = rewriteFiles(value, (file) => this.assets.relative(file, source));
      const references = secretReferences(template);
      for (const { from, name } of references) if (from === "env") this.options.scoped?.mustList(name, source);
      if (this.env) this.probe(references, this.env, at, report);
      else for (const reference of references) refuseOwnCredential(reference, this.options.tokenVariables);
      return secret(template);
    } catch (error) {
      report(fromError(error, at, true));
      return null;
    }
  }

  /** An image by its path and the hash of its content, or what is in a file. */
  ofFile(form: "image" | "content", path: string, source: SourceFile, at: Origin, report: Report): Value {
    if (holdsReference(path)) {
      const message = `the path of ${form === "image" ? "an image" : "a file"} cannot hold \${env:…} or \${file:…}`;
      report(fault("secret.place", at, message, { allowed: "the path itself" }));
      return null;
    }
    // Which file is meant is known for one group or project at a time.
    if (thisIn(path).length > 0) return path;
    try {
      return this.assets[form](path, source);
    } catch (error) {
      report(fromError(error, at, true));
      return null;
    }
  }

  private probe(references: readonly SecretReference[], env: Environment, at: Origin, report: Report): void {
    for (const reference of references) {
      try {
        readReference(reference, { env, ...this.options, root: this.assets.root });
      } catch (error) {
        const missing = error instanceof TrueupError && error.code === "secret.missing";
        const diagnostic = fromError(error, at, !missing || this.options.strict === true);
        report(missing ? { ...diagnostic, reference: `\${${reference.from}:${reference.name}}` } : diagnostic);
      }
    }
  }
}

function fromError(error: unknown, at: Origin, fatal: boolean): FileDiagnostic {
  if (!(error instanceof TrueupError)) throw error;
  const make = fatal ? fault : warning;
  return make(error.code, at, error.message, error.hint === undefined ? {} : { allowed: error.hint });
}
