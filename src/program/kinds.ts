/** The kinds, for who tells about them without doing anything: loads nothing else of the program. */
export { kinds } from "../kinds/index.gen.js";
