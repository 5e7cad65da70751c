// @module-tag slow
import { inProcess } from "../harness/command-line.js";
import { matrix } from "./matrix.js";

matrix({ tier: "ultimate", dialect: "vendor", version: "15.4.0" }, inProcess, "slow");
matrix({ tier: "ultimate", dialect: "vendor", version: "17.10.0" }, inProcess, "nightly");
matrix({ tier: "ultimate", dialect: "neutral", version: "16.11.0" }, inProcess, "nightly");
matrix({ tier: "ultimate", dialect: "neutral", version: "17.6.0" }, inProcess, "slow");
