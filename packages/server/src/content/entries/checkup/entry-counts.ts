/** How many entries an environment has. */
import { countEntriesIn } from './checkup-store.ts';

export const entriesIn = countEntriesIn;
