/**
 * The seed of everything random in a test: the same at each run, so that a test does the same each time. `SEED=` gives
 * another; `npm run test:deep` takes a new one for each run, and prints it.
 */
import fc from 'fast-check';

const USUAL_SEED = 1;

/** A whole number from 0 to 2^31 - 1. */
export const SEED = Number(process.env.SEED ?? USUAL_SEED);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
