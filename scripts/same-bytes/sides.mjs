// Sends built trees through the scenarios, in processes of their own.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("side", import.meta.url));
/** Processes that share the scenarios. Always as many, since the port that a scenario has shows in its plans. */
const shares = 2;
const portsOfShare = 2;

/**
 * Goes through the scenarios with both trees, one after the other: plans name the address of the server, so both must have the same ports. Answers the directories
 * of their outputs. What the base gives is kept beside its build until a scenario changes, so that the next run needs one side only; `fresh` makes it anew.
 */
export async function runSides({ base, tree, directory, only, fresh }) {
  const work = join(directory, "work");
  const kept = join(base, `outputs-${scenariosDigest(base)}`);
  const port = fresh ? undefined : await keptPort(kept);
  if (port !== undefined) {
    await runSide({ tree, base, out: join(directory, "working-tree"), work, port, only });
    return [join(kept, "base"), join(directory, "working-tree")];
  }
  const free = await freePorts();
  await runSide({ tree: base, base, out: join(directory, "base"), work, port: free, only });
  if (only === undefined) keep(join(directory, "base"), kept, free);
  await runSide({ tree, base, out: join(directory, "working-tree"), work, port: free, only });
  return [only === undefined ? join(kept, "base") : join(directory, "base"), join(directory, "working-tree")];
}

/** All that outputs of the base depend on beside the base: the scenarios, Node, and the day, because platforms tell dates. */
function scenariosDigest(base) {
  const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = [...files.map((one) => join(one.parentPath, one.name)).toSorted(), join(base, "material.mjs")];
  const hash = createHash("sha256").update(`${process.version} ${new Date().toISOString().slice(0, 10)}`);
  for (const path of paths) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

/** The first port that kept outputs were made with, if all are free. */
async function keptPort(kept) {
  if (!existsSync(join(kept, "port"))) return undefined;
  const port = Number(readFileSync(join(kept, "port"), "utf8"));
  return (await areFree(port)) ? port : undefined;
}

function keep(out, kept, port) {
  const all = join(kept, "..");
  for (const name of readdirSync(all)) if (name.startsWith("outputs-")) rmSync(join(all, name), { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  move(out, join(kept, "base"));
  writeFileSync(join(kept, "port"), String(port));
}

function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== "EXDEV") throw error;
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true });
  }
}

/** Sends one tree through the scenarios, in as many processes as there are shares; throws if a process ends without having been through. */
async function runSide(options) {
  rmSync(options.out, { recursive: true, force: true });
  mkdirSync(options.out, { recursive: true });
  const runs = Array.from({ length: shares }, (_, share) =>
    runShare({ ...options, work: `${options.work}-${share}`, port: options.port + portsOfShare * share, share, shares }),
  );
  const failed = (await Promise.allSettled(runs)).find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

async function runShare(options) {
  const child = spawn(process.execPath, [join(own, "main.mjs"), JSON.stringify(options)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`the scenarios with ${options.tree} ended with ${code}`);
}

/** The first of the ports that are needed, all free now and below those that systems give to connections. */
async function freePorts() {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 12_000 + Math.floor(Math.random() * 16_000);
    if (await areFree(port)) return port;
  }
  throw new Error("there are no free ports in a row between 12000 and 28000");
}

async function areFree(port) {
  const all = Array.from({ length: shares * portsOfShare }, (_, index) => isFree(port + index));
  return (await Promise.all(all)).every(Boolean);
}

async function isFree(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
