import { onTestFinished } from "vitest";
import { createClient } from "../../src/client/index.js";
import { createRedactor } from "../../src/core/redact.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { readCorrections } from "../../src/facts/corrections.js";
import { openConnection } from "../../src/platform/connection.js";
import { createApi } from "../../src/platform/index.js";
import { storedTokens } from "../../src/platform/logins/renewal.js";
import { openLogins } from "../../src/platform/logins/store.js";
import { kinds } from "../../src/program/kinds.js";
import { renderError } from "../../src/report/index.js";
import { desiredStateResource } from "../../src/terraform/desired-state.js";
import { planDestroy } from "../../src/terraform/plan-resource.js";
import type { ProtocolDiagnostic } from "../../src/terraform/plugin/service.js";
import { resourceType } from "../../src/terraform/resource-type.js";
import { plan } from "../../src/trueup.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { openFixture } from "../harness/fixture.js";
import { githubForge } from "../harness/github-forge.js";
import { reviews, rightSettings, rulesOf, shownFile } from "../harness/github-settings.js";
import { startServer } from "../platform/local-server.js";
import { clientSecret, setStage } from "../platform/oauth-stage.js";
import { openBench, resource } from "../program/bench.js";
import { messageOf } from "./provoked.js";

/** What the command line prints of an error, with the same text for each port and directory. */
async function printed(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error("nothing went wrong"),
    (thrown: unknown) => thrown,
  );
  return renderError(error, { color: false }).replaceAll(/(?<=127\.0\.0\.1:)\d+/g, "PORT");
}

async function withClient<T>(work: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<string> {
  const server = await startServer(({ socket }) => socket.destroy());
  const client = createClient({ url: server.url, token: "glpat-drawn-0123456789", patience: { backoff: 1 } });
  onTestFinished(async () => client.close());
  return printed(work(client));
}

async function endedLogin(): Promise<string> {
  const stage = await setStage();
  const { login } = await stage.logIn({ clientId: "portal", clientSecret });
  const body = new URLSearchParams({ client_id: "portal", client_secret: clientSecret, token: login.refresh_token ?? "" });
  await fetch(`${stage.url}/oauth/revoke`, { method: "POST", body });
  const redactor = createRedactor();
  const token = storedTokens(login, { logins: openLogins(stage.directory), redactor });
  const credential = { kind: "oauth", token, from: "the stored login", passedOver: [] } as const;
  const connection = openConnection({ url: stage.url, credential, redactor });
  onTestFinished(async () => connection.close());
  return printed(createApi(connection).get("/user"));
}

async function goneResource(): Promise<string> {
  const bench = await openBench({ seed: { groups: [{ full_path: "acme", name: "Acme" }] } });
  onTestFinished(() => bench.close());
  return printed(bench.resources.apply(resource({ kind: "project", path: "acme/web" }, { description: "Web" }), false));
}

/** What the audit of a repository on GitHub prints of a flaw, which the changes to right settings make. */
async function githubFlaw(code: string, changes: Readonly<Record<string, unknown>>): Promise<string> {
  const forge = await githubForge();
  for (const [path, shown] of [...rightSettings(), ...Object.entries(changes)]) forge.settings.set(path, shown);
  const env = { ...forge.variables(""), TRUEUP_NOTES_TOKEN: undefined, TRUEUP_AUDIT_TOKEN: "token-of-alice" };
  const { stdout } = await inProcess(["doctor", "--pipeline", "--allow-http", "127.0.0.1"], { cwd: directory(), env });
  return messageOf(stdout, code);
}

async function auditToken(): Promise<string> {
  const seed = {
    users: [{ username: "alice" }],
    groups: [{ full_path: "platform", members: { alice: 40 } }],
    projects: [{ path_with_namespace: "platform/desired" }],
  };
  const fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "ultimate", seed });
  onTestFinished(() => fixture.close());
  const [{ id } = { id: 0 }] = (await fixture.platform.call("GET", "/users?username=alice")) as { id: number }[];
  const made = { name: "audit", scopes: ["api"], expires_at: "2027-06-01" };
  const { token } = (await fixture.platform.call("POST", `/users/${id}/personal_access_tokens`, made)) as { token: string };
  const words = ["doctor", "--pipeline", "--forge", fixture.server.url, "--hosting", "platform/desired"];
  const { stdout } = await fixture.run(words, { TRUEUP_AUDIT_TOKEN: token, TRUEUP_TOKEN: undefined });
  return messageOf(stdout, "pipeline.audit-token");
}

function settingsDestroyed(): readonly ProtocolDiagnostic[] {
  const found = terraformResources(kinds).find(({ kind }) => kind.name === "application_settings");
  if (found === undefined) throw new Error("the provider has no application settings");
  return planDestroy(resourceType(found), {}, {}, { protects: false } as never);
}

function diagnosticText(diagnostics: readonly ProtocolDiagnostic[]): string {
  return diagnostics.map(({ severity, summary, detail }) => `${severity} ${summary}\n${detail}`).join("\n");
}

const none = undefined as never;

/** What provokes the drawn codes that no run of the command line alone can print: by public functions, or a server of the test's own. */
export const drawnFunctions: Readonly<Record<string, () => Promise<string>>> = {
  "api.reply_lost": () => withClient((client) => client.request("POST /topics", { name: "a", title: "A" })),
  "parameter.invalid": () => withClient((client) => client.request("POST /topics", { name: "a", title: Number.NaN as never })),
  "login.ended": endedLogin,
  "resource.gone": goneResource,
  "facts.corrections": () =>
    printed(Promise.resolve().then(() => readCorrections('[{operations: ["PUT /lamps/{id}"], why: it is so, colour: red}]'))),
  "files.invalid": () => {
    const cwd = directory({ "trueup.yaml": "projects: { acme/web: { archived: 3 } }\n" });
    return printed(plan(["."], {}, {}, { cwd, env: {}, redactor: createRedactor(), now: new Date("2026-11-28") }));
  },
  "pipeline.workflow-permissions": () =>
    githubFlaw("pipeline.workflow-permissions", {
      "/contents/.github/workflows/trueup.yml": shownFile("name: trueup\njobs: {}\n"),
    }),
  "pipeline.code-owner-approval": () =>
    githubFlaw("pipeline.code-owner-approval", {
      "/rules/branches/main": rulesOf({ ...reviews, require_code_owner_review: false }),
      "/branches/main/protection": {},
    }),
  "pipeline.audit-token": auditToken,
  "delete.permanent": async () => diagnosticText(settingsDestroyed()),
  "destroy.files": async () => diagnosticText(desiredStateResource.planDestroy({}, none, none)),
};
