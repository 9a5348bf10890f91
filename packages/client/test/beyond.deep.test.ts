/** Where a process has no stream to give, those who follow wait for pages of changes, and miss nothing; later they get a stream. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { given } from '../../testing/src/given.ts';
import { onEachEngine } from '../../testing/src/on-each-engine.ts';
import { until } from '../../testing/src/until.ts';
import { live, replica } from '../src/replica.ts';
import { fillMagazine } from './magazine/content.ts';
import type { Model } from './magazine/model.ts';

const CHANGES = 12;

onEachEngine(
  'beyond the bound of streams',
  (stage) => {
    it('a listener and a copy hear of each change once', async () => {
      const scene = await given(stage.url, { defaultLocale: 'en' });
      await fillMagazine(scene);
      const paths: string[] = [];
      const fetchNoted: typeof fetch = (url, init) => {
        paths.push(new URL(String(url)).pathname.split('/').pop() ?? '');
        return fetch(url, init);
      };
      const client = { url: stage.url, space: scene.spaceId, token: String(scene.delivery.token) };
      const ready: string[] = [];
      const endFirst = live(client, () => {}, { onReady: () => ready.push('first') });
      await until(() => ready.length === 1);
      const told: string[] = [];
      const endSecond = live(
        { ...client, fetch: (url, init) => fetchNoted(url, init) },
        ({ entries, all }) => {
          assert.equal(all, false);
          told.push(...entries.map(([id]) => id));
        },
        { onReady: () => ready.push('second') },
      );
      const copy = await replica<Model>(client);
      await until(() => ready.includes('second'));
      const made: string[] = [];
      for (let n = 0; n < CHANGES; n++) {
        const path = `${scene.base}/entries/new-${n}`;
        await scene.owner.put(path, { content_type_id: 'person', fields: { name: `Name ${n}` } });
        made.push((await scene.owner.post(`${path}/publish`, undefined, 200)).string('id'));
        if (n === CHANGES / 2) {
          await until(async () => (await copy.entry(made.at(-1) ?? '')) !== null);
          endFirst();
        }
      }
      await until(() => told.length >= CHANGES);
      await until(async () => (await copy.entry(made.at(-1) ?? '')) !== null);
      assert.deepEqual(told.toSorted(), made.toSorted());
      assert.ok(paths.includes('sync'));
      endSecond();
      await copy.close();
    });
  },
  { LECTERN_LIVE_CONNECTIONS: '1' },
);
