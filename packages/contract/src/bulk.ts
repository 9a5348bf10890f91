/** How many entries one bulk request may change. */
export const BULK_ENTRIES_MAX = 1_000;
