import { inProcess } from "../harness/command-line.js";
import { matrix } from "./matrix.js";
matrix(
  { tier: (process.env["TIER"] ?? "ultimate") as "ultimate", dialect: "vendor", version: process.env["V"] ?? "19.0.0" },
  inProcess,
);
