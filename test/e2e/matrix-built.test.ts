import { trueup } from "../harness/built.js";
import { matrix } from "./matrix.js";

// The server that offers most. What the built command says in a process of its own, the sources say in this one: matrix-free, -premium and -ultimate.
matrix({ tier: "ultimate", dialect: "vendor", version: "17.6.0" }, trueup);
