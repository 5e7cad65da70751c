// @module-tag slow
import { inProcess } from "../harness/command-line.js";
import { matrix } from "./matrix.js";

matrix({ tier: "premium", dialect: "vendor", version: "15.4.0" }, inProcess, "nightly");
matrix({ tier: "premium", dialect: "vendor", version: "17.10.0" }, inProcess, "slow");
matrix({ tier: "premium", dialect: "vendor", version: "19.0.0" }, inProcess, "nightly");
matrix({ tier: "premium", dialect: "neutral", version: "15.3.0" }, inProcess, "slow");
