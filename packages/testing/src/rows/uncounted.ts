/** Usage that counts nothing, for tests without accounts. */
import type { UsageCounters } from '../../../server/src/platform/journal/usage-changes.ts';

export const uncounted: UsageCounters = { add: async () => {} };
