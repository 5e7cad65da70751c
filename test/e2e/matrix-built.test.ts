// @module-tag nightly
import { builtInProcess } from "../harness/built.js";
import { matrix } from "./matrix.js";

// The server that offers most. What the build says here, the sources say in matrix-free, -premium and -ultimate.
matrix({ tier: "ultimate", dialect: "vendor", version: "19.0.0" }, builtInProcess, "nightly");
