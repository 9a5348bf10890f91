/** The long form of `visible.test.ts`: 1,000 pairs on each engine. `VISIBLE_PAIRS` and `VISIBLE_SEED` repeat some of them. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../client.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { startService, type TestService } from '../harness/service.ts';
import { mergePairs } from './visible-pairs.ts';

const PAIRS = Number(process.env.VISIBLE_PAIRS ?? 1_000);
const SEED = Number(process.env.VISIBLE_SEED ?? 330_000);

describeEachEngine('what many merges make visible', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService({ engine });
  });
  after(async () => {
    closeConnections();
    await service?.close();
  });

  it('is what their plans named, was published in the source, and is undone', {
    timeout: 7_200_000,
  }, async (context) => {
    const { merges, published, conflicts, drafts } = await mergePairs(service.url, { seed: SEED, pairs: PAIRS });
    context.diagnostic(`${merges} merges, ${published} that published, ${conflicts} conflicts, ${drafts} drafts kept`);
    assert.ok(published > 0);
  });
});
