/** How much one request may do to many entries. */
export const BULK_ENTRIES_MAX = 1_000;
