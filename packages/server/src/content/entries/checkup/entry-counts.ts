/** The number of entries in an environment. */
import { countEntriesIn } from './checkup-store.ts';

export const entriesIn = countEntriesIn;
