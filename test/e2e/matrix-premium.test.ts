import { matrix } from "./matrix.js";

matrix({ tier: "premium", dialect: "neutral", version: "15.3.0" });
matrix({ tier: "premium", dialect: "neutral", version: "17.6.0" });
matrix({ tier: "premium", dialect: "vendor", version: "17.6.0" });
