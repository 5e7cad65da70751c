import { describedAccounts } from "./accounts.js";
import { describedAi } from "./ai.js";
import { describedNetwork } from "./network.js";
import { describedOperation } from "./operation.js";
import { describedPipelines } from "./pipelines.js";
import { describedRates } from "./rates.js";
import { describedRepositories } from "./repositories.js";
import { describedSearch } from "./search.js";

/** What people know of settings that only facts of releases name. */
export const describedSettings = {
  ...describedAccounts,
  ...describedRates,
  ...describedPipelines,
  ...describedRepositories,
  ...describedSearch,
  ...describedAi,
  ...describedNetwork,
  ...describedOperation,
};
