/** Counts for nobody, in tests that have no accounts. */
import type { UsageCounters } from '../../../server/src/platform/journal/usage-changes.ts';

export const uncounted: UsageCounters = { settle: async () => {} };
