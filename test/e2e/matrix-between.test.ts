// @module-tag slow
import { inProcess } from "../harness/command-line.js";
import { matrix } from "./matrix.js";

// Between two releases of which there are facts: what dates prove is taken through all steps, what they disprove is refused. The gate has gaps-of-dates and the law over all dates.
matrix({ tier: "free", dialect: "vendor", version: "18.0.0" }, inProcess, "nightly");
matrix({ tier: "ultimate", dialect: "vendor", version: "18.5.0" }, inProcess, "nightly");
