/** Random walks beside random writes, with fixed seeds; `walks.deep.test.ts` has thousands of them. */
import { it } from 'node:test';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { walkAll } from './walk-all.ts';

const WALKS = 30;

onEachEngine('walks through lists beside writes', (stage) => {
  it('leave out and repeat nothing that did not change', async () => walkAll(stage.url, { walks: WALKS, seed: SEED }));
});
