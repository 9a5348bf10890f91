/** How many content types an environment has. */
import { countTypes } from './store.ts';

export const typesIn = countTypes;
