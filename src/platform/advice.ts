/** Who sends requests, as far as the next step after a failure depends on it: what plans and applies files, a single call from a terminal, or a program of somebody else. */
export type Purpose = "plan" | "command" | "program";

/** The next step after a failure. */
export interface Advice {
  /** After a write whose reply was lost. */
  readonly lost: string;
  /** After 400 and 422. */
  readonly values: string;
  /** After a POST whose name something else has (the reference of real servers, section A). */
  readonly taken: string;
  /** After 409 and 412. */
  readonly conflict: string;
  /** After 429. */
  readonly slower: string;
  /** After something did not come in time; NAME is which limit. */
  readonly longer: string;
  /** If the server cannot be reached: where its address comes from. */
  readonly address: string;
  /** If the certificate of the server is not trusted. */
  readonly authority: string;
  /** After 401 without any token. */
  readonly token: string;
  /** After other refusals. */
  readonly refused: string;
}

const lost = "It may have taken effect all the same:";
const taken =
  "Something has this name already: it came a moment ago, the user of the token may not see it, or it is scheduled for deletion.";
const ownAuthority = "If an authority of your own signed it, set NODE_EXTRA_CA_CERTS to the file of its certificate";
const conflict = "It is there already, or somebody else changed it:";

const atTerminal = {
  slower: "Wait a little, then run again with a lower --max-rps or --concurrency.",
  longer: "To wait longer, give --timeout NAME=SECONDS.",
  address: "Check the URL: instance.url in the files, the project file, TRUEUP_URL or --url.",
  authority: `${ownAuthority}, or name the file as ca of the instance in trueup.yaml.`,
  token: "No token was given: set TRUEUP_TOKEN, or run trueup auth login.",
};
const ofOneCall = {
  lost: `${lost} look what is there now before you send it again.`,
  taken,
  conflict: `${conflict} look what is there now.`,
  refused: "See what the server says.",
};

/** What to advise whom. */
export const advice: Readonly<Record<Purpose, Advice>> = {
  plan: {
    ...atTerminal,
    lost: `${lost} plan again, which shows what is there now.`,
    values: "The server does not take these values: correct them in the files and plan again.",
    taken: `${taken} Plan again; if the plan still creates it, choose another name or use a token that sees more.`,
    conflict: `${conflict} plan again.`,
    refused: "See what the server says, and plan again.",
  },
  command: {
    ...atTerminal,
    ...ofOneCall,
    values: "The server does not take these values: correct them and send it again.",
  },
  program: {
    ...ofOneCall,
    values: "The server does not take these values.",
    slower: "Wait a little, then go on with a lower maxRps or concurrency.",
    longer: "To wait longer, set timeouts.NAME.",
    address: "Check the URL.",
    authority: `${ownAuthority}.`,
    token: "No token was given.",
  },
};
