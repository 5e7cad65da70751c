// @module-tag slow
import { servers } from "./playground.js";
import { walkedLaws } from "./walked.js";

for (const server of servers) if (server.tier === "ultimate") walkedLaws(server);
