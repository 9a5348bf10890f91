/** 10,000 random three-way histories of lists of blocks in blocks, checked against a reference. */
import { it } from 'node:test';
import { checkHistories } from './properties.ts';

const RUNS = 10_000;
const SEED = 39;

it(`${RUNS} histories of two sides lose no block and double none`, () => checkHistories({ runs: RUNS, seed: SEED }));
