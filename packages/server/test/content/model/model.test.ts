/**
 * Random sequences of everything that changes content or its model, on the service and on a small reference of the
 * rules: after every step delivery and preview show what the reference says.
 * `MODEL_RUNS` and `MODEL_STEPS` make a run longer.
 */
import { before, it } from 'node:test';
import fc from 'fast-check';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { operation } from './operations.ts';
import { startPlayer } from './player.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 8);
const STEPS = Number(process.env.MODEL_STEPS ?? 30);

onEachEngine('the model of content', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url);
  });

  it(`holds after every step of ${RUNS} × ${STEPS} random operations (seed ${SEED})`, async () => {
    const property = fc.asyncProperty(
      fc.array(operation, { minLength: STEPS, maxLength: STEPS }),
      async (operations) => {
        const player = await startPlayer(scene);
        try {
          for (const step of operations) await player.play(step);
        } finally {
          await player.close();
        }
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: false, interruptAfterTimeLimit: 1_800_000 });
  });
});
