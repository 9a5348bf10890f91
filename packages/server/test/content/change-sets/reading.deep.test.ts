/** Reading through random change sets, `SETS=500` of them before an issue is closed. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { readThroughSets } from './random-sets.ts';

const SETS = Number(process.env.SETS ?? 150);
/** Sets over one scene: its entries grow with each. */
const SETS_A_SCENE = 25;

onEachEngine('many random change sets', (stage) => {
  it(`show what there is once they have gone out, ${SETS} of them`, { timeout: 3_600_000 }, async (context) => {
    let published = 0;
    for (let sets = 0; sets < SETS; sets += SETS_A_SCENE) {
      published += await readThroughSets(stage.url, { sets: Math.min(SETS_A_SCENE, SETS - sets), seed: SEED + sets });
      context.diagnostic(`${Math.min(SETS, sets + SETS_A_SCENE)} done, ${published} of them went out`);
    }
    assert.ok(published > SETS / 4);
  });
});
