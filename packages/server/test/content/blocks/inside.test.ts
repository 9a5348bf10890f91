/** What looks into values looks inside of components, at whatever depth: a few random models. Many run in `inside.deep.test.ts`. */
import { it } from 'node:test';
import { onFirstEngine } from '../../../../testing/src/on-each-engine.ts';
import { playHidden } from './hidden.ts';
import { playInside } from './inside.ts';

onFirstEngine('values inside of components', (stage) => {
  for (const seed of [1, 2])
    it(`are found, linked, shown and copied as values of entries are: seed ${seed}`, async () => {
      await playInside(stage.url, seed, 4);
    });

  it('are hidden and back without a loss, whatever is written meanwhile', () => playHidden(stage.url, 3, 25));
});
