import { Buffer } from "node:buffer";
import type { SeedPart, PlatformState } from "../../context.js";
import { issueTable } from "../../records/work-items.js";
import { SEED_TIME, seedTime } from "../../seed-values.js";
import { seedNoteable } from "../work-items/seed/reactions.js";
import { addMetricImage } from "./metric-images.js";

type SeedImage = {
  on: string;
  filename: string;
  content?: string;
  url?: string;
  url_text?: string;
  created_at?: string;
};

/** A PNG of one pixel, for pictures of which the seed gives no bytes. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const text = { type: "string" } as const;
const reference = { type: "string", pattern: String.raw`^[^#]+#\d+$` } as const;

/** Metric images of a seed, on incidents (`group/project#1`); `content` is base64. */
export const metricImageSeed: SeedPart = {
  key: "metric_images",
  about: "Pictures of metrics on incidents.",
  entry: {
    type: "object",
    required: ["on", "filename"],
    additionalProperties: false,
    properties: {
      on: reference,
      filename: text,
      content: text,
      url: text,
      url_text: text,
      created_at: SEED_TIME,
    },
  },
  load: (world, entries) => {
    for (const entry of entries) addImage(world, entry as SeedImage);
  },
};

/** Throws when the seed does not have the issue, or it is no incident. */
function addImage(world: PlatformState, seed: SeedImage): void {
  const issue = world.store.of(issueTable).get(seedNoteable(world, seed.on).id);
  if (issue?.issue_type !== "incident") throw new Error(`the seed gives metric images to what is no incident: ${seed.on}`);
  const bytes = Buffer.from(seed.content ?? PIXEL, "base64");
  const { filename, url, url_text, created_at = "-0d" } = seed;
  addMetricImage(world, issue, { filename, type: "", bytes }, { url, url_text, created_at: seedTime(created_at) });
}
