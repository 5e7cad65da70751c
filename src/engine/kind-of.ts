export { kindOf } from "../core/kind.js";
