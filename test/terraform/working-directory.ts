import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { terraform, type TerraformRun } from "./command.js";
import { install, type Installation, type Way } from "./installation.js";

/** What terraform means to do with each resource, by its address: for example `update`, or `delete create` for a replacement. Without those that stay. */
export type Actions = Readonly<Record<string, string>>;

/** A plan as `terraform show -json` tells it. */
export interface ShownPlan {
  readonly actions: Actions;
  /** Addresses of what is found to differ from the state. */
  readonly drifted: readonly string[];
  readonly text: string;
}

/** Attributes of each resource in a state, by its address. */
export type States = Readonly<Record<string, JsonObject>>;

/** Terraform in a directory of its own, with a provider that no registry has, and nothing of the user's own configuration. */
export class WorkingDirectory {
  private constructor(
    readonly path: string,
    private readonly installation: Installation,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** The provider is told by the environment which server it is and who calls. It runs already unless another way to it is asked for. The caller closes the directory. */
  static async open(server: { readonly url: string; readonly token: string }, way: Way = "reattach"): Promise<WorkingDirectory> {
    const path = await mkdtemp(join(tmpdir(), "trueup-terraform-"));
    const home = join(path, "home");
    await mkdir(home);
    const own = { PATH: process.env["PATH"] ?? "", HOME: home, TRUEUP_URL: server.url, TRUEUP_TOKEN: server.token };
    const installation = await install(way, path, own);
    const configuration = join(home, "terraformrc");
    await writeFile(configuration, installation.configuration);
    return new WorkingDirectory(path, installation, { ...own, TF_CLI_CONFIG_FILE: configuration, ...installation.env });
  }

  /** Another directory by the same way to the provider; it ends with this one. */
  async beside(name: string): Promise<WorkingDirectory> {
    const path = join(this.path, name);
    await mkdir(path);
    return new WorkingDirectory(path, this.installation, this.env);
  }

  /** Makes files the whole configuration, beside what says which provider is meant; objects are written as JSON, by the language's other syntax. */
  async write(files: Readonly<Record<string, string | object>>): Promise<void> {
    const source = {
      terraform: { required_providers: { trueup: { source: "trueup/trueup" } } },
      // What a test makes it also destroys, unless it has a block of its own.
      ...(hasBlock(files) ? {} : { provider: { trueup: { deletion_protection: false } } }),
    };
    const isFirst = !(await this.read("provider.tf.json"));
    for (const [name, content] of Object.entries({ "provider.tf.json": source, ...files })) {
      await writeFile(join(this.path, name), typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
    }
    if (isFirst && this.installation.needsInit) await this.mustRun(["init", "-input=false"]);
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { force: true });
  }

  /** Text of a file of the directory; undefined if there is none. */
  async read(name: string): Promise<string | undefined> {
    return readFile(join(this.path, name), "utf8").catch(() => undefined);
  }

  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<TerraformRun> {
    return terraform([...args, "-no-color"], this.path, { ...this.env, ...env });
  }

  /** Throws unless it succeeds. */
  async mustRun(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<TerraformRun> {
    const run = await this.run(args, env);
    if (run.exitCode !== 0) throw new Error(`terraform ${args.join(" ")}\n${run.stdout}\n${run.stderr}`);
    return run;
  }

  /** Runs terraform as a terminal does and presses Ctrl-C once what it has printed is enough. */
  async runUntil(args: readonly string[], isEnough: (printed: string) => boolean): Promise<TerraformRun> {
    const child = spawn("terraform", [...args, "-no-color"], {
      cwd: this.path,
      env: { ...this.env, CHECKPOINT_DISABLE: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let [stdout, stderr, isPressed] = ["", "", false];
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (isPressed || child.pid === undefined || !isEnough(stdout)) return;
      isPressed = true;
      process.kill(-child.pid, "SIGINT");
    });
    await once(child, "close");
    return { exitCode: child.exitCode, stdout, stderr };
  }

  async plan(...options: readonly string[]): Promise<ShownPlan> {
    const { stdout } = await this.mustRun(["plan", "-input=false", "-out=planned", ...options]);
    const plan = await this.show("planned");
    const changes = listAt(plan, "resource_changes").flatMap((change): [string, string][] => {
      const actions = listAt(change, "change", "actions")
        .filter((action) => typeof action === "string")
        .join(" ");
      const isImport = valueAt(change, "change", "importing") !== undefined;
      return actions === "no-op" && !isImport ? [] : [[textAt(change, "address"), isImport ? `import ${actions}` : actions]];
    });
    const drifted = listAt(plan, "resource_drift").map((change) => textAt(change, "address"));
    return { actions: Object.fromEntries(changes), drifted, text: stdout };
  }

  async apply(...options: readonly string[]): Promise<TerraformRun> {
    return this.mustRun(["apply", "-input=false", "-auto-approve", ...options]);
  }

  async states(): Promise<States> {
    const resources = listAt(await this.show(), "values", "root_module", "resources");
    return Object.fromEntries(resources.map((one) => [textAt(one, "address"), objectAt(one, "values")]));
  }

  private async show(...file: readonly string[]): Promise<Json> {
    return JSON.parse((await this.mustRun(["show", "-json", ...file])).stdout) as Json;
  }

  /** Ends the provider where terraform does not, and takes the directory away. */
  async close(): Promise<void> {
    await this.installation.close();
    await rm(this.path, { recursive: true, force: true });
  }
}

function hasBlock(files: Readonly<Record<string, string | object>>): boolean {
  return Object.values(files).some((content) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    return /provider"? ?(?:"trueup"|:)/.test(text);
  });
}

function valueAt(value: Json, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, name) => (isObject(at) ? at[name] : undefined), value);
}

function listAt(value: Json, ...path: readonly string[]): readonly Json[] {
  const list = valueAt(value, ...path);
  return Array.isArray(list) ? list : [];
}

function textAt(value: Json, ...path: readonly string[]): string {
  const text = valueAt(value, ...path);
  return typeof text === "string" ? text : "";
}

function objectAt(value: Json, ...path: readonly string[]): JsonObject {
  const object = valueAt(value, ...path);
  return isObject(object) ? object : {};
}
