/** Names of the query parameters that carry a credential (document 1, Credentials; the reference of real servers, section A). */
export const credentialParameters = { personal: "private_token", oauth: "access_token", job: "job_token" } as const;
