// @module-tag slow
import { inProcess } from "../harness/command-line.js";
import { matrix } from "./matrix.js";

matrix({ tier: "free", dialect: "vendor", version: "15.4.0" }, inProcess, "slow");
matrix({ tier: "free", dialect: "vendor", version: "17.10.0" }, inProcess, "nightly");
matrix({ tier: "free", dialect: "vendor", version: "19.0.0" }, inProcess, "nightly");
matrix({ tier: "free", dialect: "neutral", version: "17.6.0" }, inProcess, "slow");
