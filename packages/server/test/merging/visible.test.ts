/** What becomes visible by a merge is what its plan names, and no draft goes out. `visible.deep.test.ts` tries 1,000 pairs. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../client.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { startService, type TestService } from '../harness/service.ts';
import { mergePairs } from './visible-pairs.ts';

const PAIRS = 40;
const SEED = 33_000;

describeEachEngine('what a merge makes visible', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService({ engine });
  });
  after(async () => {
    closeConnections();
    await service?.close();
  });

  it('is what its plan named, was published in the source, and is undone', { timeout: 600_000 }, async (context) => {
    const { merges, published, conflicts, drafts } = await mergePairs(service.url, { seed: SEED, pairs: PAIRS });
    context.diagnostic(
      `${merges} merges, ${published} that published, ${conflicts} conflicts, ${drafts} entries kept drafts`,
    );
    assert.ok(published > PAIRS / 4 && drafts > 0);
  });
});
