/**
 * Where the package keeps the API description and what is known of releases. It is told from this place alone: the build makes one file of the emulator, in the
 * folder that this one is in, and from elsewhere the way there would be another.
 */
export const schemasFolder = new URL("../../schemas/", import.meta.url);
