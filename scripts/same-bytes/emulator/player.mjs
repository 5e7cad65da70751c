import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rememberMade, withMade } from "./made.mjs";
import { opaqueStrings, rebound } from "./opaque.mjs";
import { readRecordings } from "./recordings.mjs";
import { bodyBytes, readReply } from "./reply.mjs";
// Asks the emulator of one tree what was recorded. A process of its own, because the world it runs in is no ordinary one: `node player.mjs TREE RECORDINGS OUT SHARE SHARES`.
import { beginStep, listenAt } from "./world.mjs";

const [tree, directory, out, share, shares] = process.argv.slice(2);
const { startEmulator } = await import(pathToFileURL(join(tree, ".src-js/emulator/index.js")).href);
/** Rounds of background work before a request, each of which may schedule more. */
const mostRounds = 50;
/** Emulators whose background work takes longer are those of tests that want it to be waiting. */
const longestDelay = 1000;
const patience = 20_000;
const setTimer = setTimeout;
// Warnings of failing handlers are replies with status 500 here.
process.removeAllListeners("warning");

writeFileSync(out, "");
for (const [index, recording] of readRecordings(directory).entries()) {
  if (index % Number(shares) !== Number(share)) continue;
  appendFileSync(out, `${JSON.stringify({ name: recording.name, replies: await replay(recording) })}\n`);
}
// Whatever an emulator left running must not keep the process.
process.exit();

/** The replies to all requests of a recording, in their order. */
async function replay({ begin, events }) {
  const { options, url, at } = begin;
  const { workerDelay = 30, facts } = options;
  const isStepped = workerDelay === "stepped";
  beginStep(0, at);
  listenAt(url);
  const texts = facts === undefined ? {} : { facts: readFileSync(join(directory, "texts", facts), "utf8") };
  let emulator;
  try {
    emulator = await startEmulator({ ...options, ...texts, workerDelay: "stepped" });
  } catch (error) {
    return [{ status: 0, headers: {}, body: `the emulator did not start: ${error.message}` }];
  }
  const [replies, known] = [[], { counterparts: new Map(), made: new Map() }];
  for (const event of events) {
    beginStep(event.n, event.at);
    if (!isStepped && workerDelay < longestDelay)
      for (let round = 0; round < mostRounds && emulator.work() > 0; round++) await settled();
    if (event.work) emulator.work();
    else replies.push(await ask(emulator, url, event, known));
    await settled();
  }
  await emulator.close();
  return replies;
}

async function ask({ fetch }, url, { method, path, headers, body, opaque }, { counterparts, made }) {
  const bound = (text) => rebound(text, counterparts);
  const asked = withMade(bound(path), made);
  let reply;
  try {
    const sent = body === undefined || body === "" ? {} : { body: bodyBytes(body.startsWith("base64:") ? body : bound(body)) };
    const given = Object.entries(headers).map(([name, value]) => [name, bound(value)]);
    const request = new Request(`${url}${asked}`, { method, headers: given, ...sent });
    reply = await inTime(fetch(request).then(readReply));
  } catch (error) {
    return { status: 0, headers: {}, body: `no reply: ${error.message}` };
  }
  rememberMade(made, method, asked, reply);
  const own = opaqueStrings(reply);
  if (own.length === opaque.length)
    for (const [index, text] of opaque.entries()) if (text !== own[index]) counterparts.set(text, own[index]);
  return reply;
}

async function inTime(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimer(() => reject(new Error(`none in ${patience / 1000} seconds`)), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Lets end what goes on beside a reply, such as deliveries of webhooks, none of which reaches anybody. */
async function settled() {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
