import type { FurtherKnowledge } from "../../core/kind-data.js";
import { about } from "../parts/described.js";
import { describedAccounts } from "./described/accounts.js";
import { describedAi } from "./described/ai.js";
import { describedNetwork } from "./described/network.js";
import { describedOperation } from "./described/operation.js";
import { describedPipelines } from "./described/pipelines.js";
import { describedRates } from "./described/rates.js";
import { describedRepositories } from "./described/repositories.js";
import { describedSearch } from "./described/search.js";
import { aboutPeople } from "./subjects/people.js";
import { aboutServices } from "./subjects/services.js";

/** Of settings that only facts of releases name, and what all are about: a setting belongs to the subject that has its name, else to the first that has a pattern for it. */
export const further: FurtherKnowledge = {
  refined: {
    ...describedAccounts,
    ...describedRates,
    ...describedPipelines,
    ...describedRepositories,
    ...describedSearch,
    ...describedAi,
    ...describedNetwork,
    ...describedOperation,
  },
  subjects: about({ ...aboutPeople, ...aboutServices }),
};
