import { formatAddress } from "../../core/address.js";
import type { Diagnostic } from "../../core/errors.js";
import type { Spec } from "../../core/json.js";
import { fieldsOf, kindAt } from "../../core/kind.js";
import { isSecret } from "../../core/placeholders.js";
import type { Plan, PlanDiagnostic } from "../../core/plan.js";
import type { Redactor } from "../../core/redact.js";
import { type LiveInstance, Memory, Reader } from "../../engine/live/index.js";
import { makePlan } from "../../engine/plan/index.js";
import { kinds } from "../kinds.js";
import { desiredOf, type DesiredResource, diagnosticOf, secretsOf } from "./resource.js";

/** What a plan of one thing says before it is carried out. */
export interface Preview {
  readonly refusals: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Plans things one at a time and changes nothing. What one plan has read the next does not read again. */
export class Previews {
  private readers = new Memory<Reader>();

  constructor(
    private readonly instance: () => Promise<LiveInstance>,
    private readonly redactor: Redactor,
  ) {}

  /** What the plan of a resource says, while others that it lies in or names are to be made or moved as well. */
  async of(resource: DesiredResource, others: readonly DesiredResource[]): Promise<Preview> {
    const started = await this.readers.get("", async () => {
      const { read, kinds: known, directory, known: answers } = await this.instance();
      return new Reader({ read, kinds: known, directory, ...(answers ? { known: answers } : {}) }, "all");
    });
    const resources = [desiredOf(resource), ...others.map((other) => desiredOf({ ...other, spec: withoutSecrets(other.spec) }))];
    const { plan } = await makePlan(
      { ...(await this.instance()), started },
      { resources, deleteUndeclared: {}, root: "." },
      {
        targets: [],
        resendSecrets: resource.resend === true ? [formatAddress(resource)] : [],
        allowDelete: [],
        allowRestore: [resource.kind],
        alone: true,
        resolve: secretsOf(resource, this.redactor),
      },
    );
    const address = formatAddress(resource);
    const reported = (all: readonly PlanDiagnostic[]): readonly Diagnostic[] =>
      all.filter(({ addresses }) => addresses.includes(address)).map((diagnostic) => diagnosticOf(resource, diagnostic));
    const warnings = reported(plan.warnings).filter(({ rule }) => rule !== "attribute.unverifiable");
    return { refusals: reported(plan.refusals), warnings: [...warnings, ...notComparable(resource, plan)] };
  }

  /** Forgets what was read, because something is written. */
  forget(): void {
    this.readers = new Memory();
  }
}

/** What was not seen of a thing and is written anyhow. Of secrets that is no news. */
function notComparable(resource: DesiredResource, { changes }: Plan): readonly Diagnostic[] {
  const changesHere = changes.filter(({ address }) => address === formatAddress(resource));
  const fields = fieldsOf(kindAt(kinds, resource), { key: resource.key });
  return changesHere.flatMap(({ unverifiable }) =>
    unverifiable
      .filter(({ path }) => !fields[path]?.secret && fields[path]?.unreadable !== true)
      .map(({ path, reason }) => ({
        rule: "attribute.unverifiable",
        message: `${path} cannot be compared: ${reason}`,
        attribute: path,
      })),
  );
}

function withoutSecrets(spec: Spec): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => !isSecret(value)));
}
