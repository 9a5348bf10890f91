/** A thousand answers of delivery, taken while everything about an environment changes, are the same when the past is asked for them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { KeptAnswers } from './kept-answers.ts';

const ANSWERS = 1_000;

onEachDatabase('the past', (stage) => {
  it(`is what delivery answered then, byte for byte, ${ANSWERS} times (SEED=${SEED})`, async () => {
    const answers = await KeptAnswers.open(stage, SEED);
    while (answers.kept.length < ANSWERS) await answers.step(4);
    await answers.assertAsThen();
    assert.ok(answers.addresses.size > 0);
  });
});
