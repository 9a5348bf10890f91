/** A copy answers what the service answers, over many random models, while the content changes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onFirstEngine } from '../../testing/src/on-each-engine.ts';
import { SEED } from '../../testing/src/seed.ts';
import { checkParity } from './parity.ts';

const MODELS = Number(process.env.CLIENT_MODELS ?? 10);
const QUESTIONS = Number(process.env.CLIENT_QUESTIONS ?? 300);

onFirstEngine('random questions to a copy', (stage) => {
  for (let at = 0; at < MODELS; at++)
    it(`are answered as by the service, over model ${at}`, async () => {
      const answered = await checkParity(stage.url, { seed: SEED + at, questions: QUESTIONS });
      assert.ok(answered > QUESTIONS / 4, `${answered} of ${2 * QUESTIONS}`);
    });
});
