/** The same as `two-people.test.ts` at length: 1,000 seeds. */
import { it } from 'node:test';
import { runTwoPeople } from './two-people.ts';

const SEEDS = 1_000;
const RUNS = 60;

it('two people on one entry publish nothing unseen and lose nothing untold, from 1,000 seeds', async (test) => {
  for (let seed = 1; seed <= SEEDS; seed++)
    await test.test(`seed ${seed}`, (one) => runTwoPeople(one, { seed, runs: RUNS }));
});
