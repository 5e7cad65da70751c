/** Why attributes that several resources have are not carried over. */
export const pushRules = { lost: "trueup does not manage push rules" } as const;
export const role = { lost: "trueup does not know roles of one's own" } as const;
