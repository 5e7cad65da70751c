/**
 * Where the package keeps the API description and what is known of releases. The address fits modules two folders below the top, as all files of the bundle are; others import
 * it from here.
 */
export const schemasFolder = new URL("../../schemas/", import.meta.url);
