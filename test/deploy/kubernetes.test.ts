import { execFile } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { JsonObject } from "../../src/core/json.js";
import { checkOut } from "../harness/checkout.js";
import { top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const folder = join(top, "examples/deploy/kubernetes");
const schema = JSON.parse(readFileSync(join(top, "test/fixtures/kubernetes-batch.schema.json"), "utf8")) as JsonObject;
const isManifest = new Ajv({ strict: false, validateFormats: false }).compile(schema);

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: JsonObject }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly securityContext: JsonObject;
  readonly resources: JsonObject;
}
interface Job extends JsonObject {
  readonly template: {
    readonly spec: {
      readonly initContainers: readonly Container[];
      readonly containers: readonly Container[];
      readonly securityContext: JsonObject;
      readonly volumes: readonly { readonly name: string }[];
    };
  } & JsonObject;
}

function manifestsOf(file: string): readonly JsonObject[] {
  return parseAllDocuments(readFileSync(join(folder, file), "utf8")).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as JsonObject;
  });
}

function jobOf(file: string): { readonly cron: JsonObject; readonly job: Job } {
  const [cron] = manifestsOf(file).filter(({ kind }) => kind === "CronJob");
  const spec = cron?.["spec"] as JsonObject;
  return { cron: spec, job: (spec["jobTemplate"] as { readonly spec: Job }).spec };
}

const containersOf = ({ template: { spec } }: Job) => [...spec.initContainers, ...spec.containers];

describe.each(readdirSync(folder))("examples/deploy/kubernetes/%s", (file) => {
  const { cron, job } = jobOf(file);

  it("is valid by the schemas of Kubernetes, which see a wrong key and a wrong type", () => {
    for (const manifest of manifestsOf(file)) {
      isManifest(manifest);
      expect(isManifest.errors ?? []).toEqual([]);
      const spec = manifest["spec"] as JsonObject;
      expect(isManifest({ ...manifest, spec: { ...spec, concurrencyPolicies: "Forbid" } })).toBe(false);
    }
    expect(isManifest({ apiVersion: "batch/v1", kind: "CronJob", metadata: {}, spec: { ...cron, schedule: 7 } })).toBe(false);
  });

  it("runs once at a time, and drift is no reason to run again", () => {
    expect(cron).toMatchObject({ concurrencyPolicy: "Forbid", timeZone: "Etc/UTC" });
    expect(job["backoffLimit"] ?? job["backoffLimitPerIndex"]).toBe(0);
    expect(job.template.spec).toMatchObject({ restartPolicy: "Never", automountServiceAccountToken: false });
  });

  it("runs as nobody in particular, and writes only where a volume is", () => {
    const { securityContext, volumes } = job.template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } });
    for (const container of containersOf(job)) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources).toMatchObject({ requests: {}, limits: {} });
      expect(container.image).toMatch(/^registry\.example\.com\/trueup@sha256:[0-9a-f]{64}$/);
      const mounted = container.volumeMounts.map(({ name }) => name);
      expect(mounted.filter((name) => !volumes.some((volume) => volume.name === name))).toEqual([]);
    }
  });

  it("gives each container its tokens alone, from the secret", () => {
    const tokens = containersOf(job).map(({ env }) => env.filter(({ name }) => name.endsWith("_TOKEN")));
    expect(tokens.map((some) => some.map(({ name }) => name))).toEqual([
      ["TRUEUP_CLONE_TOKEN"],
      ["TRUEUP_READ_TOKEN", "TRUEUP_NOTES_TOKEN"],
    ]);
    for (const { name, ...from } of tokens.flat())
      expect(from).toEqual({ valueFrom: { secretKeyRef: { name: "trueup", key: name } } });
  });

  it("checks out the files by a command that gives Git the token and leaves it nowhere", async () => {
    const [checkout] = job.template.spec.initContainers;
    const { logins, place } = await checkOut(checkout?.command ?? [], "/work/config", "clone-token-01234");
    expect([...logins]).toEqual(["oauth2:clone-token-01234"]);
    expect(existsSync(join(place, "trueup/topics.yaml"))).toBe(true);
    expect(readFileSync(join(place, ".git/config"), "utf8")).not.toContain("clone-token");
  });
});

it("the Indexed Job gives each pod its shard, and all pods of a run one directory", async () => {
  const { job } = jobOf("sharded-job.yaml");
  expect(job).toMatchObject({ completionMode: "Indexed", completions: 8, backoffLimitPerIndex: 0 });
  const [drift] = job.template.spec.containers;
  const cwd = directory({ trueup: '#!/bin/sh\nprintf "%s\\n" "$@"\n' });
  chmodSync(join(cwd, "trueup"), 0o755);
  const [program = "", ...words] = drift?.command ?? [];
  const shards = [];
  for (let index = 0; index < 8; index++) {
    const env = { PATH: `${cwd}:${process.env["PATH"]}`, JOB_COMPLETION_INDEX: String(index), RUN: "f3c1" };
    // oxlint-disable-next-line no-await-in-loop -- few, and each ends at once
    const { stdout } = await promisify(execFile)(program, words, { env, cwd });
    const given = stdout.trimEnd().split("\n");
    expect(given.slice(0, 2)).toEqual(["ci", "drift"]);
    expect(given).toContain("--parts=/parts/f3c1");
    shards.push(given.find((word) => word.startsWith("--shard=")));
  }
  expect(shards).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `--shard=${number}/8`));
  expect(drift?.volumeMounts).toContainEqual({ name: "parts", mountPath: "/parts" });
});
