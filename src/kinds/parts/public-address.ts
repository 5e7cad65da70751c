/** Of an attribute that is an address: names, passwords and tokens in it are shown nowhere and not compared. Files give one that has them by reference. */
export const publicAddress = { decode: "public-address", normalise: "public-address" } as const;
