/**
 * The seed of everything random in tests. It is the same for each run, so that tests are reproducible. `SEED=` sets another; `npm
 * run test:deep` uses a new one for each run, and prints it.
 */
import fc from 'fast-check';

const USUAL_SEED = 1;

/** A whole number from 0 to 2^31 - 1. */
export const SEED = Number(process.env.SEED ?? USUAL_SEED);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
