/** Two people write into one entry and publish it: nothing goes out unseen, and nothing that was saved is lost without a word. */
import { it } from 'node:test';
import { runTwoPeople } from './two-people.ts';

const RUNS = 60;

for (const seed of [1, 2, 3])
  it(`two people on one entry publish nothing unseen and lose nothing untold (seed ${seed})`, (test) =>
    runTwoPeople(test, { seed, runs: RUNS }));
