/** Many random models with components inside, on both engines. `SEED=…` repeats one, `RUNS=…` says how many. */
import { it } from 'node:test';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { playHidden } from './hidden.ts';
import { playInside, removeInside } from './inside.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const RUNS = Number(process.env.RUNS ?? 30);
const DOCUMENTS = 8;
const STEPS = 40;

onEachDatabase('many values inside of components', (stage) => {
  for (let seed = SEED; seed < SEED + RUNS; seed++)
    it(`are seen by all that looks into values, and removed for good: SEED=${seed}`, async () => {
      const scene = await playInside(stage.url, seed, DOCUMENTS);
      await removeInside(scene, stage.database);
    });

  for (let seed = SEED; seed < SEED + RUNS; seed++)
    it(`are hidden and back without a loss: SEED=${seed}`, () => playHidden(stage.url, seed, STEPS));
});
