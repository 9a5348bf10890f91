/** A merge makes only that visible which its plan names, and publishes no draft. `MERGE_PAIRS` sets how many pairs are tried. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { mergePairs } from './visible-pairs.ts';

const PAIRS = Number(process.env.MERGE_PAIRS ?? 5);
const TIMEOUT_MS = 7_200_000;

onEachEngine('what a merge makes visible', (stage) => {
  it(`is what its plan named, was published in the source, and is undone, in ${PAIRS} pairs (seed ${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async (context) => {
    const { merges, published, conflicts, drafts, covered } = await mergePairs(stage.url, { seed: SEED, pairs: PAIRS });
    context.diagnostic(
      `${merges} merges, ${published} that published, ${conflicts} conflicts, ${drafts} drafts kept, ${covered} hiding blocks`,
    );
    assert.ok(published > PAIRS / 4 && drafts > 0);
  });
});
