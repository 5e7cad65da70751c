/** Why attributes that several resources have are not carried over. */
export const pushRules = { lost: "write push_rules of the project or group" } as const;
