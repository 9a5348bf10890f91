/** Many random models with components inside, on both engines. `SEED=…` repeats one, `RUNS=…` says how many. */
import { it } from 'node:test';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { playInside } from './inside.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const RUNS = Number(process.env.RUNS ?? 30);
const DOCUMENTS = 8;

onEachEngine('many values inside of components', (stage) => {
  for (let seed = SEED; seed < SEED + RUNS; seed++)
    it(`are seen by all that looks into values: SEED=${seed}`, () => playInside(stage.url, seed, DOCUMENTS));
});
