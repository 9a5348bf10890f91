/** The same as `two-people.test.ts` at length: 1,000 seeds. */
import { it } from 'node:test';
import { runTwoPeople } from './two-people.ts';

const SEEDS = 1_000;
const RUNS = 20;

for (let seed = 1; seed <= SEEDS; seed++)
  it(`two people on one entry publish nothing unseen and lose nothing untold (seed ${seed})`, (test) =>
    runTwoPeople(test, { seed, runs: RUNS }));
