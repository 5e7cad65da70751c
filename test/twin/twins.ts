import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { compareTexts } from "../../src/core/collections.js";
import type { Value } from "../../src/core/json.js";
import { hidesSecret, isFile, isPicture, isSecret } from "../../src/core/placeholders.js";
import { type Change, type Desired, type Plan } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import { startEmulator } from "../../src/emulator/index.js";
import { makePlan } from "../../src/engine/plan/make-plan.js";
import { createReadApi } from "../../src/platform/index.js";
import { describeInstance } from "../../src/program/server/instance.js";
import { openLink } from "../../src/program/server/link.js";
import { type Copy, fillTwin, plan, readCopy, type RunContext } from "../../src/trueup.js";

/** Where a platform is, and how to get in. */
export interface Place {
  readonly url: string;
  readonly token: string;
}

/** A twin in this process. */
export interface Twin extends Place {
  readonly copy: Copy;
  /** What it has not got of the original. */
  readonly gaps: readonly string[];
  /** All that it holds, as text. */
  text(): string;
  close(): Promise<void>;
}

const top = fileURLToPath(new URL("../..", import.meta.url));

/** What the examples refer to. */
export const exampleSecrets = {
  ACME_SPAM_KEY: "spam-key-of-the-twins-test",
  ACME_CHAT_WEBHOOK: "https://chat.acme.example/hooks/twins",
};

/** The world around a run against a platform. */
export function around({ token }: Pick<Place, "token">, cwd = top): RunContext {
  return { cwd, env: { ...exampleSecrets, TRUEUP_TOKEN: token }, redactor: createRedactor(), now: new Date() };
}

/** Makes the twin of a platform as `trueup emulator --from` does. */
export async function twinOf(original: Place): Promise<Twin> {
  const copy = await readCopy({ under: [], extent: {} }, { url: original.url }, around(original));
  const { tier, dialect, release } = copy.extent;
  const twin = await startEmulator({
    exemptToken: true,
    tier,
    dialect,
    seed: copy.seed,
    ...(release === undefined ? {} : { serverVersion: release }),
  });
  const gaps = await fillTwin(copy, { url: twin.url }, around(twin));
  return {
    url: twin.url,
    token: twin.token,
    copy,
    gaps: [...copy.gaps, ...gaps],
    text: () => JSON.stringify(twin.state()),
    close: () => twin.close(),
  };
}

/** What a plan says, apart from what differs on every two servers: numbers, what is sorted by them, and the places of pictures. */
export interface Said {
  readonly changes: readonly object[];
  readonly refusals: readonly object[];
}

/** What the plan for files says on a platform. */
export async function planOf(files: string, place: Place, cwd = top): Promise<Said> {
  const { plan: made } = await plan([files], {}, { url: place.url, ignorePin: true }, around(place, cwd));
  return said(made);
}

/** What the plan for things says on a platform; secrets are left alone. */
export async function planFor(resources: readonly Desired[], place: Place): Promise<Said> {
  const connection = await openLink({}, { url: place.url }, around(place));
  try {
    const instance = await describeInstance(createReadApi(connection), { url: place.url, server: {}, needsTier: true });
    const desired = resources.map((one) => ({ ...one, spec: withoutSecrets(one.spec) }));
    const state = { resources: desired, deleteUndeclared: {}, root: "." };
    return said(
      (await makePlan(instance, state, { targets: [], resendSecrets: [], allowDelete: [], resolve: (text) => text })).plan,
    );
  } finally {
    await connection.close();
  }
}

function withoutSecrets(spec: Desired["spec"]): Desired["spec"] {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => !isSecret(value)));
}

function said({ changes, refusals }: Plan): Said {
  return {
    changes: changes
      .map(change)
      .filter(({ attributes, action }) => attributes.length > 0 || action !== "update")
      .sort((one, other) => compareTexts(one.address, other.address)),
    // Of branches a twin has those that its projects begin with.
    refusals: refusals
      .filter(({ message }) => !/^default_branch: .* has no branch /.test(message))
      .map(({ rule, message, addresses }) => ({ rule, message, addresses: [...addresses].sort() })),
  };
}

function change({ address, action, from, identity, attributes }: Change) {
  const shown = attributes.filter(({ before, after }) => !hidesSecret(before) && !hidesSecret(after));
  return {
    address,
    action,
    from,
    identity,
    attributes: shown.map(({ path, before, after }) => ({ path, before: picture(before), after: picture(after) })),
  };
}

const picture = (value: Value | undefined): Value | undefined => (isFile(value) || isPicture(value) ? value.sha256 : value);

/** Fails unless a plan says the same on both platforms, and something at all. */
export function expectSame(twin: Said, original: Said, least: number): void {
  expect(original.changes.length).toBeGreaterThanOrEqual(least);
  expect(twin).toEqual(original);
}
