/** The clock of a machine that is wrong, for a program in a process of its own. */
const HOUR_MS = 3_600_000;
const PRELOAD = new URL(`clock-ahead.mjs?ms=${2 * HOUR_MS}`, import.meta.url).href;

/** Variables of a program whose clock is two hours ahead: it believes it as a whole, not only in what it writes. */
export const CLOCK_AHEAD: Readonly<Record<string, string>> = { NODE_OPTIONS: `--import=${PRELOAD}` };
