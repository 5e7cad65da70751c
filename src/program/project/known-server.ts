import { formatOrigin, TrueupError } from "../../core/errors.js";
import { displayPath, readRegular } from "../../desired/index.js";
import type { FindKnownServer } from "../../platform/index.js";
import type { Project, ProjectInstance } from "./project.js";

/** As large as a file of certificates may be. */
const largest = 1024 * 1024;

/**
 * What a project file knows of servers: of an instance that was chosen, and of all others by their addresses. Certificates are read when they are first asked for, and TrueupError
 * `instance.ca` is thrown where they cannot be.
 * @param cwd where the user stands, for messages
 */
export function knownServers(project: Project, chosen: ProjectInstance | undefined, cwd: string): FindKnownServer {
  const read = new Map<string, string>();
  const certificates = ({ path, origin }: NonNullable<ProjectInstance["ca"]>): string => {
    const text = read.get(path) ?? certificatesIn(path, { shown: displayPath(path, cwd), where: formatOrigin(origin) });
    read.set(path, text);
    return text;
  };
  return (url) => {
    const instance = chosen?.url === url ? chosen : [...project.instances.values()].find((candidate) => candidate.url === url);
    if (!instance) return undefined;
    const { tokenVariable, ca } = instance;
    return { tokenVariable, ...(ca === undefined ? {} : { ca: certificates(ca) }) };
  };
}

function certificatesIn(path: string, { shown, where }: { readonly shown: string; readonly where: string }): string {
  const failed = (reason: string): TrueupError =>
    new TrueupError({
      code: "instance.ca",
      where,
      message: `the certificates in ${shown} cannot be used: ${reason}`,
      hint: "Name a file with certificates in PEM form, relative to the project file.",
    });
  let text: string;
  try {
    text = readRegular(path, largest).toString("utf8");
  } catch (error) {
    throw failed(
      error instanceof Error && "code" in error && !(error instanceof TrueupError) ? String(error.code) : String(error),
    );
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) throw failed("the file holds a private key, which belongs nowhere near");
  if (!/-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(text)) throw failed("it holds no certificate");
  return text;
}
